"""Reads a list that cannot be walked in order, but has date filters, in windows of dates that each fit one page.

A window that fits one page is one query, so nothing in it moves while it is read. All windows are read twice, and between the
two readings the service is asked how many records the list has. A record that was met in both readings was listed at that
moment. If there are as many such records as the service counted, no other record was listed, so none was missed: neither one
without a date, nor one whose dates changed, so that it moved from a window not yet read to one already read. The proof fails
only for a record that vanishes and comes back between its two readings, and so replaces a missed record in the count.
"""

from __future__ import annotations

import datetime
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.streams.stream import DATE_FROM, DATE_TO
from nightaudit.load.walks.passes import MOST_PASSES
from nightaudit.load.walks.strategy import Strategy, Unfit

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.strategy import Reading

_DAY = datetime.timedelta(days=1)
_FIRST_STEP = datetime.timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Days:
    """The days from `first` up to, not including, `end`; None leaves that side open."""

    first: datetime.date | None
    end: datetime.date | None

    def filters(self) -> dict[str, str]:
        """Return the filters for these days, with a day more on either side: whether the bounds are included is "not shown"."""
        asked = {}
        if self.first:
            asked[DATE_FROM] = (self.first - _DAY).isoformat()
        if self.end:
            asked[DATE_TO] = self.end.isoformat()
        return asked

    def halves(self, today: datetime.date) -> tuple[Days, Days]:
        """Split these days in two; an open side is split further away from today each time. Raises Unfit for a single day."""
        try:
            if self.first and self.end:
                middle = self.first + (self.end - self.first) // 2
            elif self.end:
                middle = self.end - max(_FIRST_STEP, 2 * (today - self.end))
            elif self.first:
                middle = self.first + max(_FIRST_STEP, 2 * (self.first - today))
            else:
                middle = today
            if middle == self.first:
                raise Unfit(f"The records of {middle} do not fit on one page.")
            cut = Days(self.first, middle), Days(middle, self.end)
            cut[1].filters()  # the day before must exist
        except OverflowError:
            raise Unfit("The records with dates beyond the calendar do not fit on one page.") from None
        return cut


_NOTHING = Days(datetime.date(1801, 1, 2), datetime.date(1801, 1, 2))


class DateWindows(Strategy):
    """Reads a list in windows of dates."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self._today = datetime.datetime.now(datetime.UTC).date()
        self._days = deque([Days(None, None)])
        self._most = 0

    def run(self) -> Iterator[Records]:
        """Read all windows repeatedly, until two readings in a row have met as many records as were counted between them."""
        self._tally.remember()
        try:
            count = yield from self._count()
            if self.one_page:
                return
            self._most = 60 + 8 * (count // self._size)
            if self._reader.read(0, self._size, among=_NOTHING.filters()).rows:
                raise Unfit("The date filters are ignored.")
            before: set[str] = set()
            for number in range(MOST_PASSES):
                met: set[str] = set()
                yield from self._pass(met)
                if number and len(met & before) == count:
                    readings = f"{len(self._days)} windows of dates were read {number + 1} times"
                    self._tally.notes.append(
                        f"{readings}; the last two readings found the same {count} records, as many as were counted between them."
                    )
                    return
                if number and met == before:
                    raise Unfit(f"Windows of dates show {len(met)} records, but {count} are counted.")
                before = met
                count = yield from self._count()
            self.doubt = f"Windows of dates were read {MOST_PASSES} times, but the list changed each time."
        except Contradiction as error:
            raise Unfit(f"The windows of dates contradict the list: {error.message}") from error
        finally:
            self._ahead.cancel()

    def _count(self) -> Generator[Records, None, int]:
        """Yield the first page of the list, and return the total on it; set `one_page` when the page holds all records.

        Raises Unfit where the first page is the only one, and its total higher: then windows show no further records either.
        """
        window = self._reader.read(0, self._size)
        self._tally.note(window)
        yield self._tally.take(window.records)
        if window.total is None:
            raise Unfit("The list has no total.")
        if not self._most:
            self.one_page = _fits(window)
            if window.short and window.total > window.end and not self._reader.read(1, self._size).rows:
                raise Unfit(f"The only page of the list has {window.end} records, and states {window.total}.")
        return window.total

    def _pass(self, met: set[str]) -> Iterator[Records]:
        """Read every window once, split in two where it no longer fits one page; add the keys to `met`."""
        asked: deque[Days] = deque()
        waiting, self._days = self._days, deque()
        sent = 0
        while waiting or asked:
            while waiting and not self._ahead.full:
                asked.append(waiting.popleft())
                read = partial(self._reader.read, 0, self._size, among=asked[-1].filters())
                self._ahead.ask(read)
                sent += 1
            days, window = asked.popleft(), self._ahead.next()
            self._tally.row_count += len(window.rows)
            if _fits(window):
                self._days.append(days)
                met.update(map(str, window.keys))
                yield self._tally.take(window.records)
            else:
                waiting.extendleft(reversed(days.halves(self._today)))
            if sent > self._most:
                raise Unfit(f"More than {self._most} windows of dates would be needed.")


def _fits(window: Window) -> bool:
    """Return whether this page holds all records of its window of dates, by its own total."""
    return window.short and window.total == window.end
