"""Creates the tables of schema `raw` in a work file, and upgrades those of older releases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.database import transaction

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb


def make(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> None:
    """Create the tables `names` of schema `raw` where they do not exist, and upgrade those of an older release.

    The comment of a table holds its definition. A table whose comment is the wanted definition is not examined further, as that
    takes longer.
    """
    comments = "select table_name, comment from duckdb_tables() where database_name = current_database() and schema_name = 'raw'"
    existing = dict(connection.execute(comments).fetchall())
    wanted = {name: schemas.NOTES.get(name) or schemas.RECORDS | schemas.VALIDITY for name in names}
    defined = {
        name: ", ".join(f"{column} {kind}" for column, kind in columns.items()) for name, columns in wanted.items()
    }
    outdated = [name for name in wanted if existing.get(name) != defined[name]]
    if not outdated:
        return
    with transaction(connection):
        connection.execute("create schema if not exists raw")
        for name in outdated:
            if name in existing:
                _upgrade(connection, name, wanted[name])
            else:
                connection.execute(f"create table raw.{name} ({defined[name]})")
            connection.execute(f"comment on table raw.{name} is '{defined[name]}'")


def _upgrade(connection: duckdb.DuckDBPyConnection, name: str, columns: schemas.Columns) -> None:
    """Add the columns that a table of an older release lacks, and drop `not null` from those that rows have no more."""
    existing = dict(
        connection.execute(
            "select column_name, is_nullable from duckdb_columns()"
            " where database_name = current_database() and schema_name = 'raw' and table_name = $1",
            [name],
        ).fetchall()
    )
    for column, kind in columns.items():
        if column not in existing:
            connection.execute(f"alter table raw.{name} add column {column} {kind.removesuffix(' not null')}")
    for column, is_nullable in existing.items():
        if column not in columns and not is_nullable:
            connection.execute(f"alter table raw.{name} alter column {column} drop not null")
