"""Four nights of one tenant, into a work file and into a lake: the same marts each time, also after killing what built them."""

from __future__ import annotations

import datetime
import os
import time
from typing import TYPE_CHECKING

import httpx
import pytest

from nightaudit.lake import Lake
from nightaudit.nightly import publish
from running import TODAY, tenant
from spark.engines import built, in_lake, loaded, settings_of

if TYPE_CHECKING:
    from pathlib import Path

    from spark.masters import Session

pytestmark = [pytest.mark.spark, pytest.mark.slow]

UNITS = int(os.environ.get("NIGHTAUDIT_TEST_SPARK_UNITS", "6"))
DAYS = 9  # from one night to the next
LOADS = int(os.environ.get("NIGHTAUDIT_TEST_SPARK_LOADS", "3"))  # after the first


def test_every_night_is_the_same_on_both_engines(
    tmp_path: Path, catalog: str, master: Session, small: dict[str, str]
) -> None:
    from spark.reader import Reader
    from spark.same import LOAD_LIMIT, compare, compare_versions, published

    compared = []
    work_file = tmp_path / "one" / "private" / "work.duckdb"
    with tenant(tmp_path / "one", units=UNITS, years=1, seed=3) as environment:
        environment["NIGHTAUDIT_CHILD_REQUESTS"] = "100000"  # none put off
        in_spark = in_lake(catalog, tmp_path / "other")
        for night in range(LOADS + 1):
            if night:
                url = environment["NIGHTAUDIT_BASE_URL"] + "/_sandbox/advance"
                httpx.post(url, json={"days": DAYS}, timeout=120).raise_for_status()
            environment["NIGHTAUDIT_TODAY"] = str(TODAY + datetime.timedelta(days=DAYS * night))
            ours, theirs = settings_of(environment), settings_of(environment | in_spark)
            lake = Lake.of(theirs)
            before = published(lake)
            assert loaded(ours) == loaded(theirs)
            built(ours)
            with Reader(lake) as reader:
                if night < LOADS:
                    master.build(theirs, small)
                else:
                    master.kill_a_build(environment | in_spark, theirs)
                    assert before == published(lake)
                    master.build_with_a_loss(theirs, small)
                publish(theirs)
                time.sleep(2)
            assert [frozenset(places.values()) for places in (before, published(lake))] == reader.builds
            compared.append(compare(work_file, lake, LOAD_LIMIT))
            versions = compare_versions(work_file, lake)
            told = f"night {night}: {versions:,} versions and {compared[-1]:,} rows of marts are equal"
            print(f"{told}; the reader looked {reader.reads} times", flush=True)
    assert compared[0] > 1_000
    assert len(set(compared)) > 1  # the control: something happened between the loads
