"""Reads, finds and writes records within one transaction, and keeps the rows derived from them up to date."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.store.complete import RECORDS, completed
from nightaudit.sandbox.store.derived import DERIVED
from nightaudit.sandbox.store.tables import LARGEST_INTEGER, SHARED_SEQUENCES, TABLES, column
from nightaudit.sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

# The document lists `createdDate` as a field of these collections: they keep it in a sandbox without stamps.
_STAMPED_BY_DOCUMENT = ("financialAllocations_salesInvoices", "financialAllocations_salesPayments")


class Records:
    """Records by collection and id within one transaction of the store."""

    def __init__(self, connection: sqlite3.Connection, *, no_stamps: bool = False) -> None:
        self.sql = connection
        self.no_stamps = no_stamps

    @property
    def version(self) -> int:
        """A number that changes with every committed write."""
        return int(self.sql.execute("SELECT version FROM sandbox").fetchone()[0])

    @property
    def clock_ahead(self) -> datetime.timedelta | None:
        """The offset of the sandbox's clock from real time; None for a file whose clock was never moved."""
        seconds = self.sql.execute("SELECT clock FROM sandbox").fetchone()[0]
        return None if seconds is None else datetime.timedelta(seconds=seconds)

    @clock_ahead.setter
    def clock_ahead(self, ahead: datetime.timedelta | None) -> None:
        self.sql.execute("UPDATE main.sandbox SET clock = ?", (None if ahead is None else ahead.total_seconds(),))

    def text(self, collection: str, record_id: int) -> bytes | None:
        """Return the JSON text of a record, or None."""
        if abs(record_id) > LARGEST_INTEGER:
            return None
        row = self.sql.execute(f'SELECT body FROM "{collection}" WHERE id = ?', (record_id,)).fetchone()
        return row[0] if row else None

    def get(self, collection: str, record_id: object) -> Json | None:
        """Return a record, or None; None also for an id that is not an integer."""
        if not isinstance(record_id, int) or isinstance(record_id, bool):
            return None
        text = self.text(collection, record_id)
        return None if text is None else decode(text)

    def texts(self, collection: str, ids: Sequence[int]) -> list[bytes]:
        """Return the JSON texts of records by id, in the order of the ids, without those that no longer exist."""
        query = f'SELECT id, body FROM "{collection}" WHERE id IN (SELECT value FROM json_each(?))'
        found = dict(self.sql.execute(query, (str(list(ids)),)))
        return [found[record_id] for record_id in ids if record_id in found]

    def find(self, collection: str, where: str = "1", *values: object) -> list[Json]:
        """Return the records that meet an SQL condition on the columns of the collection, ordered by id."""
        query = f'SELECT body FROM "{collection}" WHERE {where} ORDER BY id'
        return [decode(row[0]) for row in self.sql.execute(query, values)]

    def where(self, collection: str, path: str, value: object) -> list[Json]:
        """Return the records with this value at a wire path that has an index (a test checks that), ordered by id."""
        return self.find(collection, f"{column(collection, path)} = ?", value)

    def next_id(self, collection: str) -> int:
        """Return a new id, never used before in this collection."""
        new = self.last_id(collection) + 1
        self._remember(collection, new)
        return new

    def last_id(self, collection: str) -> int:
        """Return the highest id ever assigned in a collection; 0 for none."""
        name = SHARED_SEQUENCES.get(collection, collection)
        members = [name, *(member for member, shared in SHARED_SEQUENCES.items() if shared == name)]
        highest = " UNION ALL ".join(f'SELECT max(id) AS last FROM "{member}"' for member in members)
        query = f"SELECT max(last) FROM ({highest} UNION ALL SELECT last FROM sequences WHERE name = ?)"
        return int(self.sql.execute(query, (name,)).fetchone()[0] or 0)

    def _remember(self, collection: str, last: int) -> None:
        name = SHARED_SEQUENCES.get(collection, collection)
        self.sql.execute("INSERT OR REPLACE INTO sequences VALUES (?, ?)", (name, last))

    def insert(self, collection: str, record: Json) -> Json:
        """Store a new record under a new id; return the record, `id` first."""
        return self.put(collection, {"id": self.next_id(collection)} | {k: v for k, v in record.items() if k != "id"})

    def put(self, collection: str, record: Json) -> Json:
        """Store a record under its id, with every declared field, and the rows derived from it; return the record as stored."""
        record = self.whole(collection, record)
        text = encode(record).decode()
        self.sql.execute(
            f'INSERT OR REPLACE INTO "{collection}" (id, body) VALUES (?, ?)', (record[TABLES[collection].key], text)
        )
        self._delete_derived(collection, record[TABLES[collection].key])
        if derived := DERIVED.get(collection):
            insert = f'INSERT OR REPLACE INTO "{derived.collection}" (id, body) VALUES (?, ?)'
            self.sql.executemany(insert, derived.rows(text))
        return record

    def whole(self, collection: str, record: Json) -> Json:
        """Return a record of our own as the service shows it, with every declared field."""
        return self.as_shown(collection, completed(RECORDS.get(collection), record))

    def as_shown(self, collection: str, record: Json) -> Json:
        """Return a record as the service shows it: without stamps if it has none, the same object otherwise."""
        if not self.no_stamps:
            return record
        shown: Json = _without_stamps(record, keep_created=collection in _STAMPED_BY_DOCUMENT or "_notes" in collection)
        return shown

    def delete(self, collection: str, record_id: int) -> None:
        """Delete a record and the rows derived from it; its id is not assigned again."""
        self._remember(collection, self.last_id(collection))
        self._delete_derived(collection, record_id)
        self.sql.execute(f'DELETE FROM "{collection}" WHERE id = ?', (record_id,))

    def _delete_derived(self, collection: str, record_id: int) -> None:
        if derived := DERIVED.get(collection):
            self.sql.execute(f'DELETE FROM "{derived.collection}" WHERE "{derived.parent}" = ?', (record_id,))


def _without_stamps(value: Any, *, keep_created: bool = False) -> Any:
    if isinstance(value, list):
        return [_without_stamps(item) for item in value]
    if not isinstance(value, dict):
        return value
    dropped = {"lastModifiedDate"} if keep_created else {"lastModifiedDate", "createdDate"}
    return {name: _without_stamps(item) for name, item in value.items() if name not in dropped}
