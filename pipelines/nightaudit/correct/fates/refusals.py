"""Checks writes that the service refused: it may have acted on one all the same, and show the change a moment later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.journal import amounts, states
from nightaudit.correct.journal.attempts import found_written, prove_absent
from nightaudit.correct.journal.other_rows import unsent_in_other_plans
from nightaudit.correct.run import TokenRun
from nightaudit.correct.telling import counted
from nightaudit.correct.values import at, same
from nightaudit.errors import Refused

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json


def turned_down(journal: Journal, rows: list[Row]) -> dict[int, str]:
    """Return, by row id, when the service refused a row; only rows not yet read again after the settle time are included."""
    refused = [row for row in rows if row.state in states.REFUSED]
    plans = {row.plan_id for row in refused}
    sent = [attempt for plan in plans for attempt in journal.attempts(plan)]
    ended = {one.row_id: one.ended for one in sent if one.ended and one.outcome == "rejected"}
    return {row.row_id: ended[row.row_id] for row in refused if row.row_id in ended}


def look_again(run: Run, *, other_plans: bool = False) -> None:
    """Wait for the settle time, and read the record of every refused row of the plan once more.

    With `other_plans`, rows of other plans that share a natural key with a row still to be sent are included. A row that shows no
    trace becomes "proven absent" and is not read again, because somebody may make the change by hand later; one whose record is
    not found, or cannot be read, proves nothing, and is read again by the next run. Creates with a token are left to the audit,
    which counts them.
    """
    if isinstance(run, TokenRun):
        return
    rows = run.rows(*states.REFUSED)
    if other_plans:
        mine = run.plan.environment
        rows += [
            row
            for row in unsent_in_other_plans(run.journal, run.plan)
            if run.journal.plan(row.plan_id).environment == mine
        ]
    refused = turned_down(run.journal, rows)
    run.wait_since(refused.values())
    due = [row for row in rows if row.row_id in refused]
    for row in counted(due, run.tell, "refused rows read again"):
        if look_at_refusal(run, row) and row.state in states.REFUSED:
            prove_absent(run.journal, row)


def look_at_refusal(run: Run, row: Row) -> bool:
    """Treat a refused row as carried out where the record now shows what the row asks for: it did not before the row was sent.

    Return whether the record was read: False where it cannot be, and for rows that are not looked at. A payment
    shows only in a sum: where the sum has changed, the row becomes AMBIGUOUS, and a person decides. So does a row that was
    rejected (not for a conflict) where the record now has a part of what it asks for. Creates with a token are left to the audit.
    """
    if row.state not in states.REFUSED or isinstance(run, TokenRun):
        return False
    run.reader.forget()
    try:
        view = run.job.read(row.input, run.reader)
    except Refused:
        return False
    if run.job.in_sum:
        if not _is_as_before(run, row, view):
            run.journal.move(row, states.AMBIGUOUS, f"perhaps carried out in spite of the refusal: {row.why}")
        return True
    before = row.before or {}
    wanted = run.job.expected(row.input, before)
    done = [path for path, value in wanted.items() if same(at(view, path), value)]
    if wanted and len(done) == len(wanted):
        found_written(run.journal, row, states.APPLIED, f"carried out in spite of the refusal: {row.why}")
    elif row.state == states.REJECTED and not all(same(at(before, path), wanted[path]) for path in done):
        run.journal.move(row, states.AMBIGUOUS, f"carried out in part in spite of the refusal: {row.why}")
    return True


def _is_as_before(run: Run, row: Row, view: Json) -> bool:
    """Return whether the record is as it was when the row was sent, apart from what other rows have written to it since."""
    later = amounts.written_since_row(run.journal, run.plan, row)
    wanted = run.job.watched(row.input, run.job.with_claimed(row.before or {}, later))
    found = run.job.watched(row.input, view)
    return all(run.job.holds(path, value, found.get(path)) for path, value in wanted.items())
