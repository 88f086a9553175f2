"""How much memory DuckDB takes of buffers, bounded however large tables are; when Python collects garbage, and how it ends."""

from __future__ import annotations

import atexit
import contextlib
import gc
import logging
import os
import sys
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
OBJECTS_BETWEEN_COLLECTIONS = 100_000

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


@contextlib.contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Collect garbage seldom: what is imported, and what dbt keeps, each collection would look through in vain."""
    usual = gc.get_threshold()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


@contextlib.contextmanager
def quick_end() -> Iterator[None]:
    """Have the process end with the work inside, its memory given back as a whole: taking it apart takes a tenth of a second.

    Threads are waited for, what libraries want done at the end is done, and output is written out. An error that nobody
    catches ends the process as ever.
    """
    status: list[int] = []

    def end() -> None:
        if status:
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            os._exit(status[0])

    atexit.register(end)  # the first to be registered is done last
    try:
        yield
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            status.append(leaving.code or 0)
        raise
    status.append(0)
