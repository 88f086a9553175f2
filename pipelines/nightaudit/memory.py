"""Bounds the memory that DuckDB takes for buffers, however large the tables are."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

    Limit = Callable[[duckdb.DuckDBPyConnection], None]

log = logging.getLogger("nightaudit.memory")

LOAD_LIMIT = "320MB"
"""The limit of a load. Enough for any number of threads: a load with 32 stays within it."""
MB_PER_THREAD = 240
"""MB per thread of a build or publication, for at least two threads. In total, 160 were too little for one thread, 110 for two,
320 for 32. Much less costs time: more goes to disk.
"""

Done = TypeVar("Done")


def bounded_first(attempt: Callable[[Limit], Done]) -> Done:
    """Return `attempt(bound)` or, where DuckDB runs out of memory, `attempt(unbound)`; `attempt` applies it to its connection."""
    import duckdb

    try:
        return attempt(bound)
    except duckdb.OutOfMemoryException as reason:
        log.info("The memory limit is removed, because of %s", reason)
        return attempt(unbound)


def bound(connection: duckdb.DuckDBPyConnection) -> None:
    """Limit DuckDB's memory to what its threads need. A lower limit, as in a small container, stays."""
    ((threads, limit),) = connection.execute(
        "select current_setting('threads'), parse_formatted_bytes(current_setting('memory_limit'))"
    ).fetchall()
    enough = int(max(threads, 2) * MB_PER_THREAD * 1_000_000)
    connection.execute(f"set memory_limit = '{min(limit, enough)}B'")


def unbound(connection: duckdb.DuckDBPyConnection) -> None:
    """Reset DuckDB's memory limit to its default."""
    connection.execute("reset memory_limit")
