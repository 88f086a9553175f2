"""The outcome of a run: rows by state, the exit code, and what a person has to look at, with the command to report it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nightaudit.correct.fates.created import SENT_AGAIN
from nightaudit.correct.fates.verify import closing_word
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal import states
from nightaudit.correct.run import changed_part
from nightaudit.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.errors import NightauditError


@dataclass
class Outcome:
    """The result of a run.

    counts    number of rows by state               sent      number of attempts
    streams   streams to load again                 cause     the error that ended the run early
    findings  what a person has to look at          reasons   why rows were refused, or need a person
    sending   whether the run was to send: else (reconcile, verify, audit) its exit code ignores rows that are still to be sent
              or were refused
    """

    plan_id: str
    counts: dict[str, int]
    sent: int
    streams: tuple[str, ...]
    cause: NightauditError | None = None
    findings: list[str] = field(default_factory=list)
    sending: bool = True
    reasons: list[str] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 all done, 5 conflicts, rows in quarantine, or findings, 6 partly applied, else the exit code of the cause."""
        present = {
            state for state, count in self.counts.items() if count and (self.sending or state not in states.OF_SENDING)
        }
        if self.findings or present & {*states.BAD}:
            return 5
        written = present & {*states.WRITTEN}
        if present & {*states.OPEN} or self.cause:
            return 6 if written else (self.cause.exit_code if self.cause else 6)
        if states.REJECTED in present:
            return 6 if written else ApiError.exit_code
        return 0

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome, JSON-ready."""
        return {
            "plan_id": self.plan_id,
            "states": self.counts,
            "sent": self.sent,
            "findings": self.findings,
            "reasons": self.reasons,
            "stopped": str(self.cause) if self.cause else None,
            "streams": list(self.streams),
        }


def outcome_of_sending(run: Run, cause: NightauditError | None, findings: list[str]) -> Outcome:
    """Return the outcome of a run that was to send."""
    counts, why = run.journal.counts(run.plan.plan_id), _reasons(run.journal, run.plan, states.REJECTED, *states.BAD)
    return Outcome(run.plan.plan_id, counts, len(run.sent), _to_load_again(run), cause, findings, reasons=why)


def outcome_of_reading(
    run: Run, findings: Iterable[str] = (), cause: NightauditError | None = None, *, load_again: bool = False
) -> Outcome:
    """Return the outcome of a run that only read.

    load_again  whether the run may have found writes whose streams are to be loaded again
    """
    counts, why = run.journal.counts(run.plan.plan_id), _reasons(run.journal, run.plan, *states.LEFT_TO_PEOPLE)
    streams = _to_load_again(run) if load_again else ()
    return Outcome(run.plan.plan_id, counts, 0, streams, cause, [*findings], sending=False, reasons=why)


def left_to_people(journal: Journal, names: Iterable[str]) -> list[Outcome]:
    """Return an outcome for each of these plans that has QUARANTINED rows."""
    left = {name: _reasons(journal, journal.plan(name), states.QUARANTINED) for name in names}
    return [Outcome(name, journal.counts(name), 0, (), sending=False, reasons=why) for name, why in left.items() if why]


def _to_load_again(run: Run) -> tuple[str, ...]:
    return run.job.streams if run.journal.unloaded(run.plan.plan_id) else ()


def _reasons(journal: Journal, plan: Plan, *only: str) -> list[str]:
    """Return a line for each row in these states: its record, its state, the reason, and what a person has to do."""
    job = job_named(plan.job)
    said = [
        (f"row {row.number}, {changed_part(job, row)}: {row.state}: {row.why}", to_do(plan, row))
        for row in journal.rows(plan.plan_id, *only)
    ]
    return [". ".join(filter(None, texts)) for texts in said]


def to_do(plan: Plan, row: Row) -> str:
    """Return what a person has to look for, and with which command to report it; "" for a row that needs no person."""
    if row.state == states.DUPLICATE:
        return f"Remove all but one in the PMS, then `nightaudit correct verify {plan.plan_id}`"
    found = f"`nightaudit correct reconcile {plan.plan_id} --row {row.number} --found"
    if row.state == states.QUARANTINED:
        mark = f"for {row.token} " if plan.has_tokens else ""
        return f"Look {mark}in the PMS, then run {found} applied`, or `--found absent`"
    word = closing_word(job_named(plan.job), row)
    if word == "accepted":
        again = "If the change is missing, plan the row again, alone and with --again"
        return f"Look at the record in the PMS. {again}. If the PMS is right as it is, run {found} accepted`"
    look = "Look at the record in the PMS. If it is correct,"
    if row.why.startswith(SENT_AGAIN):
        look = "Look in the PMS, and remove one if both exist. Then"
    return f"{look} run {found} applied`" if word else ""
