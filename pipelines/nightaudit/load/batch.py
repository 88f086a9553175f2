"""Rows on their way into a raw table, as columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime

BATCH_ROWS = 5_000


@dataclass
class RawBatch:
    """Columns of rows for one raw table, side by side; one walk, one moment. A payload of None is a tombstone."""

    walk_id: str
    seen_at: datetime.datetime
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
