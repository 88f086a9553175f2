"""The journal for other tools: a plan as one JSON file, and the tables the warehouse takes a copy of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit import warehouse
from nightaudit.correct.journal import Journal
from nightaudit.correct.show import details

if TYPE_CHECKING:
    from nightaudit.correct.entries import Plan
    from nightaudit.settings import Settings

TABLES = ("plan", "row", "attempt", "event")


def export_plan(journal: Journal, plan: Plan) -> dict[str, Any]:
    """Everything the journal knows of one plan, its events included, JSON-ready."""
    return details(journal, plan) | {"events": journal.events(plan.plan_id)}


def warehouse_tables(settings: Settings) -> dict[str, list[dict[str, Any]]]:
    """The journal's tables as rows of text and integers, for a copy in the work file; empty without a journal.

    Values of bodies and records stay out: they may hold personal data, and the journal keeps them.
    """
    if not (warehouse.private_dir(settings) / "corrections.sqlite").exists():
        return {name: [] for name in TABLES}
    kept_out = {"input", "before", "expected", "watched", "body", "answer", "detail", "why", "effects"}
    with Journal.open(settings) as journal:
        found = {}
        for name in TABLES:
            cursor = journal.sql.execute(f'select * from "{name}"')
            columns = [column[0] for column in cursor.description]
            rows = [dict(zip(columns, values, strict=True)) for values in cursor.fetchall()]
            found[name] = [{key: value for key, value in row.items() if key not in kept_out} for row in rows]
        return found
