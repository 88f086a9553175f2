"""Two tenants whose records have the same ids load into one lake at the same time, and nothing of theirs ever mixes."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from nightaudit.lake import Lake
from nightaudit.lake.raw import catalog_of
from nightaudit.nightly import publish
from running import run, start, tenant
from spark.engines import built, settings_of

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

pytestmark = [pytest.mark.spark, pytest.mark.slow]

SEEDS = {"acme": 3, "borough": 4}


def test_tenants_never_mix(tmp_path: Path, catalog: str, small: dict[str, str]) -> None:
    from nightaudit.lake.session import begin
    from spark.same import LOAD_LIMIT, compare, published, snapshot_rows

    settings: dict[str, Settings] = {}
    lake_of = {"NIGHTAUDIT_ENGINE": "spark", "NIGHTAUDIT_LAKE_CATALOG": catalog, "NIGHTAUDIT_SPARK_MASTER": "local[1]"}
    lake_of["NIGHTAUDIT_LAKE_LOCATION"] = f"file://{tmp_path / 'lake'}"
    with ExitStack() as stack:
        loads = []
        for name, seed in SEEDS.items():
            environment = stack.enter_context(tenant(tmp_path / name, units=3, years=1, seed=seed))
            for command in ("load", "build"):
                run(environment | {"NIGHTAUDIT_DATA_DIR": str(tmp_path / name / "alone")}, command)
            mine = environment | lake_of | {"NIGHTAUDIT_TENANT": name}
            loads.append(start(mine, "load"))
            settings[name] = settings_of(mine)
        for load in loads:
            out, err = load.communicate(timeout=600)
            assert 0 == load.returncode, (out, err)
    ids: dict[str, set[object]] = {}
    for name, its in settings.items():
        begin(its, small)
        built(its)
        publish(its)
        lake = Lake.of(its)
        alone = tmp_path / name / "alone" / "private" / "work.duckdb"
        assert compare(alone, lake, LOAD_LIMIT) > 1_000
        columns, units = snapshot_rows(published(lake)["core.dim_units"])
        ids[name] = {row[columns.index("unit_id")] for row in units}
    assert ids["acme"] & ids["borough"]  # the control: there was something to mix
    kept = catalog_of(lake)
    for name in SEEDS:
        for schema in ("raw", "staging", "core", "receivables"):
            for table in kept.list_tables(f"{name}_{schema}"):
                rows = kept.load_table(table).scan(selected_fields=("tenant",)).to_arrow()["tenant"]
                assert set(rows.to_pylist()) <= {name}, table
