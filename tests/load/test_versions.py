"""The version history: a version ends when the next one begins, and a stored version is not written again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import dlt
import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from load.conftest import serving
from nightaudit import database
from nightaudit.load.batch import RawBatch
from nightaudit.load.engine import WorkFileEngine
from nightaudit.load.source import raw_resource
from nightaudit.load.spool import SpoolFile, SpoolWriter

FIRST = datetime(2026, 11, 1, 6, tzinfo=UTC)
ROUNDS = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3), max_size=6), max_size=6)
"""Round by round, the content that each of some records is found with."""
SOME = [{"a": 1, "b": 1}, {"b": 2, "c": 0}, {}, {"a": 1, "b": 2, "c": 3}, {"b": 1}]
Version = tuple[str, int, datetime, datetime | None]
BEGIN_WITHOUT_DLT = """
import sys
from nightaudit.load.pipeline import load
from nightaudit import warehouse
from nightaudit.settings import Settings
with warehouse.lock(Settings.read(), "a test"):
    load(Settings.read(), ("units",)).raise_for_failures()
assert "duckdb" in sys.modules, "the control"
sys.exit("dlt" in sys.modules)
"""


def batches(rounds: list[dict[str, int]]) -> Iterator[RawBatch]:
    for number, contents in enumerate(rounds):
        batch = RawBatch(f"walk {number}", FIRST + timedelta(days=number))
        for key, content in contents.items():
            batch.add(key, b"%d" % content, f"{key}{content}")
        yield batch


def expected(rounds: list[dict[str, int]]) -> set[Version]:
    """Worked out record by record."""
    found: set[Version] = set()
    for key in {key for contents in rounds for key in contents}:
        seen = [(FIRST + timedelta(days=number), one[key]) for number, one in enumerate(rounds) if key in one]
        changes = [
            (moment, content)
            for place, (moment, content) in enumerate(seen)
            if not place or content != seen[place - 1][1]
        ]
        ends = [*(moment for moment, _ in changes[1:]), None]
        found |= {(key, content, moment, end) for (moment, content), end in zip(changes, ends, strict=True)}
    return found


@contextmanager
def spooled(folder: Path, batch: RawBatch) -> Iterator[SpoolFile]:
    with SpoolWriter(folder / "units.arrows") as spool:
        spool.add(batch.table(batch.payloads))
    assert spool.spooled
    yield spool.spooled
    spool.spooled.remove()


@settings(deadline=None, max_examples=60)
@given(ROUNDS)
def test_every_version_stands_once_from_its_first_sight_to_the_next(rounds: list[dict[str, int]]) -> None:
    with TemporaryDirectory() as folder, duckdb.connect(config=database.WORK_CONFIG) as connection:
        connection.execute("set global TimeZone = 'UTC'")
        work = WorkFileEngine(connection)
        work.make(["units"])
        for batch in batches(rounds):
            with spooled(Path(folder), batch) as rows:
                work.commit({"units": rows})
        told = connection.execute(
            "select record_key, payload::int, valid_from::timestamp, valid_to::timestamp from raw.units"
        )
        found = [(key, content, utc(begun), end and utc(end)) for key, content, begun, end in told.fetchall()]
    assert len(found) == len(set(found))
    assert expected(rounds) == set(found)


@pytest.mark.parametrize("hours", [2, 24 * 400])
def test_versions_follow_each_other_behind_a_load_whose_clock_was_ahead(hours: int, tmp_path: Path) -> None:
    """Which models take for the last version of a record is the one that came last, and so is the order of those before."""
    ahead = datetime.now(UTC) + timedelta(hours=hours)
    moments = [FIRST, ahead, *(datetime.now(UTC) - timedelta(hours=hours) for hours in (3, 2, 1))]
    with duckdb.connect(config=database.WORK_CONFIG) as connection:
        connection.execute("set global TimeZone = 'UTC'")
        work = WorkFileEngine(connection)
        work.make(["units"])
        for number, moment in enumerate(moments):
            batch = RawBatch(f"walk {number}", moment)
            batch.add("a", b"%d" % number, f"a{number}")
            batch.add("still", b"0", "still")
            if number > 1:
                batch.add(f"new {number}", b"0", "new")
            with spooled(tmp_path, batch) as rows:
                work.commit({"units": rows})
        told = "select payload::int, valid_from, valid_to from raw.units where record_key = 'a' order by valid_from"
        numbers, begun, ends = zip(*connection.execute(told).fetchall(), strict=True)
        others = "select count(*) from raw.units where record_key <> 'a' and valid_from = seen_at and valid_to is null"
        assert [(1 + len(moments) - 2,)] == connection.execute(others).fetchall()
    assert (0, 1, 2, 3, 4) == numbers
    assert (*begun[1:], None) == ends
    assert len(begun) == len(set(begun)), "an order"


def utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC)


def test_a_plain_pipeline_keeps_the_same_versions(tmp_path: Path) -> None:
    """dlt's own way (`scd2`), which the source for any pipeline asks for; its versions begin when they are loaded."""
    database = tmp_path / "plain.duckdb"
    pipeline = dlt.pipeline(
        "plain",
        destination=dlt.destinations.duckdb(str(database)),
        dataset_name="raw",
        pipelines_dir=str(tmp_path / "dlt"),
    )
    for batch in batches(SOME):
        if batch.keys:
            pipeline.run(raw_resource("units", iter([batch.table(batch.payloads)])), loader_file_format="parquet")
    with duckdb.connect(str(database), read_only=True) as connection:
        told = "select record_key, payload::int, valid_to is null from raw.units"
        found = sorted(connection.execute(told).fetchall())
    assert sorted((key, content, end is None) for key, content, _, end in expected(SOME)) == found


def test_a_load_into_the_work_file_does_not_wait_for_dlt(
    tmp_path: Path, few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its import alone takes as long as a night of few changes."""
    with serving(few, tmp_path / "data") as service:
        for name in ("base_url", "token_url", "client_id", "client_secret", "api_key", "data_dir"):
            value = getattr(service, name)
            told = value.get_secret_value() if hasattr(value, "get_secret_value") else value
            if told:
                monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", str(told))
        ended = subprocess.run(
            [sys.executable, "-c", BEGIN_WITHOUT_DLT], capture_output=True, text=True, check=False, cwd=tmp_path
        )
    assert (0, "") == (ended.returncode, ended.stderr)
