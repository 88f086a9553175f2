"""The rows that one query of a list answered, and the order they stand in: what every walk reasons about."""

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


def rank_of(order: Order, keys: Sequence[Key]) -> Sequence[Any]:
    """Values that compare as the service orders these keys: the keys, or their text where it sorts ids as text."""
    return [str(key) for key in keys] if order == "text" else keys


def ascends(ranks: Sequence[Any]) -> bool:
    """Whether each value is greater than the one before it; numbers and texts among each other have no order."""
    try:
        return all(map(operator.lt, ranks, ranks[1:]))
    except TypeError:
        return False


@dataclass(frozen=True, slots=True)
class Window:
    """The rows one query answered: every listed row between its first and its last, in the service's order.

    offset   rows before it, had the list stood still
    size     rows asked for
    records  the rows
    ranks    what their keys are compared by (`rank_of`)
    total    rows of the whole list as told beside them, None where not told
    refused  whether the page was refused, or an earlier one answered, where the list may have ended: then it has no rows
    """

    offset: int
    size: int
    records: Records
    ranks: Sequence[Any]
    total: int | None
    refused: bool = False

    @property
    def rows(self) -> Sequence[bytes]:
        """The records as JSON text."""
        return self.records.rows

    @property
    def keys(self) -> Sequence[Key]:
        """Their keys."""
        return self.records.keys

    @property
    def end(self) -> int:
        """Offset behind its last row."""
        return self.offset + len(self.records)

    @property
    def short(self) -> bool:
        """Fewer rows than asked for, so that nothing stood behind them."""
        return len(self.records) < self.size
