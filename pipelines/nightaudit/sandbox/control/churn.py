"""Inserts and deletes random rows while a client reads a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nightaudit.client.operation import API_PREFIX
from nightaudit.sandbox.rules.children import CHILDREN
from nightaudit.sandbox.store.derived import DERIVED
from nightaudit.sandbox.store.tables import TABLES, collection_at

if TYPE_CHECKING:
    from random import Random

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

_SOURCES = {derived.collection: collection for collection, derived in DERIVED.items()}
_BELOW = {
    re.sub(r"{\w+}", "{}", operation.path): child for operation, child in CHILDREN.items() if child[0] not in _SOURCES
}


def churn(world: World, path: str, random: Random, *, insert: bool) -> bool:
    """Insert a copy of a random record into the list at a path, or delete a random record of it; False where there is none."""
    path = path.removeprefix(API_PREFIX)
    collection = collection_at(path)
    collection, condition, parent = _SOURCES.get(collection, collection), "1", []
    if below := re.fullmatch(r"(/\w+)/(\d{1,18})(/\w+)", path):
        collection, field = _BELOW.get(f"{below[1]}/{{}}{below[3]}", ("", ""))
        condition, parent = f'"{field}" = ?', [int(below[2])]
    if collection not in TABLES:
        return False
    with world.store.write() as records:
        found = records.sql.execute(f'SELECT id FROM "{collection}" WHERE {condition} ORDER BY id', parent)
        ids = [row[0] for row in found]
        if not ids:
            return False
        chosen = random.choice(ids)
        if insert:
            insert_copy(records, collection, records.get(collection, chosen) or {})
        else:
            records.delete(collection, chosen)
    return True


def insert_copy(records: Records, collection: str, record: Json) -> Json:
    """Store a copy of a record, with its room stays or items, under new ids; an invoice gets no number. Return the copy."""
    copy = record | {"id": records.next_id(collection)}
    if "invoiceNumber" in copy:
        copy["invoiceNumber"] = None
    if derived := DERIVED.get(collection):
        copy[derived.field] = [
            child | {derived.key: records.next_id(derived.collection), derived.parent: copy["id"]}
            for child in record.get(derived.field) or []
        ]
    return records.put(collection, copy)
