"""Settles rows that earlier runs left in doubt, and records what a person found out about rows left to people."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Literal

from nightaudit.correct.fates.listed import read_tokens
from nightaudit.correct.fates.settle import settle
from nightaudit.correct.fates.verify import closing_word, take_as_verified, verify
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.plans import approval
from nightaudit.correct.run import OF_ONE_RECORD, TokenRun
from nightaudit.correct.sending.apply import close
from nightaudit.correct.sending.outcome import outcome_of_reading, to_do
from nightaudit.errors import NightauditError, UsageError

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.sending.outcome import Outcome

Word = Literal["applied", "absent", "accepted"]


def reconcile(run: Run) -> Outcome:
    """Settle every row in doubt, verify and audit; send nothing. The caller holds `journal.applier()`.

    An error is returned as the cause of the outcome, which tells of what was found out before it.
    """
    run.recover()
    cause: NightauditError | None = None
    findings: list[str] = []
    try:
        settle(run, again=True)
        findings = close(run)
    except NightauditError as error:
        cause = error
    approval.end_unsent(run.journal, run.plan)
    return outcome_of_reading(run, findings, cause, load_again=True)


def decide(run: Run, number: int, word: Word, by: str) -> None:
    """Record what a person found out about a QUARANTINED row, that it was carried out or not, or close a MISMATCH row.

    A MISMATCH row is read again first: the person may have seen it before somebody changed it.
    An "absent" row may be sent again while its plan is young. A MISMATCH row can be closed with "applied" where a colleague
    changed something else of the record meanwhile, or recorded another payment, or where the created record is there with other
    values; with "accepted" where they are not there and the PMS is right as it is, and so can a VERIFIED or DUPLICATE row whose
    token is not found any more. Raises UsageError for any other row or word.
    """
    row = next((row for row in run.rows() if row.number == number), None)
    if row is None:
        raise UsageError(f"Plan {run.plan.plan_id} has no row {number}; its rows are 1 to {run.plan.row_count}.")
    if word == "accepted" and row.state in {states.VERIFIED, states.DUPLICATE} and _lacks_its_token(run, row):
        if row.state == states.VERIFIED:
            run.journal.move(row, states.MISMATCH, states.MISSED)
        take_as_verified(run, row, f"{by} {states.ACCEPTED}{states.MISSED}")
        return
    if row.state == states.MISMATCH:
        with suppress(*OF_ONE_RECORD):  # where it cannot be read, the person looked in the PMS
            verify(run, [row])
        if row.state == states.VERIFIED:
            return
    if row.state not in {states.QUARANTINED, states.MISMATCH}:
        raise UsageError(
            f"Row {number} of plan {run.plan.plan_id} is {row.state}, neither QUARANTINED nor MISMATCH.",
            hint="Rows are counted from 1 without the header, so row 1 is the second line of most files.",
        )
    if word != closing_word(run.job, row) and (row.state == states.MISMATCH or word == "accepted"):
        raise UsageError(
            f"Row {number} of plan {run.plan.plan_id} is {row.state}: {row.why}.",
            hint=to_do(run.plan, row),
        )
    if row.state == states.MISMATCH:
        judged = "found that the record is correct: " if word == "applied" else states.ACCEPTED
        take_as_verified(run, row, f"{by} {judged}{row.why}")
    elif word == "applied":
        conclude(run.journal, row, "applied", states.APPLIED, f"{by} found that it was carried out")
    else:
        conclude(run.journal, row, "proven absent", states.APPROVED, f"{by} found that it was not carried out")


def _lacks_its_token(run: Run, row: Row) -> bool:
    """Return whether the service does not show the record of a row by its token, as after somebody has removed it."""
    return isinstance(run, TokenRun) and not read_tokens(run, [row])[row.token]
