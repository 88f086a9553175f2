"""Picks the new and changed records out of a full walk, by comparing hashes with the stored versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import NightauditError
from nightaudit.load.batch import BATCH_ROWS, LOOKED_UP_ROWS, RawBatch
from nightaudit.load.pages.stamps import may_stay, same_stamp
from nightaudit.load.pages.versions import Version, hash_of, payloads_of, same_content

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from nightaudit.load.earlier.known import Known
    from nightaudit.load.pages.records import Records
    from nightaudit.load.summary import StreamSummary


class ChangedRecords:
    """Picks the new and changed records out of one walk, and counts them in `summary`.

    missing    hash by key of the stored records that the walk has not shown yet
    unstamped  how many records changed while their modified stamp stayed the same, and not because it is coarse
    in_part    keys of records that the walk may show in part only, added to meanwhile: their stored versions are kept
    """

    def __init__(self, known: Known, summary: StreamSummary) -> None:
        self._known, self._summary = known, summary
        self.missing = known.hashes(summary.stream)
        self.unstamped = 0
        self.in_part: Collection[str] = ()

    def batches(self, walk: Iterable[Records]) -> Iterator[RawBatch]:
        """Yield the new and changed records. Where the walk fails, yield those read until then, and raise its error."""
        batch = RawBatch(self._summary.walk_id)
        suspects: list[Version] = []
        failure: NightauditError | None = None
        try:
            for records in walk:
                keys, payloads = records.record_keys, payloads_of(records.rows)
                digests = [*map(hash_of, payloads)]
                if self.missing:
                    suspects += self._add(batch, map(Version, keys, payloads, digests))
                else:  # every stored record was met already, so all of these are new
                    self._summary.new += len(records)
                    batch.extend(keys, payloads, digests)
                self._summary.rows += len(records)
                if len(batch.keys) >= BATCH_ROWS or len(suspects) >= LOOKED_UP_ROWS:
                    yield self._with_changes(batch, suspects)
                    batch, suspects = RawBatch(self._summary.walk_id), []
        except NightauditError as error:
            failure = error
        if batch.keys or suspects:
            yield self._with_changes(batch, suspects)
        if failure:
            raise failure

    def _add(self, batch: RawBatch, versions: Iterable[Version]) -> Iterator[Version]:
        """Add the records that are not stored; yield the ones stored with another hash."""
        for version in versions:
            before = self.missing.pop(version.key, None)
            if before is None:
                self._summary.new += 1
                batch.add(*version)
            elif before != version.digest:
                yield version

    def _with_changes(self, batch: RawBatch, suspects: list[Version]) -> RawBatch:
        """Add the suspects whose content differs, not only its spelling; return the batch."""
        stream = self._summary.stream
        payloads = self._known.payloads(stream, [version.key for version in suspects]) if suspects else {}
        kept_stamp: list[str] = []
        for version in suspects:
            before = payloads.get(version.key)
            if version.key not in self.in_part and not same_content(before, version.payload):
                self._summary.changed += 1
                kept_stamp += [version.key] if same_stamp(before, version.payload) else []
                batch.add(*version)
        self.unstamped += self._count_unstamped(kept_stamp)
        return batch

    def _count_unstamped(self, keys: Sequence[str]) -> int:
        """Return how many of these changed records cannot have kept their stamp because it is coarse."""
        stream = self._summary.stream
        newest = self._known.newest_stamp(stream) if keys else None
        if newest is None:
            return len(keys)
        outlines = self._known.outlines(stream, keys).values()
        return sum(not (one.stamp and may_stay(one.stamp, newest, one.stored_at)) for one in outlines)
