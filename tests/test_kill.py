"""kill -9 of `load` and `nightly`, at named points and at random: after one more run nothing is lost, nothing doubled.

NIGHTAUDIT_TEST_KILLS and NIGHTAUDIT_TEST_LOAD_KILLS say how many random kills of each, NIGHTAUDIT_TEST_SEED which; as many are
dealt to plain dlt beside it.
"""

from __future__ import annotations

import copy
import os
import random
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import duckdb
import pytest

from kill_points import ENDS, LOAD, NIGHTLY
from nightaudit.sandbox.portfolio import generate
from running import TODAY, current_records, forks, marts, tenant, write_folder

pytestmark = [pytest.mark.slow, pytest.mark.chaos]
KILLS = int(os.environ.get("NIGHTAUDIT_TEST_KILLS", "2"))
LOAD_KILLS = int(os.environ.get("NIGHTAUDIT_TEST_LOAD_KILLS", "5"))
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "20261101"))
ALL_POINTS = bool(os.environ.get("NIGHTAUDIT_TEST_KILLS"))
LARGE = ("units", "contacts", "bookings", "guest_stays", "sales_invoices", "financial_allocations_sales_payments")
SOME_POINTS = [
    "a batch handed on",
    "versions ended, none in their place",
    "lists committed, not certified",
    "new file not in place",
]
FIRST = [name for name, point in LOAD.items() if point.about != ENDS]  # in a first load no version ends
SOME_FIRST = ["rows of many tables sent", "rows of all lists sent"]


class Readers:
    """Open and read the published file again and again, as analysts do."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.reads = 0
        self.errors: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        while not self._stop.is_set():
            try:
                with duckdb.connect(str(self.path), read_only=True) as connection:
                    [(nights, states)] = connection.execute(
                        """select sum(inventory_nights), sum(closed_nights + out_of_order_nights + occupied_nights
                            + tentative_nights + vacant_nights) from occupancy.fct_occupancy_daily"""
                    ).fetchall()
                if nights != states:
                    self.errors.append(f"torn: {nights} and {states}")
                self.reads += 1
            except duckdb.Error as error:
                self.errors.append(str(error))
            time.sleep(0.05)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


class Scene:
    """A data folder after a night on one portfolio, and what a fresh night on another one gives.

    Both hold other records under the same ids, so that the second load changes, adds and retires records everywhere.
    """

    def __init__(self, place: Path, *command: str) -> None:
        self.place, self.command = place, command
        portfolios = [place / "before", place / "after"]
        for seed, folder in enumerate(portfolios, start=2):
            write_folder(folder, generate(units=3 + seed, years=1, seed=seed, today=TODAY))
        self.base, fresh = place / "base", place / "fresh"
        with tenant(self.base, portfolio=portfolios[0]) as environment:
            forks().run(environment, *command)
        self._tenant = tenant(place / "unused", portfolio=portfolios[1])
        self._environment = self._tenant.__enter__()
        self.seconds = forks().run(self.environment(fresh), *command)
        self.records = lists(current_records(fresh))
        self.marts = marts(fresh) if "nightly" in command else {}

    def of_loads(self) -> Scene:
        """The same folder to load in alone."""
        scene = copy.copy(self)
        scene.command, scene.marts = ("load",), {}
        return scene

    def environment(self, data_dir: Path) -> dict[str, str]:
        return {**self._environment, "NIGHTAUDIT_DATA_DIR": str(data_dir)}

    def killed_folder(self, name: str) -> Path:
        """A copy of the base to kill a run in."""
        folder = self.place / name.replace(" ", "-")
        shutil.copytree(self.base, folder)
        return folder

    def check(self, folder: Path) -> None:
        """One more run gives what a fresh one gives; then the folder is not needed any more."""
        forks().run(self.environment(folder), *self.command)
        assert self.records == lists(current_records(folder))
        assert_no_version_twice(folder)
        if self.marts:
            assert self.marts == marts(folder)
        assert not list((folder / "private").glob("load/*")), "rows were left in the spool"
        shutil.rmtree(folder)

    def close(self) -> None:
        self._tenant.__exit__(None, None, None)


def lists(records: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """The top-level lists; child lists fill up over several nights."""
    from nightaudit.load.streams.table import STREAMS

    return {stream.name: records[stream.name] for stream in STREAMS if stream.name in records}


def assert_no_version_twice(folder: Path) -> None:
    """Each version of each record stands once in the history, and the versions of a record do not overlap."""
    with duckdb.connect(str(folder / "private" / "work.duckdb"), read_only=True) as connection:
        for stream in lists(current_records(folder)):
            twice = connection.execute(
                f"""select record_key from (
                    select *, lead(valid_from) over (partition by record_key order by valid_from, valid_to nulls last) as next
                    from raw.{stream}
                ) where next is not null and (valid_to is null or valid_to > next or valid_from = next)"""
            ).fetchall()
            assert [] == twice, stream


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    scene = Scene(tmp_path_factory.mktemp("nights"), "nightly")
    yield scene
    scene.close()


@pytest.fixture(scope="module")
def loads(nights: Scene) -> Scene:
    return nights.of_loads()


@pytest.fixture(scope="module")
def large_lists(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Loads of the large lists alone: they take a second, so that hundreds of them can be killed."""
    scene = Scene(tmp_path_factory.mktemp("large"), "load", *LARGE)
    yield scene
    scene.close()


