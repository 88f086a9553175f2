"""Reads a list that is sorted by id in overlapping windows, and proves that each window joins the one before.

Let L be the largest id taken. The invariant: every record that was listed during the whole walk and has an id up to L
is taken. A window is one query, so it holds every record listed at that moment between its first and its last id. If it
begins at or before L, the invariant therefore holds for its last id, too. If it begins after L (rows before it were
deleted or hidden), there may be records in between: the walk steps back and reads again. After a short window there are
no more rows, so the walk is complete. Rows that are inserted or shown again below L belong to the next walk. Wrong offsets
cannot break the proof: offsets only say where to read next. A row below L that was not taken was inserted meanwhile, so the
window that it belongs to shows it by now. Where that window does not, the service sorts each page by itself, and no window
proves anything. Pages of a few rows cannot overlap at a row number that all their sizes divide (every 12th for four rows, every
2,520th for ten): such a list is read in both directions instead.
"""

from __future__ import annotations

import contextlib
from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.errors import NotFound, Refused, UnprovenWalk
from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.walks.sorted_order import SortedOrder
from nightaudit.load.walks.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.strategy import Reading

_CALM = 16  # joined windows in a row after which the overlap shrinks again
_MOST_EMPTY = 6  # empty windows before the total, without a new record in between, after which no more are asked for
_REQUESTS_PAST_END = 4  # most requests of one window that is read ahead past the end, of a list that states no total


