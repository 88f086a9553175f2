"""Records in a work file whether its marts are complete: all of them built and tested by the last build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.database import has_table
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    import duckdb

BEGUN = "private.build_begun"  # a table that exists from the start of a build until it succeeds


def begin(connection: duckdb.DuckDBPyConnection) -> bool:
    """Mark the marts as being built, and return whether they were complete before."""
    was_complete = _is_complete(connection)
    connection.execute(f"create table if not exists {BEGUN} (begun boolean)")
    return was_complete


def end(connection: duckdb.DuckDBPyConnection) -> None:
    """Mark the marts as complete."""
    connection.execute(f"drop table if exists {BEGUN}")


def require(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise ConfigurationError where the last build failed or was killed: marts may be from several builds, and untested."""
    if not _is_complete(connection):
        raise ConfigurationError(
            "The last build failed or was killed. A file published before is still in place.",
            hint="Run `nightaudit build`, which reports what is wrong, then publish again.",
        )


def _is_complete(connection: duckdb.DuckDBPyConnection) -> bool:
    return not has_table(connection, BEGUN)
