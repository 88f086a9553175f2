"""The whole story: an API, a load, a warehouse, marts, a page, and what happens when something is wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nightaudit.load.streams.table import CHILDREN
from nightaudit.sandbox.portfolio import generate
from running import TODAY, current_records, marts, published, run, start, tenant, write_folder

pytestmark = pytest.mark.slow
PORTFOLIO: dict[str, Any] = {"units": 12, "years": 1, "seed": 4}
SOME = ("load", "units", "contacts", "bookings")


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str]]]:
    """A tenant of twelve units after its first night audit."""
    data_dir = tmp_path_factory.mktemp("night") / "Tom's flats [new] 100% a=b"
    with tenant(data_dir, **PORTFOLIO, max_page_size=100) as environment:
        summary = json.loads(run(environment, "nightly", "--json"))
        assert {"load", "build", "publish", "report"} == set(summary["seconds"])
        assert [] == summary["warnings"]
        yield data_dir, environment


def test_every_unit_night_has_one_state_and_every_stay_its_money(night: tuple[Path, dict[str, str]]) -> None:
    data_dir, _ = night
    [(inventory, states)] = published(
        data_dir,
        """select sum(inventory_nights),
            sum(closed_nights + out_of_order_nights + occupied_nights + tentative_nights + vacant_nights)
        from occupancy.fct_occupancy_daily""",
    )
    assert inventory == states > 0
    assert [] == published(
        data_dir, "select * from quality.fct_walk_certificates where not complete and stream = 'bookings'"
    )


def test_a_second_night_with_nothing_changed_changes_nothing(night: tuple[Path, dict[str, str]]) -> None:
    data_dir, environment = night
    before = marts(data_dir)
    load = json.loads(run(environment, "nightly", "--json"))["load"]
    put_off = {child.name for child in CHILDREN}  # what the first night had no requests left for is new
    read = [stream for stream in load["streams"] if stream["rows"] and stream["stream"] not in put_off]
    assert {(0, 0, 0)} == {(stream["new"], stream["changed"], stream["gone"]) for stream in read}
    assert before == marts(data_dir)


def test_of_two_loads_at_once_one_is_turned_away_and_nothing_is_doubled(tmp_path: Path) -> None:
    with tenant(tmp_path / "data", units=4, years=1, seed=4) as environment:
        both = [start(environment, *SOME) for _ in range(2)]
        told = {process: process.communicate(timeout=300)[1] for process in both}
        assert [0, 75] == sorted(process.returncode for process in both)
        assert ["Another run is using" in told[process] for process in both] == [
            process.returncode == 75 for process in both
        ]
        alone = {**environment, "NIGHTAUDIT_DATA_DIR": str(tmp_path / "alone")}
        run(alone, *SOME)
    assert current_records(tmp_path / "alone") == current_records(tmp_path / "data")


def test_the_commands_that_look_show_the_night(night: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    _, environment = night
    rows: list[dict[str, Any]] = json.loads(
        run(environment, "query", "select count(*) as units from core.dim_units", "--json")
    )
    assert 12 <= rows[0]["units"]
    assert "units\n" in run(environment, "query", "select count(*) as units from core.dim_units", "--csv")
    status = {row["stream"]: row for row in json.loads(run(environment, "status", "--json"))}
    assert status["bookings"]["last_complete"]
    findings = json.loads(run(environment, "doctor", "--json"))
    assert all(finding["ok"] for finding in findings)
    page = tmp_path / "page.html"
    run(environment, "report", "--out", str(page))
    assert page.stat().st_size < 1_000_000
    unit = json.loads(run(environment, "call", "units.list", "size=1"))[0]
    assert unit == {**json.loads(run(environment, "call", "units.get", f"id={unit['id']}")), **unit}


def test_what_is_wrong_is_said_with_the_right_exit_code(night: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    _, environment = night
    fresh = {**environment, "NIGHTAUDIT_DATA_DIR": str(tmp_path / "data")}
    assert "NIGHTAUDIT_PAGE_SIZE" in run({**fresh, "NIGHTAUDIT_PAGE_SIZE": "none"}, "load", exit_code=3)
    assert "NIGHTAUDIT_CLIENT_SECRET" in run({**fresh, "NIGHTAUDIT_CLIENT_SECRET": "wrong"}, "nightly", exit_code=3)
    assert "nightaudit demo" in run({**fresh, "NIGHTAUDIT_BASE_URL": ""}, "load", exit_code=3)
    assert "sales_invoices" in run(fresh, "load", "invoices", exit_code=2)
    never = {**fresh, "NIGHTAUDIT_DATA_DIR": str(tmp_path / "misspelt")}
    for words in (("query", "select 1"), ("status",), ("build",), ("publish",), ("report",)):
        assert "nightaudit nightly" in run(never, *words, exit_code=3)
    assert "no_such_table" in run(environment, "query", "select * from no_such_table", exit_code=2)
    assert "operations" in run(fresh, "call", "units.sing", exit_code=2)
    assert "correct" in run(fresh, "call", "sales_invoices.void", "id=1", exit_code=2)
    dead = {**fresh, "NIGHTAUDIT_BASE_URL": "http://127.0.0.1:9", "NIGHTAUDIT_DEADLINE_SECONDS": "0.5"}
    assert "127.0.0.1:9" in run(dead, "nightly", exit_code=4)


def test_an_empty_portfolio_gives_an_empty_but_valid_warehouse(tmp_path: Path) -> None:
    empty = tmp_path / "portfolio"
    empty.mkdir()
    with tenant(tmp_path / "data", portfolio=empty) as environment:
        run(environment, "nightly")
    for table in ("fct_unit_nights", "fct_occupancy_daily"):
        assert [(0,)] == published(tmp_path / "data", f"select count(*) from occupancy.{table}")
    assert [] == published(tmp_path / "data", "select * from receivables.ageing('2026-11-01')")
    assert (tmp_path / "data" / "report.html").exists()


def test_an_unknown_status_stops_the_build_and_keeps_what_was_published(
    night: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    portfolio, data_dir = tmp_path / "portfolio", tmp_path / "data"
    records = list(generate(**PORTFOLIO, today=TODAY))
    next(record for name, record in records if name == "bookings")["roomStays"][0]["roomStayStatus"] = "ABDUCTED"
    write_folder(portfolio, records)
    shutil.copytree(night[0], data_dir)
    with tenant(data_dir, portfolio=portfolio, max_page_size=100) as environment:
        assert "status" in run(environment, "nightly", exit_code=5)
    assert "ABDUCTED" in str(current_records(data_dir)["bookings"])
    assert marts(night[0]) == marts(data_dir), "what was published before stays in place"
