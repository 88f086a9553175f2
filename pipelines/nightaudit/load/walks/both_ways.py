"""Reads a sorted list whose page size is fixed in ascending and in descending order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.walks.coverage import Coverage
from nightaudit.load.walks.passes import MOST_PASSES, QUIET, LastTwoPasses
from nightaudit.load.walks.sorted_order import SortedOrder
from nightaudit.load.walks.strategy import Strategy
from nightaudit.load.walks.sweep import sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.strategy import Reading


class BothWays(Strategy):
    """Reads pages of a fixed size in ascending and in descending order, until together they leave no gap.

    The page borders of the two orders fall between different records, unless the number of records is a multiple of the page
    size. In that case the totals may prove the list (`LastTwoPasses.prove`).
    """

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self._coverage, self._passes = Coverage(), LastTwoPasses()
        self._order = SortedOrder(reading)

    def run(self) -> Iterator[Records]:
        """Yield the records, each once."""
        known = self._tally.remember()
        quiet = 0
        for number in range(MOST_PASSES):
            before = len(known), self._coverage.gaps()
            backwards = number % 2 == 1
            self._passes.begin()
            last: Window | None = None
            for window in sweep(self._reading, backwards=backwards):
                if last and not _follows(window, last, backwards=backwards):
                    self._check_order(last, window, backwards=backwards)
                last = window
                self._tally.note(window)
                self._coverage.add(window, backwards=backwards)
                if number == 0 and window.rows:
                    self._order.note(window)
                self._passes.add(window)
                yield self._tally.take(window.records)
                if number == 0 and window.offset == 0 and window.short and window.total == window.end:
                    self.one_page = True
                    return
                if self._reader.behaviour.sort_back is None:
                    raise Contradiction(
                        "The list has more than one page, and cannot be read in descending order.", "end"
                    )
            if self._is_proven():
                return
            quiet = quiet + 1 if number and before == (len(known), self._coverage.gaps()) else 0
            if quiet == QUIET:
                break
        gaps = self._coverage.gaps()
        where = f", the first after id {gaps[0][0]}" if gaps else ""
        self.doubt = f"The page size is fixed, so records may be missing at {len(gaps)} page borders{where}."

    def _is_proven(self) -> bool:
        """Return whether the pages read so far prove the list. Raises Contradiction where sorting it leaves out records."""
        if not self._coverage.complete:
            return self._passes.prove(self._tally)
        rows, total = len(self._tally.ids), self._tally.total_last
        if total is not None and total > rows:
            self._order.check_steady()
        if total is None or total > rows:
            self._order.check_unsorted(rows)
        return True

    def _check_order(self, last: Window, window: Window, *, backwards: bool) -> None:
        """Read two neighbouring pages again, one directly after the other; raise Contradiction where they are still out of order.

        Records inserted between the first two readings may have pushed others from the earlier page to the later one.
        """
        earlier, later = (
            self._reader.read(page.offset // page.size, page.size, backwards=backwards) for page in (last, window)
        )
        if not _follows(later, earlier, backwards=backwards):
            raise Contradiction(
                "Records come after records with higher ids: only each page is sorted, not the whole list.", "order"
            )


def _follows(window: Window, last: Window, *, backwards: bool) -> bool:
    """Return whether the page before a page shows all of its records that belong there."""
    if not last.ranks:
        return True
    passed = sum(rank > last.ranks[-1] if backwards else rank < last.ranks[-1] for rank in window.ranks)
    return set(window.ranks[:passed]) <= set(last.ranks)
