"""Reads child lists of parents that changed or whose turn it is, within a bounded number of requests a run."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from nightaudit.client.answers import EMPTY_TIMES
from nightaudit.client.operation import Pages
from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NotFound
from nightaudit.load.batch import RawBatch
from nightaudit.load.children.below import BelowReader
from nightaudit.load.children.empty_lists import EmptyLists
from nightaudit.load.children.outcome import ChildOutcome
from nightaudit.load.children.pending import AGAIN, DOUBTED, UNPROVEN
from nightaudit.load.children.request_queue import ListAnswer, RequestQueue
from nightaudit.load.children.showing import Showing
from nightaudit.load.earlier.known import Known
from nightaudit.load.pages.rows import carried_rows, child_rows, differ_in_status
from nightaudit.load.pages.versions import Version, payload_and_hash, same_content, tombstone
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from nightaudit.client.client import Client
    from nightaudit.errors import NightauditError
    from nightaudit.load.children.due import Due
    from nightaudit.load.children.empty_lists import ReadAll
    from nightaudit.load.children.pending import Pending
    from nightaudit.load.outage import Outage
    from nightaudit.load.pages.behaviour import Behaviour

BATCH_PARENTS = 500
PART_PARENTS = 5_000
"""Lists read between two commits: a killed load loses at most so many."""
MOST_FORBIDDEN = 20
"""Forbidden lists, with none answered, from which the credentials are taken to have no access to any."""


class ChildReader:
    """Reads one child stream in one load. Iterate `batches` again while `busy`; afterwards `summary` states the result.

    above      how the list of the parents behaves, None if unknown
    committed  the parents and child rows that are committed; without it none is known
    all_known  whether the list of the parents did not fail in this load

    When no list of the stream shows a row although rows are stored, an empty list is believed only if the next load finds it
    empty, too.
    """

    def __init__(
        self,
        client: Client,
        due: Due,
        outage: Outage,
        *,
        above: Behaviour | None = None,
        committed: Known | None = None,
        all_known: bool = True,
    ) -> None:
        child = due.child
        self.name, self._parent, self._field = child.name, child.parent, child.embedded
        self._committed = committed or Known()
        self._adds_fields = bool(child.adds)
        self._suspects: list[tuple[str, Version]] = []  # parents, and rows that are stored with another hash
        self.summary = StreamSummary(child.name, walk_id=uuid.uuid4().hex)
        self._reads: list[Pending] = []
        self._unanswered: list[Pending] = []
        self._client = client
        self._queue = RequestQueue(due.pending)
        self._known = due.known
        self._outage = outage
        self._below = BelowReader(client, child, self.summary, above)
        self._showing = Showing(self._below, outage, due.known, due.witnesses)
        self._holds_none = not (child.essential or due.known or due.witnesses)
        # Essential rows must not be lost; an empty answer for one record may be an accident, unlike an empty array; and nothing
        # else would have a list read again whose rows do not change while its parent does not.
        is_read_again = child.rolling or child.daily
        twice = child.essential or not is_read_again or not isinstance(child.operation, Pages)
        self._empty_lists = EmptyLists(due.known, self._showing, twice=twice)
        self._outcome = ChildOutcome(self.summary, due, client.settings.page_size, all_known=all_known)

    @property
    def busy(self) -> bool:
        """Whether there are lists left to read."""
        return bool(self._queue) and self.summary.outcome == "loaded"

    def reads(self) -> list[Pending]:
        """Return the parents read since the last call, none before any list is answered; call when their rows are committed."""
        reads, self._reads = (self._reads, []) if self._outcome.answered else ([], self._reads)
        return reads

    def unanswered(self) -> list[Pending]:
        """Return the parents whose lists were requested in vain since the last call."""
        unanswered, self._unanswered = self._unanswered, []
        return unanswered

    def batches(self) -> Iterator[RawBatch]:
        """Yield new and changed rows of the lists of the next PART_PARENTS parents, and tombstones of rows no longer listed."""
        started = time.perf_counter()
        try:
            with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
                for _ in range(PART_PARENTS // BATCH_PARENTS):
                    if not (chunk := self._queue.take(BATCH_PARENTS)):
                        break
                    batch = RawBatch(self.summary.walk_id)
                    needed = [pending.parent_key for pending in chunk if pending.carried or self._adds_fields]
                    read = partial(self._read, self._committed.payloads(self._parent, needed))
                    failure = self._take_all(self._queue.answers(pool, read, chunk), batch, partial(pool.map, read))
                    self._add_changed(batch)
                    if batch.keys:
                        yield batch
                    if failure:
                        raise failure
            if not self.busy:
                self.conclude()
        except Forbidden:
            self.conclude()
        except (ApiError, ConfigurationError) as error:
            self._outage.note(error)
            self._outcome.fail(error, unasked=len(self._queue))
        finally:
            self.summary.seconds += time.perf_counter() - started

    def conclude(self) -> None:
        """Set outcome, reason and certificate of the summary."""
        if not self._outcome.answered:
            # Each 404 may mean an empty list, or that the tenant has no such lists: the next load tries other parents first.
            self._unanswered += self._reads
        self._outcome.conclude(len(self._queue))

    def _read(self, records: Mapping[str, bytes], pending: Pending) -> ListAnswer:
        """Return the list of one parent: embedded in its record, which takes no request, else requested from the service.

        When the record embeds no row but rows are stored, the list is requested, too, before the rows count as gone.
        """
        known, record = self._known.get(pending.parent_key), records.get(pending.parent_key)
        carried = carried_rows(record, self._field) if record and self._field else None
        if carried or (carried is not None and not known and pending.is_believed):
            return ListAnswer(pending, tuple(carried), proven=True)
        try:
            with self._outage.asking():
                # That all rows are gone is believed only after EMPTY_TIMES empty answers, as with a 204.
                for _ in range(EMPTY_TIMES):
                    rows, proven = self._below.read(pending.parent_key)
                    if rows or not known:
                        break
            # A machine that lags may answer for the record as it was.
            is_old = self._adds_fields and record and rows and differ_in_status(record, rows[0])
            return ListAnswer(pending, rows, found=True, proven=proven and not is_old)
        except NotFound:
            # Some services answer 404 for an empty list or a missing parent; so does a service that is down.
            return ListAnswer(pending, proven=not known or carried is not None)
        except ApiError as error:
            return ListAnswer(pending, error=error)

    def _take_all(self, answers: Iterable[ListAnswer], batch: RawBatch, read_all: ReadAll) -> NightauditError | None:
        """Add the answers to the batch; return the error that ends the stream, if any: answers before it are kept."""
        empty: list[ListAnswer] = []
        try:
            for answer in answers:
                if answer.error:
                    self._unanswered.append(answer.pending)
                if isinstance(answer.error, Forbidden):
                    self._outcome.forbidden.append(answer.error)
                    if len(self._outcome.forbidden) >= MOST_FORBIDDEN and not self._outcome.answered:
                        return answer.error
                elif answer.error:
                    self._outcome.failed.append(answer.error)
                elif answer.rows or not (answer.proven or answer.is_absent):
                    self._take(answer, batch)
                else:
                    self._outcome.answered |= answer.found
                    empty.append(answer)
            if self._queue.in_vain:
                return self._outcome.failed[-1]
            for answer, again in self._empty_lists.judged(empty, read_all):
                self._take(answer, batch, again=again)
        except (ApiError, ConfigurationError) as error:
            return error
        return None

    def _take(self, answer: ListAnswer, batch: RawBatch, *, again: bool = False) -> None:
        """Add the changes of a list; with `again` the next load reads it once more, as it does with unproven lists."""
        self._outcome.answered |= answer.found
        self._outcome.proven += answer.proven
        if answer.found and answer.rows:
            self._showing.sees(answer.pending.parent_key)
            if self._holds_none and answer.pending.carried:  # of the few that were requested (`embedded.embeds`)
                self.summary.reason = (
                    "the records no longer contain their child rows, but the child lists have them: the next load requests"
                    " all child lists"
                )
        parent = answer.pending.parent_key
        known, listed = self._known.get(parent, {}), child_rows(parent, answer.rows)
        self._outcome.count([*listed])
        for key, row in listed.items():
            payload, digest = payload_and_hash(row, key)
            before = known.get(key)
            if before is None:
                self.summary.new += 1
                batch.add(key, payload, digest, parent)
            elif before != digest:
                self._suspects.append((parent, Version(key, payload, digest)))
        if answer.proven:
            for key in sorted(known.keys() - listed.keys()):
                self.summary.gone += 1
                batch.add(*tombstone(key, f"not in its parent's list any more: {key}"), parent)
        unproven = UNPROVEN if answer.pending.again or answer.pending.doubted else DOUBTED
        mark = AGAIN if again else "" if answer.proven else unproven
        self._reads.append(replace(answer.pending, token=answer.pending.token + mark))

    def _add_changed(self, batch: RawBatch) -> None:
        """Add the suspects whose content differs, not only its spelling or the kind of hash."""
        suspects, self._suspects = self._suspects, []
        stored = self._committed.payloads(self.name, [version.key for _, version in suspects])
        for parent, version in suspects:
            if not same_content(stored.get(version.key), version.payload):
                self.summary.changed += 1
                batch.add(*version, parent)
