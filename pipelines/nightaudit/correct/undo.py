"""Take a plan back where the document has a way: a new plan of the same job with the values from before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct import states
from nightaudit.correct.plan import record
from nightaudit.correct.rows import Source
from nightaudit.correct.values import dump, sha256
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.entries import Plan
    from nightaudit.correct.journal import Journal
    from nightaudit.correct.values import Json


def plan_undo(journal: Journal, client: Client, job: Correction, plan: Plan) -> tuple[Plan, list[str]]:
    """Plan the way back for the VERIFIED rows; it needs approval like any other plan.

    Returns the new plan and a line for each row that cannot be undone. Raises UsageError when none can.
    """
    rows = journal.rows(plan.plan_id, states.VERIFIED) if job.undoable else []
    back: list[Json] = []
    origins: list[int] = []
    cannot: list[str] = []
    for row in reversed(rows):
        value = "its values were forgotten" if row.sealed else job.undo_row(row.input, row.before or {})
        if isinstance(value, str):
            cannot.append(f"row {row.number}: {value}")
        else:
            back.append(value)
            origins.append(row.row_id)
    if not back:
        why = f" {job.undo}" if rows or not job.undoable else " It has no verified rows."
        raise UsageError(f"Nothing of plan {plan.plan_id} can be undone.{why}")
    source = Source([], f"undo of {plan.plan_id}", sha256(dump(back)))
    undo = record(journal, client, job, back, source, options={"undocumented": True}, undo_of=plan, undone=origins)
    with journal.transaction():
        for row_id in origins:
            journal.move(journal.row(row_id), states.UNDO_PLANNED, f"plan {undo.plan_id}")
    return undo, cannot
