"""Applies an approved plan, then verifies and audits it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.fates.audit import audit_journal, audit_tokens
from nightaudit.correct.fates.recorded import close_comparison, recorded_at_the_same_time
from nightaudit.correct.fates.refusals import look_again
from nightaudit.correct.fates.settle import settle
from nightaudit.correct.fates.verify import verify, verify_again
from nightaudit.correct.intent import Halted, Limits, require_allowed, require_amounts
from nightaudit.correct.journal import states
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.outcome import outcome_of_sending
from nightaudit.correct.sending.passes import Passes
from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    from nightaudit.correct.run import Run
    from nightaudit.correct.sending.outcome import Outcome


def apply(run: Run, limits: Limits, *, canary: int = 0) -> Outcome:
    """Send the plan, and return the outcome. The caller holds `journal.applier()`.

    canary  number of rows that are sent and verified before the others, 0 for none

    Before anything is read or sent, raises the errors of `approval.require_approved` and `require_amounts`, and Halted when the
    kill switch is closed.
    A later error is returned as the cause of the outcome: rows keep their states, and the next `apply` continues from there.
    """
    approval.require_approved(run.journal, run.plan, run.client.settings)
    require_allowed(run.journal)
    require_amounts(run.rows(), limits)
    run.recover()
    cause: NightauditError | None = None
    findings: list[str] = []
    passes = Passes(run, limits)
    try:
        _require_tokens(run)
        passes.make(canary)
    except NightauditError as error:
        cause = error
    try:
        passes.settle()
        findings = close(run)
    except NightauditError as error:  # rows keep their states; the outcome must report what was written in any case
        cause = cause or error
    return outcome_of_sending(run, cause, findings)


def _require_tokens(run: Run) -> None:
    """Raise Halted where an earlier run wrote a row whose record is not found by its token, and others are still to be sent.

    A row that was verified by its token shows that the service keeps tokens: then a person removed the record.
    """
    lost = [row for row in run.rows(states.MISMATCH) if row.why.startswith(states.MISSED)]
    keeps_tokens = any(states.ACCEPTED not in row.why for row in run.rows(states.VERIFIED))
    if not lost or keeps_tokens or not run.rows(states.APPROVED):
        return
    verify(run, lost)
    if row := next((row for row in lost if row.state == states.MISMATCH), None):
        raise Halted(
            f"Row {row.number} was written, but {row.why}.",
            hint="Nothing more is sent until its record is found or accepted: without the token it cannot be found out whether a"
            " lost write was carried out.",
        )


def close(run: Run) -> list[str]:
    """Verify what was applied, wait for late writes of rows that were sent again or refused, and audit; return the findings."""
    sent = {*run.sent}
    verified = [row for row in run.rows(states.VERIFIED) if row.row_id in sent]
    verify(run, run.rows(*states.UNVERIFIED))
    verify_again(run, verified)
    unsent = {"proven absent", "turned away", "rejected"}
    run.wait_since(one.ended for one in run.journal.attempts(run.plan.plan_id) if one.ended and one.outcome in unsent)
    look_again(run)
    settle(run)
    findings = audit_tokens(run)
    verify(run, run.rows(states.APPLIED))
    findings += recorded_at_the_same_time(run)
    close_comparison(run)
    return findings + audit_journal(run.journal)