@pytest.mark.sampled
@pytest.mark.parametrize("name", [name for name in LOAD if ALL_POINTS or name in SOME_POINTS])
def test_a_load_killed_at_a_named_point(loads: Scene, name: str) -> None:
    folder = loads.killed_folder(name)
    forks().killed_at(loads.environment(folder), "load", point=LOAD[name])
    loads.check(folder)


@pytest.mark.parametrize("name", FIRST if ALL_POINTS else SOME_FIRST)
def test_a_first_load_killed_at_a_named_point(loads: Scene, name: str) -> None:
    folder = loads.place / f"first-{name.replace(' ', '-')}"
    forks().killed_at(loads.environment(folder), "load", point=LOAD[name])
    loads.check(folder)


@pytest.mark.parametrize("name", [name for name in NIGHTLY if ALL_POINTS or name in SOME_POINTS])
def test_a_night_killed_at_a_named_point(nights: Scene, name: str) -> None:
    folder = nights.killed_folder(name)
    with Readers(folder / "warehouse.duckdb") as readers:
        forks().killed_at(nights.environment(folder), "nightly", point=NIGHTLY[name])
    assert ([], True) == (readers.errors, readers.reads > 0)
    nights.check(folder)


def test_a_load_killed_at_random(large_lists: Scene) -> None:
    """Up to six kills in a row, each in what the one before left behind, then one run that must mend it all."""
    rng = random.Random(SEED)
    killed = folders = longest = 0
    while killed < LOAD_KILLS:
        folder = large_lists.killed_folder(f"random{folders}")
        before, folders = killed, folders + 1
        for _ in range(min(rng.randint(1, 6), LOAD_KILLS - killed)):
            moment = rng.uniform(0.05, 0.95) * large_lists.seconds
            environment = large_lists.environment(folder)
            killed += forks().killed(environment, *large_lists.command, after=moment)
        longest = max(longest, killed - before)
        large_lists.check(folder)
        print(f"load: {killed} kills in {folders} folders, up to {longest} in a row: none lost a record or doubled one")


def test_a_night_killed_at_random(nights: Scene) -> None:
    """Up to three kills in a row, the first of a run two."""
    rng = random.Random(SEED)
    killed = folders = reads = 0
    while killed < KILLS:
        folder = nights.killed_folder(f"random{folders}")
        folders += 1
        with Readers(folder / "warehouse.duckdb") as readers:
            for _ in range(min(rng.randint(1, 3) if killed else 2, KILLS - killed)):
                moment = rng.uniform(0.05, 1.0) * nights.seconds
                killed += forks().killed(nights.environment(folder), "nightly", after=moment)
        reads += readers.reads
        assert [] == readers.errors
        nights.check(folder)
    print(f"nightly: {killed} killed in {folders} folders, {reads} reads of the published file meanwhile, none torn")
    assert reads > 0


@pytest.mark.skipif(LOAD_KILLS < 100, reason="a few kills may double nothing")
@pytest.mark.parametrize("disposition", ["append", "merge"])
def test_the_control_loses_or_doubles_records(large_lists: Scene, disposition: str) -> None:
    """Plain dlt, killed at the same moments of its run and run again, in a fresh folder each; merges for a quarter."""
    rng = random.Random(SEED)
    kills = LOAD_KILLS if disposition == "append" else -(-LOAD_KILLS // 4)
    found: Counter[str] = Counter()
    undisturbed = large_lists.place / f"plain-{disposition}"
    seconds = forks().run(large_lists.environment(undisturbed), "plain-dlt", str(undisturbed), disposition)
    expected = plain_keys(undisturbed)
    for kill in range(kills):
        folder = large_lists.place / f"plain-{disposition}{kill}"
        arguments = ("plain-dlt", str(folder), disposition)
        killed = forks().killed(large_lists.environment(folder), *arguments, after=rng.uniform(0.05, 1.0) * seconds)
        if not killed:  # run again, it would append everything once more
            continue
        found["killed"] += 1
        try:
            forks().run(large_lists.environment(folder), *arguments)
        except AssertionError:
            found["wedged"] += 1
            continue
        keys = plain_keys(folder)
        found["doubled"] += sum((keys - expected).values())
        found["lost"] += sum((expected - keys).values())
        found["folders that differ"] += keys != expected
        shutil.rmtree(folder)
    print(f"plain dlt, {disposition}: {dict(found)} of {sum(expected.values())} records in {kills} folders")
    assert found["killed"] > 0
    if disposition == "append":
        assert found["doubled"] > 0


def plain_keys(folder: Path) -> Counter[Any]:
    """How often each record of each list stands in the control's tables."""
    from plain_dlt import LISTS

    found: Counter[Any] = Counter()
    with duckdb.connect(str(folder / "plain.duckdb"), read_only=True) as connection:
        for name in LISTS:
            found.update((name, key) for (key,) in connection.execute(f"select id from raw.{name}").fetchall())
    return found
