"""The same models on Spark, in one session, over Iceberg: every mart equals DuckDB's, row by row."""

from __future__ import annotations

import datetime
import math
from typing import TYPE_CHECKING, Any

import duckdb
import pytest
import village
from building import Built

from nightaudit.lake import CATALOG, Lake
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]

IN_SCHEMAS = "('core', 'occupancy', 'revenue', 'receivables', 'quality')"
SMALL = {  # of a few hundred rows the compiling of code and the shuffling are all there is to wait for
    "spark.driver.memory": "1g",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "1",
}


def pour(work_file: Path, lake: Lake) -> dict[str, int]:
    """Copy the raw tables, rows as a load appends them, and the key of the pseudonyms; returns the rows of each."""
    from pyiceberg.catalog import load_catalog

    catalog = load_catalog(CATALOG, **lake.pyiceberg_properties())
    rows = {}
    with duckdb.connect(str(work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        tables = connection.execute(
            "select schema_name, table_name from duckdb_tables()"
            " where schema_name = 'raw' or table_name = 'pseudonym_key'"
        ).fetchall()
        for schema, name in tables:
            catalog.create_namespace_if_not_exists(schema)
            relation = connection.table(f"{schema}.{name}")
            columns = [column for column in relation.columns if column not in {"valid_from", "valid_to"}]
            arrow = relation.select(*columns).to_arrow_table()
            catalog.create_table((schema, name), schema=arrow.schema).append(arrow)
            rows[name] = arrow.num_rows
    return rows


def comparable(row: Any) -> tuple[Any, ...]:
    """Rows without what the two drivers write differently: moments without their zone, which is UTC in both."""
    return tuple(value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value for value in row)


def in_order(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(
        rows, key=lambda row: [(value is not None, str(value)) for value in row if not isinstance(value, float)]
    )


def same(one: Any, other: Any) -> bool:
    """Equal; sums of floating point may be added up in another order."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return type(one) is type(other) and one == other


def test_every_mart_is_the_same_on_spark(tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from nightaudit.lake.session import begin
    from nightaudit.transform.on_spark import build_on_spark

    monkeypatch.setenv("TZ", "UTC")
    built = Built(tmp_path, village.records(), excluded_buildings=("test house",))
    settings: Settings = built.settings.model_copy(
        update={"lake_catalog": type(built.settings.lake_catalog)(catalog), "spark_master": "local[1]"}
    )
    assert 16 == pour(built.work_file, Lake.of(settings))["bookings"]
    report = build_on_spark(settings, tmp_path / "dbt-spark", SMALL)
    assert () == report.warnings
    assert built.report.tests == report.tests

    spark = begin(settings)
    with duckdb.connect(str(built.work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        marts = connection.execute(
            "select table_schema, table_name from information_schema.tables"
            f" where table_schema in {IN_SCHEMAS} order by all"
        ).fetchall()
        compared = 0
        for schema, name in marts:
            relation = connection.sql(f'from {schema}."{name}"')
            ours = in_order([comparable(row) for row in relation.fetchall()])
            table = spark.table(f"{schema}.{name}")
            assert relation.columns == table.columns, name
            theirs = in_order([comparable(row) for row in table.collect()])
            assert len(ours) == len(theirs), name
            for one, other in zip(ours, theirs, strict=True):
                assert all(map(same, one, other)), f"{name}: {one} in DuckDB, {other} in Spark"
            compared += len(ours)
    assert 35 <= len(marts)
    assert compared > 3_000  # the control: there was something to compare
