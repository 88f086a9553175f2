"""An accounting identity: a query that finds nothing while the marts agree with each other, and what makes it find something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

TODAY = "(select min(date_day) from core.dim_dates where not is_past)"


@dataclass(frozen=True, slots=True)
class Identity:
    """What must hold, the rows where it does not, and a slip that it must find."""

    name: str
    rows: str
    slip: str


def broken(connection: duckdb.DuckDBPyConnection, identity: Identity) -> list[tuple[Any, ...]]:
    """Some of the rows at which the identity does not hold."""
    return connection.execute(f"select * from ({identity.rows}) limit 3").fetchall()


def finds_its_slip(connection: duckdb.DuckDBPyConnection, identity: Identity) -> bool:
    """The identity fails once its slip is made; the file stays as it was."""
    connection.execute("begin")
    try:
        connection.execute(identity.slip)
        return bool(broken(connection, identity))
    finally:
        connection.execute("rollback")
