"""Why records that are not listed cannot be asked for: words that are kept with the data, and that later loads look for."""

from __future__ import annotations

from enum import StrEnum


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
