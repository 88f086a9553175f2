"""Inserts and deletes random rows while a client reads a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import API_PREFIX
from nightaudit.sandbox.store.derived import DERIVED
from nightaudit.sandbox.store.tables import TABLES, collection_at

if TYPE_CHECKING:
    from random import Random

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

_SOURCES = {derived.collection: collection for collection, derived in DERIVED.items()}


def churn(world: World, path: str, random: Random, *, insert: bool) -> None:
    """Insert a copy of a random record into the collection that a path lists, or delete a random record of it."""
    collection = collection_at(path.removeprefix(API_PREFIX))
    collection = _SOURCES.get(collection, collection)
    if collection not in TABLES:
        return
    with world.store.write() as records:
        ids = [row[0] for row in records.sql.execute(f'SELECT id FROM "{collection}" ORDER BY id')]
        if not ids:
            return
        chosen = random.choice(ids)
        if insert:
            insert_copy(records, collection, records.get(collection, chosen) or {})
        else:
            records.delete(collection, chosen)


def insert_copy(records: Records, collection: str, record: Json) -> Json:
    """Store a copy of a record, its room stays or items included, under new ids; return the copy."""
    copy = dict(record)
    if derived := DERIVED.get(collection):
        children = record.get(derived.field) or []
        copy[derived.field] = [child | {derived.key: records.next_id(derived.collection)} for child in children]
    return records.insert(collection, copy)
