"""The identities hold for the published demo portfolio, and again after thirty simulated days."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import duckdb
import httpx
import pytest

from marts.identities import IDENTITIES
from marts.identity import broken, finds_its_slip
from running import TODAY, published, run, tenant

UNITS = int(os.environ.get("NIGHTAUDIT_TEST_DEMO_UNITS", "0"))  # the demo has 300, over two years
NIGHTS = int(os.environ.get("NIGHTAUDIT_TEST_NIGHTS", "1"))  # nightly runs in the thirty days
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not UNITS, reason="`make proofs` runs it: test_marts.py holds the same identities to a world"),
]


def judged(data_dir: Path) -> int:
    """Assert that every identity holds in the published file; return how many of them find their slip there."""
    with closing(duckdb.connect()) as connection:
        connection.execute(f"attach '{data_dir / 'warehouse.duckdb'}' as published (read_only)")
        connection.execute(f"attach '{data_dir / 'judged.duckdb'}' as judged")
        connection.execute("copy from database published to judged; use judged")
        found = {identity.name: broken(connection, identity) for identity in IDENTITIES}
        assert not any(found.values()), {name: rows for name, rows in found.items() if rows}
        seen = sum(finds_its_slip(connection, identity) for identity in IDENTITIES)
    (data_dir / "judged.duckdb").unlink()
    return seen


def test_the_demo_and_a_month_of_it(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with tenant(data_dir, units=UNITS, years=2, seed=1) as environment:
        run(environment, "nightly")
        slips = [judged(data_dir)]
        count = "select count(*) from occupancy.fct_room_stays"
        stays = published(data_dir, count)
        for night in range(1, NIGHTS + 1):
            days = 30 * night // NIGHTS - 30 * (night - 1) // NIGHTS
            url = environment["NIGHTAUDIT_BASE_URL"] + "/_sandbox/advance"
            httpx.post(url, json={"days": days}, timeout=120).raise_for_status()
            environment["NIGHTAUDIT_TODAY"] = str(TODAY + timedelta(days=30 * night // NIGHTS))
            run(environment, "nightly")
        slips.append(judged(data_dir))
    assert stays != published(data_dir, count)
    print(f"{UNITS} units: {len(IDENTITIES)} identities held; their slips were found {slips} times")
    assert min(slips) > len(IDENTITIES) * 0.9  # a small portfolio need not have every kind of trouble
