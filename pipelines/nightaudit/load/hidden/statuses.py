"""Walks a list that hides records of some statuses by default, so that a record whose status changes meanwhile is not missed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Refused
from nightaudit.load.hidden.first_pages import FirstPages
from nightaudit.load.hidden.partial_records import PartialRecords
from nightaudit.load.hidden.shown_statuses import ShownStatuses
from nightaudit.load.hidden.status_filter import StatusFilter
from nightaudit.load.walks.certificate import CertifiedWalk
from nightaudit.load.walks.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Iterator

    from nightaudit.load.hidden.first_pages import FirstPage
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.records import Records
    from nightaudit.load.streams.stream import Statuses
    from nightaudit.load.walks.certificate import Certificate
    from nightaudit.load.walks.listing import Listing


class StatusWalk(CertifiedWalk):
    """Walks a list without a status filter, and each hidden status by name; iterate it like a Walk.

    statuses  the status filter of the list, and the statuses to ask for by name
    hidden    statuses that earlier walks found hidden: as they are read by name first, one unfiltered walk is enough
    expected  number of rows that the unfiltered list had a moment ago, None where unknown; in a list of LARGE_ROWS a small page
              first tells whether a status has more than one page
    stored    number of records of all statuses that earlier loads have stored

    Which statuses a list hides is "not shown". So every status that fits one page is read by name before the unfiltered walk
    and again after it, and longer statuses where they are hidden. A record that meanwhile changes once, from a hidden status to
    a shown one, back, or to another hidden one, is met by one of these reads. Each record comes once, as first read.

    Where the service refuses a status otherwise than one that it does not know, such as with 403, the walk is not complete, and
    the other statuses are read. Where it forbids every status, iterating raises Forbidden. Where it fails for some statuses,
    iterating raises ServiceFailed, after the others are read.

    Afterwards `certificate` is that of the union, and `parts` holds that of each walk that was not refused.
    """

    def __init__(
        self,
        listing: Listing,
        behaviour: Behaviour,
        *,
        statuses: Statuses,
        hidden: Iterable[str] = (),
        expected: int | None = None,
        stored: int = 0,
    ) -> None:
        super().__init__(listing, behaviour)
        self.parts: list[Certificate] = []
        self.hidden.update(hidden)
        self._brought = False  # whether any status brought a record by its name
        self._expected, self._stored = expected, stored
        self._filter = StatusFilter(self._lister, behaviour, statuses)
        self._named = FirstPages(self._listing, self._filter, expected)
        self._tally.remember()  # the walks repeat each other's records
        self._retries = 0
        self._shown = ShownStatuses()
        self._walked: set[str] = set()  # statuses read completely by name
        self._honours_late = False  # whether the filter was ignored before the unfiltered walk, and not after it
        self._partial = PartialRecords()
        self.in_part = self._partial.keys

    @property
    def parameter(self) -> str:
        """Wire name of the filter, as found out."""
        return self._filter.parameter

    @property
    def selections(self) -> list[dict[str, str]]:
        """The filters of the statuses that the service knows."""
        return [{self.parameter: status} for status in self._named.totals]

    def may_hide(self, shown: Collection[str]) -> bool:
        """Return whether a record that showed these statuses before may be there although this walk has not met it.

        It may, where a status is barred, unless the record showed only other statuses.
        """
        others = ({*self._filter.values} | self._shown.upper) - self.barred
        return bool(self.barred) and not (shown and others.issuperset(map(str.upper, shown)))

    def _certify(self) -> Certificate:
        return self._tally.certify(
            stream=self._listing.stream,
            selection=f"every {self.parameter}",
            tier="statuses",
            page_base=self.behaviour.page_base,
            page_size=min(self._listing.size, self.behaviour.max_size),
            requests=self._lister.requests,
            retries=self._retries + self._named.retries,
            doubt=self._doubt,
            parts=self.parts,
        )

    def _walk(self) -> Iterator[Records]:
        """Read hidden statuses, the unfiltered list, then hidden statuses again; note what remains in doubt."""
        yield from self._before()
        hidden_before = set(self.hidden)
        if not self._named.honoured:
            self._tally.notes.append(
                f"The service ignores {self.parameter}: the unfiltered list is everything it shows."
            )
        yield from self._walk_unfiltered()
        was_empty = not self.parts[-1].row_count
        self._honours_late = not (self._named.honoured or was_empty) and self._filter.brings_none()
        again = self._named.honoured and (yield from self._after())
        # An empty list may be an accident, and then it hides no further statuses.
        if was_empty and self._named.honoured and self._brought:
            self.hidden, again = hidden_before, True
        while again:
            yield from self._walk_unfiltered()
            again = self._named.honoured and (yield from self._after())
        self._named.require_no_failure()
        if self._named.broken:
            broken = ", ".join(sorted(self._named.broken))
            self._tally.notes.append(f"The service answers 500 to {broken}, as it does to an unknown {self.parameter}.")
        by_dates = (part.reason for part in self.parts if part.tier == "date windows" and part.complete)
        self._tally.notes += dict.fromkeys(by_dates)
        self.barred = {one for one in self._named.barred if one in self.hidden or not self._shown.rows[one]}
        self._doubt = " ".join(dict.fromkeys(self._doubts()))

    def _doubts(self) -> Iterator[str]:
        """Yield a sentence on each reason why the union of the walks may not be the complete list."""
        yield from (part.reason for part in self.parts if not part.complete)
        yield from (f"{status} was not read: {error}" for status, error in sorted(self._named.barred.items()))
        if self._honours_late:
            yield f"{self.parameter} was ignored, and is no longer: the list may have hidden statuses meanwhile."
        if self.in_part:
            yield f"{len(self.in_part)} records show other room stays by another status: the list may show a part of each."
        yield from self._named.doubts(self.hidden, self._shown, brought=self._brought, met=bool(self._tally.ids))

    def _before(self) -> Iterator[Records]:
        """Read by name, before the unfiltered walk: the first page of every status, and all of those known to be hidden."""
        for status, page in self._named.read(self.behaviour, self.hidden):
            yield self._take(page)
            if page.whole:
                self._walked.add(status)
                continue
            self._shown.expect(status, page.records.keys)
            if status in self.hidden:
                yield from self._walk_status(status)

    def _after(self) -> Generator[Records, None, bool]:
        """Read the first page of every status again, and all records of each status that proves to be hidden.

        A status is hidden where the unfiltered walk showed fewer records of it than there are, or none of more than a page that
        were not there before. A status that was refused before is asked for again: only two refusals mean that the service does
        not know it. A status that is refused only now is a doubt, because the list may hide it.

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
            # A hidden status, and one of which no record was shown, may have had no records yet when it was counted before.
            may_have_come = status in self.hidden or not self._shown.rows[status]
            if (may_have_come and not page.whole) or self._shown.hides(status, counts):
                self.hidden.add(status)
                if not page.whole:
                    yield from self._walk_status(status)
                found_late |= status in self._walked and not was_walked
        return found_late

    def _take(self, page: FirstPage) -> Records:
        """Count a first page; return its records that no walk and no earlier page has brought."""
        self._tally.row_count += len(page.records)
        self._brought |= bool(page.records)
        self._partial.compare(page.records, named=True)
        return self._tally.take(page.records)

    def _walk_unfiltered(self) -> Iterator[Records]:
        """Walk the list without a status filter; yield the records that are new."""
        walk = Walk(
            self._listing,
            self.behaviour,
            selection="no status filter",
            expected=self._expected,
            stored=self._stored,
        )
        self._shown.begin()
        for batch in walk:
            self._shown.add(batch)
            self._partial.compare(batch, named=False)
            yield self._tally.take(batch)
        self._shown.skipped = walk.skipped
        part = self._counted(walk)
        self.parts.append(part)
        self.behaviour = walk.behaviour
        self._tally.total_first = self._tally.total_first or part.total_first
        self._tally.total_last = part.total_last

    def _walk_status(self, status: str) -> Iterator[Records]:
        """Walk all records of a status; yield those that are new. A refused page ends the walk: the status counts as unread."""
        walk = Walk(
            self._listing,
            self._filter.behaviour(self.behaviour),
            selection=f"{self.parameter}={status}",
            filters={self.parameter: status},
            expected=self._named.totals.get(status),
        )
        try:
            for batch in walk:
                self._brought |= bool(batch)
                self._partial.compare(batch, named=True)
                yield self._tally.take(batch)
        except Refused as error:
            self._named.refused[status] = error
            self._counted(walk)
        else:
            self.parts.append(self._counted(walk))
            self._walked.add(status)

    def _counted(self, walk: Walk) -> Certificate:
        """Add the retries and rows of a walk that has ended to those of the union, and return its certificate."""
        part = walk.certificate
        self._retries += part.retries
        self._tally.row_count += part.row_count
        self._tally.step_backs += part.step_backs
        return part
