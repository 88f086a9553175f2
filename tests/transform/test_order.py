"""Steps of a build are done two at a time, each behind what it reads and the checks of that."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightaudit import memory
from nightaudit.transform import order
from nightaudit.transform.script import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 20
SOURCES = {"source.raw.units"}


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


def model(node: str, *parents: str) -> Step:
    return Step(node, node, "model", [], parents=[*parents])


def check(node: str, *parents: str) -> Step:
    return Step(node, node, "test", [], parents=[*parents])


@st.composite
def scripts(draw: st.DrawFn) -> list[Step]:
    """Models and checks of any that stand before them."""
    steps: list[Step] = []
    for number in range(draw(st.integers(1, 12))):
        made = [step.node for step in steps if step.kind == "model"]
        parents: list[str] = draw(st.lists(st.sampled_from(made), max_size=3, unique=True)) if made else []
        is_check: bool = draw(st.booleans())
        kind = check if is_check else model
        steps.append(kind(f"n{number}", *parents, *SOURCES))
    return steps


def hangs_on(steps: list[Step]) -> dict[str, set[str]]:
    """All that stands above each step, at any distance."""
    above: dict[str, set[str]] = {}
    for step in steps:
        parents = [parent for parent in step.parents if parent in above]
        above[step.node] = {*parents}.union(*(above[parent] for parent in parents))
    return above


@given(scripts())
def test_each_step_is_done_once_behind_its_parents_and_the_checks_of_all_it_hangs_on(steps: list[Step]) -> None:
    began: list[str] = []
    ended: list[str] = []
    seen: dict[str, set[str]] = {}

    def work(step: Step, _cursor: object) -> None:
        began.append(step.node)
        seen[step.node] = {*ended}
        ended.append(step.node)

    with duckdb.connect() as connection:
        order.run(steps, connection, work)
    above = hangs_on(steps)
    assert sorted(step.node for step in steps) == sorted(began)
    for step in steps:
        assert above[step.node] <= seen[step.node], step
        if step.kind == "model":
            checks = {one.node for one in steps if one.kind == "test" and {*one.parents} - SOURCES <= above[step.node]}
            assert checks <= seen[step.node], step


def test_two_are_under_way_at_a_time_each_with_a_connection_of_its_own(connection: duckdb.DuckDBPyConnection) -> None:
    both = threading.Barrier(order.AT_ONCE)
    cursors = set()

    def work(_step: Step, cursor: duckdb.DuckDBPyConnection) -> None:
        both.wait(PATIENCE)
        cursors.add(id(cursor))

    order.run([model(f"n{number}") for number in range(2 * order.AT_ONCE)], connection, work)
    assert order.AT_ONCE == len(cursors)


def not_of_python() -> int:
    """How many threads of this process Python did not begin."""
    return len(list(Path("/proc/self/task").iterdir())) - threading.active_count()


@pytest.mark.parametrize(("threads", "begun_by_duckdb"), [(1, 0), (2, 0), (8, 6)])
def test_there_are_no_more_threads_than_processors(threads: int, begun_by_duckdb: int) -> None:
    others: set[int] = set()
    both = threading.Barrier(order.AT_ONCE)

    def work(_step: Step, cursor: duckdb.DuckDBPyConnection) -> None:
        both.wait(PATIENCE)
        cursor.execute("select sum(range) from range(10_000_000)").fetchall()
        others.add(not_of_python())

    with duckdb.connect(config={"threads": threads}) as connection:
        before = not_of_python() - (threads - 1)
        order.run([model("one"), model("other")], connection, work)
    assert {before + begun_by_duckdb} == others


def test_a_step_that_needs_more_memory_runs_again_alone_and_only_that_without_the_limit(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MB_PER_THREAD", 20)
    limits: list[tuple[str, int]] = []
    under_way: set[str] = set()
    beside: dict[str, set[str]] = {}
    begun = threading.Event()

    def work(step: Step, cursor: duckdb.DuckDBPyConnection) -> None:
        ((limit,),) = cursor.execute("select parse_formatted_bytes(current_setting('memory_limit'))").fetchall()
        limits.append((step.node, limit))
        beside[step.node] = {*under_way}
        under_way.add(step.node)
        if step.node == "large":
            begun.set()
            cursor.execute("select list(range) from range(10_000_000)").fetchall()
        elif step.node == "beside":
            assert begun.wait(PATIENCE)
            time.sleep(0.2)
        under_way.discard(step.node)

    order.run([model("large"), model("beside"), model("behind", "large")], connection, work)
    bounded = {limit for node, limit in limits if node != "large"}
    (first, again) = (limit for node, limit in limits if node == "large")
    ((afterwards,),) = connection.execute("select parse_formatted_bytes(current_setting('memory_limit'))").fetchall()
    assert {first} == bounded
    assert again == afterwards
    assert first < again
    assert [2, 1, 1] == [sum(node == one for node, _ in limits) for one in ("large", "beside", "behind")]
    assert "behind" == limits[-1][0]
    assert "beside" not in beside["large"]


@pytest.mark.parametrize(("error", "tries"), [(duckdb.CatalogException, 1), (duckdb.OutOfMemoryException, 2)])
def test_behind_a_step_that_fails_nothing_is_begun(
    error: type[duckdb.Error], tries: int, connection: duckdb.DuckDBPyConnection
) -> None:
    begun: list[str] = []

    def work(step: Step, _cursor: object) -> None:
        begun.append(step.node)
        raise error(step.node)

    with pytest.raises(error, match="bad"):
        order.run([model("bad"), model("behind", "bad"), model("further", "behind")], connection, work)
    assert tries * ["bad"] == begun
    assert [(1,)] == connection.execute("select 1").fetchall()


def test_beside_a_step_that_fails_no_other_is_begun_that_could_be(connection: duckdb.DuckDBPyConnection) -> None:
    begun: list[str] = []

    def work(step: Step, _cursor: object) -> None:
        begun.append(step.node)
        if step.node == "n0":
            raise duckdb.Error(step.node)
        time.sleep(0.1)

    with pytest.raises(duckdb.Error):
        order.run([model(f"n{number}") for number in range(20)], connection, work)
    assert len(begun) < 10


def test_a_step_is_begun_as_soon_as_the_one_before_it_has_ended(connection: duckdb.DuckDBPyConnection) -> None:
    """Not only when what runs beside that has ended, too."""
    has_begun = threading.Event()

    def work(step: Step, _cursor: object) -> None:
        if step.node == "behind":
            has_begun.set()
        elif step.node == "long":
            assert has_begun.wait(PATIENCE)

    order.run([model("long"), model("short"), model("behind", "short")], connection, work)


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_an_interrupt_ends_a_query_that_would_take_hours_and_one_not_yet_begun(
    connection: duckdb.DuckDBPyConnection,
) -> None:
    started = threading.Barrier(order.AT_ONCE + 1)

    def work(step: Step, cursor: duckdb.DuckDBPyConnection) -> None:
        started.wait(PATIENCE)
        if step.node == "between two queries":
            time.sleep(0.6)
        cursor.execute("select sum(a.range * b.range) from range(10_000_000) as a, range(10_000_000) as b").fetchall()

    def interrupt() -> None:
        started.wait(PATIENCE)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    before = time.monotonic()
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        order.run([model("long"), model("between two queries")], connection, work)
    assert time.monotonic() - before < PATIENCE


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_an_interrupt_behind_a_failed_step_and_one_more_are_heeded(connection: duckdb.DuckDBPyConnection) -> None:
    both = threading.Barrier(order.AT_ONCE)

    def work(step: Step, cursor: duckdb.DuckDBPyConnection) -> None:
        both.wait(PATIENCE)
        if step.node == "bad":
            threading.Thread(target=interrupt_twice).start()
            cursor.execute("select from nowhere")
        time.sleep(0.6)
        cursor.execute("select sum(a.range * b.range) from range(10_000_000) as a, range(10_000_000) as b").fetchall()

    def interrupt_twice() -> None:
        for _ in range(2):
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        order.run([model("bad"), model("long")], connection, work)
