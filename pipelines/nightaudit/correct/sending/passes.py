"""Sends the rows of a plan, in passes, until nothing is left to send or something stops the run."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.correct.fates.audit import count_before_sending, count_turned_away
from nightaudit.correct.fates.recorded import recorded_at_the_same_time, recorded_since_plan
from nightaudit.correct.fates.refusals import look_again, look_at_refusal
from nightaudit.correct.fates.settle import settle
from nightaudit.correct.fates.verify import lacks_its_values, verify
from nightaudit.correct.intent import Halted, Limits, MustWait
from nightaudit.correct.journal import other_rows, states
from nightaudit.correct.run import OF_ONE_RECORD, PATIENCE, name_barred
from nightaudit.correct.sending.send import check, has_written, send
from nightaudit.correct.telling import AtTimes
from nightaudit.errors import NightauditError, NotSent, ServiceFailed

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.errors import ApiError

ATTEMPTS = 25  # for one row in one run
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


class Passes:
    """The passes of one run over the rows of its plan. Call `make` once, then `settle`."""

    def __init__(self, run: Run, limits: Limits) -> None:
        self._run, self._limits = run, limits
        self._tell_at_times = AtTimes(run.tell)
        self._recorded: dict[int, str] = {}  # why rows must not be sent, see `recorded_since_plan`
        self._last_lost = ""  # what is known of the last write whose answer was lost
        self._barred = 0  # number of rows of the last pass answered 403, or not readable, since one was carried out
        self._last_barred: ApiError | None = None  # of the last pass, about a row that is still to be sent
        self._sent_when_settled = 0  # number of attempts
        self._verify_at = PATIENCE  # number of attempts after which rows are verified next
        self._canary = 0  # number of rows that may be sent until they are verified, 0 for all

    def make(self, canary: int) -> None:
        """Settle rows in doubt, then send what is due, the canary first. Raises the error that stops the run."""
        run = self._run
        look_again(run, other_plans=True)
        settle(run, again=True)
        count_before_sending(run)
        self._recorded = recorded_since_plan(run, run.rows(states.APPROVED))
        if run.job.in_sum:
            verify(run, run.rows(*states.UNVERIFIED))
        if canary:
            self._send_canary(canary)
        self._send_all()

    def settle(self) -> int:
        """Settle rows in doubt, QUARANTINED creates too if rows were sent since the last call; return how many moved."""
        sent = len(self._run.sent)
        again, self._sent_when_settled = sent > self._sent_when_settled, sent
        return settle(self._run, again=again)

    def _to_send(self) -> list[Row]:
        """Return the rows that are due, after rows that were turned away but carried out all the same are removed."""
        count_turned_away(self._run, self._due())
        return self._due()

    def _send_all(self) -> None:
        """Make pass after pass over the rows that are due, until none is left. Raises the error that stops the run."""
        fruitless = 0
        while rows := self._to_send():
            before = len(self._run.sent)
            progress = self._pass_with_reason(rows)
            if not (self.settle() or progress):
                raise _waiting(self._due() or rows)
            self._run.tell(self._rows_by_state())
            self._require_answers()
            if self._last_barred and not (has_written(self._run) and len(self._run.sent) > before):
                raise self._last_barred  # whoever may write nothing, or read what is left, need not go on
            left = {row.row_id: row for row in self._due()}
            fruitless = fruitless + len(self._run.sent) - before if all(row.row_id in left for row in rows) else 0
            if fruitless >= PATIENCE:
                why = left[rows[0].row_id].why.rstrip(".")
                no_effect = f"{fruitless} writes in a row had no effect: {why}.{self._of_last_lost()}"
                hint = "Apply again later. If this goes on, ask whether these credentials may write."
                raise ServiceFailed(no_effect, hint=hint)

    def _require_answers(self) -> None:
        """Raise ServiceFailed where all of the last PATIENCE writes are in doubt: more would only leave more rows to a person."""
        last = [self._run.journal.row(row_id) for row_id in self._run.sent[-PATIENCE:]]
        if len(last) == PATIENCE and all(row.state in states.IN_DOUBT for row in last):
            unanswered = (
                f"The service did not answer the last {PATIENCE} writes, and nothing shows whether it carried them out."
            )
            raise ServiceFailed(
                f"{unanswered}{self._of_last_lost()}",
                hint="Apply again when the service answers; the next writes then show what happened to these.",
            )

    def _of_last_lost(self) -> str:
        """Return a sentence on the last write of the run whose answer was lost, "" where none was."""
        return f" The last of them: {self._last_lost}" if self._last_lost else ""

    def _send_canary(self, count: int) -> None:
        """Send and verify `count` rows. Raises Halted unless all of them are VERIFIED, and nobody else recorded the like of one.

        A row that ends before it is sent would prove nothing about those that follow, nor would one of an earlier run.
        """
        self._canary = count
        self._send_all()
        self._canary = 0
        look_again(self._run)
        verify(self._run, self._run.rows(states.APPLIED))
        sent = {*self._run.sent}
        if wrong := [row for row in self._run.rows() if row.row_id in sent and row.state != states.VERIFIED]:
            raise Halted(
                f"The canary failed. Row {wrong[0].number} is {wrong[0].state}: {wrong[0].why.rstrip('.')}. The other rows"
                " were not sent."
            )
        if found := recorded_at_the_same_time(self._run, sent):
            raise Halted(
                f"The canary failed: {found[0]}. The other rows were not sent.",
                hint="If nobody else did, the service writes more than it is sent: ask whoever runs it.",
            )

    def _may_send(self, row: Row) -> bool:
        """Return whether the row belongs to the canary, or may become its next row; True where no canary is sent."""
        if not self._canary:
            return True
        sent = {*self._run.sent}
        return row.row_id in sent or len(sent) < self._canary

    def _due(self) -> list[Row]:
        """Return the APPROVED rows; those that this run sent before come first, while the proof of their absence is fresh."""
        attempts = Counter(self._run.sent)
        approved = self._run.rows(states.APPROVED)
        rows = [row for row in approved if attempts[row.row_id] < ATTEMPTS and self._may_send(row)]
        return sorted(rows, key=lambda row: (-attempts[row.row_id], row.number))

    def _pass_with_reason(self, rows: list[Row]) -> bool:
        """Make one pass; an error that stops it also names the last row that is still to be sent because of such an answer."""
        try:
            return self._one_pass(rows)
        except NightauditError as error:
            if self._last_barred and self._last_barred is not error:
                error.add(self._last_barred.message)
            raise

    def _one_pass(self, rows: list[Row]) -> bool:
        """Try to send every row once; return whether there was progress. Raises the error that stops the run."""
        progress = False
        unsent = lost = 0
        self._barred, self._last_barred = 0, None
        for row in rows:
            self._tell_at_times(self._rows_by_state)
            if lost >= PATIENCE or not self._may_send(row):
                break
            if self._run.job.in_sum:
                self._verify_before(row)
            try:
                is_due = check(self._run, row, self._recorded.get(row.row_id, ""))
                state = send(self._run, row, self._limits) if is_due else row.state
            except MustWait:
                continue
            except OF_ONE_RECORD as error:
                self._look_at_barred(row, error)
                progress = True
                continue
            if is_due:
                look_at_refusal(self._run, row)
                self._last_lost = row.why if state == states.AMBIGUOUS else self._last_lost
            if state == states.APPROVED:
                unsent += 1
                if unsent >= PATIENCE:
                    raise NotSent(
                        f"{PATIENCE} writes in a row could not be sent, or were rejected: {row.why}",
                        hint="Apply again later.",
                    )
                time.sleep(min(FIRST_PAUSE * 2**unsent, LONGEST_PAUSE))
                continue
            unsent, progress = 0, True
            self._barred = 0 if state in states.WRITTEN else self._barred
            lost = lost + 1 if state in states.IN_DOUBT else 0
            self._verify_on_the_way()
        return progress or unsent > 0

    def _look_at_barred(self, row: Row, error: ApiError) -> None:
        """Look at a row that is barred; raise the error where PATIENCE rows were, and none between them was carried out."""
        look_at_refusal(self._run, row)
        self._barred += 1
        name_barred(error, self._run.job, row, self._barred - 1)
        if row.state == states.APPROVED:
            self._last_barred = error
        if self._barred >= PATIENCE:
            raise error

    def _sent_last(self) -> list[int]:
        """Return the ids of the last PATIENCE rows that were sent, the latest first."""
        return [*dict.fromkeys(reversed(self._run.sent[-PATIENCE * ATTEMPTS :]))][:PATIENCE]

    def _verify_before(self, row: Row) -> None:
        """Verify MISMATCH rows of the plan on the target of a row that is about to change the sum in which they show.

        Those that were sent last were read after the last row.
        """
        mismatched = other_rows.mismatched(self._run.journal, row)
        if mismatched:
            sent_last = self._sent_last()
            verify(self._run, [other for other in mismatched if other.row_id not in sent_last])

    def _verify_on_the_way(self) -> None:
        """Verify what was sent last: payments PATIENCE after each, of other rows PATIENCE after 15, 30, 60 and so on.

        Raises ServiceFailed where the service shows none of the last PATIENCE writes, and answered some as carried out.
        """
        if not self._run.job.in_sum:
            if len(self._run.sent) < self._verify_at:
                return
            self._verify_at *= 2
        last = [self._run.journal.row(row_id) for row_id in self._sent_last()]
        due = states.UNVERIFIED if self._run.job.in_sum else (states.APPLIED,)
        verify(self._run, [row for row in last if row.state in due])
        answered = [row for row in last if lacks_its_values(row)]
        in_doubt = [row for row in last if row.state in states.IN_DOUBT]
        if answered and len(answered) + len(in_doubt) == PATIENCE:
            raise ServiceFailed(
                f"The service answered {len(answered)} of the last {PATIENCE} writes as carried out, but shows none of them as"
                f" sent. Row {answered[0].number}: {answered[0].why}.",
                hint="Look at these records in the PMS. If they are correct by now, raise NIGHTAUDIT_SETTLE_SECONDS"
                " and apply again.",
            )

    def _rows_by_state(self) -> str:
        return ", ".join(
            f"{count} {state}" for state, count in self._run.journal.counts(self._run.plan.plan_id).items()
        )


def _waiting(rows: list[Row]) -> MustWait:
    """Return the error for rows that wait for writes in doubt, also of other plans."""
    first, others = rows[0], f" {len(rows) - 1} other rows wait, too." if len(rows) > 1 else ""
    return MustWait(
        f"Row {first.number} waits for a write with an unknown result: {first.why.rstrip('.')}.{others}",
        hint="Run `nightaudit correct reconcile`: it names what to look for.",
    )
