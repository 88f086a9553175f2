"""Fixed phrases that a load stores in certificates and tombstones, and that a later load searches for in them."""

from __future__ import annotations

from enum import StrEnum

EMPTY = "It was empty"
"""First words of the reason of a walk that found an empty list, where a second load has to confirm that."""

EMPTIED = "The list showed records first, and was empty a moment later."


class Lacking(StrEnum):
    """Why no operation can tell what became of a record. Tombstones and the reasons of certificates contain these phrases.

    Do not reword them: data directories contain the old words, and a new wording is not found there.
    """

    NO_GET = "no operation to ask for one"
    NONE_ANSWERS = "no operation that answers for one"
    LISTS_STAYS = "which shows room stays"
    LISTS_BOOKINGS = "which shows bookings"

    def is_stated_in(self, text: str) -> bool:
        """Return whether a tombstone, or the reason of a certificate, contains this phrase."""
        return self.value in text