def plan(need: int, largest: int, total: int | None = None) -> tuple[int, int]:
    """Choose the page (index, size) that holds row `need` and reaches furthest, its size in (largest/2, largest].

    Offsets are index x size, so a window is moved by changing the page size. A window that ends exactly at `total` is avoided
    where another would end after `total`, because only a short window proves the end.
    """
    if need <= 0:
        return 0, largest
    index = -(-need // largest)
    chosen, reach = (index, need // index), 0
    while (size := need // index) * 2 > largest:
        end = (index + 1) * size
        if end > reach and not (end == total and reach):
            chosen, reach = (index, size), end
        index += 1
    return chosen


class Overlap(Strategy):
    """One walk in overlapping windows. `run` returns only once completeness is proven, so `doubt` stays empty.

    expected  number of rows that the list had a moment ago, so that windows up to there are requested at once; None where unknown
    stored    number of records that earlier loads have stored; where the list has fewer rows now, its last row is requested
    """

    def __init__(self, reading: Reading, expected: int | None, stored: int) -> None:
        super().__init__(reading)
        self._last: Any = None  # rank of L
        self._end = 0  # offset after L when it was read
        self._planned = 0  # offset after the last window asked for
        self._slack = 1  # rows that windows overlap by; grows where rows vanish
        self._calm = 0  # joined windows since the overlap last changed
        self._backs = 0  # step-backs since the last window that joined
        self._empty = 0  # empty windows before the total since the last new record
        self._total, self._stored = expected, stored
        self._early_last_row: Callable[[], Window] | None = None  # the last row as read before the end is reached
        self._order = SortedOrder(reading)
        self._requests_before = self._reader.lister.requests

    def run(self) -> Iterator[Records]:
        """Yield the records, ascending, each once. Raises UnprovenWalk when the list changes faster than it can be read."""
        self._planned = self._size
        self._ahead.ask(partial(self._reader.read, 0, self._size))
        if self._total is not None:
            self._fill()
        window = self._ahead.next()
        self._check_start(window)
        while True:
            if self._joins(window):
                yield self._take(window)
                if window.short:
                    tail = self._check_end(window)
                    if tail:
                        yield tail
                    self._check_steady(window)
                    self.one_page = window.offset == 0
                    return
            else:
                self._step_back(window)
            self._check_budget()
            self._fill()
            window = self._ahead.next()

    @property
    def reached(self) -> Any | None:
        """The rank of L; None before the first window."""
        return self._last

    def _check_start(self, window: Window) -> None:
        """Raise Contradiction, so that the list is probed again, where it was too short to be probed fully and has grown."""
        found = self._reader.behaviour
        if len(window.rows) > 1 and (found.page_base is None or found.sort_back is None):
            raise Contradiction("The list has grown since its behaviour was probed.", "end")
        self._reader.check_empty(window)

    def _joins(self, window: Window) -> bool:
        """Return whether the window begins at or before L."""
        if window.offset == 0:
            return True
        return bool(window.ranks) and self._last is not None and bool(window.ranks[0] <= self._last)

    def _take(self, window: Window) -> Records:
        self._tally.note(window)
        self._total = window.total
        self._backs = 0
        self._calm += 1
        if self._calm >= _CALM and self._slack > 1:
            self._slack, self._calm = self._slack // 2, 0
        self._end = window.end
        self._planned = max(self._planned, window.end)
        start = 0 if self._last is None else bisect_right(window.ranks, self._last)
        self._order.check(window, start)
        if start < len(window.ranks):
            self._order.note(window)
            self._last, self._empty = window.ranks[-1], 0
        return self._tally.take(window.records[start:])

    def _step_back(self, window: Window) -> None:
        """Plan the next window further back, further with each step-back in a row; double the overlap, up to a quarter page.

        Raises Contradiction where the service shows no records so far into the list, as others refuse such pages.
        """
        self._ahead.cancel()
        self._tally.step_backs += 1
        self._total = window.total
        self._empty += not window.rows and window.offset < (window.total or 0)
        if self._empty > _MOST_EMPTY:
            raise Contradiction(
                f"Pages after {self._end} records are empty, although its total says {self._total}.", "end"
            )
        self._calm = 0
        self._slack = min(max(self._size // 4, 1), self._slack * 2)
        reach = self._end if window.total is None else min(self._end, window.total)
        self._planned = max(0, reach - self._slack * (2**self._backs - 1))
        self._backs += 1

    def _fill(self) -> None:
        """Ask for the next window, and read ahead until the queue is full, or up to the total where one is stated."""
        while not self._ahead.full:
            if len(self._ahead) and self._total is not None and self._planned > self._total:
                if self._early_last_row is None and self._planned > self._size and self._reader.behaviour.sort_back:
                    self._early_last_row = self._ahead.beside(self._read_last_row)
                return
            index, size = plan(self._planned - self._slack, self._size, self._total)
            if (index + 1) * size <= self._planned:
                raise Contradiction(f"Pages of up to {self._size} rows cannot overlap at row {self._planned}.", "size")
            self._planned = index * size + size
            self._ahead.ask(partial(self._reader.read, index, size))

    def _check_end(self, window: Window) -> Records | None:
        """Check that the list has no rows after a short window, by the total and by the last rows in descending order.

        Return records from the end of the list that the walk has not met yet; None where there are none. Raises Contradiction
        where rows may be missing in between: a service that cuts pages short, or shows only the first rows of a list, would
        otherwise end the walk early.
        """
        is_as_long = window.offset == 0 and window.end >= self._stored
        if window.total == window.end and (is_as_long or not self._has_unread_last_row()):
            return None
        is_alone = window.offset == 0 and window.total is None and not self._reader.after(window).rows
        if is_alone and not self._has_unread_last_row():
            self._order.check_unsorted(window.end)
            return None
        if self._reader.behaviour.sort_back:
            tail = self._reader.read(0, self._size, backwards=True)
            self._tally.note(tail)
            if not tail.ranks and not tail.total:
                return None  # everything is gone by now
            if tail.ranks and self._last is not None and tail.ranks[-1] <= self._last:
                if window.total is None or window.total > window.end:
                    with contextlib.suppress(Refused, Broken):  # the list ends here, and its total counts more
                        self._check_next(window)
                    self._order.check_unsorted(window.end)
                fresh = sum(rank > self._last for rank in tail.ranks)
                return self._tally.take(tail.records[:fresh][::-1])
        self._check_next(window)
        stated = "" if window.total is None else f"; its total says {window.total}"
        raise Contradiction(
            f"The list ended after {window.end} records{stated}, but more records may follow.",
            "end",
        )

    def _check_steady(self, window: Window) -> None:
        """Raise Contradiction where fewer records were read than are stated, and not because they came meanwhile."""
        if window.total is not None and len(self._tally.ids) + self._reader.skipped < window.total:
            self._order.check_steady()
            self._order.check_unsorted(window.end)

    def _check_next(self, window: Window) -> None:
        """Raise Contradiction where the page after a short window has rows: some services leave out rows of a page once cut.

        Others cut pages to fewer rows than they did. Whatever size the offset is computed from, `after` skips none of their rows.
        """
        if window.total is None or not window.rows:
            return
        with contextlib.suppress(NotFound):
            index = window.offset // window.size + 1
            following = self._reader.read(index, window.size) if window.offset else self._reader.after(window)
            if following.rows:
                raise Contradiction(
                    f"A page of {window.size} rows has only {len(window.rows)}, although others follow.", "size"
                )

    def _has_unread_last_row(self) -> bool:
        """Return whether the last row of the list comes after L; False where the list cannot be read in descending order.

        It has to come after L both as read early and as read now: an early last row may have been deleted since, and a last row
        that only shows now was inserted during the walk.
        """
        if not self._reader.behaviour.sort_back:
            return False
        reads = filter(None, (self._early_last_row, self._read_last_row))
        return all(self._comes_after_taken(read()) for read in reads)

    def _comes_after_taken(self, last: Window) -> bool:
        return bool(last.ranks) and self._last is not None and bool(last.ranks[0] > self._last)

    def _read_last_row(self) -> Window:
        return self._reader.read(0, 1, backwards=True)

    def _check_budget(self) -> None:
        rows, first = len(self._tally.ids), self._tally.total_first
        if first is not None:  # a total that stays the same may be capped; one that changes is of a growing list
            rows = max(rows, first) if first == self._tally.total_last else first
        pages = -(-rows // self._size)
        spent = self._reader.lister.requests - self._requests_before
        if spent > 60 + 8 * pages + _REQUESTS_PAST_END * self._ahead.depth:
            raise UnprovenWalk(
                f"The list was not read to its end after {spent} requests: it changes faster than it can be read, or the"
                " service does not return the requested pages.",
                hint="Run the command again when the service is less busy, or with more rows per page (NIGHTAUDIT_PAGE_SIZE).",
            )
