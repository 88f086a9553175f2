"""Runs the steps of a script in parallel, each after its parents and after the checks on everything it depends on."""

from __future__ import annotations

import contextlib
import logging
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from queue import SimpleQueue
from typing import TYPE_CHECKING

from nightaudit import database, memory

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from concurrent.futures import Future

    import duckdb

    from nightaudit.transform.script import Step

log = logging.getLogger("nightaudit.transform")

AT_ONCE = 2
"""Steps that run at the same time, as many as dbt's threads in `profiles.yml`: a query of few rows keeps one processor busy."""


def _prerequisites(steps: Sequence[Step]) -> dict[str, set[str]]:
    """Return the nodes that each step waits for: its parents and, unless it is a check, the checks on all its ancestors.

    A check that reads several relations delays only the steps that depend on all of them, as in dbt.
    """
    own = {step.node for step in steps}
    ancestors: dict[str, set[str]] = {}
    waits: dict[str, set[str]] = {}
    checks = [(step.node, {*step.parents} & own) for step in steps if step.kind == "test"]
    for step in steps:  # in topological order: parents come first
        parents = {*step.parents} & own
        ancestors[step.node] = parents.union(*(ancestors[parent] for parent in parents))
        waits[step.node] = parents
    for step in steps:
        if step.kind != "test":
            waits[step.node] |= {check for check, read in checks if read <= ancestors[step.node]}
    return waits


def run(steps: Sequence[Step], connection: duckdb.DuckDBPyConnection, work: Callable[..., None]) -> None:
    """Call `work(step, cursor)` for each step after its prerequisites, `AT_ONCE` steps at a time.

    DuckDB's memory is bounded. A step for which that is too little runs again, alone and without the bound, once no other runs.
    Raises the error of the first call that fails, once the other running call has ended. An interrupt also ends its query.
    """
    memory.bound(connection)
    _count_own_threads(connection)
    by_node = {step.node: step for step in steps}
    free_cursors: SimpleQueue[duckdb.DuckDBPyConnection] = SimpleQueue()
    new_cursor = database.cursors_of(connection)
    cursors = [new_cursor() for _ in range(AT_ONCE)]
    for cursor in cursors:
        free_cursors.put(cursor)

    def run_one(node: str) -> None:
        cursor = free_cursors.get()
        try:
            work(by_node[node], cursor)
        finally:
            free_cursors.put(cursor)

    def submit(node: str) -> Future[None]:
        return pool.submit(run_one, node)

    running: dict[Future[None], str] = {}
    try:
        with ThreadPoolExecutor(AT_ONCE, "steps") as pool:
            try:
                _run_all(TopologicalSorter(_prerequisites(steps)), submit, running, connection)
            except BaseException as error:
                _stop(running, cursors, interrupted=not isinstance(error, Exception))
                raise
    finally:
        memory.unbound(connection)
        for cursor in cursors:
            cursor.close()


def _run_all(
    order: TopologicalSorter[str],
    submit: Callable[[str], Future[None]],
    running: dict[Future[None], str],
    connection: duckdb.DuckDBPyConnection,
) -> None:
    """Submit each node once its prerequisites have run. `running` always has the nodes that are submitted and not done."""
    import duckdb

    too_large: list[str] = []
    order.prepare()
    while order.is_active():
        running |= {submit(node): node for node in order.get_ready()}
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            try:
                future.result()
            except duckdb.OutOfMemoryException as reason:
                log.info("%s runs again without the memory limit, because of %s", running[future], reason)
                too_large.append(running[future])
            else:
                order.done(running[future])
            del running[future]
        while too_large and not running:
            memory.unbound(connection)
            node = too_large.pop()
            alone = submit(node)
            running[alone] = node
            alone.result()
            del running[alone]
            order.done(node)
            with contextlib.suppress(duckdb.OutOfMemoryException):  # where DuckDB still holds more, nothing is bounded
                memory.bound(connection)


def _count_own_threads(connection: duckdb.DuckDBPyConnection) -> None:
    """Tell DuckDB that `AT_ONCE` of its threads are ours, so that it starts fewer: more threads than processors are slower."""
    ((threads,),) = connection.execute("select current_setting('threads')").fetchall()
    connection.execute(f"set global external_threads = {min(AT_ONCE, threads)}")


def _stop(
    futures: Collection[Future[None]], cursors: Sequence[duckdb.DuckDBPyConnection], *, interrupted: bool
) -> None:
    """Start no more steps, and wait for the running ones. Raises KeyboardInterrupt where one came before or meanwhile."""
    while not all(future.done() for future in futures):
        try:
            for future in futures:
                future.cancel()
            if interrupted:
                for cursor in cursors:  # in each round: a step may have been between two queries
                    cursor.interrupt()
            wait(futures, timeout=0.1)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt
