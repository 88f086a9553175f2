"""Settle what earlier runs left in doubt, and take a person's word on what only a person can find out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from nightaudit.correct.fates.settle import settle
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
    """Read back every row in doubt, verify and audit; sends nothing. The caller holds `journal.applier()`."""
    run.recover()
    settle(run, again=True)
    findings = close(run)
    streams = run.job.streams if run.journal.unloaded(run.plan.plan_id) else ()
    counts, left = run.journal.counts(run.plan.plan_id), reasons(run.journal, run.plan, states.QUARANTINED)
    return Outcome(run.plan.plan_id, counts, 0, streams, None, findings, sending=False, reasons=left)


def left_to_people(journal: Journal, names: Iterable[str]) -> list[Outcome]:
    """How it stands with those of these plans that have QUARANTINED rows, which no reading settles."""
    left = {name: reasons(journal, journal.plan(name), states.QUARANTINED) for name in names}
    return [Outcome(name, journal.counts(name), 0, (), sending=False, reasons=why) for name, why in left.items() if why]


def decide(run: Run, number: int, word: Word, by: str) -> None:
    """Write down what a person found out about a QUARANTINED row: it was carried out, or it was not.

    A row said to be absent may be sent again while its plan is young. Raises UsageError for any other row.
    """
    rows = [row for row in run.rows(states.QUARANTINED) if row.number == number]
    if not rows:
        raise UsageError(f"Row {number} of plan {run.plan.plan_id} is not QUARANTINED.")
    if word == "applied":
        conclude(run.journal, rows[0], "applied", states.APPLIED, f"{by} found it carried out")
    else:
        conclude(run.journal, rows[0], "proven absent", states.APPROVED, f"{by} found it not carried out")
