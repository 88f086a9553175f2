"""Rewrites the work file without forgotten persons: raw records are copied and masked, everything else is built again."""

from __future__ import annotations

import contextlib
import shutil
from typing import TYPE_CHECKING

from nightaudit import database, schemas, warehouse
from nightaudit.files import PRIVATE, put_in_place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from nightaudit.privacy.forgotten import Forgotten
    from nightaudit.settings import Settings

COPIED = ("private", "raw")
BATCH = 5_000


def records(settings: Settings) -> Iterator[tuple[str, str, str | None, bytes]]:
    """Yield stream, key, parent and payload of every version of every raw record, by stream; nothing where nothing was loaded."""
    if not warehouse.work_file(settings).exists():
        return
    with database.reading(warehouse.work_file(settings)) as connection:
        opened = database.cursors_of(connection)
        for stream in _streams(connection, "work"):
            cursor = opened()
            cursor.execute(
                f"select record_key, parent_key, encode(payload) from raw.{stream} where payload is not null"
            )
            while rows := cursor.fetchmany(BATCH):
                yield from ((stream, *row) for row in rows)


@contextlib.contextmanager
def masked(settings: Settings, people: Forgotten) -> Iterator[tuple[Path, int]]:
    """Yield a copy of the work file with masked raw records, and how many versions changed; then rename it to the work file.

    The caller holds the lock, and builds the marts in the copy. A kill before the rename leaves the work file as it was.
    """
    folder = warehouse.private_dir(settings) / "forget"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    fresh = folder / warehouse.work_file(settings).name
    with warehouse.work_connection(settings) as connection:
        connection.execute("checkpoint")
    try:
        versions = _copy(settings, people, fresh)
        yield fresh, versions
        fresh.chmod(PRIVATE)
        put_in_place(fresh, warehouse.work_file(settings))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(settings: Settings, people: Forgotten, fresh: Path) -> int:
    import duckdb

    changed, work = 0, warehouse.work_file(settings)
    with (
        database.telling_damage(work),
        duckdb.connect(config=database.WORK_CONFIG | database.spilling(work)) as connection,
    ):
        connection.execute(f"attach '{database.quoted(work)}' as old (read_only)")
        database.attach(connection, fresh, "fresh")
        tables = connection.execute(
            f"""select schema_name, table_name, sql from duckdb_tables()
                where database_name = 'old' and schema_name in {COPIED} order by all"""
        ).fetchall()
        streams = {("raw", name) for name in _streams(connection, "old")}
        for schema, table, ddl in tables:
            connection.execute(f"create schema if not exists fresh.{schema}")
            connection.execute("use fresh")
            connection.execute(ddl.replace("CREATE TABLE old.", "CREATE TABLE ", 1))
            connection.execute("use memory")
            if (schema, table) in streams:
                changed += _copy_records(connection, people, table)
            elif schema != "private" or table not in schemas.FINGERPRINT_TABLES:
                connection.execute(f'insert into fresh.{schema}."{table}" from old.{schema}."{table}"')
        connection.execute("checkpoint fresh")
    return changed


def _copy_records(connection: duckdb.DuckDBPyConnection, people: Forgotten, stream: str) -> int:
    """Copy one raw table and mask it on the way, so that no forgotten data are ever written; return how many rows changed."""
    connection.execute("create or replace temp table masks (row_number bigint, payload varchar)")
    cursor = connection.cursor()
    cursor.execute(
        f"select rowid, record_key, parent_key, encode(payload) from old.raw.{stream}"
    )  # not sorted, as a sort would have to fit in memory
    changed = 0
    while rows := cursor.fetchmany(BATCH):
        numbers, keys, parents, payloads = zip(*rows, strict=True)
        kept = people.masked(stream, keys, parents, payloads)
        found = [
            [number, new.decode()]
            for number, new, old in zip(numbers, kept, payloads, strict=True)
            if new and new != old
        ]
        database.insert(connection, "masks", ("bigint", "varchar"), found)
        changed += len(found)
    connection.execute(
        f"""insert into fresh.raw.{stream} select records.* replace (coalesce(masks.payload, records.payload) as payload)
            from old.raw.{stream} as records left join masks on records.rowid = masks.row_number"""
    )
    return changed


def _streams(connection: duckdb.DuckDBPyConnection, attached: str) -> list[str]:
    found = connection.execute(
        """select table_name from duckdb_columns()
           where database_name = $1 and schema_name = 'raw' and column_name = 'payload' order by all""",
        [attached],
    ).fetchall()
    return [name for (name,) in found]
