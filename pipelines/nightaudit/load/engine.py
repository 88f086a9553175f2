"""The engines that a load writes to and reads from: the work file in DuckDB, or Iceberg tables in a lake."""

from __future__ import annotations

import contextlib
import os
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from nightaudit import database, memory, raw_tables, warehouse
from nightaudit.lake import lake_in_use
from nightaudit.load.spool import spool_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    import dlt
    import duckdb
    import pyarrow as pa

    from nightaudit.lake import Lake
    from nightaudit.load.notes import Note
    from nightaudit.load.spool import SpoolFile
    from nightaudit.settings import Settings

# A version ends when another version of its key arrives. A version that is already current is not added again. Models take the
# version with the latest valid_from as the last one, so versions must follow each other in the order of their arrival, even
# after a load whose clock was ahead: hence `greatest`.
ENDED = """
update raw.{table} as held set valid_to = greatest(fresh.seen_at, held.valid_from + interval 1 microsecond) from fresh
where held.valid_to is null and held.record_key = fresh.record_key and held.record_hash <> fresh.record_hash
"""
ADDED = "insert into raw.{table} by name select *, seen_at as valid_from from fresh"
ADDED_BEHIND = """
insert into raw.{table} by name select fresh.*, greatest(seen_at, ends.valid_to) as valid_from from fresh
left join (
    select record_key, max(valid_to) as valid_to from raw.{table} where valid_to > now() - interval 1 day group by all
) as ends using (record_key)
anti join (from raw.{table} where valid_to is null) as held using (record_key, record_hash)
"""
# In a lake, where the time of arrival is all that orders versions, it is raised instead.
AHEAD = """
select 1 from fresh join raw.{table} as held using (record_key)
where held.valid_to is null and held.valid_from >= fresh.seen_at limit 1
"""
RAISED = """
select fresh.* replace (greatest(fresh.seen_at, held.valid_from + interval 1 microsecond
    + (fresh.seen_at - min(fresh.seen_at) over (partition by record_key))) as seen_at)
from fresh left join (from raw.{table} where valid_to is null) as held using (record_key)
"""


class Engine(Protocol):
    """What keeps the rows of a load: it commits them, and its `connection` shows the committed rows in schema `raw`."""

    connection: duckdb.DuckDBPyConnection

    def make(self, tables: Iterable[str]) -> None:
        """Create these tables of schema `raw` where they do not exist, and alter those of an older release to take our rows."""

    def commit(self, found: Mapping[str, SpoolFile]) -> None:
        """Insert these rows into their tables, for each table atomically, and end the versions that they replace.

        found  the rows by table name
        """

    def note(self, note: Note) -> None:
        """Upsert the rows of a note into their table."""


@contextlib.contextmanager
def open_engine(settings: Settings) -> Iterator[Engine]:
    """Open the engine that NIGHTAUDIT_ENGINE names. Raises ConfigurationError where it is not installed or not configured."""
    if lake := lake_in_use(settings):
        import duckdb

        config = {"memory_limit": memory.LOAD_LIMIT} | database.spilling(warehouse.work_file(settings))
        with duckdb.connect(config=config) as connection:
            connection.execute("set global TimeZone = 'UTC'")
            yield LakeEngine(connection, lake, spool_folder(warehouse.private_dir(settings)))
    else:
        with warehouse.work_connection(settings) as connection:
            yield WorkFileEngine(connection)


class WorkFileEngine:
    """The work file, written with plain SQL, because starting dlt takes longer than writing the few changes of a night."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def make(self, tables: Iterable[str]) -> None:
        """Create these tables in the work file."""
        raw_tables.make(self.connection, tables)

    def commit(self, found: Mapping[str, SpoolFile]) -> None:
        """Insert the rows of all tables in one transaction."""
        with database.transaction(self.connection):
            for table, rows in found.items():
                if self.connection.execute(f"select 1 from raw.{table} limit 1").fetchall():
                    self._send(ENDED.format(table=table), rows)
                    self._send(ADDED_BEHIND.format(table=table), rows)
                else:
                    self._send(ADDED.format(table=table), rows)

    def _send(self, statement: str, rows: SpoolFile) -> None:
        """Execute a statement that reads the rows as table `fresh`."""
        with rows.opened() as fresh:
            self.connection.register("fresh", fresh)
            self.connection.execute(statement)
            self.connection.unregister("fresh")

    def note(self, note: Note) -> None:
        """Upsert the rows, in one transaction."""
        connection, table, key = self.connection, f"raw.{note.table}", ", ".join(note.key)
        connection.register("noted", note.rows)
        with database.transaction(connection):
            connection.execute(f"delete from {table} where ({key}) in (select ({key}) from noted)")
            connection.execute(f"insert into {table} by name from noted")
        connection.unregister("noted")


class LakeEngine:
    """Iceberg tables in a lake. Rows are only appended; the end of a version is derived when the rows are read."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, lake: Lake, folder: Path) -> None:
        self.connection, self._lake, self._folder = connection, lake, folder
        # Set before dlt is imported, because dlt uses a system folder when it runs as root.
        os.environ["DLT_DATA_DIR"] = str(folder)
        self._show()

    def make(self, tables: Iterable[str]) -> None:
        """Create these tables in the catalog of the lake."""
        from nightaudit.lake.raw import make_raw_tables

        make_raw_tables(self._lake, tables)
        self._show()

    @cached_property
    def _pipeline(self) -> dlt.Pipeline:
        from nightaudit.load.lake_pipeline import lake_pipeline

        return lake_pipeline(self._lake, self._folder)

    def commit(self, found: Mapping[str, SpoolFile]) -> None:
        """Append the rows to each table."""
        from nightaudit.load.lake_pipeline import append

        for table, rows in found.items():
            if self._read(AHEAD.format(table=table), rows).num_rows:
                rows.replace(self._read(RAISED.format(table=table), rows))
        append(self._pipeline, self._lake, found)
        self._show()

    def _read(self, query: str, rows: SpoolFile) -> pa.Table:
        """Return the result of a query that reads the rows as table `fresh`."""
        with rows.opened() as fresh:
            self.connection.register("fresh", fresh)
            found = self.connection.sql(query).to_arrow_table()
            self.connection.unregister("fresh")
        return found

    def _show(self) -> None:
        """Refresh `connection`, so that it shows the rows just committed."""
        from nightaudit.lake.raw import show

        show(self.connection, self._lake)

    def note(self, note: Note) -> None:
        """Append the rows: readers take the last row of each key."""
        from nightaudit.lake.raw import append

        append(self._lake, note.table, note.rows)
        self._show()
