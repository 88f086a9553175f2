"""The tables of schema `raw` in a work file, as every load and build needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.database import transaction

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb


def make(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> None:
    """Make these tables of schema `raw` where they are not there.

    Those that an older release made get the columns that they lack, and need no value any more in columns of its own. The
    comment of a table says how it is defined: a table that says so already is not looked at, which takes longer.
    """
    comments = "select table_name, comment from duckdb_tables() where database_name = current_database() and schema_name = 'raw'"
    found = dict(connection.execute(comments).fetchall())
    wanted = {name: schemas.NOTES.get(name) or schemas.RECORDS | schemas.VALIDITY for name in names}
    defined = {
        name: ", ".join(f"{column} {kind}" for column, kind in columns.items()) for name, columns in wanted.items()
    }
    lacking = [name for name in wanted if found.get(name) != defined[name]]
    if not lacking:
        return
    with transaction(connection):
        connection.execute("create schema if not exists raw")
        for name in lacking:
            if name in found:
                _take_over(connection, name, wanted[name])
            else:
                connection.execute(f"create table raw.{name} ({defined[name]})")
            connection.execute(f"comment on table raw.{name} is '{defined[name]}'")


def _take_over(connection: duckdb.DuckDBPyConnection, name: str, columns: schemas.Columns) -> None:
    """Have a table of schema `raw` that an older release made take rows of these columns."""
    found = dict(
        connection.execute(
            "select column_name, is_nullable from duckdb_columns()"
            " where database_name = current_database() and schema_name = 'raw' and table_name = $1",
            [name],
        ).fetchall()
    )
    for column, kind in columns.items():
        if column not in found:
            connection.execute(f"alter table raw.{name} add column {column} {kind.removesuffix(' not null')}")
    for column, is_nullable in found.items():
        if column not in columns and not is_nullable:
            connection.execute(f"alter table raw.{name} alter column {column} drop not null")
