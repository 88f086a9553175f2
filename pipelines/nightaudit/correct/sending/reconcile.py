"""Settles rows that earlier runs left in doubt, and records what a person found out about rows left to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from nightaudit.correct.fates.settle import settle
from nightaudit.correct.fates.verify import may_be_right, take_as_verified
from nightaudit.correct.intent import conclude
from nightaudit.correct.journal import states
from nightaudit.correct.sending.apply import Outcome, close, reasons
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run

Word = Literal["applied", "absent"]


def reconcile(run: Run) -> Outcome:
    """Settle every row in doubt, verify and audit; send nothing. The caller holds `journal.applier()`."""
    run.recover()
    settle(run, again=True)
    findings = close(run)
    streams = run.job.streams if run.journal.unloaded(run.plan.plan_id) else ()
    return looked_at(run, findings, streams)


def looked_at(run: Run, findings: Iterable[str] = (), streams: tuple[str, ...] = ()) -> Outcome:
    """Return the outcome of a run that sent nothing, with the reasons why rows are left to a person."""
    counts, left = run.journal.counts(run.plan.plan_id), reasons(run.journal, run.plan, *states.LEFT_TO_PEOPLE)
    return Outcome(run.plan.plan_id, counts, 0, streams, None, [*findings], sending=False, reasons=left)


def left_to_people(journal: Journal, names: Iterable[str]) -> list[Outcome]:
    """Return an outcome for each of these plans that has QUARANTINED rows."""
    left = {name: reasons(journal, journal.plan(name), states.QUARANTINED) for name in names}
    return [Outcome(name, journal.counts(name), 0, (), sending=False, reasons=why) for name, why in left.items() if why]


def decide(run: Run, number: int, word: Word, by: str) -> None:
    """Record what a person found out about a QUARANTINED row, that it was carried out or not, or confirm a MISMATCH row.

    An "absent" row may be sent again while its plan is young. A MISMATCH row can be confirmed with "applied" where a colleague
    changed something else of the record meanwhile, or recorded another payment. Raises UsageError for any other row.
    """
    rows = [row for row in run.rows(states.QUARANTINED, states.MISMATCH) if row.number == number]
    if not rows:
        raise UsageError(f"Row {number} of plan {run.plan.plan_id} is neither QUARANTINED nor MISMATCH.")
    if rows[0].state == states.MISMATCH:
        if word == "absent" or not may_be_right(run.job, rows[0]):
            raise UsageError(
                f"Row {number} of plan {run.plan.plan_id} is MISMATCH: {rows[0].why}.",
                hint="If the service does not show the change, plan the row again, alone and with --again.",
            )
        take_as_verified(run, rows[0], f"{by} found that the record is correct: {rows[0].why}")
    elif word == "applied":
        conclude(run.journal, rows[0], "applied", states.APPLIED, f"{by} found that it was carried out")
    else:
        conclude(run.journal, rows[0], "proven absent", states.APPROVED, f"{by} found that it was not carried out")
