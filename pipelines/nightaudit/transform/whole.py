"""Whether the marts of a work file are whole: all of them made and tested by the last build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.database import has_table
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    import duckdb

BEGUN = "private.build_begun"  # a table that stands from the beginning of a build to its good end


def begin(connection: duckdb.DuckDBPyConnection) -> bool:
    """Say in the work file that its marts are being made; returns whether they were whole before."""
    was_whole = _is_whole(connection)
    connection.execute(f"create table if not exists {BEGUN} (begun boolean)")
    return was_whole


def end(connection: duckdb.DuckDBPyConnection) -> None:
    """Say that the marts are whole."""
    connection.execute(f"drop table if exists {BEGUN}")


def require(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise ConfigurationError where the last build failed or was killed: its marts may be of several builds, and untested."""
    if not _is_whole(connection):
        raise ConfigurationError(
            "The last build failed or was killed; what was published before stays in place.",
            hint="Run `nightaudit build`, which says what is wrong, and then publish again.",
        )


def _is_whole(connection: duckdb.DuckDBPyConnection) -> bool:
    return not has_table(connection, BEGUN)
