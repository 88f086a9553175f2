"""Dagster's graph is the streams and the marts as dbt knows them, and one run of it is a whole night."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from nightaudit import transform, warehouse
from nightaudit.load.streams import CHILDREN, STREAMS
from nightaudit.settings import Settings
from nightaudit.transform.lineage import marts
from running import published, tenant


def test_every_mart_reads_something_that_exists() -> None:
    found = marts()
    known = {stream.name for stream in STREAMS} | {child.name for child in CHILDREN}
    assert len(found) > 30
    for name, mart in found.items():
        assert mart.description, name
        assert mart.marts <= found.keys() - {name}
        assert {"walks", "child_reads"} | known >= mart.streams, name
    balances = found["receivables.fct_invoice_balance_intervals"]
    assert {"sales_invoices", "financial_allocations_sales_invoices"} <= balances.streams
    assert {"occupancy.fct_occupancy_daily"} == found["occupancy.fct_occupancy_monthly"].marts


@pytest.mark.slow
def test_the_graph_is_that_of_dbt(tmp_path: Path) -> None:
    """dbt's own manifest says between which models and sources there is a way that leads through no mart."""
    settings = Settings.read(data_dir=tmp_path / "data")
    warehouse.prepare(settings)
    transform.build(settings, warehouse.work_file(settings))
    manifest = json.loads((warehouse.private_dir(settings) / "dbt" / "manifest.json").read_text())
    nodes = {**manifest["nodes"], **manifest["sources"]}
    ours = {f"{nodes[key]['schema']}.{nodes[key]['name']}": key for key in nodes if key.startswith("model.")}

    def reached(key: str) -> set[str]:
        found: set[str] = set()
        for inner in manifest["parent_map"][key]:
            node = nodes.get(inner, {"resource_type": "", "schema": ""})
            name = f"{node['schema']}.{node.get('name')}"
            if node["resource_type"] == "source" and node["schema"] == "raw":
                found.add(node["name"])
            elif node["resource_type"] == "model":
                found |= {name} if name in marts() else reached(inner)
        return found

    for name, mart in marts().items():
        assert reached(ours[name]) == mart.streams | mart.marts, name


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
    assert {f"raw/{name}" for name in schedule.PARENTS} | {name.replace(".", "/") for name in marts()} < made
    assert {"warehouse", "report"} < made
    assert checks["bookings"]
    assert published(tmp_path / "data", "select count(*) > 0 from occupancy.fct_stay_nights") == [(True,)]
    assert "15 4 * * *" == schedule.every_night.cron_schedule
