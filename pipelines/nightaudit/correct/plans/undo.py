"""Plans the undo of a plan, where the document has a way: a new plan of the same job with the former values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.journal import states
from nightaudit.correct.plans.plan import write_plan
from nightaudit.correct.plans.show import MOST_REASONS
from nightaudit.correct.reader import Reader, gone
from nightaudit.correct.rows import Source
from nightaudit.correct.shortened import shortened
from nightaudit.correct.telling import counted, shared, silent
from nightaudit.correct.values import differences, dump, sha256
from nightaudit.errors import NotFound, UsageError

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.telling import Tell
    from nightaudit.correct.values import Json


def plan_undo(
    journal: Journal, client: Client, job: Correction, plan: Plan, *, tell: Tell = silent
) -> tuple[Plan, list[str]]:
    """Plan the undo of the VERIFIED rows that the service still shows as written; the new plan needs approval like any other.

    Return the new plan, and a line for each row that cannot be undone. Raises UsageError when no row can be undone.
    """
    tell = shared(tell)
    reader = Reader(client, tell=tell)
    back: list[Json] = []
    origins: list[int] = []  # the ids of the rows that `back` undoes
    cannot: list[str] = []
    written = journal.rows(plan.plan_id, *{*states.WRITTEN, *states.IN_DOUBT} - {states.UNDONE})
    for row in counted(written[::-1], tell, "rows read again"):
        value = _undo_row(job, row, reader)
        if isinstance(value, str):
            cannot.append(f"row {row.number}: {value}")
        else:
            back.append(value)
            origins.append(row.row_id)
    if not back:
        is_undone = bool(journal.rows(plan.plan_id, states.UNDONE))
        none_left = " All its written rows are UNDONE." if is_undone else " No row of it was written."
        reasons = "".join(f"\n  {line}" for line in shortened(cannot, MOST_REASONS))
        why = f" {job.undo}" if not job.undoable else reasons or none_left
        raise UsageError(f"No row of plan {plan.plan_id} can be undone.{why}")
    source = Source([], f"undo of {plan.plan_id}", sha256(dump(back)))
    options = {"undocumented": True}
    undo = write_plan(journal, client, job, back, source, options=options, undo_of=plan, undone=origins, tell=tell)
    return undo, cannot


def _undo_row(job: Correction, row: Row, reader: Reader) -> Values | str:
    """Return the row that undoes this one, or the reason why there is none."""
    if not job.undoable:
        return job.undo
    if row.state != states.VERIFIED:
        return f"it is {row.state}{': ' + row.why if row.state == states.UNDO_PLANNED else ''}"
    if row.sealed:
        return "its values were forgotten"
    try:
        now = job.read(row.input, reader)
    except NotFound as error:
        return f"gone since: {gone(row.target, error)}"
    if job.is_done(row.input, now):
        return job.undo_row(row.input, row.before or {})
    return f"the record was changed since: {differences(now, job.expected(row.input, row.before or {}))}"
