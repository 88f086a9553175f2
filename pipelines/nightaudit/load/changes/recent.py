"""Reads the changes of one stream since the last load, newest first, and proves them by the service's counts of every status."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.errors import Refused
from nightaudit.load.changes.balance import Balance
from nightaudit.load.changes.counts import Counts
from nightaudit.load.changes.newest import NewestFirst
from nightaudit.load.changes.refusals import unsuitable_where_refused
from nightaudit.load.pages.lister import Contradiction, CountingLister
from nightaudit.load.pages.rows import record_key
from nightaudit.load.pages.stamps import FIELD, MARGIN, WHOLE_EVERY, Unsuitable, same_stamp, stamp_of
from nightaudit.load.pages.versions import same_content
from nightaudit.load.pages.window_reader import WindowReader
from nightaudit.load.walks.certificate import Tally

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Collection, Iterable, Iterator

    from nightaudit.load.earlier.known import Known, Watermark
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.versions import Version
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.summary import StreamSummary
    from nightaudit.load.walks.listing import Listing

_MOST_COUNTS = 4  # attempts; another one is needed when a record comes while statuses are counted
FEWEST_PAGES = 2
"""A list of at most so many pages is read in full each time, which costs no more."""


class RecentChanges:
    """Reads the records of one stream that were modified since the last load. Call `changes`.

    hidden    statuses that the list may hide, None where it may hide any: records of these statuses are read by a filter, those
              of the others without one, and only counted by status
    evidence  asks the service for records by key, see `AbsentRecords.evidence`
    summary   where records are counted, and the certificate is put

    Afterwards `hidden` is as found now. Raises Unsuitable where a full walk is needed.
    """

    def __init__(
        self,
        listing: Listing,
        stream: Stream,
        behaviour: Behaviour,
        known: Known,
        *,
        hidden: Collection[str] | None,
        evidence: Callable[[Collection[str]], Iterator[Version]],
        summary: StreamSummary,
    ) -> None:
        self._lister, self._key = CountingLister(listing.lister), listing.key
        self._stream, self._behaviour, self._known = stream, behaviour, known
        self._evidence, self._summary = evidence, summary
        self._counts = Counts(self._lister, stream, behaviour, concurrency=listing.concurrency)
        self._size = min(listing.size, behaviour.max_size)
        self._statuses = stream.statuses.values if stream.statuses else ()
        self.hidden, self._assumed = set(self._statuses if hidden is None else hidden), hidden is None
        self._tally = Tally()
        self._totals: dict[str | None, int] = {}
        self._latest: dict[str, bytes] = {}  # by record key
        self._most = 0  # most records worth reading newest first
        self._held: Counter[str | None] = Counter()

    def changes(self) -> list[Version]:
        """Return new and changed records in their latest version, and tombstones of gone ones, proven complete by the counts.

        Raises Unsuitable, ApiError.
        """
        mark = self._known.watermark(self._stream.name, FEWEST_PAGES * self._size)
        self._held, since = mark.held, self._since(mark)
        self._require_first()
        self._read_and_count(since)
        balance = self._balance(mark, since)
        late = {
            status for status, total in self._totals.items() if status and total > balance.count(status)
        } - self.hidden
        if late:  # the list hides these statuses, too, and had no record of them before
            self.hidden |= late
            self._read(sorted(late), since)
            balance = self._balance(mark, since)
        unasked = self._totals.pop(None)
        balance.settle(self._totals)
        if not self.hidden:  # the list shows all records, also those of an unknown status or of none
            balance.settle({None: unasked})
        elif uncounted := mark.showing_none_of(self._totals):
            raise Unsuitable(
                f"{uncounted} records have no status that can be counted, and the list hides other statuses"
            )
        if unmet := mark.recent - balance.met:  # the service was restored from a backup, or is another one
            raise Unsuitable(f"{unmet} records have an older stamp than before")
        self._tally.count([self._key(row) for row in self._latest.values()])
        summary = self._summary
        summary.rows, summary.complete = len(self._latest), True
        summary.new, summary.changed, summary.gone = balance.new, balance.changed, balance.gone
        summary.certificate = self._tally.certify(
            stream=self._stream.name,
            selection=f"modified since {since:%Y-%m-%d %H:%M} UTC",
            tier="newest first",
            page_base=self._behaviour.page_base,
            page_size=self._size,
            requests=self._lister.requests,
            retries=0,
            doubt="",
        )
        return balance.changes

    def _read_and_count(self, since: datetime.datetime) -> None:
        """Read the list and count its statuses, until no record comes meanwhile: one counted but not read hides one that went."""
        for _ in range(_MOST_COUNTS):
            self._read((None, *sorted(self.hidden)), since)
            self._counts.require_count(self._totals[None])
            self._count()
            if not self._statuses or not self._newest_is_unread():
                return
        raise Unsuitable("new records arrive faster than they can be counted")

    def _newest_is_unread(self) -> bool:
        """Return whether the newest record listed now was not read, or was read in an older version."""
        page = self._counts.page(0, 1, f"{FIELD},desc")
        earlier = [self._latest.get(record_key(row, self._key)) for row in page.rows]
        return any(read is None or stamp_of(row) > stamp_of(read) for read, row in zip(earlier, page.rows, strict=True))

    def _balance(self, mark: Watermark, since: datetime.datetime) -> Balance:
        """Return the stored records with the records read so far applied."""
        balance = Balance(
            self._lister, self._stream, self._behaviour, self._known, self._evidence, held=mark.held, since=since
        )
        balance.take(self._latest)
        return balance

    def _count(self) -> None:
        """Count the records of each status that the list shows without a filter."""
        shown: list[str | None] = [status for status in self._statuses if status not in self.hidden]
        if shown and not self.hidden:
            shown.append(None)  # all records once more, so that the counts are of one moment
        self._totals |= self._counts.of_statuses(shown)

    def _require_first(self) -> None:
        """Raise Unsuitable where the first page is not where earlier loads found it."""
        try:
            WindowReader(self._lister, self._key, self._behaviour, {}).check_first()
        except Contradiction as error:
            raise Unsuitable(error.message) from error

    def _since(self, mark: Watermark) -> datetime.datetime:
        """Return the moment since which modified records are read. Raises Unsuitable where a full walk is needed."""
        if mark.newest_stamp is None or mark.since_whole is None:
            raise Unsuitable("no load has read the list yet, or the list is short")
        if mark.since_whole >= WHOLE_EVERY - 1:
            raise Unsuitable("a full read is due")
        if mark.unstamped:  # another such record may come while one goes, and no count shows it
            raise Unsuitable(f"{mark.unstamped} records have no {FIELD}")
        records = mark.held[None]
        if records <= FEWEST_PAGES * self._size:
            raise Unsuitable("the list is short")
        self._most = records // 2
        if mark.recent > self._most:
            raise Unsuitable("most records are as new as the newest record")
        return mark.newest_stamp - MARGIN

    def _read(self, statuses: Iterable[str | None], since: datetime.datetime) -> None:
        """Read the list filtered by each of these statuses, unfiltered for None; keep each record once, in its latest version."""
        for status in statuses:
            walk = NewestFirst(
                self._lister,
                self._behaviour,
                since,
                self._tally,
                key=self._key,
                size=self._size,
                filters=self._stream.filter_by(status),
            )
            with unsuitable_where_refused():
                try:
                    self._take(walk, status)
                    self._totals[status] = walk.total
                except Refused as error:
                    if status is None or self._held[status]:
                        raise
                    self._counts.require_unknown(error)
                    if self._assumed:
                        self.hidden.discard(status)

    def _take(self, walk: Iterable[Records], status: str | None) -> None:
        latest = self._latest
        for batch in walk:
            if status and any(status not in shown for shown in batch.shown_statuses):
                raise Unsuitable("the status filter is ignored")
            for key, row in zip(batch.record_keys, batch.rows, strict=True):
                before = latest.get(key)
                if same_stamp(before, row) and not same_content(before, row):
                    raise Unsuitable("a record has other content by another status")
                if before is None or stamp_of(row) > stamp_of(before):
                    latest[key] = row
            if len(latest) > self._most:
                raise Unsuitable("most of the list changed")
