"""The changes of one stream since what is known: every status newest first, borne out by the service's own counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Forbidden, Refused
from nightaudit.load.certificate import Certificate, Tally
from nightaudit.load.newest import MARGIN, WHOLE_EVERY, NewestFirst, Unsuitable, stamp_of
from nightaudit.load.rows import Kept, key_of, payload_and_hash, record_key, same_content, statuses_of

if TYPE_CHECKING:
    from collections import Counter

    from nightaudit.load.behaviour import Behaviour
    from nightaudit.load.known import Known, Progress
    from nightaudit.load.listing import Lister
    from nightaudit.load.streams import Stream

FEWEST_PAGES = 2
"""A list of no more pages is read whole each time: that costs as little."""


class Recent:
    """Reads what was modified in one stream since the last load; `changes` does it all.

    Afterwards: `certificate`, `rows` read, `new` and `changed` among them. Raises Unsuitable where only a whole walk will do.
    """

    def __init__(self, lister: Lister, stream: Stream, behaviour: Behaviour, known: Known, size: int) -> None:
        self.certificate: Certificate | None = None
        self.rows = self.new = self.changed = 0
        self._lister, self._stream, self._behaviour, self._known = lister, stream, behaviour, known
        self._size = min(size, behaviour.max_size)
        self._tally = Tally()
        self._requests = 0
        self._totals: dict[str | None, int] = {}
        self._progress = known.progress(stream.name)

    def changes(self) -> list[Kept]:
        """New and changed records, each once in its latest version, proven to be all by the counts. Raises ApiError too."""
        read = self._read(*self._begin())
        hashes = self._known.hashes(self._stream.name)
        suspects = [kept for kept in read if kept.key in hashes and hashes[kept.key] != kept.digest]
        before = self._known.payloads(self._stream.name, [kept.key for kept in suspects])
        altered = [kept for kept in suspects if not same_content(before[kept.key], kept.payload)]
        fresh = [kept for kept in read if kept.key not in hashes]
        counts = self._known.by_status(self._stream.name)
        for kept in altered:
            counts.subtract(statuses_of(before[kept.key].encode()))
        for kept in (*fresh, *altered):
            counts.update(statuses_of(kept.payload.encode()))
        counts[None] += len(fresh)
        self._confirm(counts)
        self.rows, self.new, self.changed = len(read), len(fresh), len(altered)
        return fresh + altered

    def _begin(self) -> tuple[Progress, str]:
        progress = self._progress
        if progress.newest_stamp is None or progress.since_whole is None:
            raise Unsuitable("nothing is known yet")
        if progress.since_whole >= WHOLE_EVERY - 1:
            raise Unsuitable("the audit is due")
        if progress.records <= FEWEST_PAGES * self._size:
            raise Unsuitable("the list is short")
        return progress, f"modified since {progress.newest_stamp - MARGIN:%Y-%m-%d %H:%M} UTC"

    def _read(self, progress: Progress, selection: str) -> list[Kept]:
        """The list unasked and by every status name, each record once."""
        latest: dict[str, bytes] = {}
        statuses = self._stream.statuses
        since = (progress.newest_stamp or self._tally.started_at) - MARGIN
        for status in (None, *(statuses.values if statuses else ())):
            filters = {statuses.parameter: status} if statuses and status else {}
            walk = NewestFirst(
                self._lister, key_of, self._behaviour, since, self._tally, size=self._size, filters=filters
            )
            try:
                for batch in walk:
                    if status and any(status not in statuses_of(row) for _, row in batch):
                        raise Unsuitable("the status filter is ignored")
                    for _, row in batch:
                        key = record_key(row)
                        if key not in latest or stamp_of(row) >= stamp_of(latest[key]):
                            latest[key] = row
                    if 2 * len(latest) > progress.records:
                        raise Unsuitable("most of the list changed")
                self._totals[status] = walk.total
            except Forbidden:
                raise
            except Refused:
                if status is None:
                    raise
            finally:
                self._requests += walk.requests
        self._tally.take([key_of(row) for row in latest.values()], list(latest.values()))
        page = (self._behaviour.page_base, self._size)
        named = (self._stream.name, selection)
        self.certificate = self._tally.certify(named, "newest first", page, (self._requests, 0), "")
        return [Kept(key, *payload_and_hash(row)) for key, row in latest.items()]

    def _confirm(self, counts: Counter[str | None]) -> None:
        """Compare the service's totals with our current records, by status where the list may hide some.

        A record that vanished, or appeared without a stamp, shows here.
        """
        by_status = len(self._totals) > 1
        for status, total in self._totals.items():
            if (status is not None or not by_status) and counts[status] != total:
                raise Unsuitable(f"the service counts {total} records ({status or 'all'}), we hold {counts[status]}")
