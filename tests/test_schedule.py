"""Dagster's graph is the streams and the marts as dbt knows them, and one run of it is a whole night."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nightaudit.cli.reference_tables import tables
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.settings import Settings
from nightaudit.transform.lineage import Lineage, marts
from running import published, tenant


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lineage]:
    return marts(Settings.read(data_dir=tmp_path_factory.mktemp("graph")))


def test_the_graph_leads_from_streams_to_every_mart(graph: dict[str, Lineage]) -> None:
    assert graph.keys() == tables().keys() - {"quality.fct_corrections"}
    known = {stream.name for stream in STREAMS} | {child.name for child in CHILDREN} | {"walks", "child_reads"}
    before: set[str] = set()
    for name, mart in graph.items():
        assert mart.description, name
        assert mart.raw | mart.marts, name
        assert mart.raw <= known, name
        assert mart.marts <= before, "each stands behind what it reads"
        before.add(name)
    balances = graph["receivables.fct_invoice_balance_intervals"]
    assert {"sales_invoices", "financial_allocations_sales_invoices"} <= balances.raw
    assert {"core.dim_buildings"} == graph["occupancy.fct_occupancy_monthly"].marts


@pytest.mark.slow
def test_a_night_in_dagster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dagster = pytest.importorskip(
        "dagster", reason="Dagster is not installed; `make dagster` installs it and runs this"
    )
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    with tenant(tmp_path / "data", units=3, years=1) as environment:
        for name, value in environment.items():
            monkeypatch.setitem(os.environ, name, value)
        from nightaudit import schedule

        with dagster.DagsterInstance.ephemeral() as instance:
            done = schedule.defs.resolve_job_def("nightly").execute_in_process(instance=instance)
            assert done.success
            made = {event.asset_key.to_user_string() for event in done.get_asset_materialization_events()}
            checks = {it.asset_key.path[-1]: it.passed for it in done.get_asset_check_evaluations()}
    assert {f"raw/{name}" for name in schedule.PARENTS} | {name.replace(".", "/") for name in schedule.MARTS} < made
    assert {"warehouse", "report"} < made
    assert checks["bookings"]
    assert [(True,)] == published(tmp_path / "data", "select count(*) > 0 from occupancy.fct_stay_nights")
    assert "15 4 * * *" == schedule.every_night.cron_schedule
    page = (Path(__file__).parents[1] / "docs" / "how-to" / "schedule.md").read_text(encoding="utf-8")
    assert f"the schedule `{schedule.every_night.name}`" in page
