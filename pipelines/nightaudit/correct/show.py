"""A plan for people: what changes before and after, totals by currency, what is skipped and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.entries import SEND
from nightaudit.correct.values import at, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.correct.entries import Plan, Row
    from nightaudit.correct.journal import Journal

COLUMNS = ["row", "target", "field", "before", "after", "amount", "currency", "token", "outlook", "state", "why"]


def lines(plan: Plan, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """One line per row and field: COLUMNS."""
    found: list[tuple[Any, ...]] = []
    creates = plan.options["token"]
    for row in rows:
        wanted = row.expected or row.input
        outlook = "; ".join([row.outlook, *row.effects])
        for first, (path, value) in enumerate(wanted.items()):
            before = None if creates or row.before is None else at(row.before, path)
            head = (row.number, row.target) if not first else ("", "")
            tail = (
                row.amount,
                row.currency if row.amount is not None else "",
                row.token if creates else "",
                outlook,
                row.state,
                row.why,
            )
            found.append((*head, path, text(before), text(value), *(tail if not first else ("",) * 6)))
    return found


def text(value: Any) -> str:
    """A value as people read it."""
    return "" if value is None else str(value)


def summary(journal: Journal, plan: Plan) -> dict[str, Any]:
    """A plan in a few figures, JSON-ready."""
    rows = journal.rows(plan.plan_id)
    foreseen: dict[str, int] = {}
    for row in rows:
        kind = row.outlook.partition(":")[0]
        foreseen[kind] = foreseen.get(kind, 0) + 1
    return {
        "plan_id": plan.plan_id,
        "job": plan.job,
        "state": plan.state,
        "rows": plan.row_count,
        "to_send": foreseen.get(SEND, 0),
        "to_skip": foreseen.get("skip", 0),
        "conflicts": foreseen.get("conflict", 0),
        "totals": plan.totals,
        "effects": sorted({effect for row in rows for effect in row.effects}),
        "states": journal.counts(plan.plan_id),
        "source": plan.source,
        "environment": plan.environment,
        "created": plan.created,
        "expires": plan.expires,
        "approved_by": plan.approved_by,
        "undo_of": plan.undo_of,
        "digest": plan.digest,
    }


def details(journal: Journal, plan: Plan) -> dict[str, Any]:
    """Everything about a plan, JSON-ready: its summary, rows, and what was sent."""
    rows = [
        {
            "row": row.number,
            "operation": row.operation,
            "target": row.target,
            "token": row.token,
            "input": row.input,
            "before": row.before,
            "expected": row.expected,
            "amount": row.amount,
            "currency": row.currency,
            "outlook": row.outlook,
            "effects": row.effects,
            "body": load(row.body),
            "state": row.state,
            "why": row.why,
        }
        for row in journal.rows(plan.plan_id)
    ]
    attempts = [{**attempt, "answer": load(attempt["answer"])} for attempt in journal.attempts(plan.plan_id)]
    return {**summary(journal, plan), "row_details": rows, "attempts": attempts}


def headline(figures: dict[str, Any]) -> str:
    """The summary as lines of text."""
    totals = ", ".join(f"{amount} {currency}".strip() for currency, amount in figures["totals"].items()) or "no money"
    states = ", ".join(f"{count} {state}" for state, count in figures["states"].items())
    effects = "".join(f"\n  also: {effect}" for effect in figures["effects"])
    approved = f", approved by {figures['approved_by']}" if figures["approved_by"] else ""
    return (
        f"Plan {figures['plan_id']}: {figures['job']} at {figures['environment']}, {figures['state']}{approved}\n"
        f"  {figures['rows']} rows from {figures['source']}: {figures['to_send']} to send,"
        f" {figures['to_skip']} to skip, {figures['conflicts']} in conflict\n"
        f"  moves: {totals}{effects}\n"
        f"  rows now: {states}\n"
        f"  expires {figures['expires']}, digest {figures['digest'][:16]}"
    )
