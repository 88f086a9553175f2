"""What one load finds and a later one has to know: words that are kept with the data, and looked for there."""

from __future__ import annotations

from enum import StrEnum

EMPTY = "It was empty"
"""What the reason of a walk begins with that found nothing, where that is not believed of one load."""


class Lacking(StrEnum):
    """Why no operation can be asked what became of records; the words stand in tombstones and reasons of certificates.

    Data directories hold these words: a reason that is worded anew is not found in what was written before.
    """

    NO_GET = "no operation to ask for one"
    NONE_ANSWERS = "no operation that answers for one"
    LISTS_STAYS = "which shows room stays"
    LISTS_BOOKINGS = "which shows bookings"

    def is_told_by(self, text: str) -> bool:
        """Whether a tombstone, or the reason of a certificate, says so."""
        return self.value in text
