"""Closes the set: parents that loaded records refer to, but that no list showed, are asked for by key."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from nightaudit.errors import ApiError, ConfigurationError, Forbidden, Refused
from nightaudit.load.batch import RawBatch
from nightaudit.load.rows import GONE, AnotherRecord, is_of, payload_and_hash
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.load.outage import Outage
    from nightaudit.load.streams import Stream

MOST = 1_000
"""Parents asked for in one run; the rest are asked for in the next ones."""
MOST_REFUSED = 20
"""Parents asked for first: where all of them are forbidden, the credentials may ask for none."""
NONE = {400, 404, 410, 422}
"""What is answered where there is no such record, or no record can be called so."""


class UnlistedReader:
    """Reads records of one stream by key; where there is none, the reference is a dangling one.

    Its tombstone keeps it from being asked for again; it comes to life when its list shows it.
    """

    def __init__(
        self, client: Client, stream: Stream, get: Operation[Any], keys: Sequence[str], outage: Outage
    ) -> None:
        self.name = stream.name
        self.summary = StreamSummary(stream.name, walk_id=uuid.uuid4().hex)
        self._client = client
        self._get = get
        self._keys = keys[:MOST]
        self._put_off = len(keys) - len(self._keys)
        self._outage = outage

    def batches(self) -> Iterator[RawBatch]:
        """The records that exist."""
        started = time.perf_counter()
        batch = RawBatch(self.summary.walk_id)
        refused: list[ApiError] = []
        try:
            with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
                for keys in (self._keys[:MOST_REFUSED], self._keys[MOST_REFUSED:]):
                    for key, row in zip(keys, pool.map(self._read, keys), strict=True):
                        if isinstance(row, bytes):
                            self.summary.rows += 1
                            self.summary.new += 1
                            batch.add(key, *payload_and_hash(row))
                        elif isinstance(row, str):
                            batch.add(key, None, row)
                        else:
                            refused.append(row)
                    if len(refused) == MOST_REFUSED:
                        break
            self.summary.reason = " ".join(self._left(refused))
        except (ApiError, ConfigurationError) as error:
            self._outage.note(error)
            self.summary.end("failed", error)
        finally:
            self.summary.seconds = time.perf_counter() - started
        if batch.keys:
            yield batch

    def _left(self, refused: Sequence[ApiError]) -> Iterator[str]:
        """What is still to be asked for, and why."""
        if self._put_off:
            yield f"{self._put_off:,} records that others refer to are put off to later runs."
        for forbidden, how in ((True, "may not be asked for"), (False, "are still to be asked for")):
            errors = [error for error in refused if isinstance(error, Forbidden) == forbidden]
            if errors:
                yield f"{len(errors)} records that others refer to {how}: {errors[0].message}"

    def _read(self, key: str) -> bytes | str | Refused | AnotherRecord:
        """The record, why we hold that there is none, or what was answered that says neither."""
        try:
            with self._outage.asking(), self.summary.counting(self._client.statistics):
                return self._client.raw(self._get, key, check=is_of(key))
        except AnotherRecord as error:
            return error
        except Refused as error:
            if error.status not in NONE:
                return error
            return f"{GONE}referred to, never listed, and GET {self._get.path.format(id=key)} answered {error.status}"
