"""Checks that a list is sorted as a whole (not shown), not only each of its pages, and that sorting it leaves no record out."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from nightaudit.load.pages.lister import Contradiction

if TYPE_CHECKING:
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.strategy import Reading

_MOST_LOOKED_UP = 3  # rows of an unsorted page that the sorted list did not show: some are new


class SortedOrder:
    """The windows that brought new records, in ascending order, and what else the list shows of the ids they span."""

    def __init__(self, reading: Reading) -> None:
        self._reader, self._tally, self._size = reading.reader, reading.tally, reading.size
        self._windows: list[tuple[Any, int, int]] = []  # of each its last rank, its page number from 0, and its size

    def note(self, window: Window) -> None:
        """Remember a window whose last row is new."""
        self._windows.append((window.ranks[-1], window.offset // window.size, window.size))

    def check(self, window: Window, start: int) -> None:
        """Raise Contradiction where one of the first `start` rows was not taken, and the window it belongs to does not show it.

        A row inserted meanwhile is shown there. A row that is not shown there, but here again, is out of order.
        """
        passed = zip(window.ranks[:start], window.keys[:start], strict=True)
        rank = next((rank for rank, key in passed if not self._tally.has(key, rank)), None)
        if rank is None or not self._is_left_out(rank):
            return
        if rank in self._reader.read(window.offset // window.size, window.size).ranks:
            raise Contradiction(
                f"Record {rank} comes after records with higher ids: only each page is sorted, not the whole list.",
                "order",
            )

    def check_steady(self) -> None:
        """Raise Contradiction where the first page leaves out a record within its ids, and shows it before and after that.

        A service that sorts only each page may choose other records for it at each request.
        """
        before, now, after = (self._reader.read(0, self._size).ranks for _ in range(3))
        left_out = next(
            (rank for rank in before if rank in after and rank not in now and now and rank <= now[-1]), None
        )
        if left_out is not None:
            raise Contradiction(
                f"The first page leaves out record {left_out}, which it shows before and after that.", "order"
            )

    def check_unsorted(self, rows: int) -> None:
        """Raise Contradiction where the first or last page of the unsorted list shows a record that the sorted list leaves out.

        Some services join another table to sort, and count without it, or not at all. Raises Contradiction, too, where the last
        row of the list comes before the last record read. `rows` is the number of sorted rows. Not checked where the service
        cannot show some rows: the unsorted pages may be those, and the walk proves nothing anyway.
        """
        if not self._windows or self._reader.skipped:
            return
        if self._reader.behaviour.sort_back:
            self._check_last_row()
        for index in {0, max(rows - 1, 0) // self._size}:
            unmet = (rank for rank, key in self._reader.unsorted(index, self._size) if not self._tally.has(key, rank))
            left_out = next(filter(self._is_left_out, islice(unmet, _MOST_LOOKED_UP)), None)
            if left_out is not None:
                raise Contradiction(
                    f"The sorted list leaves out record {left_out}, which the unsorted list has.", "order"
                )

    def _check_last_row(self) -> None:
        """Raise Contradiction where the last row of the list comes before the last record read, which its page still shows."""
        last, index, size = self._windows[-1]
        first = self._first_backwards()
        if first is not None and first < last and last in self._reader.read(index, size).ranks:
            raise Contradiction(
                f"Record {first} comes first in descending order, although the list has record {last}.", "order"
            )

    def _first_backwards(self) -> Any | None:
        """Return the rank of the list's last row, of a page of one row where the service honours the page size.

        Such a page shows another record than the last one where only each page is sorted.
        """
        size = 1 if self._reader.behaviour.size_honoured else self._size
        ranks = self._reader.read(0, size, backwards=True).ranks
        return ranks[0] if ranks else None

    def _is_left_out(self, rank: Any) -> bool:
        """Return whether the window to which a record belongs does not show it when it is read again.

        A record after all windows is left out where the last row of the list comes before it.
        """
        window = next(((index, size) for last, index, size in self._windows if last >= rank), None)
        if window is None:
            first = self._first_backwards()
            return first is not None and bool(first < rank)
        index, size = window
        there = self._reader.read(index, size)
        reaches = bool(there.ranks) and rank <= there.ranks[-1] and (not index or there.ranks[0] <= rank)
        return reaches and rank not in there.ranks
