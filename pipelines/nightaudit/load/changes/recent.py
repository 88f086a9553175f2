"""The changes of one stream since what is known: newest first, borne out by the service's own counts of every status."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.changes.balance import Balance
from nightaudit.load.changes.counts import Counts
from nightaudit.load.pages.listing import BROKEN, Contradiction, WindowReader
from nightaudit.load.pages.rows import key_of, record_key
from nightaudit.load.walks.certificate import Certificate, Tally
from nightaudit.load.walks.newest import FIELD, MARGIN, WHOLE_EVERY, NewestFirst, Unsuitable, stamp_of

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Collection, Iterable, Iterator

    from nightaudit.load.earlier.known import Known, Watermark
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.rows import Version
    from nightaudit.load.streams.stream import Stream

_MOST_COUNTS = 4  # readings, each of which was followed by a record that came while statuses were counted
FEWEST_PAGES = 2
"""A list of no more pages is read whole each time: that costs as little."""


class Recent:
    """Reads what was modified in one stream since the last load; `changes` does it all.

    hidden    statuses that the list may hide, None where any may: these are read by name, of the others only the counts
    evidence  asks for records by key, as `Absent.evidence`

    Afterwards: `hidden` as found now, `certificate`, `rows` read, `new`, `changed` and `gone` among them. Raises Unsuitable where
    only a whole walk will do.
    """

    def __init__(
        self,
        lister: Lister,
        stream: Stream,
        behaviour: Behaviour,
        known: Known,
        size: int,
        *,
        hidden: Collection[str] | None,
        evidence: Callable[[Collection[str]], Iterator[Version]],
        concurrency: int,
    ) -> None:
        self.certificate: Certificate | None = None
        self.rows = self.new = self.changed = self.gone = 0
        self._lister, self._stream, self._behaviour, self._known = lister, stream, behaviour, known
        self._evidence, self._counts = evidence, Counts(lister, stream, behaviour, concurrency=concurrency)
        self._size = min(size, behaviour.max_size)
        self._statuses = stream.statuses.values if stream.statuses else ()
        self.hidden, self._assumed = set(self._statuses if hidden is None else hidden), hidden is None
        self._tally = Tally()
        self._requests = 0
        self._totals: dict[str | None, int] = {}
        self._latest: dict[str, bytes] = {}  # by record key
        self._most = 0  # records worth reading newest first
        self._held: Counter[str | None] = Counter()

    def changes(self) -> list[Version]:
        """New and changed records in their latest version and tombstones of gone ones, proven to be all by the counts.

        Raises ApiError too.
        """
        mark = self._known.watermark(self._stream.name)
        self._held, since = mark.held, self._since(mark)
        self._require_first()
        self._read_and_count(since)
        balance = self._balance(mark, since)
        late = {
            status for status, total in self._totals.items() if status and total > balance.held(status)
        } - self.hidden
        if late:  # records came to statuses that the list hides, and of which it had none before
            self.hidden |= late
            self._read(sorted(late), since)
            balance = self._balance(mark, since)
        unasked = self._totals.pop(None)
        balance.settle(self._totals)
        if not self.hidden:  # the list shows everything, also what shows a status that we do not know, or none
            balance.settle({None: unasked})
        elif uncounted := mark.showing_none_of(self._totals):
            raise Unsuitable(f"{uncounted} records show no status that can be counted, and others are hidden")
        if unmet := mark.recent - balance.met:  # the service is a backup of itself, or another one
            raise Unsuitable(f"{unmet} records are not as new as they were")
        self._tally.count([key_of(row) for row in self._latest.values()])
        self.rows, self.new, self.changed, self.gone = len(self._latest), balance.new, balance.changed, balance.gone
        self.certificate = self._tally.certify(
            stream=self._stream.name,
            selection=f"modified since {since:%Y-%m-%d %H:%M} UTC",
            tier="newest first",
            page_base=self._behaviour.page_base,
            page_size=self._size,
            requests=self._requests + self._counts.requests + balance.requests,
            retries=0,
            doubt="",
        )
        return balance.changes

    def _read_and_count(self, since: datetime.datetime) -> None:
        """Read the list, and count its statuses while no record comes: one that is counted and not read hides one that went."""
        for _ in range(_MOST_COUNTS):
            self._read((None, *sorted(self.hidden)), since)
            self._counts.require_count(self._totals[None])
            self._count()
            if not self._statuses or not self._newest_is_unread():
                return
        raise Unsuitable("records come faster than they can be counted")

    def _newest_is_unread(self) -> bool:
        """Whether the newest record that is listed now was not read in this version."""
        page = self._counts.page(0, 1, f"{FIELD},desc")
        read = [self._latest.get(record_key(row)) for row in page.rows]
        return any(one is None or stamp_of(row) > stamp_of(one) for one, row in zip(read, page.rows, strict=True))

    def _balance(self, mark: Watermark, since: datetime.datetime) -> Balance:
        """What we hold, with the records read so far taken in."""
        numbered = all(isinstance(key_of(row), int) for row in self._latest.values())
        balance = Balance(
            self._lister,
            self._stream,
            self._behaviour,
            self._known,
            self._evidence,
            held=mark.held,
            numbered=numbered,
            since=since,
        )
        balance.take(self._latest)
        return balance

    def _count(self) -> None:
        """Ask how many records each status has that the list shows unasked."""
        shown: list[str | None] = [status for status in self._statuses if status not in self.hidden]
        if shown and not self.hidden:
            shown.append(None)  # once more: of the same moment
        self._totals |= self._counts.of_statuses(shown)

    def _require_first(self) -> None:
        """Raise Unsuitable where the pages are counted otherwise since."""
        reader = WindowReader(self._lister, key_of, self._behaviour, {})
        try:
            reader.check_first()
        except Contradiction as error:
            raise Unsuitable(error.message) from error
        self._requests += reader.requests

    def _since(self, mark: Watermark) -> datetime.datetime:
        """From when on records are to be read."""
        if mark.newest_stamp is None or mark.since_whole is None:
            raise Unsuitable("nothing is known yet")
        if mark.since_whole >= WHOLE_EVERY - 1:
            raise Unsuitable("the audit is due")
        if mark.unstamped:  # the next one without may come while another goes, and no count tells
            raise Unsuitable(f"{mark.unstamped} records carry no {FIELD}")
        records = mark.held[None]
        if records <= FEWEST_PAGES * self._size:
            raise Unsuitable("the list is short")
        self._most = records // 2
        if mark.recent > self._most:
            raise Unsuitable("most of the list is as new as its newest record")
        return mark.newest_stamp - MARGIN

    def _read(self, statuses: Iterable[str | None], since: datetime.datetime) -> None:
        """Read the list by the name of each of these statuses, unasked for None; each record once, in its latest version."""
        for status in statuses:
            walk = NewestFirst(
                self._lister,
                key_of,
                self._behaviour,
                since,
                self._tally,
                size=self._size,
                filters=self._stream.asking(status),
            )
            try:
                self._take(walk, status)
                self._totals[status] = walk.total
            except Forbidden:
                raise
            except Refused as error:
                if status is None or self._held[status]:
                    raise Unsuitable(error.message) from error
                if self._assumed:
                    self.hidden.discard(status)
            except ServiceFailed as error:
                if error.status != BROKEN:
                    raise
                raise Unsuitable(error.message) from error
            finally:
                self._requests += walk.requests

    def _take(self, walk: Iterable[Records], status: str | None) -> None:
        latest = self._latest
        for batch in walk:
            if status and any(status not in shown for shown in batch.shown_statuses):
                raise Unsuitable("the status filter is ignored")
            for key, row in zip(batch.record_keys, batch.rows, strict=True):
                if key not in latest or stamp_of(row) >= stamp_of(latest[key]):
                    latest[key] = row
            if len(latest) > self._most:
                raise Unsuitable("most of the list changed")
