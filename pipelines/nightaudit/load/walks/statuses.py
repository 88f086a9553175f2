"""Walks a list that hides records of some statuses by default, so that a record whose status changes meanwhile is not missed."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import Refused
from nightaudit.load.walks.certificate import Tally
from nightaudit.load.walks.first_pages import FirstPages
from nightaudit.load.walks.partial import Partial
from nightaudit.load.walks.status_filter import StatusFilter
from nightaudit.load.walks.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key, KeyOf
    from nightaudit.load.streams.stream import DateFilters, Statuses
    from nightaudit.load.walks.certificate import Certificate
    from nightaudit.load.walks.first_pages import FirstPage


class StatusWalk:
    """Walks a list without a status filter, and each hidden status by name; iterate it like a Walk.

    statuses  the status filter of the list, and the statuses to ask for by name
    hidden    statuses that earlier walks found hidden: as they are read by name first, one unfiltered walk is enough
    expected  number of rows that the unfiltered list had a moment ago, None where unknown; in a list of LONG_ROWS a small page
              first tells whether a status has more than one page

    Which statuses a list hides is "not shown". So every status that fits one page is read by name before the unfiltered walk
    and again after it, and longer statuses where they are hidden. A record that meanwhile changes once, from a hidden status to
    a shown one, back, or to another hidden one, is met by one of these reads. Each record comes once, as first read.

    Where the service refuses a status otherwise than one that it does not know, such as with 403, the walk is not complete, and
    the other statuses are read. Where it forbids every status, iterating raises Forbidden. Where it fails for some statuses,
    iterating raises ServiceFailed, after the others are read.

    Afterwards `certificate` is that of the union, `parts` holds that of each walk that was not refused, `hidden` the statuses
    found hidden, `parameter` is the wire name of the filter, and `partial` names the records that it may show in part only.
    """

    def __init__(
        self,
        lister: Lister,
        key: KeyOf,
        behaviour: Behaviour,
        *,
        statuses: Statuses,
        stream: str = "",
        size: int = 500,
        concurrency: int = 4,
        hidden: Iterable[str] = (),
        sort_field: str | Callable[[bytes], str] = "id",
        dates: DateFilters | None = None,
        expected: int | None = None,
    ) -> None:
        self.behaviour = behaviour
        self.certificate: Certificate | None = None
        self.parts: list[Certificate] = []
        self.hidden = set(hidden)
        self._values, self._unasked, self._stream = statuses.values, statuses.unasked, stream
        self._brought = False  # whether any status brought a record by its name
        self._size, self._expected = size, expected
        self._new_walk = partial(
            Walk, lister, key, stream=stream, size=size, concurrency=concurrency, sort_field=sort_field, dates=dates
        )
        self._named = FirstPages(
            lister,
            key,
            StatusFilter(lister, behaviour, statuses),
            size=size,
            concurrency=concurrency,
            expected=expected,
        )
        self._tally = Tally()
        self._tally.remember()  # the walks repeat each other's records
        self._requests = self._retries = 0
        self._shown: Counter[str] = Counter()  # rows of the unfiltered walk by status
        # longer statuses, with the keys of their first page, of which the unfiltered walk met no record
        self._unmet: dict[str, frozenset[Key]] = {}
        self._walked: set[str] = set()  # statuses read completely by name
        self._barred: set[str] = set()  # statuses that may neither be read by name nor are shown unasked
        self._parts_shown = Partial()
        self._doubt = "The list was not read to its end."

    @property
    def partial(self) -> set[str]:
        """The keys, as raw tables store them, of records that show other room stays when another status is asked for."""
        return self._parts_shown.keys

    @property
    def parameter(self) -> str:
        """Wire name of the filter, as found out."""
        return self._named.parameter

    @property
    def selections(self) -> list[dict[str, str]]:
        """The filters of the statuses that the service knows."""
        return [{self.parameter: status} for status in self._named.totals]

    def may_hide(self, shown: Collection[str]) -> bool:
        """Return whether a record that showed these statuses before may be there although this walk has not met it.

        It may, where a status is barred, unless the record showed only other statuses.
        """
        others = ({*self._values} | {status.upper() for status in self._shown}) - self._barred
        return bool(self._barred) and not (shown and others.issuperset(map(str.upper, shown)))

    def __iter__(self) -> Iterator[Records]:
        """Walk all statuses; can be done once."""
        try:
            for batch in self._all():
                if batch:
                    yield batch
        except Exception as error:
            self._doubt = str(error)
            raise
        finally:
            self.certificate = self._tally.certify(
                stream=self._stream,
                selection=f"every {self.parameter}",
                tier="statuses",
                page_base=self.behaviour.page_base,
                page_size=min(self._size, self.behaviour.max_size),
                requests=self._requests + self._named.requests,
                retries=self._retries + self._named.retries,
                doubt=self._doubt,
                parts=self.parts,
            )

    def _all(self) -> Iterator[Records]:
        """Read hidden statuses, the unfiltered list, then hidden statuses again; note what remains in doubt."""
        yield from self._before()
        if self._named.honoured:
            known = set(self.hidden)
            yield from self._walk(None)
            was_empty = not self.parts[-1].row_count
            again = yield from self._after()
            if was_empty and self._brought:  # perhaps by accident, and then it hides no further statuses
                self.hidden, again = known, True
            while again:
                yield from self._walk(None)
                again = yield from self._after()
        else:
            self._tally.notes.append(
                f"The service ignores {self.parameter}: the unfiltered list is everything it shows."
            )
            yield from self._walk(None)
        self._named.require_no_failure()
        if self._named.broken:
            broken = ", ".join(sorted(self._named.broken))
            self._tally.notes.append(f"The service answers 500 to {broken}, as it does to an unknown {self.parameter}.")
        self._barred = {one for one in self._named.barred if one in self.hidden or not self._shown[one]}
        self._doubt = " ".join(dict.fromkeys(self._doubts()))

    def _doubts(self) -> list[str]:
        """Return a sentence on each reason why the union of the walks may not be the complete list."""
        barred = self._named.barred
        doubts = [part.reason for part in self.parts if not part.complete]
        doubts += [f"{status} was not read: {error}" for status, error in sorted(barred.items())]
        if self.partial:
            doubts.append(
                f"{len(self.partial)} records show other room stays by another status: the list may show a part of each."
            )
        honoured, unread = self._named.honoured, self._named.unread & self.hidden - barred.keys()
        if not honoured:
            unread = {status for status in self.hidden if not self._shown[status]}
        if unread:
            doubts.append(
                f"{', '.join(sorted(unread))}: hidden before, but the filter is now refused or ignored. Run a full load"
                " (--full), which finds the hidden statuses again."
            )
        if refused := self._named.unread & (self._named.totals.keys() - self.hidden - barred.keys()):
            doubts.append(
                f"{', '.join(sorted(refused))}: the filter was refused or ignored at the end of the walk, but not before."
            )
        if not honoured and self._tally.ids and self._unasked and not any(map(self._shown.get, self._unasked)):
            doubts.append(
                f"{self.parameter} is ignored, and the list shows no {', '.join(self._unasked)}: it may hide these"
                " statuses."
            )
        in_vain = sorted(status for status in self._shown if status.upper() in self._values)
        shown = {status.upper() for status in self._shown}
        if honoured and in_vain and not self._brought and shown.isdisjoint(self._unasked):
            doubts.append(
                f"No record was found with the filter {self.parameter}, although the list shows {', '.join(in_vain)}: it"
                " may hide records of other statuses."
            )
        return doubts

    def _before(self) -> Iterator[Records]:
        """Read by name, before the unfiltered walk: the first page of every status, and all of those known to be hidden."""
        for status, page in self._named.read(self.behaviour, self.hidden):
            yield self._take(page)
            if page.whole:
                self._walked.add(status)
                continue
            self._unmet[status] = frozenset(page.records.keys)
            if status in self.hidden:
                yield from self._walk(status)

    def _after(self) -> Generator[Records, None, bool]:
        """Read the first page of every status again, and all records of each status that proves to be hidden.

        A status is hidden where the unfiltered walk showed fewer records of it than there are, or none of more than a page that
        were not there before. A status that was refused before
        is asked for again: only two refusals mean that the service does not know it. A status that is refused only now is a
        doubt, because the list may hide it.

        Return whether a status was found hidden that had not been read completely before the unfiltered walk. A record may have
        left it meanwhile, for a status that is shown or had been read by then. Another unfiltered walk, and another call after
        it, will meet that record.
        """
        found_late = False
        for status, page in self._named.read(self.behaviour, self.hidden):
            yield self._take(page)
            counts = [number for number in (self._named.totals.get(status), page.total) if number is not None]
            was_walked = status in self._walked
            if page.whole:
                self._walked.add(status)
            fewer_shown = not counts or self._shown[status] < min(counts)
            has_come = not page.whole and (status in self.hidden or not self._shown[status])  # since the count of 0
            if fewer_shown or has_come or self._unmet.get(status):
                self.hidden.add(status)
                if not page.whole:
                    yield from self._walk(status)
                found_late |= status in self._walked and not was_walked
        return found_late

    def _take(self, page: FirstPage) -> Records:
        """Count a first page; return its records that no walk and no earlier page has brought."""
        self._tally.row_count += len(page.records)
        self._brought |= bool(page.records)
        self._parts_shown.compare(page.records, named=True)
        return self._tally.take(page.records)

    def _walk(self, status: str | None) -> Iterator[Records]:
        """Walk all records of a status, or the unfiltered list for None; yield those that are new, and keep the certificate.

        A refused page ends the walk of a status, which then counts as unread. Raises Refused for None.
        """
        walk = self._new_walk(
            self.behaviour,
            selection=f"{self.parameter}={status}" if status else "no status filter",
            filters={self.parameter: status} if status else {},
            expected=self._named.totals.get(status) if status else self._expected,
        )
        if status is None:
            self._shown.clear()
        try:
            for batch in walk:
                if status is None:
                    for shown, times in Counter(batch.shown_statuses).items():
                        self._shown.update(dict.fromkeys(shown, times))
                    self._unmet = {which: keys for which, keys in self._unmet.items() if keys.isdisjoint(batch.keys)}
                self._brought |= bool(status and batch)
                self._parts_shown.compare(batch, named=bool(status))
                yield self._tally.take(batch)
        except Refused as error:
            if status is None:
                raise
            self._named.refused[status] = error
        part = walk.certificate
        if part is not None:
            self._requests += part.requests
            self._retries += part.retries
            self._tally.row_count += part.row_count
            self._tally.step_backs += part.step_backs
            if status in self._named.refused:
                return
            self.parts.append(part)
            self._walked |= {status} if status else set()
            if status is None:
                self.behaviour = walk.behaviour
                self._tally.total_first = self._tally.total_first or part.total_first
                self._tally.total_last = part.total_last
