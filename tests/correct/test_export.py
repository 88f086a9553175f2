"""Exports of the journal: one plan as JSON, and the table in the warehouse without personal data."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import cast

import duckdb
import pytest

from correct.desk import RECEIPT, Desk
from nightaudit import warehouse
from nightaudit.correct.plans.export import copy_journal, export_plan
from nightaudit.errors import ConfigurationError
from nightaudit.nightly import publish_unchecked


def test_an_exported_plan_has_rows_attempts_and_events(desk: Desk) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 2)
    desk.apply(plan)
    found = json.loads(json.dumps(export_plan(desk.journal, plan), default=str))
    assert ["VERIFIED"] * 2 == [row["state"] for row in found["row_details"]]
    assert ["applied"] * 2 == [attempt["outcome"] for attempt in found["attempts"]]
    assert found["events"][0]["what"].startswith("planned allocations-create: 2 rows")
    assert "APPLIED > VERIFIED: as expected, nothing else changed" in [event["what"] for event in found["events"]]


def test_the_table_in_the_warehouse_has_every_row_and_no_person(desk: Desk) -> None:
    with duckdb.connect() as work:
        assert 0 == copy_journal(desk.settings.model_copy(update={"data_dir": desk.folder / "none"}), work)
        desk.apply(desk.approved("allocations-create", [RECEIPT, RECEIPT | {"paymentReference": "Jane Doe"}]))
        assert 2 == copy_journal(desk.settings, work)
        rows = work.execute("select job, target, state, amount, attempts from quality.fct_corrections").fetchall()
        assert rows == [("allocations-create", "salesInvoices/7", "VERIFIED", Decimal("12.50"), 1)] * 2
        assert "Jane Doe" not in str(work.execute("from quality.fct_corrections").fetchall())


def test_many_rows_are_copied_in_one_statement(desk: Desk) -> None:
    """Each night copies the journal, and DuckDB takes milliseconds for each row of an `executemany`."""
    statements: list[str] = []

    class Work:
        """Only what copying needs of a connection: no `executemany`."""

        def execute(self, statement: str, _values: object = None) -> None:
            statements.append(statement)

    work = cast("duckdb.DuckDBPyConnection", Work())
    copy_journal(desk.settings.model_copy(update={"data_dir": desk.folder / "none"}), work)
    none = len(statements)
    desk.plan("allocations-create", [RECEIPT] * 3)
    assert 3 == copy_journal(desk.settings, work)
    assert none + 1 == len(statements) - none


def test_every_publication_takes_the_journal_along(desk: Desk) -> None:
    with pytest.raises(ConfigurationError, match="Nothing has been loaded"):
        publish_unchecked(desk.settings)
    with warehouse.work_connection(desk.settings) as work:
        work.execute("create schema core")
    with pytest.raises(ConfigurationError, match="Nothing has been built"):
        publish_unchecked(desk.settings)
    desk.apply(desk.approved("allocations-create", [RECEIPT] * 3))
    with warehouse.work_connection(desk.settings) as work:
        work.execute("create table core.dim_dates as select 1 as one")
    publish_unchecked(desk.settings)
    with warehouse.read_only(desk.settings) as published:
        assert [("VERIFIED",)] * 3 == published.execute("select state from quality.fct_corrections").fetchall()
