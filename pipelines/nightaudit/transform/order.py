"""Runs the steps of a script in parallel, each after its parents and after the checks on everything it depends on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from queue import SimpleQueue
from typing import TYPE_CHECKING

from nightaudit import database

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    import duckdb

    from nightaudit.transform.script import Step

AT_ONCE = 2
"""Steps that run at the same time, as many as dbt's threads in `profiles.yml`: a query of few rows keeps one processor busy."""


def prerequisites(steps: Sequence[Step]) -> dict[str, set[str]]:
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
            waits[step.node] |= {check for check, read in checks if read and read <= ancestors[step.node]}
    return waits


def run(steps: Sequence[Step], connection: duckdb.DuckDBPyConnection, work: Callable[..., None]) -> None:
    """Call `work(step, cursor)` for each step after its prerequisites, `AT_ONCE` steps at a time.

    Raises the error of the first call that fails, once the other running call has ended. An interrupt also ends its query.
    """
    _count_own_threads(connection)
    by_node = {step.node: step for step in steps}
    free_cursors: SimpleQueue[duckdb.DuckDBPyConnection] = SimpleQueue()
    new_cursor = database.cursors_of(connection)
    cursors = [new_cursor() for _ in range(AT_ONCE)]
    for cursor in cursors:
        free_cursors.put(cursor)

    def run_one(node: str) -> str:
        cursor = free_cursors.get()
        try:
            work(by_node[node], cursor)
        finally:
            free_cursors.put(cursor)
        return node

    order = TopologicalSorter(prerequisites(steps))
    order.prepare()
    finished: SimpleQueue[Future[str]] = SimpleQueue()
    futures: list[Future[str]] = []
    try:
        with ThreadPoolExecutor(AT_ONCE, "steps") as pool:
            try:
                while order.is_active():
                    for node in order.get_ready():
                        futures.append(pool.submit(run_one, node))
                        futures[-1].add_done_callback(finished.put)
                    order.done(finished.get().result())
            except BaseException as error:
                _stop(futures, cursors, interrupted=not isinstance(error, Exception))
                raise
    finally:
        for cursor in cursors:
            cursor.close()


def _count_own_threads(connection: duckdb.DuckDBPyConnection) -> None:
    """Tell DuckDB that `AT_ONCE` of its threads are ours, so that it starts fewer: more threads than processors are slower."""
    ((threads,),) = connection.execute("select current_setting('threads')").fetchall()
    connection.execute(f"set global external_threads = {min(AT_ONCE, threads)}")


def _stop(futures: Sequence[Future[str]], cursors: Sequence[duckdb.DuckDBPyConnection], *, interrupted: bool) -> None:
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
