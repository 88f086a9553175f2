"""Rows on their way into a raw table, as columns."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Sequence

pa.set_memory_pool(pa.system_memory_pool())  # pyarrow's own keeps 150 MB more of what a large load has given back

BATCH_ROWS = 10_000
SEEN_AT = pa.timestamp("us", tz="UTC")
RAW_SCHEMA = pa.schema(
    [
        pa.field("record_key", pa.string(), nullable=False),
        pa.field("parent_key", pa.string()),
        pa.field("payload", pa.string()),
        pa.field("record_hash", pa.string(), nullable=False),
        pa.field("walk_id", pa.string(), nullable=False),
        pa.field("seen_at", SEEN_AT, nullable=False),
    ]
)


@dataclass
class RawBatch:
    """Columns of rows for one raw table, side by side, of one walk and one moment. A payload of None is a tombstone."""

    walk_id: str
    seen_at: datetime.datetime = field(default_factory=partial(datetime.datetime.now, datetime.UTC))
    keys: list[str] = field(default_factory=list)
    parents: list[str | None] = field(default_factory=list)
    payloads: list[str | None] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)

    def add(self, key: str, payload: str | None, digest: str, parent: str | None = None) -> None:
        """One more row."""
        self.keys.append(key)
        self.parents.append(parent)
        self.payloads.append(payload)
        self.hashes.append(digest)

    def table(self, payloads: Sequence[str | None]) -> pa.Table:
        """All rows as an Arrow table of RAW_SCHEMA, with these payloads."""
        rows = len(self.keys)
        constant = pa.repeat(self.walk_id, rows), pa.repeat(pa.scalar(self.seen_at, SEEN_AT), rows)
        return pa.table([self.keys, self.parents, payloads, self.hashes, *constant], schema=RAW_SCHEMA)
