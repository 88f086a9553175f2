"""Whoever joins a fact to where or when it happened, or to whom it was invoiced, loses no row: each has one there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from transform import village
from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path

DIMENSIONS = ("building", "unit", "unit_type", "company", "finance_account")
TABLES = """
    select schema_name, table_name from duckdb_columns()
    where schema_name in ('occupancy', 'revenue', 'receivables', 'quality') and column_name = $1
    and table_name <> 'fct_excluded_buildings' order by all"""
DATES = """
    select schema_name, table_name, column_name from duckdb_columns()
    where schema_name in ('occupancy', 'revenue', 'receivables', 'quality') and data_type = 'DATE' order by all"""


@pytest.mark.slow
def test_every_id_and_date_of_a_fact_is_in_its_dimension(tmp_path: Path) -> None:
    nowhere = village.receipt(77, "2024-12-31", "35.00", None)
    early = village.invoice(77, "POSTED", "2023-06-01", "35.00", "0.00", room_stay=77)
    unlisted = village.stay(77, "CHECKED_OUT", "2026-01-21", "2026-01-24", "35.00", unit=777, building=1)
    records = [
        *village.records(),
        nowhere,
        early,
        ("bookings", {"id": 77, "roomStays": [unlisted]}),
    ]
    built = Built(tmp_path, records, excluded_buildings=("9",), checked=False)
    lost = {}
    for name in DIMENSIONS:
        plural = f"{name.removesuffix('y')}ies" if name.endswith("y") else f"{name}s"
        for schema, table in built.rows(TABLES.replace("$1", f"'{name}_id'")):
            rows = built.one(
                f"""select count(*) from {schema}.{table} as fact
                    anti join core.dim_{plural} as dim using ({name}_id) where fact.{name}_id is not null"""
            )
            lost[f"{schema}.{table}.{name}_id"] = rows
    # Booked, paid and invoiced in years before the first stay.
    for schema, table, column in built.rows(DATES):
        rows = built.one(
            f"""select count(*) from {schema}.{table} as fact
                anti join core.dim_dates as dim on fact.{column} = dim.date_day where fact.{column} is not null"""
        )
        lost[f"{schema}.{table}.{column}"] = rows
    assert 90 < len(lost), "ids and dates that were looked for"
    assert {} == {column: rows for column, rows in lost.items() if rows}
