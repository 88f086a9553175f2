"""The records inside one transaction: read, found, written, and the rows that are drawn from others."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.store.drawn import DRAWN
from nightaudit.sandbox.store.tables import SHARED_SEQUENCES, TABLES, column
from nightaudit.sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

_BEYOND_SQLITE = 2**63
# `createdDate` is the document's own field of these: they keep it in a sandbox without stamps.
_STAMPED_BY_DOCUMENT = ("financialAllocations_salesInvoices", "financialAllocations_salesPayments")


class Records:
    """Records by collection and id within one transaction of the store."""

    def __init__(self, connection: sqlite3.Connection, *, no_stamps: bool = False) -> None:
        self.sql = connection
        self.no_stamps = no_stamps

    @property
    def version(self) -> int:
        """Changes with every committed write."""
        return int(self.sql.execute("SELECT version FROM sandbox").fetchone()[0])

    @property
    def clock_ahead(self) -> datetime.timedelta | None:
        """How far the sandbox's clock was put ahead of real time; None for a file whose clock was never moved."""
        seconds = self.sql.execute("SELECT clock FROM sandbox").fetchone()[0]
        return None if seconds is None else datetime.timedelta(seconds=seconds)

    @clock_ahead.setter
    def clock_ahead(self, ahead: datetime.timedelta) -> None:
        self.sql.execute("UPDATE sandbox SET clock = ?", (ahead.total_seconds(),))

    def text(self, collection: str, record_id: int) -> bytes | None:
        """A record's JSON text, or None."""
        if not -_BEYOND_SQLITE <= record_id < _BEYOND_SQLITE:
            return None
        row = self.sql.execute(f'SELECT body FROM "{collection}" WHERE id = ?', (record_id,)).fetchone()
        return row[0] if row else None

    def get(self, collection: str, record_id: object) -> Json | None:
        """A record, or None; anything but an integer id finds nothing."""
        if not isinstance(record_id, int) or isinstance(record_id, bool):
            return None
        text = self.text(collection, record_id)
        return None if text is None else decode(text)

    def texts(self, collection: str, ids: Sequence[int]) -> list[bytes]:
        """JSON texts of the given ids, in their order; ids that are gone are left out."""
        query = f'SELECT id, body FROM "{collection}" WHERE id IN (SELECT value FROM json_each(?))'
        found = dict(self.sql.execute(query, (str(list(ids)),)))
        return [found[record_id] for record_id in ids if record_id in found]

    def find(self, collection: str, where: str = "1", *values: object) -> list[Json]:
        """Records that meet an SQL condition over the collection's columns, by id."""
        query = f'SELECT body FROM "{collection}" WHERE {where} ORDER BY id'
        return [decode(row[0]) for row in self.sql.execute(query, values)]

    def where(self, collection: str, path: str, value: object) -> list[Json]:
        """Records whose wire path equals a value, by id."""
        return self.find(collection, f"{column(collection, path)} = ?", value)

    def next_id(self, collection: str) -> int:
        """A new id, never used before in this collection."""
        new = self.last_id(collection) + 1
        self._remember(collection, new)
        return new

    def last_id(self, collection: str) -> int:
        """The highest id ever given out in a collection; 0 for none."""
        name = SHARED_SEQUENCES.get(collection, collection)
        members = [name, *(member for member, shared in SHARED_SEQUENCES.items() if shared == name)]
        highest = " UNION ALL ".join(f'SELECT max(id) AS last FROM "{member}"' for member in members)
        query = f"SELECT max(last) FROM ({highest} UNION ALL SELECT last FROM sequences WHERE name = ?)"
        return int(self.sql.execute(query, (name,)).fetchone()[0] or 0)

    def _remember(self, collection: str, last: int) -> None:
        name = SHARED_SEQUENCES.get(collection, collection)
        self.sql.execute("INSERT OR REPLACE INTO sequences VALUES (?, ?)", (name, last))

    def insert(self, collection: str, record: Json) -> Json:
        """Store a new record under a new id and return it, id first."""
        return self.put(collection, {"id": self.next_id(collection)} | {k: v for k, v in record.items() if k != "id"})

    def put(self, collection: str, record: Json) -> Json:
        """Store a record under its own id, with the rows drawn from it; returns it as stored."""
        text = self.written(collection, record)
        self.sql.execute(
            f'INSERT OR REPLACE INTO "{collection}" (id, body) VALUES (?, ?)', (record[TABLES[collection].key], text)
        )
        self._forget_drawn(collection, record[TABLES[collection].key])
        if drawn := DRAWN.get(collection):
            insert = f'INSERT OR REPLACE INTO "{drawn.collection}" (id, body) VALUES (?, ?)'
            self.sql.executemany(insert, drawn.rows(text))
        return decode(text) if self.no_stamps else record

    def written(self, collection: str, record: Json) -> str:
        """A record's JSON text as the service shows it."""
        if self.no_stamps:
            record = _without_stamps(record, keep_created=collection in _STAMPED_BY_DOCUMENT or "_notes" in collection)
        return encode(record).decode()

    def delete(self, collection: str, record_id: int) -> None:
        """Remove a record and the rows drawn from it; its id is not given out again."""
        self._remember(collection, self.last_id(collection))
        self._forget_drawn(collection, record_id)
        self.sql.execute(f'DELETE FROM "{collection}" WHERE id = ?', (record_id,))

    def _forget_drawn(self, collection: str, record_id: int) -> None:
        if drawn := DRAWN.get(collection):
            self.sql.execute(f'DELETE FROM "{drawn.collection}" WHERE "{drawn.parent}" = ?', (record_id,))


def _without_stamps(value: Any, *, keep_created: bool = False) -> Any:
    if isinstance(value, list):
        return [_without_stamps(item) for item in value]
    if not isinstance(value, dict):
        return value
    dropped = {"lastModifiedDate"} if keep_created else {"lastModifiedDate", "createdDate"}
    return {name: _without_stamps(item) for name, item in value.items() if name not in dropped}
