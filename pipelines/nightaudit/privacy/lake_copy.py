"""Rewrites the raw tables of a lake without forgotten persons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.lake import rewriting
from nightaudit.lake.raw import catalog_of, tables_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyarrow import RecordBatch
    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.table import Table

    from nightaudit.lake import Lake
    from nightaudit.privacy.forgotten import Forgotten

FIELDS = ("record_key", "parent_key", "payload")


def records(lake: Lake) -> Iterator[tuple[str, str, str | None, bytes]]:
    """Yield stream, key, parent and payload of every row of every raw table, by name, also of rows that only repeat a version."""
    with catalog_of(lake) as catalog:
        for stream, table in _streams(catalog, lake):
            for batch in table.scan(selected_fields=FIELDS).to_arrow_batch_reader():
                for key, parent, payload in zip(*_columns(batch), strict=True):
                    if payload is not None:
                        yield stream, key, parent, payload


def rewrite(lake: Lake, people: Forgotten) -> int:
    """Rewrite the raw tables that contain data of a forgotten person, and return how many rows changed.

    The caller holds the lock. The new tables replace the old ones in one transaction: a kill leaves all old or all new tables.
    """
    with catalog_of(lake) as catalog:
        rewriting.begin(catalog, lake)
        changed = sum(_rewritten(catalog, lake, stream, table, people) for stream, table in _streams(catalog, lake))
        rewriting.replace(catalog, lake)
    return changed


def _rewritten(catalog: SqlCatalog, lake: Lake, stream: str, table: Table, people: Forgotten) -> int:
    if not any(changed for _, changed in _masked(stream, table, people)):
        return 0
    identifier = (lake.namespace(rewriting.FRESH), stream)
    location = rewriting.place(lake, stream)
    fresh = catalog.create_table(identifier, table.schema(), location, properties=table.properties)
    total = 0
    with fresh.transaction() as transaction:
        for rows, changed in _masked(stream, table, people):
            transaction.append(rows)
            total += changed
    return total


def _masked(stream: str, table: Table, people: Forgotten) -> Iterator[tuple[Any, int]]:
    """Yield the masked rows of a table, batch by batch, and how many rows of the batch changed."""
    import pyarrow

    for batch in table.scan().to_arrow_batch_reader():
        keys, parents, payloads = _columns(batch)
        kept = people.masked(stream, keys, parents, payloads)
        changed = sum(new != old for new, old in zip(kept, payloads, strict=True))
        place, field = batch.schema.get_field_index("payload"), batch.schema.field("payload")
        rows = pyarrow.Table.from_batches([batch]).set_column(place, field, pyarrow.array(kept, field.type))
        yield rows, changed


def _columns(batch: RecordBatch) -> tuple[list[str], list[str | None], list[bytes | None]]:
    """Return keys, parents and payloads of the rows of a batch."""
    keys, parents, payloads = (batch[field] for field in FIELDS)
    return keys.to_pylist(), parents.to_pylist(), payloads.cast("binary").to_pylist()


def _streams(catalog: SqlCatalog, lake: Lake) -> Iterator[tuple[str, Table]]:
    for identifier in sorted(tables_in(catalog, lake.namespace("raw"))):
        table = catalog.load_table(identifier)
        if "payload" in table.schema().column_names:
            yield identifier[-1], table
