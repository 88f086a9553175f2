"""Exports the journal for other tools: a plan as one JSON object, and all rows as a table of the warehouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit import database
from nightaudit.correct.journal.file import journal_file
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans.show import details

if TYPE_CHECKING:
    import duckdb

    from nightaudit.correct.journal.entries import Plan
    from nightaudit.settings import Settings

TABLE = "quality.fct_corrections"
COLUMNS = {  # name: type, what it is
    "plan_id": ("varchar", "Plan the row belongs to"),
    "row_number": ("integer", "Number of the row in its plan, from 1"),
    "job": ("varchar", "Name of the correction"),
    "operation": ("varchar", "Operation of the API that writes it"),
    "target": ("varchar", "Record it changes, as path: salesInvoices/17"),
    "state": ("varchar", "State of the row; see docs/how-to/correct.md"),
    "amount": ("decimal(18, 2)", "Money it moves, null when none"),
    "currency_code": ("varchar", "Three-letter currency of the amount"),
    "token": ("varchar", "Token in the created record"),
    "attempts": ("bigint", "How often the row was sent"),
    "environment": ("varchar", "Service and credentials the plan is for"),
    "planned_at": ("timestamptz", "When the plan was created"),
    "approved_by": ("varchar", "Who approved it"),
    "changed_at": ("timestamptz", "When the row got its state"),
}
QUERY = """
select r.plan_id, r.number, p.job, r.operation, r.target, r.state, r.amount, r.currency, r.token,
       (select count(*) from attempt a where a.row_id = r.row_id), p.environment, p.created, p.approved_by, r.changed
from "row" r join plan p using (plan_id) order by p.created, r.plan_id, r.number
"""


def export_plan(journal: Journal, plan: Plan) -> dict[str, Any]:
    """Return everything that the journal has of one plan, its events included, JSON-ready."""
    return details(journal, plan) | {"events": journal.events(plan.plan_id)}


def copy_journal(settings: Settings, work: duckdb.DuckDBPyConnection) -> int:
    """Copy the journal's rows into `quality.fct_corrections` of the open work file; return the number of rows.

    Bodies and records stay in the journal: they may hold personal data.
    """
    rows: list[tuple[Any, ...]] = []
    if journal_file(settings).exists():
        with Journal.open(settings) as journal:
            rows = journal.sql.execute(QUERY).fetchall()
    columns = ", ".join(f"{name} {kind}" for name, (kind, _) in COLUMNS.items())
    work.execute("create schema if not exists quality")
    work.execute(f"create or replace table {TABLE} ({columns})")
    database.insert(work, TABLE, (kind for kind, _ in COLUMNS.values()), rows)
    work.execute(f"comment on table {TABLE} is 'Corrections planned and written back: one row per plan and row.'")
    for name, (_, description) in COLUMNS.items():
        work.execute(f"comment on column {TABLE}.{name} is '{description}'")
    return len(rows)
