"""Applies an approved plan: row by row, in passes, until nothing is left to send or something stops the run."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from nightaudit.correct.fates.audit import audit_journal, audit_tokens, count_before_sending, count_turned_away
from nightaudit.correct.fates.recorded import recorded_at_the_same_time, recorded_since_plan
from nightaudit.correct.fates.refusals import look_again, look_at_refusal
from nightaudit.correct.fates.settle import settle
from nightaudit.correct.fates.verify import lacks_its_values, verify
from nightaudit.correct.intent import Halted, Limits, MustWait, require_allowed
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.plans import approval
from nightaudit.correct.run import PATIENCE
from nightaudit.correct.sending.outcome import outcome_of_sending
from nightaudit.correct.sending.send import check, send
from nightaudit.errors import NightauditError, NotSent, ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.sending.outcome import Outcome

ATTEMPTS = 25  # for one row in one run
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


def apply(run: Run, limits: Limits, *, canary: int = 0) -> Outcome:
    """Send the plan, and return the outcome. The caller holds `journal.applier()`.

    canary  number of rows that are sent and verified before the others, 0 for none

    Before anything is read or sent, raises the errors of `approval.require_approved`, and Halted when the kill switch is closed.
    A later error is returned as the cause of the outcome: rows keep their states, and the next `apply` continues from there.
    """
    approval.require_approved(run.journal, run.plan, run.client.settings)
    require_allowed(run.journal)
    run.recover()
    cause: NightauditError | None = None
    findings: list[str] = []
    try:
        _passes(run, limits, canary)
    except NightauditError as error:
        cause = error
    try:
        settle(run)
        findings = close(run)
    except NightauditError as error:  # rows keep their states; the outcome must report what was written in any case
        cause = cause or error
    return outcome_of_sending(run, cause, findings)


def close(run: Run) -> list[str]:
    """Verify what was applied, wait for late writes of rows that were sent again or refused, and audit; return the findings."""
    verify(run)
    unsent = {"proven absent", "turned away", "rejected"}
    run.wait_since(one.ended for one in run.journal.attempts(run.plan.plan_id) if one.ended and one.outcome in unsent)
    look_again(run)
    settle(run)
    findings = audit_tokens(run)
    verify(run, run.rows(states.APPLIED))
    return findings + recorded_at_the_same_time(run) + audit_journal(run.journal)


def _passes(run: Run, limits: Limits, canary: int) -> None:
    """Settle rows in doubt, then send what is due, the canary first. Raises the error that stops the run."""
    look_again(run, other_plans=True)
    settle(run, again=True)
    count_before_sending(run)
    run.recorded = recorded_since_plan(run, run.rows(states.APPROVED))
    if run.job.ambiguous == "quarantine":
        verify(run)
    if canary:
        _canary(run, limits, canary)
    _send_all_due(run, limits, lambda: _due(run))


def _to_send(run: Run, due: Callable[[], list[Row]]) -> list[Row]:
    """Return the rows that are due, after rows that were turned away but carried out all the same are removed."""
    count_turned_away(run, due())
    return due()


def _send_all_due(run: Run, limits: Limits, due: Callable[[], list[Row]]) -> None:
    """Make pass after pass over the rows that are due, until none is left. Raises the error that stops the run."""
    fruitless = 0
    while rows := _to_send(run, due):
        before = len(run.sent)
        progress = _one_pass(run, limits, rows)
        if not (settle(run) or progress):
            raise _waiting(due() or rows)
        run.tell(_rows_by_state(run))
        _require_answers(run)
        left = {row.row_id: row for row in due()}
        fruitless = fruitless + len(run.sent) - before if all(row.row_id in left for row in rows) else 0
        if fruitless >= PATIENCE:
            why = left[rows[0].row_id].why
            no_effect = f"{fruitless} writes in a row had no effect: {why}.{_last_lost(run)}"
            raise ServiceFailed(no_effect, hint="Apply again later.")


def _waiting(rows: list[Row]) -> MustWait:
    """Return the error for rows that wait for writes in doubt, also of other plans."""
    first, others = rows[0], f" {len(rows) - 1} other rows wait, too." if len(rows) > 1 else ""
    return MustWait(
        f"Row {first.number} waits for a write with an unknown result: {first.why.rstrip('.')}.{others}",
        hint="Run `nightaudit correct reconcile`: it names what to look for.",
    )


def _require_answers(run: Run) -> None:
    """Raise ServiceFailed where all of the last PATIENCE writes are in doubt: more would only leave more rows to a person."""
    last = [run.journal.row(row_id) for row_id in run.sent[-PATIENCE:]]
    if len(last) == PATIENCE and all(row.state in states.IN_DOUBT for row in last):
        unanswered = (
            f"The service did not answer the last {PATIENCE} writes, and nothing shows whether it carried them out."
        )
        raise ServiceFailed(
            f"{unanswered}{_last_lost(run)}",
            hint="Apply again when the service answers; the next writes then show what happened to these.",
        )


def _last_lost(run: Run) -> str:
    """Return a sentence on the last write of the run whose answer was lost, "" where none was."""
    return f" The last of them: {run.last_lost}" if run.last_lost else ""


def _canary(run: Run, limits: Limits, count: int) -> None:
    """Send and verify the first `count` rows. Raises Halted unless all of them are VERIFIED."""

    def due() -> list[Row]:
        first = {row.row_id for row in _first(run, count)}
        return [row for row in _due(run) if row.row_id in first]

    _send_all_due(run, limits, due)
    verify(run, run.rows(states.APPLIED))
    if wrong := [row for row in _first(run, count) if row.state != states.VERIFIED]:
        raise Halted(
            f"The canary failed. Row {wrong[0].number} is {wrong[0].state}: {wrong[0].why.rstrip('.')}. The other rows"
            " were not sent."
        )


def _first(run: Run, count: int) -> list[Row]:
    """Return the rows of the canary: the first that are to be sent. A row that needs no write would prove nothing."""
    return [row for row in run.rows() if row.outlook == SEND and row.state != states.SKIPPED][:count]


def _due(run: Run) -> list[Row]:
    """Return the APPROVED rows; those that this run sent before come first, while the proof of their absence is fresh."""
    attempts = Counter(run.sent)
    rows = [row for row in run.rows(states.APPROVED) if attempts[row.row_id] < ATTEMPTS]
    return sorted(rows, key=lambda row: (-attempts[row.row_id], row.number))


def _one_pass(run: Run, limits: Limits, rows: list[Row]) -> bool:
    """Try to send every row once; return whether there was progress. Raises the error that stops the run."""
    progress = False
    unsent = lost = 0
    for row in rows:
        if lost >= PATIENCE:
            break
        try:
            sent = check(run, row)
            state = send(run, row, limits) if sent else row.state
        except MustWait:
            continue
        if sent:
            look_at_refusal(run, row)
        if state == states.APPROVED:
            unsent += 1
            if unsent >= PATIENCE:
                raise NotSent(
                    f"{PATIENCE} writes in a row could not be sent, or were rejected: {row.why}",
                    hint="Apply again later.",
                )
            time.sleep(min(FIRST_PAUSE * 2**unsent, LONGEST_PAUSE))
            continue
        run.tell_at_times(partial(_rows_by_state, run))
        unsent, progress = 0, True
        lost = lost + 1 if state in states.IN_DOUBT else 0
        _verify_on_the_way(run)
    return progress or unsent > 0


def _verify_on_the_way(run: Run) -> None:
    """Verify what was sent so far: a payment at once, other rows after 15, 30, 60 and so on, because their lists may be long.

    Raises ServiceFailed where the last PATIENCE writes were answered as carried out, and none of them has its values.
    """
    if run.job.ambiguous == "quarantine":
        verify(run)  # before the next row changes the same sum
    elif len(run.sent) >= run.verify_at:
        verify(run, run.rows(states.APPLIED))
        run.verify_at *= 2
    else:
        return
    last = [run.journal.row(row_id) for row_id in [*dict.fromkeys(reversed(run.sent))][:PATIENCE]]
    if len(last) == PATIENCE and all(map(lacks_its_values, last)):
        raise ServiceFailed(
            f"The service answered the last {PATIENCE} writes as carried out, but shows none of them. Row"
            f" {last[0].number}: {last[0].why}.",
            hint="Look at these records in the PMS. If they are correct by now, raise NIGHTAUDIT_SETTLE_SECONDS and apply again.",
        )


def _rows_by_state(run: Run) -> str:
    return ", ".join(f"{count} {state}" for state, count in run.journal.counts(run.plan.plan_id).items())
