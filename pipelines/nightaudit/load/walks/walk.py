"""Walks a complete list: reads every record that is listed during the whole walk, each once, and certifies that."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.errors import Forbidden, NotFound, Refused, UnprovenWalk
from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.read_ahead import ReadAhead
from nightaudit.load.pages.skipping_reader import SkippingReader
from nightaudit.load.walks.both_ways import BothWays
from nightaudit.load.walks.certificate import CertifiedWalk
from nightaudit.load.walks.date_windows import DateWindows
from nightaudit.load.walks.from_the_end import FromTheEnd
from nightaudit.load.walks.overlap import Overlap
from nightaudit.load.walks.passes import Passes
from nightaudit.load.walks.reasons import EMPTIED, EMPTY
from nightaudit.load.walks.strategy import Reading, Unfit

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key, Window
    from nightaudit.load.walks.certificate import Certificate, Tier
    from nightaudit.load.walks.listing import Listing
    from nightaudit.load.walks.strategy import Strategy

log = logging.getLogger("nightaudit.load")
_ADAPTIONS = 4
_SMALLEST_MOVABLE = 4  # sizes of smaller pages cannot be varied enough to make windows overlap


class Walk(CertifiedWalk):
    """One walk of one list: iterate it for `Records`, then read `certificate` and `behaviour`.

    listing    the list; its filters by date are used where its order proves nothing
    behaviour  the result of the probe; adapted where pages contradict it
    selection  what is read of the list, for the certificate
    filters    sent with every request of the walk
    expected   number of rows that the list had a moment ago; None where unknown
    stored     number of its records that earlier loads have stored

    Each record comes once, as it was when first read. Iterating raises UnprovenWalk when the list changes too fast or contradicts
    every probe, Contradiction or another ApiError when it cannot be read; the certificate then has complete = False.
    """

    def __init__(
        self,
        listing: Listing,
        behaviour: Behaviour,
        *,
        selection: str = "",
        filters: Mapping[str, Any] | None = None,
        expected: int | None = None,
        stored: int = 0,
    ) -> None:
        super().__init__(listing, behaviour)
        self._reader = SkippingReader(self._lister, listing.key, behaviour, filters or {})
        ceiling = max(listing.size, behaviour.max_size)
        self._probe = partial(probe, self._lister, listing.key, listing.sort_field, ceiling=ceiling, filters=filters)
        self._probed = self._tried_text = self._came_as_array = False
        self._refusal: Contradiction | Refused | Broken | None = None  # of a page in the midst of the list
        self._selection, self._expected, self._stored = selection, expected, stored
        self._tier: Tier = "overlap"
        self._ascending: Overlap | None = None
        self._left_out: set[Key | None] = set()  # by `_ascending`, as `SkippingReader.before_skipped`

    def _walk(self) -> Iterator[Records]:
        with ReadAhead[Any](self._listing.concurrency) as ahead:
            yield from self._adapting(ahead)

    def _adapting(self, ahead: ReadAhead[Window]) -> Iterator[Records]:
        """Read the list; where pages contradict its behaviour, adapt that and start over, up to _ADAPTIONS times."""
        for left in reversed(range(_ADAPTIONS + 1)):
            try:
                yield from self._attempt(ahead)
            except (Contradiction, Refused, Broken) as problem:
                ahead.cancel()
                if not left or problem is self._refusal or not self._may_pass(problem):
                    self._say_how_far(problem)
                    raise
                self._adapt(problem)
            else:
                if self.skipped:
                    self._doubt = f"{self._reader.say_skipped()} {self._doubt}".rstrip()
                if self._reader.emptied and not self._doubt:
                    self._doubt = EMPTIED
                if self._came_as_array and not self._tally.ids:
                    self._doubt = (
                        f"{EMPTY}, and the answer was an array, but pages were objects before. The next load has to confirm"
                        " that the list is empty."
                    )
                return

    @property
    def skipped(self) -> int:
        """The number of records that the service could not show."""
        return self._reader.skipped

    def _may_pass(self, problem: Contradiction | Refused | Broken) -> bool:
        """Return whether the list may be readable otherwise. One that is broken on some page only is, in windows of dates."""
        if isinstance(problem, Broken):
            return bool(self._tally.ids) and self._may_be_read_otherwise
        return not isinstance(problem, Forbidden | NotFound)

    @property
    def _may_be_read_otherwise(self) -> bool:
        """Whether there are ways to rows that no page far into the list shows: windows of dates, or pages from its end."""
        return self._listing.filters_by_date or self._reached is not None

    def _attempt(self, ahead: ReadAhead[Window]) -> Iterator[Records]:
        """Read the list once, with the strategy that its behaviour allows."""
        self._reader.check_first()
        found, reading = self.behaviour, Reading(self._reader, self._tally, ahead, self._page_size)
        if self._refusal is not None:
            if not ((yield from self._in_windows(reading)) or (yield from self._from_the_end(reading))):
                raise _unproven(self._refusal) if isinstance(self._refusal, Contradiction) else self._refusal
            self._tally.notes.append(self._refusal.message)
        elif found.order == "unknown" or not found.paged:
            if not (yield from self._in_windows(reading)):
                yield from self._by("passes", Passes(reading))
        elif not found.size_honoured or reading.size < _SMALLEST_MOVABLE:
            yield from self._by("both ways", BothWays(reading))
            if self._doubt:
                yield from self._in_windows(reading)
        else:
            self._ascending = Overlap(reading, self._expected, self._stored)
            yield from self._by("overlap", self._ascending)

    def _by(self, tier: Tier, strategy: Strategy) -> Iterator[Records]:
        """Read the list with this strategy, and note its tier and its doubt for the certificate."""
        self._tier = tier
        yield from strategy.run()
        self._doubt = strategy.doubt
        if strategy.one_page:
            self._tier = "one page"

    def _in_windows(self, reading: Reading) -> Generator[Records, None, bool]:
        """Read the list by windows of dates; return False where it cannot be read so."""
        may_fit = self._listing.filters_by_date and self.behaviour.totals
        return may_fit and (yield from self._if_fit("date windows", DateWindows(reading)))

    def _from_the_end(self, reading: Reading) -> Generator[Records, None, bool]:
        """Read from its end the rest of a list that was read in order; return False where that is not possible."""
        reached = self._reached
        if reached is None:
            return False
        self._reader.before_skipped.update(self._left_out)
        return (yield from self._if_fit("both ways", FromTheEnd(reading, reached)))

    def _if_fit(self, tier: Tier, strategy: Strategy) -> Generator[Records, None, bool]:
        """Read the list as `_by` does; return False where it cannot be read so, also for want of a right that only this takes."""
        before = self._tier
        try:
            yield from self._by(tier, strategy)
        except (Unfit, Refused, Broken) as reason:
            log.debug("%s %s is not read by %s: %s", self._listing.stream, self._selection, tier, reason)
            self._tier = before
            return False
        return True

    @property
    def _reached(self) -> Any | None:
        """The rank up to which the list was read in order; None where it was not, or cannot be read from its end."""
        return self._ascending.reached if self._ascending and self.behaviour.sort_back else None

    @property
    def _page_size(self) -> int:
        """Page size: the requested one, up to max_size. It is max_size where sizes are fixed, or only a single page is proof."""
        found = self.behaviour
        if not found.size_honoured or found.order == "unknown":
            return found.max_size
        return min(self._listing.size, found.max_size)

    def _adapt(self, problem: Contradiction | Refused | Broken) -> None:
        """Probe again, once per walk; where the result is the same, trust less of it. Raises UnprovenWalk.

        After a refusal that remains, a page that answers 500, or an end before that of the list, it is read in windows of dates
        or from its end: some services do not show pages far into a list. No probe follows a 500: a service that fails for a
        moment would be misjudged for good.
        """
        self._tally.remember()
        self._left_out = set() if self._reached is None else self._reader.skipped_before(self._reached)
        self._reader.before_skipped.clear()
        self._reader.retries += 1
        self._came_as_array |= isinstance(problem, Contradiction) and problem.about == "envelope"
        found = self.behaviour
        if not (self._probed or isinstance(problem, Broken)):
            self._probed = True
            found = self._probe()
        if found == self.behaviour:
            if isinstance(problem, Contradiction) and not (
                problem.about == "end" and found.sort_back and self._may_be_read_otherwise
            ):
                found = self._trusting_less(problem)
            else:
                self._refusal = problem
        if found != self.behaviour:  # then the list is read again from its beginning
            self._ascending = self._refusal = None
        self.behaviour = self._reader.behaviour = found

    def _say_how_far(self, problem: Contradiction | Refused | Broken) -> None:
        """Add to a refusal how much of the list was read before it: perhaps the total is wrong, and the list has no more."""
        if not isinstance(problem, Contradiction) and (read := len(self._tally.ids)):
            total = self._tally.total_last
            stated = "" if total is None else f" of the {total:,} that the list states"
            problem.add(f"{read:,} records{stated} were read before.")

    def _trusting_less(self, problem: Contradiction) -> Behaviour:
        """Return the behaviour without the finding that the page contradicts: echoed number, echoed or variable size, order.

        Raises UnprovenWalk where nothing is left to distrust.
        """
        found = self.behaviour
        if problem.about == "envelope":
            return found  # the array was an accident
        if problem.about == "echo" and found.echo_base is not None:
            return replace(found, echo_base=None)  # the rows prove the list without the numbers of its pages
        if problem.about == "size" and found.size_echoed:
            return replace(found, size_echoed=False)
        if problem.about == "size" and found.size_honoured and found.sort_back:
            return replace(found, size_honoured=False, size_echoed=False, max_size=self._page_size)
        if problem.about == "order" and found.order == "ascending" and not self._tried_text:
            self._tried_text = True  # ids of one length look the same in both orders
            return replace(found, order="text")
        if found.order != "unknown" and not (problem.about == "end" and found.sort_back):
            return replace(found, order="unknown", sort=None, sort_back=None)
        raise _unproven(problem) from problem

    def _certify(self) -> Certificate:
        return self._tally.certify(
            stream=self._listing.stream,
            selection=self._selection,
            tier=self._tier,
            page_base=self.behaviour.page_base,
            page_size=self._page_size,
            requests=self._lister.requests,
            retries=self._reader.retries,
            doubt=self._doubt,
        )


def _unproven(problem: Contradiction) -> UnprovenWalk:
    hint = "Run the command again. If the error stays, report it to the vendor."
    return UnprovenWalk(f"{problem.message} The list was probed again, with the same result.", hint=hint)
