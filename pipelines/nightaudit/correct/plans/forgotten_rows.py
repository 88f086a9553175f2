"""Keeps the texts of forgotten persons out of new plans: a row that is all about one of them is not sent, nor kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.journal.erase import blanked, is_personal
from nightaudit.privacy.masks import id_of_other, owners

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.privacy.forgotten import Forgotten


def forgotten_in(row: Row, people: Forgotten) -> int | None:
    """Return the id of the forgotten contact whose texts a row would keep, and erase them from the row; None for nobody.

    Those are rows about a contact, a guest stay, notes or custom fields, whose target or record names the contact, or a booking
    of the contact, by id.
    """
    if not (people.people and is_personal(row)):
        return None
    before = row.before or {}
    kept = [blanked(row.input), blanked(before)]
    if kept == [row.input, before]:
        return None
    kind, number = row.target.split("/")[:2]
    contacts = {*map(str, owners(before)), number if kind == "contacts" else ""}
    bookings = {id_of_other(before, "bookingId"), number if kind == "bookings" else ""}
    for person in people.people.values():
        if str(person.contact_id) in contacts or not bookings.isdisjoint(person.bookings):
            row.input, row.before = kept[0], None
            return person.contact_id
    return None
