"""The window: the rows of one page of a list, with their order. Walks prove completeness by comparing windows."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.load.pages.behaviour import Order
    from nightaudit.load.pages.records import Records

Key = int | str
KeyOf = Callable[[bytes], Key]


def ranks_of(order: Order, keys: Sequence[Key]) -> Sequence[Any]:
    """Return values that sort as the service sorts these keys: the keys, or their texts where it sorts ids as text."""
    return [str(key) for key in keys] if order == "text" else keys


def ascends(ranks: Sequence[Any]) -> bool:
    """Return whether each value is greater than the one before it; False where numbers and texts are mixed."""
    try:
        return all(map(operator.lt, ranks, ranks[1:]))
    except TypeError:
        return False


@dataclass(frozen=True, slots=True)
class Window:
    """The rows of one page: every row that was listed between its first and its last, in the service's order.

    offset    number of rows before the window, if the list did not change since the first page
    size      number of rows requested
    records   the rows
    ranks     values to compare the keys by (`ranks_of`)
    total     number of rows of the list that the page states; None where it states none
    refused   whether the window is empty because the service refused the page, or answered an earlier page in its place,
              at an offset where the list may have ended
    follows   whether the page says that rows follow it
    repeated  number of rows that the page holds a second time, and `records` does not
    skipped   number of rows that the service cannot show (`SkippingReader`), which `records` lacks
    """

    offset: int
    size: int
    records: Records
    ranks: Sequence[Any]
    total: int | None
    refused: bool = False
    follows: bool = False
    repeated: int = 0
    skipped: int = 0

    @property
    def rows(self) -> Sequence[bytes]:
        """The records as JSON text."""
        return self.records.rows

    @property
    def keys(self) -> Sequence[Key]:
        """The keys of the records."""
        return self.records.keys

    @property
    def end(self) -> int:
        """Offset after the last row."""
        return self.offset + len(self.records) + self.repeated + self.skipped

    @property
    def short(self) -> bool:
        """Whether there are fewer rows than requested, so that the list had no rows after these."""
        return self.end < self.offset + self.size
