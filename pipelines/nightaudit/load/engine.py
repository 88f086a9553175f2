"""What a load writes to and looks things up in: the work file, or Iceberg tables."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Protocol, Self

from nightaudit import memory, schemas, warehouse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import dlt
    import duckdb
    import pyarrow as pa

    from nightaudit.load.notes import Note
    from nightaudit.settings import Settings


# Columns that our rows lack and that may not be null: another release has made them.
OF_OTHERS = """
select column_name from duckdb_columns()
where schema_name = 'raw' and table_name = $1 and not is_nullable and not list_contains($2, column_name)
"""


class Engine(Protocol):
    """One destination of dlt, and a connection in which schema `raw` is what has been committed there."""

    connection: duckdb.DuckDBPyConnection

    def make(self, tables: Iterable[str]) -> None:
        """Make these tables of schema `raw` where they are not there, and the columns that one of an older release lacks."""

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        """The pipeline into schema `raw`, with its own state in `folder`."""

    def completed(self, rows: pa.Table) -> pa.Table:
        """The rows with the columns that its raw tables have beside those of a reader: else dlt writes them once more."""

    def fitted(self, resource: Any) -> Any:
        """The resource with the hints that this destination needs."""

    def committed(self) -> None:
        """Show in `connection` what has just been committed."""

    def note(self, note: Note) -> None:
        """Put these rows into their table."""


@contextlib.contextmanager
def engine(settings: Settings) -> Iterator[Engine]:
    """The engine that NIGHTAUDIT_ENGINE names. Raises ConfigurationError where it is not installed or not set up."""
    if settings.engine == "spark":
        with _InLake(settings) as lake:
            yield lake
    else:
        with warehouse.work_connection(settings) as connection:
            yield _InWorkFile(connection)


class _InWorkFile:
    """DuckDB: dlt keeps the versions of records itself."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def make(self, tables: Iterable[str]) -> None:
        warehouse.make_raw_tables(self.connection, tables)

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        from nightaudit.load.source import raw_pipeline

        return raw_pipeline(self.connection, folder)

    def completed(self, rows: pa.Table) -> pa.Table:
        import pyarrow as pa

        valid_from, valid_to = schemas.arrow_schema(schemas.VALIDITY)
        rows = rows.append_column(valid_from, rows["seen_at"])
        return rows.append_column(valid_to, pa.nulls(len(rows), valid_to.type))

    def fitted(self, resource: Any) -> Any:
        from nightaudit.load.source import VALIDITY_COLUMNS, appended

        if self.connection.execute(f"select 1 from raw.{resource.name} limit 1").fetchall():
            return resource
        return appended(resource, VALIDITY_COLUMNS)  # no version ends: dlt need not look for those that do

    def committed(self) -> None:
        pass

    def note(self, note: Note) -> None:
        connection, table, key = self.connection, f"raw.{note.table}", ", ".join(note.key)
        noted = connection.from_arrow(note.rows)
        with warehouse.transaction(connection):
            for (column,) in connection.execute(OF_OTHERS, [note.table, noted.columns]).fetchall():
                connection.execute(f"alter table {table} alter column {column} drop not null")
            connection.execute(f"delete from {table} where ({key}) in (select ({key}) from noted)")
            connection.execute(f"insert into {table} by name from noted")


class _InLake:
    """Iceberg: rows are only ever appended; versions follow from them when they are read."""

    def __init__(self, settings: Settings) -> None:
        import duckdb

        from nightaudit.lake import Lake

        self._lake = Lake.of(settings)
        limit = {"memory_limit": memory.OF_A_LOAD}
        self.connection = duckdb.connect(config=limit | warehouse.spilling(settings))
        self.connection.execute("set global TimeZone = 'UTC'")

    def __enter__(self) -> Self:
        self.committed()
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def make(self, tables: Iterable[str]) -> None:
        from nightaudit.lake.raw import make_raw_tables

        make_raw_tables(self._lake, tables)
        self.committed()

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        from nightaudit.load.lake_pipeline import lake_pipeline

        return lake_pipeline(self._lake, folder)

    def completed(self, rows: pa.Table) -> pa.Table:
        from nightaudit.lake.raw import of_tenant

        return of_tenant(self._lake, rows)

    def fitted(self, resource: Any) -> Any:
        from nightaudit.load.source import appended

        resource.apply_hints(table_format="iceberg")
        tenant = {"name": "tenant", "data_type": "text", "nullable": False}
        return appended(resource, [tenant] if self._lake.tenant else [])

    def committed(self) -> None:
        from nightaudit.lake.raw import show

        show(self.connection, self._lake)

    def note(self, note: Note) -> None:
        from nightaudit.lake.raw import append

        if len(note.rows):
            append(self._lake, note.table, note.rows)
            self.committed()
