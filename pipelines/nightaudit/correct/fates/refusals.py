"""Writes that were turned down: a service may have acted on one all the same, and show it a moment later."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from nightaudit.correct.correction import ZERO
from nightaudit.correct.intent import found_written
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import AT_SERVICE
from nightaudit.correct.values import at, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

REFUSED: Final = (states.REJECTED, states.CONFLICT)


def turned_down(journal: Journal, rows: list[Row]) -> dict[int, str]:
    """When the service turned each row down, by row id: of these rows, those not looked at since the settle time was over."""
    refused = [row for row in rows if row.state in REFUSED]
    plans = {row.plan_id for row in refused}
    ended = {a["row_id"]: a["ended"] for plan in plans for a in journal.attempts(plan) if a["outcome"] == "rejected"}
    return {row.row_id: ended[row.row_id] for row in refused if row.row_id in ended}


def look_again(run: Run, *, kin: bool = False) -> None:
    """Wait for the settle time, and look once more at every row of the plan that was turned down.

    With `kin` also at rows of other plans that stand for the same as a row still to be sent. What shows no trace is proven
    absent and not looked at again: somebody may make the change by hand. A create with a token is counted by the audit.
    """
    if run.job.ambiguous == "token":
        return
    rows = run.rows(*REFUSED)
    if kin:
        mine = run.plan.environment
        rows += [row for row in run.journal.unsent_kin(run.plan) if run.journal.plan(row.plan_id).environment == mine]
    refused = turned_down(run.journal, rows)
    run.wait_since(refused.values())
    for row in rows:
        if row.row_id in refused:
            look_at_refusal(run, row)
            _prove_absent(run.journal, row)


def look_at_refusal(run: Run, row: Row) -> None:
    """Doubt a refusal where the record shows what was asked for: it did not just before the row was sent.

    A payment shows in a sum only: a person decides where that is not as it was. A create with a token is counted by the audit.
    """
    if row.state not in REFUSED or run.job.ambiguous == "token":
        return
    run.reader.forget()
    try:
        view = run.job.read(row.input, run.reader)
    except NotFound:
        return
    if run.job.ambiguous == "quarantine":
        if not _is_as_before(run, row, view):
            run.journal.move(row, states.AMBIGUOUS, f"perhaps carried out all the same: {row.why}")
        return
    wanted = run.job.expected(row.input, row.before or {})
    if wanted and all(same(at(view, path), value) for path, value in wanted.items()):
        found_written(run.journal, row, states.APPLIED, f"carried out all the same: {row.why}")


def _is_as_before(run: Run, row: Row, view: Json) -> bool:
    """Whether the record shows what it did when the row was sent, and what other rows have written to it since."""
    marks = ",".join("?" * len(states.WRITTEN))
    query = f"""select amount from "row" r where target = ? and row_id <> ? and amount is not null and {AT_SERVICE}
                and state in ({marks}) and (select max(attempt_id) from attempt where row_id = r.row_id)
                > (select max(attempt_id) from attempt where row_id = ?)"""
    values = (row.target, row.row_id, run.plan.base_url_hash, *states.WRITTEN, row.row_id)
    since = sum((Decimal(amount) for (amount,) in run.journal.sql.execute(query, values)), ZERO)
    wanted = run.job.watched(row.input, run.job.ahead(row.before or {}, since))
    found = run.job.watched(row.input, view)
    return all(run.job.holds(path, value, found.get(path)) for path, value in wanted.items())


def _prove_absent(journal: Journal, row: Row) -> None:
    if row.state in REFUSED:
        with journal.transaction() as sql:
            sql.execute(
                "update attempt set outcome = 'proven absent' where row_id = ? and outcome = 'rejected'", (row.row_id,)
            )
            journal.event("looked at again: not carried out", row.plan_id, row.row_id)
