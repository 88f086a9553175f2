"""Read a whole list so that every record listed during the whole walk is read, each once, and certify it."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.errors import Forbidden, NotFound, Refused, UnprovenWalk
from nightaudit.load.pages.ahead import Ahead
from nightaudit.load.pages.listing import Contradiction, WindowReader
from nightaudit.load.pages.probe import probe
from nightaudit.load.walks.certificate import Tally
from nightaudit.load.walks.date_windows import DateWindows, Unfit
from nightaudit.load.walks.evidence import EMPTY
from nightaudit.load.walks.overlap import Overlap
from nightaudit.load.walks.passes import BothWays, Passes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import KeyOf, Window
    from nightaudit.load.streams.stream import DateFilters
    from nightaudit.load.walks.certificate import Certificate, Tier

log = logging.getLogger("nightaudit.load")
_ADAPTIONS = 4
_SMALLEST_MOVABLE = 4  # pages of fewer rows cannot be varied enough to overlap


class Walk:
    """One walk of one list: iterate it for `Records`, then read `certificate` and `behaviour`.

    lister       asks for one page
    key          tells a row's key
    behaviour    what the probe found; adapted where pages contradict it
    stream, selection  what the certificate says was read
    size         rows a page at most
    concurrency  requests in flight at most
    filters      of every request of the walk
    sort_field   what to sort by, as `probe` takes it
    dates        the list's filters by date: it is read by them where its order proves nothing
    expected     rows that the list had a moment ago, where that is known
    held         rows that it had when it was read before

    Each record comes once, as it was when first read. Iterating raises UnprovenWalk when a list will not hold still,
    Contradiction or another ApiError when it cannot be read; the certificate then says so with complete = False.
    """

    def __init__(
        self,
        lister: Lister,
        key: KeyOf,
        behaviour: Behaviour,
        *,
        stream: str = "",
        selection: str = "",
        size: int = 500,
        concurrency: int = 4,
        filters: Mapping[str, Any] | None = None,
        sort_field: str | Callable[[bytes], str] = "id",
        dates: DateFilters | None = None,
        expected: int | None = None,
        held: int = 0,
    ) -> None:
        self.behaviour = behaviour
        self.certificate: Certificate | None = None
        self._reader = WindowReader(lister, key, behaviour, filters or {})
        self._probe = partial(probe, lister, key, sort_field, ceiling=max(size, behaviour.max_size), filters=filters)
        self._tally = Tally()
        self._probed = self._tried_text = self._came_as_array = False
        self._stream, self._selection = stream, selection
        self._size, self._concurrency = size, concurrency
        self._dates, self._expected, self._held = dates, expected, held
        self._tier: Tier = "overlap"
        self._doubt = "The walk was not read to its end."

    def __iter__(self) -> Iterator[Records]:
        """Walk the list; can be done once."""
        try:
            with Ahead[Any](self._concurrency) as ahead:
                yield from self._adapting(ahead)
        except Exception as error:
            self._doubt = str(error)
            raise
        finally:
            self.certificate = self._certify()

    def _adapting(self, ahead: Ahead[Window]) -> Iterator[Records]:
        for left in reversed(range(_ADAPTIONS + 1)):
            try:
                for batch in self._attempt(ahead):
                    if batch:
                        yield batch
            except (Contradiction, Refused) as problem:
                ahead.forget()
                if not left or isinstance(problem, Forbidden | NotFound):
                    raise
                self._adapt(problem)
            else:
                if self._reader.emptied and not self._doubt:
                    self._doubt = "It showed records, and a moment later that there are none."
                if self._came_as_array and not self._tally.ids:
                    self._doubt = (
                        f"{EMPTY}, an array where pages were objects: so it is when the next load finds the same."
                    )
                return

    def _attempt(self, ahead: Ahead[Window]) -> Iterator[Records]:
        self._reader.check_first()
        found, size = self.behaviour, self._page_size
        if found.order == "unknown" or not found.paged:
            if not (yield from self._in_windows(ahead, size)):
                yield from self._by("passes", Passes(self._reader, self._tally, ahead, size))
        elif not found.size_honoured or size < _SMALLEST_MOVABLE:
            yield from self._by("both ways", BothWays(self._reader, self._tally, ahead, size))
            if self._doubt:
                yield from self._in_windows(ahead, size)
        else:
            overlap = Overlap(self._reader, self._tally, ahead, size, self._expected, self._held)
            yield from self._by("overlap", overlap)

    def _by(self, tier: Tier, way: Overlap | BothWays | Passes | DateWindows) -> Iterator[Records]:
        """Read the list in this way, and certify what it proves."""
        self._tier = tier
        yield from way.run()
        self._doubt = way.doubt
        if way.one_page:
            self._tier = "one page"

    def _in_windows(self, ahead: Ahead[Window], size: int) -> Generator[Records, None, bool]:
        """Read the list by windows of dates; whether it can be read so, and is the better for it."""
        if not self._dates or not self.behaviour.totals:
            return False
        before = self._tier
        try:
            yield from self._by("date windows", DateWindows(self._reader, self._tally, ahead, size, self._dates))
        except Unfit as reason:
            log.debug("%s %s: %s", self._stream, self._selection, reason)
            self._tier = before
            return False
        return True

    @property
    def _page_size(self) -> int:
        """Rows a page: what was asked for if the service gives so many; all it gives where only one page is proof."""
        found = self.behaviour
        if not found.size_honoured or found.order == "unknown":
            return found.max_size
        return min(self._size, found.max_size)

    def _adapt(self, problem: Contradiction | Refused) -> None:
        """Probe again; where that finds nothing new, trust less of what was found."""
        self._tally.remember()
        self._reader.retries += 1
        self._came_as_array |= isinstance(problem, Contradiction) and problem.about == "envelope"
        found = self.behaviour
        if not self._probed:
            self._probed = True
            found = self._probe()
            self._reader.requests += found.requests
        if found == self.behaviour:
            if isinstance(problem, Refused):
                raise problem
            found = self._trusting_less(problem)
        self.behaviour = self._reader.behaviour = found

    def _trusting_less(self, problem: Contradiction) -> Behaviour:
        """The behaviour without the size that is told, then without what its tier rests on. Raises UnprovenWalk."""
        found = self.behaviour
        if problem.about == "envelope":
            return found  # the array was an accident
        if problem.about == "size" and found.size_echoed:
            return replace(found, size_echoed=False)
        if problem.about == "size" and found.size_honoured and found.sort_back:
            return replace(found, size_honoured=False, size_echoed=False, max_size=self._page_size)
        if problem.about == "order" and found.order == "ascending" and not self._tried_text:
            self._tried_text = True  # ids of one length look the same in both orders
            return replace(found, order="text")
        if found.order != "unknown" and not (problem.about == "end" and found.sort_back):
            return replace(found, order="unknown", sort=None, sort_back=None)
        raise UnprovenWalk(f"{problem.message} Probing again found nothing new.") from problem

    def _certify(self) -> Certificate:
        return self._tally.certify(
            stream=self._stream,
            selection=self._selection,
            tier=self._tier,
            page_base=self.behaviour.page_base,
            page_size=self._page_size,
            requests=self._reader.requests,
            retries=self._reader.retries,
            doubt=self._doubt,
        )
