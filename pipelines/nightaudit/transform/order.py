"""In what order the steps of a script are done: several at once, each behind what it reads and the checks of that."""

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
"""Steps under way at a time, as many as dbt is told in `profiles.yml`: a query of few rows keeps one processor busy."""


def behind(steps: Sequence[Step]) -> dict[str, set[str]]:
    """What each step has to wait for, by node: its parents, and, where it makes something, the checks of all it hangs on.

    A check of several relations holds up what hangs on all of them, as with dbt.
    """
    own = {step.node for step in steps}
    above: dict[str, set[str]] = {}
    waits: dict[str, set[str]] = {}
    checks = [(step.node, {*step.parents} & own) for step in steps if step.kind == "test"]
    for step in steps:  # which stand in an order in which they could be done one by one
        parents = {*step.parents} & own
        above[step.node] = parents.union(*(above[parent] for parent in parents))
        waits[step.node] = parents
    for step in steps:
        if step.kind != "test":
            waits[step.node] |= {check for check, of in checks if of and of <= above[step.node]}
    return waits


def do(steps: Sequence[Step], connection: duckdb.DuckDBPyConnection, work: Callable[..., None]) -> None:
    """Call `work(step, cursor)` for each step behind what it waits for, two of them at a time.

    Raises what the first call to fail has raised, when the other under way has ended; an interrupt ends that one's query.
    """
    _begin_fewer_threads(connection)
    by_node = {step.node: step for step in steps}
    free: SimpleQueue[duckdb.DuckDBPyConnection] = SimpleQueue()
    new_cursor = database.cursors_of(connection)
    cursors = [new_cursor() for _ in range(AT_ONCE)]
    for cursor in cursors:
        free.put(cursor)

    def done(node: str) -> str:
        cursor = free.get()
        try:
            work(by_node[node], cursor)
        finally:
            free.put(cursor)
        return node

    order = TopologicalSorter(behind(steps))
    order.prepare()
    ended: SimpleQueue[Future[str]] = SimpleQueue()
    begun: list[Future[str]] = []
    try:
        with ThreadPoolExecutor(AT_ONCE, "steps") as pool:
            try:
                while order.is_active():
                    for node in order.get_ready():
                        begun.append(pool.submit(done, node))
                        begun[-1].add_done_callback(ended.put)
                    order.done(ended.get().result())
            except BaseException as error:
                _end(begun, cursors, interrupted=not isinstance(error, Exception))
                raise
    finally:
        for cursor in cursors:
            cursor.close()


def _begin_fewer_threads(connection: duckdb.DuckDBPyConnection) -> None:
    """Have DuckDB count ours among its threads, as they work on their own queries: more than processors hinder each other."""
    ((threads,),) = connection.execute("select current_setting('threads')").fetchall()
    connection.execute(f"set global external_threads = {min(AT_ONCE, threads)}")


def _end(begun: Sequence[Future[str]], cursors: Sequence[duckdb.DuckDBPyConnection], *, interrupted: bool) -> None:
    """Begin no more, and wait for what is under way. Raises KeyboardInterrupt where that was asked for meanwhile."""
    while not all(one.done() for one in begun):
        try:
            for one in begun:
                one.cancel()
            if interrupted:
                for cursor in cursors:  # once more where a step was between two queries
                    cursor.interrupt()
            wait(begun, timeout=0.1)
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt
