"""Copies what analysts may see into a new file and puts it in the place of the one they have."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from nightaudit import schemas, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.files import quoted

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings

STORAGE_VERSION = "v1.2.0"  # what every DuckDB tool since 1.2 opens


def publish(settings: Settings) -> Path:
    """Copy what analysts may see into a new file and put it in place at once; returns its path.

    Readers keep the file they opened; new readers get the whole new one. The caller holds the lock.
    Raises ConfigurationError when there is nothing loaded or built yet, or a mart cannot be read.
    """
    import duckdb

    warehouse.require_loaded(settings)
    target = warehouse.published_file(settings)
    for leftover in settings.data_dir.glob(".warehouse-*.new*"):
        leftover.unlink()
    fresh = settings.data_dir / f".warehouse-{os.getpid()}.new"
    with duckdb.connect(config=warehouse.spilling(settings)) as connection:
        connection.execute(f"attach '{quoted(warehouse.work_file(settings))}' as work (read_only)")
        connection.execute(f"attach '{quoted(fresh)}' as fresh (storage_version '{STORAGE_VERSION}')")
        try:
            copied = _copy(connection)
        except (duckdb.BinderException, duckdb.CatalogException) as error:  # somebody has taken away what a view reads
            told = str(error).partition("\n")[0]
            raise ConfigurationError(f"A mart cannot be read: {told}", hint="Run `nightaudit build` first.") from error
        if not copied:
            raise ConfigurationError("Nothing has been built yet.", hint="Run `nightaudit build` first.")
        connection.execute("checkpoint fresh")
        connection.execute("detach fresh")
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    fresh.replace(target)
    if sys.platform != "win32":
        folder = os.open(settings.data_dir, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return target


def _copy(connection: duckdb.DuckDBPyConnection) -> int:
    """Copy tables and views (as tables) with their comments, and table macros, schema by schema; returns the number of tables."""
    among = ", ".join(f"'{name}'" for name in schemas.PUBLISHED)
    for schema in schemas.PUBLISHED:
        connection.execute(f"create schema fresh.{schema}")
    relations = connection.execute(
        f"""select schema_name, table_name, comment from duckdb_tables()
            where database_name = 'work' and schema_name in ({among})
            union all select schema_name, view_name, comment from duckdb_views()
            where database_name = 'work' and schema_name in ({among}) order by all"""
    ).fetchall()
    for schema, table, comment in relations:
        connection.execute(f'create table fresh.{schema}."{table}" as from work.{schema}."{table}"')
        _comment(connection, f'table fresh.{schema}."{table}"', comment)
    columns = connection.execute(
        f"""select schema_name, table_name, column_name, comment from duckdb_columns()
            where database_name = 'work' and schema_name in ({among}) and comment is not null"""
    ).fetchall()
    published = {(schema, table) for schema, table, _ in relations}
    for schema, table, column, comment in columns:
        if (schema, table) in published:
            _comment(connection, f'column fresh.{schema}."{table}"."{column}"', comment)
    macros = connection.execute(
        f"""select schema_name, function_name, parameters, macro_definition, comment from duckdb_functions()
            where database_name = 'work' and function_type = 'table_macro' and schema_name in ({among})"""
    ).fetchall()
    for schema, name, parameters, definition, comment in macros:
        body = re.sub(r"\bwork\.", "", definition)  # readers have the file attached under a name of their own
        connection.execute("use fresh")
        connection.execute(f"create macro fresh.{schema}.{name}({', '.join(parameters)}) as table {body}")
        connection.execute("use memory")
        _comment(connection, f"macro table fresh.{schema}.{name}", comment)
    return len(relations)


def _comment(connection: duckdb.DuckDBPyConnection, thing: str, comment: str | None) -> None:
    if comment:
        connection.execute(f"comment on {thing} is '{quoted(comment)}'")
