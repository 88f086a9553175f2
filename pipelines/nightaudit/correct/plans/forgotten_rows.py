"""Keeps forgotten persons out of new plans: a row about one of them is not sent, and nothing that names them is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.journal.erase import Traces, without
from nightaudit.privacy.masks import owners

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.privacy.forgotten import Forgotten, Person


def forgotten_in(row: Row, people: Forgotten) -> int | None:
    """Return the id of the forgotten contact whom a row or its record names, and erase them from the row; None for nobody."""
    for person in people.people.values():
        traces = Traces(person.contact_id, _targets(row, person), frozenset(), people.knows_any())
        kept = without(row.input, row, traces)
        if kept != row.input or without(row.before, row, traces) != row.before:
            row.input, row.before = kept, None
            return person.contact_id
    return None


def _targets(row: Row, person: Person) -> frozenset[str]:
    """Return the person's records, as far as they can be told: of guest stays, only the row's own."""
    is_theirs = person.contact_id in owners(row.before or {})
    return frozenset({f"contacts/{person.contact_id}", *(f"bookings/{number}" for number in person.bookings)}) | (
        {row.target} if is_theirs else frozenset()
    )
