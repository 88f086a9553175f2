"""The same models on Spark for a tenant of a lake, in one session or on a cluster: every mart equals DuckDB's, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nightaudit.lake import Lake, publishing
from nightaudit.settings import Settings
from spark.pour import pour
from transform import village
from transform.building import Built
from transform.raw_tables import fill

if TYPE_CHECKING:
    from pathlib import Path

    from spark.masters import Session

pytestmark = [pytest.mark.spark, pytest.mark.slow]

LATER = [  # versions: an invoice is voided, a receipt corrected
    village.invoice(1, "VOID", "2026-02-01", "100.00", "20.00", voidedDate="2026-02-03", room_stay=1),
    village.receipt(1, "2026-01-21", "35.00", 1),
]


def test_every_mart_is_the_same_on_spark(
    tmp_path: Path, catalog: str, master: Session, small: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from spark.same import compare, published

    monkeypatch.setenv("TZ", "UTC")
    fill(tmp_path / "private" / "work.duckdb", village.records())
    fill(tmp_path / "private" / "work.duckdb", LATER, seen="2026-01-05T00:00:00Z", gone=[("salesInvoices", "3")])
    built = Built(tmp_path, [], excluded_buildings=("test house",))
    settings: Settings = built.settings.model_copy(
        update={
            "engine": "spark",
            "lake_catalog": type(built.settings.lake_catalog)(catalog),
            "spark_master": "local[2]",
            "tenant": "village",
        }
    )
    lake = Lake.of(settings)
    assert 16 == pour(built.work_file, lake)["bookings"]
    report = master.build(settings, small)
    assert () == report.warnings
    assert built.report.tests == report.tests
    assert {} == published(lake)  # built is not published
    publishing.publish(lake)
    assert 35 <= len(published(lake))
    assert compare(built.work_file, lake) > 3_000  # the control: there was something to compare
