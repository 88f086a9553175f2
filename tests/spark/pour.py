"""Puts the raw tables of a work file into a lake, as a load would have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from nightaudit.lake.raw import catalog_of, of_tenant

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.lake import Lake


def loaded_tables(connection: duckdb.DuckDBPyConnection, database: str) -> list[tuple[str, str]]:
    """Schema and name of what a load and the first build have put into a work file that nothing can be made without."""
    return connection.execute(
        "select schema_name, table_name from duckdb_tables()"
        " where database_name = $1 and (schema_name = 'raw' or table_name = 'pseudonym_key')",
        [database],
    ).fetchall()


def pour(work_file: Path, lake: Lake) -> dict[str, int]:
    """Copy the raw tables, rows as a load appends them, and the key of the pseudonyms; returns the rows of each."""
    catalog = catalog_of(lake)
    rows = {}
    with duckdb.connect(str(work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        for schema, name in loaded_tables(connection, work_file.stem):
            catalog.create_namespace_if_not_exists(namespace := lake.namespace(schema))
            relation = connection.table(f"{schema}.{name}")
            columns = [column for column in relation.columns if column not in {"valid_from", "valid_to"}]
            arrow = of_tenant(lake, relation.select(*columns).to_arrow_table())
            catalog.create_table((namespace, name), schema=arrow.schema).append(arrow)
            rows[name] = arrow.num_rows
    return rows
