"""Reads lists of unknown order in several passes.

Such a list is proven by its total: two passes met the same records, and every page of both passes stated exactly so
many. For a record to be missed then, another record would have had to take its place on each of these pages.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit.client.busy import Broken
from nightaudit.errors import Refused, UnprovenWalk
from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.walks.strategy import Strategy
from nightaudit.load.walks.sweep import downwards, sweep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.certificate import Tally
    from nightaudit.load.walks.strategy import Reading

MOST_PASSES = 8
CUT_AT = 10_000
"""Such a total, or a multiple of it, proves nothing: search engines count and show no more rows by default (assumed)."""
DEFAULT_ROWS = 20
"""Usual number of rows of a page where no size is asked for, by the document. A list of as many rows may be such a page."""
QUIET = 2
"""Passes in a row without a new record, after which reading stops."""


class LastTwoPasses:
    """The keys that the last two passes met, and the totals that their pages stated.

    refused  whether any pass ended at a page that the service refused
    repeats  whether any page held a record more than once
    cut      whether the total is one at which services stop to show and to count
    """

    def __init__(self) -> None:
        self.refused = self.repeats = self.cut = False
        self._before: tuple[set[str], set[int | None]] = set(), set()
        self._now: tuple[set[str], set[int | None]] = set(), set()

    def begin(self) -> None:
        """Start another pass; forget the last but one."""
        self._before, self._now = self._now, (set(), set())

    def add(self, window: Window) -> None:
        """Add a window of the current pass; an empty page after the last one need not state a total."""
        self.refused |= window.refused
        self.repeats |= window.repeated > 0
        self._now[0].update(map(str, window.keys))
        if window.rows or window.total is not None:
            self._now[1].add(window.total)

    @property
    def wrong_total(self) -> int | None:
        """The total that all pages of both passes stated, where it is above the number of records that each pass met."""
        (before, totals), (now, totals_now) = self._before, self._now
        [total, *others] = totals | totals_now or {None}
        return None if others or total is None or total <= len(before | now) else total

    def prove(self, tally: Tally) -> bool:
        """Return whether both passes met the same records, as many as each page stated; note the proof in `tally`."""
        (before, totals), (now, totals_now) = self._before, self._now
        proven = before == now and totals == totals_now == {len(now)}
        self.cut = proven and len(now) > 0 and len(now) % CUT_AT == 0
        if self.cut:
            return False
        if proven:
            tally.notes.append("Two readings found the same records, as many as every page stated.")
        return proven


class Passes(Strategy):
    """Reads a list of unknown order in passes, from its first page to its last and back by turns.

    It stops once two passes prove the list, because they met the same records and as many as every page stated; or once they
    bring nothing new.
    """

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self._back: Window | None = None
        self._passes = LastTwoPasses()

    def run(self) -> Iterator[Records]:
        """Yield the records, each once."""
        seen = self._tally.remember()
        pages, quiet, number = 1, 0, 0
        while number < MOST_PASSES and quiet < QUIET:
            before, read = len(seen), 0
            self._passes.begin()
            up = number % 2 == 0
            for window in sweep(self._reading) if up else downwards(self._reading, pages):
                read += 1
                self._tally.note(window)
                self._passes.add(window)
                yield self._tally.take(window.records)
                if number == 0 and self._is_complete(window):
                    self.one_page = True
                    if self._back is not None:
                        yield self._tally.take(self._back.records)
                    return
            if self._passes.prove(self._tally):
                return
            pages = read if up else pages
            quiet = quiet + 1 if number and len(seen) == before else 0
            number += 1
        self.doubt = f"The order of the list is unknown: it was read {number} times, " + (
            "the last two times without new records." if quiet == QUIET else "and each time new records were found."
        )
        if (total := self._passes.wrong_total) and total > len(seen):
            after = f", and answers {self._reader.refused_with} after them" if self._reader.refused_with else ""
            self.doubt += f" It states a total of {total:,}, but shows {len(seen):,} records{after}."
        if self._passes.cut:
            self.doubt += f" Its total is {len(seen):,}, a number at which a service may stop counting."
        if self._passes.repeats:
            self.doubt += " Some of its pages contain a record more than once."
        if self._passes.refused:
            self.doubt += " The service refused the next page, so more records may follow."

    def _is_complete(self, window: Window) -> bool:
        """Return whether this window is the complete list. Then one query answered it, so no record can have moved meanwhile.

        Raises UnprovenWalk where it is not complete and the list has no other pages.
        """
        if window.offset or not window.short:
            complete = False
        elif window.total is not None:
            complete = window.total == window.end
            if complete and window.rows and self._reader.behaviour.paged:
                self._check_total(window)
        elif window.follows:
            complete = False
        elif self._reader.behaviour.paged:
            rest = self._reader.after(window)
            complete = not (rest.rows or rest.repeated or rest.refused)
            self._passes.refused |= rest.refused
        elif self._reader.behaviour.sort_back:  # a list that is cut short shows other records in descending order
            back = self._back = self._reader.read(0, self._size, backwards=True)
            complete = not back.ranks or (bool(window.ranks) and bool(back.ranks[-1] <= window.ranks[-1]))
        else:
            complete = not self._reader.behaviour.size_honoured or len(window.rows) <= 1
            if len(window.rows) == 1:
                self._reader.check_single(window)
            if len(window.rows) == DEFAULT_ROWS:
                self.doubt = (
                    f"Every page returns the same {DEFAULT_ROWS} records, whatever size is asked for: as many as a page"
                    " usually has, so the list may have more."
                )
        if not complete and not self._reader.behaviour.paged:
            raise UnprovenWalk(
                f"Every page returns the same {len(window.rows)} records, so the list may have more.",
                hint="The list can be proven complete only if the service supports pages for it, or returns it as a whole.",
            )
        return complete

    def _check_total(self, only: Window) -> None:
        """Raise Contradiction where the page after the first one has other rows, and counts no more than the first one does."""
        with contextlib.suppress(Refused, Broken):
            rest = self._reader.after(only)
            if rest.rows and rest.total == only.total:
                raise Contradiction(f"The list states a total of {only.total}, and more rows follow.", "size")
