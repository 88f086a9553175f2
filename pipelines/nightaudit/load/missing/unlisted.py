"""Asks by key for the parents that loaded records refer to but that no list showed, or of which a list shows only a part."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.errors import ApiError, ConfigurationError, Forbidden, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.batch import RawBatch
from nightaudit.load.missing.by_key import BELIEVED_AT_ONCE, MOST_FAILED, ByKey
from nightaudit.load.pages.rows import AnotherRecord
from nightaudit.load.pages.versions import hash_of, payload_and_hash, tombstone
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.load.outage import Outage
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.streams.stream import Stream

MOST_ASKED_FOR = 1_000
"""Most records asked for in one run, of each of the two kinds; later runs ask for the rest."""
MOST_REFUSED = 20
"""Records of a kind asked for first: where all are refused, no more of that kind are tried, as none can be found."""
REFERRED_TO = "that other records refer to"
SHOWN_IN_PART = "of which the list may show a part only"
NO_SUCH_RECORD = {400, 404, 410, 422}
"""Status codes of answers that say: there is no such record, or no record can have this key."""


class Unlisted(NamedTuple):
    """Keys of the records of one stream that are to be asked for, because its list does not show them, or in part only.

    unseen   referred to and never loaded: where there is no record, a tombstone keeps the key from being asked for in each run
    gone     with a tombstone, asked for once more: a record that is found gets a new version
    in_part  of records of which the list may show a part only, with the hash of the stored version, None without one: a record
             that is found gets a new version, if it differs
    """

    unseen: Sequence[str] = ()
    gone: Sequence[str] = ()
    in_part: Mapping[str, str | None] = MappingProxyType({})


class UnlistedReader:
    """Reads records of one stream by key; a key without a record is a dangling reference.

    behaviour  how the list behaves; None where no load has found out
    held       key of a stored record: the operation must find a listed record, or this one, before its 404 is believed

    A record with a tombstone also gets a new version when its list shows the record.
    """

    def __init__(
        self,
        client: Client,
        stream: Stream,
        get: Operation[Any],
        unlisted: Unlisted,
        outage: Outage,
        *,
        behaviour: Behaviour | None = None,
        held: str | None = None,
    ) -> None:
        self.name = stream.name
        self.summary = StreamSummary(stream.name, walk_id=uuid.uuid4().hex)
        self._client = client
        self._get = get
        self._unlisted = unlisted
        self._gone, self._in_part = set(unlisted.gone), unlisted.in_part
        self._outage = outage
        self._by_key, self._held = ByKey(client, stream, self.summary, behaviour), held

    def batches(self) -> Iterator[RawBatch]:
        """Yield the records that exist, and tombstones of those that do not."""
        started = time.perf_counter()
        batch = RawBatch(self.summary.walk_id)
        unlisted, walk = self._unlisted, self.summary.walk_id
        # In another order in each load, so that no record keeps the others waiting for good.
        in_part = sorted(unlisted.in_part, key=lambda key: hash_of(key.encode(), walk))
        try:
            with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
                for what, due, others in ((SHOWN_IN_PART, in_part, ()), (REFERRED_TO, unlisted.unseen, unlisted.gone)):
                    asked, unclear = self._all_of([*due, *others][:MOST_ASKED_FOR], batch, pool)
                    for sentence in _left(what, unclear, max(0, len(due) - asked)):
                        self.summary.remark(sentence)
        except (ApiError, ConfigurationError) as error:
            self._outage.note(error)
            self.summary.end("failed", error)
        finally:
            self.summary.seconds = time.perf_counter() - started
        if batch.keys:
            yield batch

    def _all_of(self, keys: Sequence[str], batch: RawBatch, pool: Executor) -> tuple[int, list[ApiError]]:
        """Take these keys, first MOST_REFUSED of them, then BELIEVED_AT_ONCE at a time, until too many are refused or fail.

        Return how many were asked for, and the errors as `_take` does.
        """
        unclear = self._take(keys[:MOST_REFUSED], batch, pool)
        if len(unclear) == MOST_REFUSED:
            return MOST_REFUSED, unclear
        for asked in range(MOST_REFUSED, len(keys), BELIEVED_AT_ONCE):
            if sum(not isinstance(error, Refused) for error in unclear) >= MOST_FAILED:
                return asked, unclear
            unclear += self._take(keys[asked : asked + BELIEVED_AT_ONCE], batch, pool)
        return len(keys), unclear

    def _take(self, keys: Sequence[str], batch: RawBatch, pool: Executor) -> list[ApiError]:
        """Add records and tombstones to the batch; return the errors that do not say whether the record exists.

        A tombstone takes two answers, and a record that is found in between: the service may be down for a moment.
        """
        errors = self._ask(keys, batch, pool)
        absent = [key for key, error in errors.items() if error.status in NO_SUCH_RECORD]
        if absent and self._finds_one():
            unclear = {key: error for key, error in errors.items() if key not in absent}
            again = [key for key in absent if key not in self._gone and key not in self._in_part]
            for key, error in self._ask(again, batch, pool).items():
                if error.status in NO_SUCH_RECORD:
                    asked = self._get.path.format(id=key)
                    evidence = f"referred to, never listed, and GET {asked} answered {error.status}"
                    batch.add(*tombstone(key, evidence))
                else:
                    unclear[key] = error
            errors = unclear
        return [*errors.values()]

    def _ask(self, keys: Sequence[str], batch: RawBatch, pool: Executor) -> dict[str, ApiError]:
        """Ask for these records and add those found to the batch; return the errors answered for the others, by key."""
        errors: dict[str, ApiError] = {}
        for key, answer in zip(keys, pool.map(self._read, keys), strict=True):
            if isinstance(answer, bytes):
                content, digest = payload_and_hash(answer)
                self.summary.rows += 1
                self.summary.new += key not in self._in_part
                self.summary.changed += key in self._in_part and self._in_part[key] != digest
                batch.add(key, content, digest)
                self._held = key
            else:
                errors[key] = answer
        return errors

    def _finds_one(self) -> bool:
        """Return whether the operation still finds a record: the 404 of an operation that finds none proves nothing."""
        with self._outage.asking():
            return self._by_key.finds_one(self._get, self._held)

    def _read(self, key: str) -> bytes | ApiError:
        """Return the record, or the error that was answered in its place.

        Raises ApiError where the service fails, not this record: no other record is found either.
        """
        try:
            with self._outage.asking():
                return self._by_key.record(self._get, key)
        except (Refused, AnotherRecord) as error:
            return error
        except (ServiceFailed, UnreadableAnswer) as error:
            if not self._finds_one():
                raise
            return error


def _left(what: str, refused: Sequence[ApiError], put_off: int) -> Iterator[str]:
    """Yield sentences on the records that are still to be asked for, and why."""
    if put_off:
        yield f"{put_off:,} records {what} are postponed to later loads."
    for forbidden, how in ((True, "may not be read"), (False, "could not be read")):
        errors = [error for error in refused if isinstance(error, Forbidden) == forbidden]
        if errors:
            yield f"{len(errors)} records {what} {how}: {errors[0].message}"
