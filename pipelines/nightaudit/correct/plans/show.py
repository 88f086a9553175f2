"""Shows a plan to people: values before and after, totals by currency, and which rows are skipped and why."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal.entries import SEND, totals
from nightaudit.correct.run import changed_part
from nightaudit.correct.shortened import shortened
from nightaudit.correct.values import at, load, own

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.rows import Source
    from nightaudit.correct.values import Json

MOST_REASONS = 10
MOST_EFFECTS = 25
LINE_END = " \N{DOWNWARDS ARROW WITH CORNER LEFTWARDS} "
MARK = "\N{REPLACEMENT CHARACTER}"
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Control characters that spell a text, as in Persian names."""
COLUMNS = ["row", "target", "field", "before", "after", "amount", "currency", "token", "outlook", "state", "why"]


def lines(plan: Plan, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
    """Return one tuple for each row and field, in the order of COLUMNS; what belongs to the row is in its first one only."""
    found: list[tuple[Any, ...]] = []
    job = job_named(plan.job)
    for row in rows:
        outlook = "; ".join([row.outlook, *row.effects])
        for first, (path, before, after) in enumerate(changes(plan, row)):
            head = (row.number, text(changed_part(job, row))) if not first else ("", "")
            tail = (
                row.amount,
                row.currency if row.amount is not None else "",
                row.token if plan.has_tokens else "",
                outlook,
                row.state,
                row.why,
            )
            found.append((*head, path, before, after, *(tail if not first else ("",) * 6)))
    return found


def changes(plan: Plan, row: Row) -> list[tuple[str, str, str]]:
    """Return field, value before and value after, for each field of a row; the value before is empty for a create.

    Cells of the row that the record will not show come after its fields: the date of a payment, or the reason of a voiding.
    """
    creates = plan.has_tokens or row.before is None
    wanted = {**row.expected, **_further(job_named(plan.job), row)} or row.input
    return [(path, "" if creates else text(at(row.before or {}, path)), text(value)) for path, value in wanted.items()]


def _further(job: Correction, row: Row) -> Json:
    """Return, by column, the cells of a row that are neither among its expected values nor in the name of what it changes."""
    named = re.split("[/=]", changed_part(job, row))
    shown = {*row.expected, *job.checked}
    paths = {column.name: column.wire_path for column in job.columns}
    return {
        name: cell
        for name, cell in row.input.items()
        if not shown & {name, paths.get(name), job.other_names.get(name)}
        and not (paths.get(name) == "id" and str(cell) in named)
    }


def text(value: Any) -> str:
    """Return a value as one line of text: a sign stands for each end of a line, and a mark for all other control characters.

    Control characters could steer a terminal.
    """
    shown = "" if value is None else str(value).replace("\r\n", "\n").replace("\n", LINE_END).replace("\t", " ")
    harmless = (character if character.isprintable() or character in JOINERS else MARK for character in shown)
    return "".join(harmless)


def summary(journal: Journal, plan: Plan) -> dict[str, Any]:
    """Return the main figures of a plan, JSON-ready."""
    said = journal.said_of_rows(plan.plan_id)
    outlooks = Counter(row.outlook.partition(":")[0] for row in said)
    return {
        "plan_id": plan.plan_id,
        "job": plan.job,
        "state": plan.state,
        "rows": len(said),
        "to_send": outlooks[SEND],
        "to_skip": outlooks["skip"],
        "conflicts": outlooks["conflict"],
        "totals": totals(said),
        "effects": list(dict.fromkeys(effect for row in said for effect in row.effects)),
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
    """Return a plan with its summary, rows and attempts, JSON-ready."""
    rows = [
        {
            "row": row.number,
            "operation": row.operation,
            "target": row.target,
            "token": row.token,
            "input": row.input,
            "before": row.before and own(row.before),
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
    attempts = [asdict(one) | {"answer": load(one.answer)} for one in journal.attempts(plan.plan_id)]
    return {**summary(journal, plan), "row_details": rows, "attempts": attempts}


def not_sent(journal: Journal, plan: Plan, source: Source) -> list[str]:
    """Return a line with the reason for each row that will not be sent; of more than MOST_REASONS the others by kind."""
    job = job_named(plan.job)
    lines = [
        f"{source.named(row.number)}, {text(changed_part(job, row))}: {text(row.outlook)}"
        for row in journal.rows(plan.plan_id)
        if row.outlook != SEND
    ]
    return [f"  {line}" for line in shortened(lines, MOST_REASONS, all_rows(plan.plan_id))]


def all_rows(plan_id: str) -> str:
    """Return how to see what is said of all rows of a plan, for `shortened`."""
    return f" (`nightaudit correct show {plan_id} --csv` has all)"


def headline(figures: dict[str, Any]) -> str:
    """Return the summary of a plan as lines of text."""
    totals = ", ".join(f"{amount} {currency}".strip() for currency, amount in figures["totals"].items()) or "no money"
    states = ", ".join(f"{count} {state}" for state, count in figures["states"].items())
    remarks = shortened([text(effect) for effect in figures["effects"]], MOST_EFFECTS, all_rows(figures["plan_id"]))
    effects = "".join(f"\n  also: {remark}" for remark in remarks)
    approved = f", approved by {figures['approved_by']}" if figures["approved_by"] else ""
    return (
        f"Plan {figures['plan_id']}: {figures['job']} at {figures['environment']}, {figures['state']}{approved}\n"
        f"  {figures['rows']} rows from {text(figures['source'])}: {figures['to_send']} to send,"
        f" {figures['to_skip']} to skip, {figures['conflicts']} in conflict\n"
        f"  moves: {totals}{effects}\n"
        f"  rows now: {states}\n"
        f"  expires {figures['expires']}, digest {figures['digest'][:16]}"
    )
