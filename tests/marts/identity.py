"""An accounting identity: a query that returns no row while the marts agree with each other, and a change that breaks it."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from nightaudit import schemas

TODAY = "(select min(date_day) from core.dim_dates where not is_past)"
EARLIEST = f"(date_trunc('month', {TODAY}) - interval 20 years)::date"  # anything earlier counts at the first month end


@dataclass(frozen=True, slots=True)
class Identity:
    """`name` says what must hold, `rows` is a query for rows where it does not, `slip` a statement that `rows` must notice."""

    name: str
    rows: str
    slip: str


def broken(connection: duckdb.DuckDBPyConnection, identity: Identity) -> list[tuple[Any, ...]]:
    """Return up to three rows for which the identity does not hold."""
    return connection.execute(f"select * from ({identity.rows}) limit 3").fetchall()


def solid_copy(warehouse: Path, copy: Path) -> Path:
    """Copy a work file and make every mart a table, as in the published file, so that slips can change its rows."""
    shutil.copy(warehouse, copy)
    views = "select schema_name || '.' || view_name, view_name from duckdb_views() where not internal"
    marts = f" and schema_name in {schemas.PUBLISHED}"
    with closing(duckdb.connect(str(copy))) as connection:
        for full_name, name in connection.execute(views + marts).fetchall():
            connection.execute(f"create table {full_name}__solid as from {full_name}")
            connection.execute(f"drop view {full_name}")
            connection.execute(f"alter table {full_name}__solid rename to {name}")
    return copy


def finds_its_slip(connection: duckdb.DuckDBPyConnection, identity: Identity) -> bool:
    """Return whether the identity fails after its slip; the slip is rolled back."""
    connection.execute("begin")
    try:
        connection.execute(identity.slip)
        return bool(broken(connection, identity))
    finally:
        connection.execute("rollback")
