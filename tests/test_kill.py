"""kill -9 at random moments of `nightly`: after one more run nothing is lost, nothing doubled, and readers never noticed."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Self

import duckdb
import pytest

from nightaudit.sandbox.portfolio import generate, write_folder
from running import TODAY, current_records, marts, run, start, tenant

pytestmark = [pytest.mark.slow, pytest.mark.chaos]
KILLS = int(os.environ.get("NIGHTAUDIT_TEST_KILLS", "3"))
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "20261101"))


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


def test_a_killed_night_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    write_folder(before, generate(units=10, years=1, seed=2, today=TODAY))
    write_folder(
        after, generate(units=10, years=1, seed=3, today=TODAY)
    )  # other records under the same ids: all change
    base, fresh = tmp_path / "base", tmp_path / "fresh"
    with tenant(base, portfolio=before) as environment:
        run(environment, "nightly")
    with tenant(fresh, portfolio=after) as environment:
        started = time.monotonic()
        run(environment, "nightly")
        whole = time.monotonic() - started
    expected, expected_records = marts(fresh), _lists(current_records(fresh))
    rng = random.Random(SEED)
    for kill in range(KILLS):
        data_dir = tmp_path / f"killed{kill}"
        shutil.copytree(base, data_dir)
        moment = rng.uniform(0.05, 1.0) * whole
        with tenant(data_dir, portfolio=after) as environment, Readers(data_dir / "warehouse.duckdb") as readers:
            process = start(environment, "nightly")
            try:
                process.communicate(timeout=moment)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
            run(environment, "nightly")
        print(
            f"kill {kill + 1} after {moment:.1f} s of {whole:.1f} s: exit {process.returncode}, {readers.reads} reads"
        )
        assert [] == readers.errors
        assert readers.reads > 0
        assert expected_records == _lists(current_records(data_dir))
        assert expected == marts(data_dir)


def _lists(records: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """The top-level lists; child lists fill up over several nights."""
    from nightaudit.load.streams import STREAMS

    return {stream.name: records[stream.name] for stream in STREAMS}
