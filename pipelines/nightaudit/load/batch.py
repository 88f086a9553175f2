"""Collects rows for a raw table as columns, and turns them into Arrow tables."""

from __future__ import annotations

import datetime
from array import array
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, cast

import pyarrow as pa

from nightaudit import schemas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nightaudit.load.pages.versions import Version

BATCH_ROWS = 2_500
LOOKED_UP_ROWS = 10_000
"""Records that may have changed are compared with the stored ones in batches of this size: each batch reads the table once."""
RAW_SCHEMA = schemas.arrow_schema(schemas.RECORDS)
SEEN_AT = RAW_SCHEMA.field("seen_at").type


@dataclass
class RawBatch:
    """Rows for one raw table, from one walk, as parallel columns.

    `seen_at` is the moment at which the batch was begun, before its rows were read: in a walk that finds few changes, the
    beginning of the walk. A payload is JSON text in UTF-8; None marks a tombstone.
    """

    walk_id: str
    seen_at: datetime.datetime = field(default_factory=partial(datetime.datetime.now, datetime.UTC))
    keys: list[str] = field(default_factory=list)
    parents: list[str | None] = field(default_factory=list)
    payloads: list[bytes | None] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)

    def add(self, key: str, payload: bytes | None, digest: str, parent: str | None = None) -> None:
        """Append one row."""
        self.keys.append(key)
        self.parents.append(parent)
        self.payloads.append(payload)
        self.hashes.append(digest)

    def extend(self, keys: Sequence[str], payloads: Sequence[bytes], digests: Sequence[str]) -> None:
        """Append rows without a parent."""
        self.keys += keys
        self.parents += [None] * len(keys)
        self.payloads += payloads
        self.hashes += digests

    def table(self, payloads: Sequence[bytes | None]) -> pa.Table:
        """Return all rows as an Arrow table of RAW_SCHEMA, with `payloads` in place of their own."""
        rows = len(self.keys)
        constant = pa.repeat(self.walk_id, rows), pa.repeat(pa.scalar(self.seen_at, SEEN_AT), rows)
        return pa.table([self.keys, self.parents, _texts(payloads), self.hashes, *constant], schema=RAW_SCHEMA)


def in_batches(versions: Iterable[Version], walk_id: str) -> Iterator[RawBatch]:
    """Yield these versions in batches of BATCH_ROWS, the last one shorter."""
    batch = RawBatch(walk_id)
    for version in versions:
        batch.add(*version)
        if len(batch.keys) >= BATCH_ROWS:
            yield batch
            batch = RawBatch(walk_id)
    if batch.keys:
        yield batch


def _texts(texts: Sequence[bytes | None]) -> pa.Array | pa.ChunkedArray:
    """Return UTF-8 texts as a column, from one joined buffer: Arrow would copy them one by one while holding the GIL."""
    try:
        joined = b"".join(cast("Sequence[bytes]", texts))
        ends = array("i", accumulate(map(len, cast("Sequence[bytes]", texts)), initial=0))
    except (TypeError, OverflowError):  # a tombstone among them; more than 2 GB
        return pa.array(texts, pa.string())
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(joined))
