"""Keeps forgotten persons out of new plans: a row about one of them is not sent, and nothing that names them is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal.erase import Traces, without
from nightaudit.privacy.forgotten import Person
from nightaudit.privacy.masks import id_of_other, owners

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.privacy.forgotten import Forgotten
    from nightaudit.privacy.masks import Known

NOBODY = Person(-1, "")


def forgotten_in(row: Row, people: Forgotten) -> int | None:
    """Return the id of the forgotten contact whom a row or its record names, and erase them from the row; None for nobody."""
    known, everybody = people.knows_any(), people.people.values()
    named = [person for person in everybody if row.target in _records(row, person)]
    if not named and _without(row, NOBODY, known) != [row.input, row.before]:  # a text names one of them
        by_texts = ((person, people.knows(frozenset(person.digests))) for person in everybody)
        named = [person for person, of_them in by_texts if _without(row, NOBODY, of_them) != [row.input, row.before]]
    for person in named:
        kept = _without(row, person, known)
        if kept != [row.input, row.before]:
            row.input, row.before = kept[0], None
            return person.contact_id
    return None


def _without(row: Row, person: Person, known: Known) -> list[Any]:
    """Return input and record of a row as they are kept once a person is forgotten."""
    traces = Traces(person.contact_id, _records(row, person), frozenset(), known)
    return [without(part, row, traces) for part in (row.input, row.before)]


def _records(row: Row, person: Person) -> frozenset[str]:
    """Return the person's contact and bookings, and the record of the row where it is the person's, named as targets are."""
    before = row.before or {}
    is_theirs = person.contact_id in owners(before) or id_of_other(before, "bookingId") in person.bookings
    bookings = {f"bookings/{number}" for number in person.bookings}
    return frozenset({f"contacts/{person.contact_id}", *bookings, *([row.target] if is_theirs else [])})
