"""Rows that come and go while a list is being read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import API_PREFIX
from nightaudit.sandbox.store.drawn import DRAWN
from nightaudit.sandbox.store.tables import TABLES

if TYPE_CHECKING:
    from random import Random

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

_SOURCES = {drawn.collection: collection for collection, drawn in DRAWN.items()}


def churn(world: World, path: str, random: Random, *, insert: bool) -> None:
    """Insert a copy of a random record into the collection a path lists, or delete a random one."""
    collection = path.removeprefix(API_PREFIX).strip("/").replace("/", "_")
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
    """Store a copy of a record under a new id, its room stays or items under new ids too; returns it."""
    copy = dict(record)
    if drawn := DRAWN.get(collection):
        children = record.get(drawn.field) or []
        copy[drawn.field] = [child | {drawn.key: records.next_id(drawn.collection)} for child in children]
    return records.insert(collection, copy)
