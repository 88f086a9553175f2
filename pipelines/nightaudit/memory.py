"""How much memory DuckDB takes of buffers, bounded however large the tables are; and when Python collects garbage."""

from __future__ import annotations

import contextlib
import gc
import logging
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

    Limit = Callable[[duckdb.DuckDBPyConnection], None]

log = logging.getLogger("nightaudit.memory")

OF_A_LOAD = "320MB"
"""Enough of any number of threads: 32 load in it."""
OF_A_THREAD = 160
"""MB of builds and publications, of two threads at least. In all, 160 were too little for one, 110 for two, 320 for 32."""
OBJECTS_BETWEEN_COLLECTIONS = 300_000
"""More than a night without changes makes, its imports among them."""

Done = TypeVar("Done")


def bounded_first(attempt: Callable[[Limit], Done]) -> Done:
    """What `attempt` gives, which sets a limit for its connection: `bound`, and `unbound` where that memory does not do."""
    import duckdb

    try:
        return attempt(bound)
    except duckdb.OutOfMemoryException as reason:
        log.info("All the memory there is is taken, because of %s", reason)
        return attempt(unbound)


def bound(connection: duckdb.DuckDBPyConnection) -> None:
    """Have DuckDB take no more than its threads need; where it may take less anyway, as in a small container, that stays."""
    ((threads, limit),) = connection.execute(
        "select current_setting('threads'), parse_formatted_bytes(current_setting('memory_limit'))"
    ).fetchall()
    enough = int(max(threads, 2) * OF_A_THREAD * 1_000_000)
    connection.execute(f"set memory_limit = '{min(limit, enough)}B'")


def unbound(connection: duckdb.DuckDBPyConnection) -> None:
    """Have DuckDB take what it would by itself."""
    connection.execute("reset memory_limit")


def collect_garbage_seldom() -> None:
    """Have Python collect garbage seldom from now on: each time it would look through all that is imported, in vain."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])


@contextlib.contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """The same for a while, such as dbt's, which keeps what it makes."""
    usual = gc.get_threshold()
    collect_garbage_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
