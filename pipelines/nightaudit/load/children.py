"""Reads child lists: for parents that changed, or whose turn it is, within a bounded number of requests a run."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Pages
from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NotFound
from nightaudit.load.batch import RawBatch
from nightaudit.load.certificate import Certificate, digest, now
from nightaudit.load.probe import probe
from nightaudit.load.rows import child_key, payload_and_hash
from nightaudit.load.summary import StreamSummary
from nightaudit.load.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nightaudit.client.client import Client
    from nightaudit.client.page import Page
    from nightaudit.load.outage import Outage
    from nightaudit.load.streams import Child

BATCH_PARENTS = 500
PART_PARENTS = 5_000
"""Lists read between two commits, so that a late kill costs no more."""
TOMBSTONE = "gone: not in its parent's list any more"


@dataclass(frozen=True, slots=True)
class Pending:
    """A parent whose child list is to be read; `token` says for which version of it, or which day."""

    parent_key: str
    token: str


@dataclass(frozen=True, slots=True)
class _Answer:
    pending: Pending
    rows: tuple[bytes, ...]
    found: bool
    proven: bool


class ChildReader:
    """One child stream of one load. Iterate `batches` again while it is `busy`; afterwards `summary` says what happened.

    pending     parents to read                   known    hash by child key, by parent
    first_page  the number of the first page      put_off  parents left for another run
    """

    def __init__(
        self,
        client: Client,
        child: Child,
        pending: Sequence[Pending],
        known: Mapping[str, Mapping[str, str]],
        outage: Outage,
        *,
        first_page: int = 0,
        put_off: int = 0,
    ) -> None:
        self.child = child
        self.summary = StreamSummary(child.name, walk_id=uuid.uuid4().hex)
        self._reads: list[Pending] = []
        self._client = client
        self._pending = pending
        self._known = known
        self._outage = outage
        self._first_page, self._put_off = first_page, put_off
        self._started_at = now()
        self._listed: set[str] = set()
        self._next = self._found = self._proven = 0
        self._longest = 0  # rows of the longest bare page so far

    @property
    def name(self) -> str:
        """The stream's name."""
        return self.child.name

    @property
    def busy(self) -> bool:
        """Whether there is anything left to read."""
        return self._next < len(self._pending) and self.summary.outcome == "loaded"

    def reads(self) -> list[Pending]:
        """The parents read since the last call; ask only when their rows are committed."""
        reads, self._reads = self._reads if self._found else [], []
        return reads

    def batches(self) -> Iterator[RawBatch]:
        """New and changed rows of the next PART_PARENTS parents' lists, and tombstones of those they list no more."""
        started = time.perf_counter()
        try:
            with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
                part = range(self._next, min(self._next + PART_PARENTS, len(self._pending)), BATCH_PARENTS)
                for start in part:
                    chunk = self._pending[start : min(start + BATCH_PARENTS, part.stop)]
                    batch = RawBatch(self.summary.walk_id, now())
                    for answer in pool.map(self._read, chunk):
                        self._found += answer.found
                        self._proven += answer.proven
                        self._take(answer, batch)
                    self._next += len(chunk)
                    if batch.keys:
                        yield batch
            if not self.busy:
                self.conclude()
        except Forbidden as error:
            self.summary.end("skipped", error)
        except (ApiError, ConfigurationError) as error:
            self._outage.note(error)
            self.summary.end("failed", error)
        finally:
            self.summary.seconds += time.perf_counter() - started

    def conclude(self) -> None:
        """Settle the summary: how many lists were answered, and how many of them proven complete."""
        proven = self._proven
        if self._pending and not self._found:
            self.summary.outcome = "skipped"
            self.summary.reason = f"every one of {len(self._pending)} answered 404: the tenant has no such list"
            return
        summary = self.summary
        summary.complete = proven == len(self._pending) and not self._put_off
        if self._put_off:
            summary.reason = f"put off to later runs for {self._put_off:,} records (NIGHTAUDIT_CHILD_REQUESTS)"
        elif not summary.complete:
            summary.reason = f"{len(self._pending) - proven} lists could not be proven complete"
        summary.certificate = Certificate(
            stream=self.name,
            selection=f"lists of {len(self._pending):,} parents",
            tier="children",
            page_base=None,
            page_size=self._client.settings.page_size,
            requests=summary.requests,
            step_backs=0,
            retries=summary.retries,
            row_count=summary.rows,
            distinct_ids=len(self._listed),
            total_first=None,
            total_last=None,
            ids_digest=digest(self._listed),
            started_at=self._started_at,
            ended_at=now(),
            complete=summary.complete,
            reason=summary.reason,
        )

    def _read(self, pending: Pending) -> _Answer:
        self._outage.check()
        try:
            if isinstance(self.child.operation, Pages):
                rows, proven = self._list(pending.parent_key)
            else:
                with self.summary.counting(self._client.statistics):
                    rows, proven = (self._client.raw(self.child.operation, pending.parent_key),), True
        except NotFound:
            return _Answer(pending, (), found=False, proven=True)
        return _Answer(pending, rows, found=True, proven=proven)

    def _list(self, parent: str) -> tuple[tuple[bytes, ...], bool]:
        """All rows of one parent's list: in one page where its total says so, else by a walk of its own."""

        def lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            with self.summary.counting(self._client.statistics):
                return self._client.page(self.child.operation, parent, page=page, size=size, sort=sort, **filters)

        size = self._client.settings.page_size
        first = lister(self._first_page, size)
        if first.number in {None, 0, 1} and self._whole(first, size):
            return first.rows, True
        walk = Walk(lister, _key_in_list, probe(lister, _key_in_list, ceiling=size), size=size, concurrency=1)
        rows = tuple(row for batch in walk for _, row in batch)
        return rows, bool(walk.certificate and walk.certificate.complete)

    def _whole(self, page: Page, asked: int) -> bool:
        """Whether nothing can stand behind this first page: fewer rows than a page has, and its total or its kind agrees.

        A bare array tells neither total nor size: it is whole when longer ones came in one page.
        """
        rows = len(page.rows)
        if page.envelope == "bare":
            shorter, self._longest = rows < self._longest, max(self._longest, rows)
            return shorter or not rows
        return page.total_elements == rows < min(asked, page.size or asked)

    def _take(self, answer: _Answer, batch: RawBatch) -> None:
        parent = answer.pending.parent_key
        known, listed = self._known.get(parent, {}), set()
        for position, row in enumerate(answer.rows):
            key = child_key(parent, row, position)
            payload, digest = payload_and_hash(row, key)
            listed.add(key)
            self._listed.add(key)
            self.summary.rows += 1
            before = known.get(key)
            if before != digest:
                self.summary.new += before is None
                self.summary.changed += before is not None
                batch.add(key, payload, digest, parent)
        if answer.found:
            for key in sorted(known.keys() - listed):
                self.summary.gone += 1
                batch.add(key, None, f"{TOMBSTONE}: {key}", parent)
        self._reads.append(answer.pending)


def _key_in_list(row: bytes) -> int | str:
    """Rows of a child list by their id, or by their whole text where they have none."""
    return child_key("", row, None).removeprefix("/")
