"""The real ledger and the demo, each loaded and built on both engines: every version and every mart is the same.

NIGHTAUDIT_TEST_LEDGER_ROWS says how many bookings about, NIGHTAUDIT_TEST_DEMO_UNITS how many units the demo has.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from nightaudit.lake import Lake
from nightaudit.nightly import publish
from running import tenant
from spark.engines import built, in_lake, loaded, settings_of

if TYPE_CHECKING:
    from pathlib import Path

    from spark.masters import Session

pytestmark = [pytest.mark.spark, pytest.mark.slow]

LIMIT = os.environ.get("NIGHTAUDIT_TEST_LEDGER_ROWS", "1500")
UNITS = int(os.environ.get("NIGHTAUDIT_TEST_DEMO_UNITS", "30"))
MANY = 20_000  # rows from which Spark has the options of a deployment
DEMO = {"units": UNITS, "years": 2, "seed": 1}


@pytest.mark.ledger
def test_the_real_ledger_is_the_same_on_spark(
    tmp_path: Path, catalog: str, master: Session, small: dict[str, str], ledger_tool: Path
) -> None:
    portfolio = tmp_path / "portfolio"
    subprocess.run([sys.executable, str(ledger_tool), "--out", str(portfolio), "--limit", LIMIT], check=True)
    _compare(tmp_path, catalog, master, small, portfolio=portfolio)


def test_the_demo_is_the_same_on_spark(tmp_path: Path, catalog: str, master: Session, small: dict[str, str]) -> None:
    _compare(tmp_path, catalog, master, small, **DEMO)


def _compare(folder: Path, catalog: str, master: Session, small: dict[str, str], **portfolio: Any) -> None:
    from spark.same import LOAD_LIMIT, compare, compare_versions

    began = time.monotonic()
    with tenant(folder / "one", **portfolio) as environment:
        environment |= {"NIGHTAUDIT_CHILD_REQUESTS": "2000", "NIGHTAUDIT_EXCLUDED_BUILDINGS": "Test Building"}
        ours, theirs = settings_of(environment), settings_of(environment | in_lake(catalog, folder / "other"))
        rows = loaded(ours)
        assert rows == loaded(theirs)
    work_file = folder / "one" / "private" / "work.duckdb"
    versions = compare_versions(work_file, Lake.of(theirs))
    print(f"{rows:,} rows, {versions:,} versions are equal ({time.monotonic() - began:.0f} s)", flush=True)
    built(ours)
    report = master.build(theirs, small if rows < MANY else {})
    publish(theirs)
    compared = compare(work_file, Lake.of(theirs), LOAD_LIMIT)
    print(f"{compared:,} rows of marts are equal; Spark took {report.seconds:.0f} s", flush=True)
    assert compared > versions  # the control: there was something to compare
