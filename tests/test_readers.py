"""Analysts read while loads run: none is kept waiting, meets an error or sees half a publication; older tools open the file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from running import published, run, tenant

READER = Path(__file__).with_name("reader.py")
NIGHTS = int(os.environ.get("NIGHTAUDIT_TEST_NIGHTS", "1"))
READERS, HOLDING = (20, 5) if NIGHTS > 1 else (6, 2)
PAUSE = "2.5"  # seconds between questions: what is proven is that they go well, not how many fit
OLDER = "1.2.2"
pytestmark = pytest.mark.slow


@contextmanager
def readers(path: Path, stop: Path, *, pause: str, count: int, holding: int) -> Iterator[list[dict[str, Any]]]:
    """Analysts at work during the block, some with one connection open all the time; what they say is there after it."""
    said: list[dict[str, Any]] = []
    words = [sys.executable, str(READER), str(path), str(stop), pause]
    at_work = [
        subprocess.Popen([*words, *(["hold"] if number < holding else [])], stdout=subprocess.PIPE, text=True)
        for number in range(count)
    ]
    try:
        assert ["ready\n"] * count == [reader.stdout.readline() for reader in at_work if reader.stdout]
        yield said
    finally:
        stop.touch()
        said += [ended(reader) for reader in at_work]


def ended(reader: subprocess.Popen[str]) -> dict[str, Any]:
    """What a reader said at its end; one that crashed has met an error, too."""
    lines = reader.communicate(timeout=120)[0].splitlines()
    if reader.returncode or not lines:
        return {"asked": 1, "seen": {}, "errors": [f"it ended with {reader.returncode}"], "held": None}
    told: dict[str, Any] = json.loads(lines[-1])
    return told


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[dict[str, Any]]]:
    """Data directory after some nights that were read all the time, a copy of the first file, and what readers say."""
    folder = tmp_path_factory.mktemp("readers")
    data_dir = folder / "data"
    with tenant(data_dir, units=3, years=1, seed=4, today=None) as environment:
        environment["NIGHTAUDIT_CHILD_REQUESTS"] = "0"
        run({**environment, "NIGHTAUDIT_TODAY": "2026-11-01"}, "nightly")
        shutil.copy(data_dir / "warehouse.duckdb", folder / "first.duckdb")
        with readers(
            data_dir / "warehouse.duckdb", folder / "stop", pause=PAUSE, count=READERS, holding=HOLDING
        ) as said:
            for night in range(NIGHTS):
                run(environment, "sandbox", "advance", "--url", environment["NIGHTAUDIT_BASE_URL"])
                run({**environment, "NIGHTAUDIT_TODAY": f"2026-11-{night + 2:02}"}, "nightly")
    return data_dir, folder / "first.duckdb", said


def test_readers_during_nightlies(nights: tuple[Path, Path, list[dict[str, Any]]]) -> None:
    _, _, said = nights
    asked = sum(reader["asked"] for reader in said)
    versions: dict[str, Any] = {}
    for reader in said:
        assert [] == reader["errors"]
        for version, figures in reader["seen"].items():
            assert versions.setdefault(version, figures) == figures, "all who see a version see the same"
    print(f"{len(said)} readers asked {asked} times and saw {len(versions)} versions")
    assert READERS == len(said)
    assert asked > READERS * NIGHTS
    assert len(versions) > 1, "nothing was published while they read"
    kept = {reader["held"] for reader in said if reader["held"]}
    assert {min(versions)} == kept, "who held the first version has kept it"


def test_a_file_copied_in_place_breaks_readers(nights: tuple[Path, Path, list[dict[str, Any]]], tmp_path: Path) -> None:
    """The control: what `cp` does to the same readers."""
    data_dir, first, _ = nights
    target = tmp_path / "warehouse.duckdb"
    shutil.copyfile(first, target)
    with readers(target, tmp_path / "stop", pause="0.01", count=2, holding=1) as said:
        for number in range(60):
            shutil.copyfile((first, data_dir / "warehouse.duckdb")[number % 2], target)
            time.sleep(0.02)
    broken = [error for reader in said for error in reader["errors"]]
    print(f"{len(broken)} of {sum(reader['asked'] for reader in said)} questions went wrong: {sorted(set(broken))[:3]}")
    assert broken


def test_an_older_client_opens_the_file(nights: tuple[Path, Path, list[dict[str, Any]]], tmp_path: Path) -> None:
    data_dir, _, _ = nights
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run(
        [*install, "--only-binary", ":all:", "--target", str(tmp_path / "older"), f"duckdb=={OLDER}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"duckdb {OLDER} cannot be installed here: {done.stderr.strip().splitlines()[-1]}")
    asked = """
import duckdb, sys
with duckdb.connect(sys.argv[1], read_only=True) as connection:
    nights = connection.execute("select sum(inventory_nights)::bigint from occupancy.fct_occupancy_daily").fetchone()[0]
    open_items = connection.execute("select count(*) from receivables.ageing(date '2026-11-01')").fetchone()[0]
print(duckdb.__version__, nights, open_items)
"""
    said = subprocess.run(
        [sys.executable, "-c", asked, str(data_dir / "warehouse.duckdb")],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "older")}, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    [(nights_now, open_now)] = published(
        data_dir,
        """select (select sum(inventory_nights)::bigint from occupancy.fct_occupancy_daily),
        (select count(*) from receivables.ageing(date '2026-11-01'))""",
    )
    assert [OLDER, str(nights_now), str(open_now)] == said
    assert nights_now > 0
