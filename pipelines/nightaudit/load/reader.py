"""Reads one stream: walks its list, keeps what is new or changed, and asks after every record that is missing."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NotFound
from nightaudit.load.absent import Absent
from nightaudit.load.behaviours import Behaviours
from nightaudit.load.certificate import now
from nightaudit.load.known import Known, NothingKnown
from nightaudit.load.probe import probe
from nightaudit.load.rows import key_of, payload_and_hash, record_key, same_content, sort_field
from nightaudit.load.summary import StreamSummary
from nightaudit.load.walk import Walk

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator

    from nightaudit.client.client import Client
    from nightaudit.client.page import Page
    from nightaudit.load.listing import Batch
    from nightaudit.load.streams import Stream
    from nightaudit.settings import Settings

BATCH_ROWS = 5_000


@dataclass
class RawBatch:
    """Columns of rows for one raw table: record_key, payload, record_hash side by side; one walk, one moment."""

    walk_id: str
    seen_at: datetime.datetime
    keys: list[str] = field(default_factory=list)
    payloads: list[str | None] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)

    def add(self, key: str, payload: str | None, digest: str) -> None:
        """One more row."""
        self.keys.append(key)
        self.payloads.append(payload)
        self.hashes.append(digest)


class StreamReader:
    """One stream of one load. Iterate `batches`; afterwards `summary` says what happened.

    An error of the service ends the stream, not the load: it stands in the summary. What was yielded before is true and
    may be committed; only a complete walk lets absence count.
    """

    def __init__(
        self,
        client: Client,
        stream: Stream,
        settings: Settings,
        known: Known | None = None,
        behaviours: Behaviours | None = None,
    ) -> None:
        self.stream = stream
        self.summary = StreamSummary(stream.name, walk_id=uuid.uuid4().hex)
        self._client = client
        self._settings = settings
        self._known = known or NothingKnown()
        self._behaviours = behaviours or Behaviours()

    def batches(self) -> Iterator[RawBatch]:
        """New and changed records, then the evidence of those that are gone."""
        started = time.perf_counter()
        try:
            yield from self._rows()
        except (NotFound, Forbidden) as error:
            self._end("skipped", error)
        except (ApiError, ConfigurationError) as error:
            self._end("failed", error)
        finally:
            self.summary.seconds = time.perf_counter() - started

    def _end(self, outcome: Any, error: ApiError | ConfigurationError) -> None:
        self.summary.outcome, self.summary.error = outcome, error
        self.summary.reason, self.summary.complete = error.message, False

    def _page(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        with self._client.statistics.measured() as figures:
            try:
                return self._client.page(self.stream.list, page=page, size=size, sort=sort, **filters)
            finally:
                self.summary.requests += figures.requests
                self.summary.retries += figures.retries

    def _rows(self) -> Iterator[RawBatch]:
        missing = dict(self._known.hashes(self.stream.name))  # what is left of it after the walk was not seen
        behaviour = self._behaviours.get(self.stream.name) or probe(
            self._page, key_of, sort_field, ceiling=self._settings.page_size
        )
        walk = Walk(
            self._page,
            key_of,
            behaviour,
            stream=self.stream.name,
            size=self._settings.page_size,
            concurrency=self._settings.concurrency,
            sort_field=sort_field,
        )
        try:
            yield from self._changed(walk, missing)
        finally:
            self.summary.certificate = walk.certificate
        self._behaviours.put(self.stream.name, walk.behaviour)
        self.summary.complete = bool(walk.certificate and walk.certificate.complete)
        self.summary.reason = walk.certificate.reason if walk.certificate else ""
        if missing and self.summary.complete:
            yield from self._after(missing)

    def _batch(self) -> RawBatch:
        return RawBatch(self.summary.walk_id, now())

    def _changed(self, walk: Iterable[Batch], missing: dict[str, str]) -> Iterator[RawBatch]:
        batch = self._batch()
        suspects: list[tuple[str, str, str]] = []
        for rows in walk:
            for _, row in rows:
                key = record_key(row)
                payload, digest = payload_and_hash(row)
                before = missing.pop(key, None)
                self.summary.rows += 1
                if before is None:
                    self.summary.new += 1
                    batch.add(key, payload, digest)
                elif before != digest:
                    suspects.append((key, payload, digest))
            if len(batch.keys) + len(suspects) >= BATCH_ROWS:
                yield self._with_changes(batch, suspects)
                batch, suspects = self._batch(), []
        if batch.keys or suspects:
            yield self._with_changes(batch, suspects)

    def _with_changes(self, batch: RawBatch, suspects: list[tuple[str, str, str]]) -> RawBatch:
        """Add those suspects whose content differs, not only its spelling."""
        before = self._known.payloads(self.stream.name, [key for key, _, _ in suspects]) if suspects else {}
        for key, payload, digest in suspects:
            if key not in before or not same_content(before[key], payload):
                self.summary.changed += 1
                batch.add(key, payload, digest)
        return batch

    def _after(self, missing: dict[str, str]) -> Iterator[RawBatch]:
        """Ask after each record that a complete walk did not show: gone, or only not listed."""
        absent = Absent(self._client, self.stream, self.summary)
        batch = self._batch()
        for key, payload, digest in absent.evidence(missing):
            if digest == missing[key]:
                continue
            if payload is None:
                self.summary.gone += 1
            else:
                self.summary.changed += 1
            batch.add(key, payload, digest)
            if len(batch.keys) >= BATCH_ROWS:
                yield batch
                batch = self._batch()
        if batch.keys:
            yield batch
