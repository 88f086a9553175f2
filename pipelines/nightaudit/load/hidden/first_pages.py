"""Reads the first page of every status of a list, by name. Which statuses the service knows is "not shown"."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.pages.lister import Contradiction, CountingLister
from nightaudit.load.pages.read_ahead import ReadAhead
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.skipping_reader import SkippingReader
from nightaudit.load.pages.window import Window
from nightaudit.load.pages.window_reader import WindowReader

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from nightaudit.load.hidden.shown_statuses import ShownStatuses
    from nightaudit.load.hidden.status_filter import StatusFilter
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.walks.listing import Listing


LARGE_ROWS = 20_000
"""A list of at least so many rows is large: a page of a few rows first tells whether a status of it has further pages."""
SAMPLED_ROWS = 20
"""The number of those few rows: the page is asked for mainly for the total it states."""


class FirstPage(NamedTuple):
    """The first page of one status.

    total  number of records of the status; None where unknown
    whole  whether this page holds all of them
    """

    records: Records
    total: int | None
    whole: bool


class FirstPages:
    """Reads the first page of every status, once per call of `read`.

    expected  number of rows that the unfiltered list had a moment ago, None where unknown; in a list of LARGE_ROWS a small page
              first tells whether a status has more than one page

    honoured  whether the service honours the filter; None until the first `read`
    totals    total of each status that the service knows, from the first `read`
    broken    statuses that the service answered with 500, as it does to a status that does not exist
    refused   the error of each status that the service refused when it was last read
    failed    the error of each status for which the service failed when it was last read
    retries   number of requests sent again so far
    """

    def __init__(self, listing: Listing, status_filter: StatusFilter, expected: int | None) -> None:
        self.honoured: bool | None = None
        self.totals: dict[str, int | None] = {}
        self.broken: set[str] = set()
        self.refused: dict[str, Refused] = {}
        self._ignored: set[str] = set()  # statuses whose filter the service ignored when they were last read
        self.failed: dict[str, ServiceFailed] = {}
        self.retries = 0
        self._listing, self._filter, self._expected = listing, status_filter, expected
        self._lock = threading.Lock()

    @property
    def barred(self) -> dict[str, Refused]:
        """The statuses that the service refused otherwise than a status that it does not know: their records may be there."""
        return {status: error for status, error in self.refused.items() if not self._filter.means_unknown(error)}

    def read(self, behaviour: Behaviour, hidden: Collection[str]) -> Iterator[tuple[str, FirstPage]]:
        """Yield each status with its first page, read concurrently. The first call also finds out whether the filter is honoured.

        Yields nothing where the filter is not honoured. Leaves out the statuses that the service does not know, and those for
        which it ignores the filter. A record that shows another status than the requested one, or none, is kept all the same.
        Raises Forbidden where the first call is for every status.
        """
        with ReadAhead[Window](self._listing.concurrency) as ahead:
            asked_by, is_first = self._filter.parameter, self.honoured is None
            asked = self._ask(ahead, behaviour)
            if is_first:
                self.honoured = self._filter.is_honoured(asked)
                if self._filter.parameter != asked_by or self._filter.behaviour(behaviour) != behaviour:
                    ahead.cancel()
                    self._ask(ahead, behaviour)
            for status in self._filter.values if self.honoured else ():
                page = self._next(ahead, status, hidden, behaviour)
                if page is not None:
                    if is_first:
                        self.totals[status] = page.total
                    yield status, page
        if is_first and all(isinstance(self.refused.get(status), Forbidden) for status in self._filter.values):
            raise self.refused[self._filter.values[0]]

    def doubts(self, hidden: set[str], shown: ShownStatuses, *, brought: bool, met: bool) -> Iterator[str]:
        """Yield a sentence on each reason why the filter may have left records out.

        hidden   the statuses found hidden
        shown    what the last walk without a status filter showed
        brought  whether any status brought a record by its name
        met      whether any record was met
        """
        unread = (self.refused.keys() | self._ignored) - self.barred.keys()
        unasked = unread if self.honoured else {status for status in hidden if not shown.shows(status)}
        if hidden_before := unasked & hidden:
            yield (
                f"{', '.join(sorted(hidden_before))}: hidden before, but the filter is now refused or ignored. Run a full load"
                " (--full), which finds the hidden statuses again."
            )
        if refused := unread & (self.totals.keys() - hidden):
            yield f"{', '.join(sorted(refused))}: the filter was refused or ignored at the end of the walk, but not before."
        by_default, parameter = self._filter.unasked, self._filter.parameter
        is_ignored = not self.honoured or self._ignored.issuperset(by_default)
        if is_ignored and met and by_default and not shown.shows(*by_default):
            yield f"{parameter} is ignored, and the list shows no {', '.join(by_default)}: it may hide these statuses."
        in_vain = sorted(status for status in shown.rows if status.upper() in self._filter.values)
        if self.honoured and in_vain and not brought and not shown.shows(*by_default):
            yield (
                f"No record was found with the filter {parameter}, although the list shows {', '.join(in_vain)}: it"
                " may hide records of other statuses."
            )

    def require_no_failure(self) -> None:
        """Raise ServiceFailed where the service failed for a status when it was last read."""
        for status, error in self.failed.items():
            raise ServiceFailed(f"{status} was not read: {error.message}", status=error.status, hint=error.hint)

    def _ask(self, ahead: ReadAhead[Window], behaviour: Behaviour) -> dict[str, Callable[[], Window]]:
        name, filtered = self._filter.parameter, self._filter.behaviour(behaviour)
        return {
            status: ahead.ask(partial(self._window, filtered, {name: status}, status)) for status in self._filter.values
        }

    def _next(
        self, ahead: ReadAhead[Window], status: str, hidden: Collection[str], behaviour: Behaviour
    ) -> FirstPage | None:
        self.refused.pop(status, None)
        self.failed.pop(status, None)
        self._ignored.discard(status)
        try:
            window = ahead.next()
        except Contradiction:
            return FirstPage(Records((), ()), None, whole=False)
        except Refused as error:
            self.refused[status] = error
            return None
        except ServiceFailed as error:
            if status not in hidden and self._filter.means_unknown(error):
                self.broken.add(status)
                return None
            try:
                filtered, asking = self._filter.behaviour(behaviour), {self._filter.parameter: status}
                window = self._window(filtered, asking, status, SkippingReader)
            except ServiceFailed:
                self.failed[status] = error
                return None
        others = any(status not in shown for shown in window.records.shown_statuses)
        if others and self._filter.is_ignored_for(status, window):
            self._ignored.add(status)
            return None
        whole = window.short and window.total == window.end and not window.skipped
        return FirstPage(window.records, self._filter.total_of(window), whole=whole)

    def _window(
        self,
        behaviour: Behaviour,
        asking: dict[str, str],
        status: str,
        kind: type[WindowReader] = WindowReader,
    ) -> Window:
        """Read the first page of a status. Raises ApiError. Called from threads."""
        lister = CountingLister(self._listing.lister)
        reader = kind(lister, self._listing.key, behaviour, asking)
        try:
            return self._first(reader, status, min(self._listing.size, behaviour.max_size))
        finally:
            with self._lock:
                self.retries += reader.retries

    def _first(self, reader: WindowReader, status: str, size: int) -> Window:
        """Read the first page of a status, of SAMPLED_ROWS where that suffices to see that a long list has further pages."""
        if (self._expected or 0) >= LARGE_ROWS and not SAMPLED_ROWS <= (self.totals.get(status) or 0) <= size:
            few = reader.read(0, min(SAMPLED_ROWS, size))
            if few.short or (few.total or 0) > size:
                return few
        window = reader.read(0, size)
        if reader.behaviour.page_base is None:  # the unfiltered list is empty: its page numbers are unknown
            reader.check_empty(window)
        return window
