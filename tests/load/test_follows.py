"""Incremental loads of a service that changes from day to day equal a fresh load; requests depend on the changes, not the size.

NIGHTAUDIT_TEST_DAYS says how many days pass, one load each; NIGHTAUDIT_TEST_UNITS the sizes of the portfolios, and
NIGHTAUDIT_TEST_PORTFOLIO a folder to live on in instead.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

import recorded
from load.conftest import TODAY, current, load_once, rows
from nightaudit import transform, warehouse
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.load.summary import LoadReport
from nightaudit.nightly import publish
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.settings import Settings
from running import marts, published

pytestmark = pytest.mark.slow
DAYS = int(os.environ.get("NIGHTAUDIT_TEST_DAYS", "2"))
UNITS = [int(units) for units in os.environ.get("NIGHTAUDIT_TEST_UNITS", "6,24").split(",")]
PORTFOLIO = os.environ.get("NIGHTAUDIT_TEST_PORTFOLIO")
FEW_DAYS, BUILD_EVERY = 3, 10
CERTIFICATES = "select count(*) from quality.fct_walk_certificates"


@contextmanager
def living(data_dir: Path, *, page_size: int = 40, **options: Any) -> Iterator[Settings]:
    with running(SandboxOptions(today=TODAY, **options)) as connection:
        yield Settings.read(
            **connection.as_dict(),
            data_dir=data_dir,
            today=TODAY,
            page_size=page_size,
            child_requests=0,
        )


def advance(settings: Settings, days: int = 1) -> int:
    """Let days pass; how many records changed."""
    answer = httpx.post(f"{settings.base_url}/_sandbox/advance", json={"days": days}, timeout=600)
    assert 200 == answer.status_code, answer.text
    return sum(answer.json().values())


def build(settings: Settings, *, checked: bool = False) -> None:
    """Build and publish the marts of what is loaded."""
    with warehouse.lock(settings, "test"):
        recorded.known(checked=checked)
        transform.build(settings, warehouse.work_file(settings), checked=checked)
        publish(settings)


@pytest.mark.parametrize("dialect", ["document", pytest.param("observed", marks=pytest.mark.long)])
def test_day_after_day_equals_a_fresh_load(tmp_path: Path, dialect: str) -> None:
    """The raw records of every list, and in a long run, or the observed dialect, every published table."""
    at_length = DAYS > FEW_DAYS
    with_marts = not PORTFOLIO and (at_length or dialect == "observed")
    source: dict[str, Any] = {"portfolio": Path(PORTFOLIO)} if PORTFOLIO else {"units": 4, "years": 1, "seed": 6}
    with living(tmp_path / "data", dialect=dialect, page_size=500 if PORTFOLIO else 40, **source) as tenant:
        kept = {"child_requests": 20_000 if with_marts else 0, "incremental_from_units": 0}
        load_once(tenant.model_copy(update=kept)).raise_for_failures()
        for day in range(1, DAYS + 1):
            advance(tenant)
            settings = tenant.model_copy(update={**kept, "today": TODAY + timedelta(day)})
            load_once(settings).raise_for_failures()
            if at_length and with_marts and day % BUILD_EVERY == 0:
                build(settings)
        fresh = settings.model_copy(update={"data_dir": tmp_path / "fresh", "incremental_from_units": 3_000})
        load_once(fresh).raise_for_failures()
    compared = 0
    for stream in STREAMS:
        expected = current(fresh, stream.name)
        assert expected == current(settings, stream.name), stream.name
        compared += len(expected)
    for child in CHILDREN if with_marts else ():
        expected, found = current(fresh, child.name), current(settings, child.name)
        assert child.rolling or expected == found, child.name
        assert expected.keys() == found.keys(), child.name
        compared += len(expected)
    tiers = dict(rows(settings, "select tier, count(*) from raw.walks where stream = 'bookings' group by tier"))
    versions = sum(rows(settings, f"select count(*) from raw.{stream.name}")[0][0] for stream in STREAMS)
    print(f"{dialect}: {DAYS} days, {compared} records equal, {versions} versions kept; walks of bookings: {tiers}")
    if with_marts:
        build(settings, checked=True)
        build(fresh)
        tables = marts(fresh.data_dir)
        followed = marts(settings.data_dir)
        assert tables.keys() == followed.keys()
        for table, expected_rows in tables.items():
            assert expected_rows == followed[table], table
        print(f"{dialect}: {len(tables)} tables and macros equal, {sum(map(len, tables.values()))} rows")
        assert published(settings.data_dir, CERTIFICATES) != published(fresh.data_dir, CERTIFICATES)  # the control


def sent(report: LoadReport) -> tuple[int, int]:
    """Requests and bytes of the lists."""
    listed = {stream.name for stream in STREAMS}
    chosen = [summary for summary in report.streams if summary.stream in listed]
    return sum(summary.requests for summary in chosen), sum(summary.bytes for summary in chosen)


def most(report: LoadReport) -> str:
    """The lists that took most requests."""
    taken = sorted(report.streams, key=lambda summary: -summary.requests)[:8]
    return ", ".join(f"{summary.stream} {summary.requests}" for summary in taken)


@pytest.mark.long
def test_requests_follow_the_change_and_not_the_size(tmp_path: Path) -> None:
    """In a portfolio several times as large a run sends little more, and a small share of what reading all takes."""
    measured = []
    for units in UNITS:
        with living(tmp_path / f"units{units}", units=units, years=2, seed=6, page_size=50) as settings:
            whole = sent(load_once(settings))
            unchanged = load_once(settings)
            changed = advance(settings)
            a_day_later = load_once(settings)
            idle, later = sent(unchanged), sent(a_day_later)
            records = sum(len(current(settings, stream.name)) for stream in STREAMS)
        measured.append((whole[0], idle[0], later[0]))
        print(
            f"{units} units, {records} records | whole {whole[0]} requests {whole[1] / 1e6:.2f} MB"
            f" | nothing changed {idle[0]} {idle[1] / 1e6:.2f} MB | a day ({changed} records) {later[0]} {later[1] / 1e6:.2f} MB"
        )
        print(f"  nothing changed: {most(unchanged)}\n  a day: {most(a_day_later)}")
    whole_requests, idle_requests, day_requests = measured[-1]
    assert measured[0][0] * 1.5 < whole_requests
    assert idle_requests * 3 < whole_requests
    assert day_requests * 3 < whole_requests
    assert day_requests < idle_requests * 2
