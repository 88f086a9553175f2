"""The closing audit: every token counted once in the service, and the journal's own sums and hashes checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.correction import TokenCorrection
from nightaudit.correct.fates.recorded import sent_elsewhere, since
from nightaudit.correct.fates.settle import answered_last, read_past, read_tokens
from nightaudit.correct.intent import found_written
from nightaudit.correct.journal import states
from nightaudit.correct.journal.events import broken_at
from nightaudit.correct.values import dump

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json


def audit_journal(journal: Journal) -> list[str]:
    """What is wrong inside the journal: the chain of events, sums of rows, digests of plans. Empty when nothing is."""
    found = []
    broken = broken_at(journal.sql)
    if broken is not None:
        found.append(f"event {broken} does not follow from the ones before it: the journal was changed by hand")
    for plan in journal.plans():
        found += _sums(journal, plan)
    return found


def _sums(journal: Journal, plan: Plan) -> list[str]:
    found = []
    total = sum(journal.counts(plan.plan_id).values())
    if total != plan.row_count:
        found.append(f"plan {plan.plan_id} has {plan.row_count} rows, and {total} of them have a state")
    if plan.digest != plan.digest_of(journal.rows(plan.plan_id)):
        found.append(f"plan {plan.plan_id} is not as it was made: its digest differs")
    return found


def audit_tokens(run: Run, *, reads: int = 1) -> list[str]:
    """Count what the plan created in the service; corrects the states of rows and tells what a person has to look at.

    Finds writes that were carried out later than the settle time. Empty for a job that creates nothing. With 0 reads it
    counts in lists that the run's reader has read for another plan.
    """
    rows = run.rows()
    if isinstance(run.job, TokenCorrection):
        counted = read_tokens(run, run.job, rows, reads)
        said = {row.row_id: _count(run, row, counted[row.token]) for row in rows}
    else:
        if reads:
            run.reader.forget()
        said = {row.row_id: _copies(run, row) for row in rows if row.state in states.WRITTEN}
    return [f"row {row.number} ({row.target}): {said[row.row_id]}" for row in rows if said.get(row.row_id)]


def count_before_sending(run: Run) -> None:
    """Find what was carried out although the journal takes it for unsent, so that it is not sent again.

    That is a write which came later than the settle time, or was turned down and acted on all the same, under this plan or
    another with the same rows; and everything sent since, where the journal is an older copy that was put back. Waits until the
    settle time has passed since the last of them was sent: the list may be behind. What others recorded since the plan was made
    is noted for the rows that it may stand for.

    Raises Halted where rows that this journal never sent are there and become more: a copy of it is sending them.
    """
    rows = [*run.rows(states.APPROVED), *run.journal.unsent_kin(run.plan)]
    if isinstance(run.job, TokenCorrection) and rows:
        ids, plans = {row.row_id for row in rows}, {row.plan_id for row in rows}
        sent = [attempt for plan_id in plans for attempt in run.journal.attempts(plan_id) if attempt["row_id"] in ids]
        run.wait_since(attempt["ended"] for attempt in sent if attempt["outcome"] != "not sent" and attempt["ended"])
        counted = read_tokens(run, run.job, rows)
        for row in rows:
            _count(run, row, counted[row.token])
        known = {attempt["row_id"] for attempt in sent}
        never_sent = [row for row in rows if row.row_id not in known]
        if any(counted[row.token] for row in never_sent):
            _require_alone(run, run.job, never_sent, counted)
        run.recorded = since(run, run.rows(states.APPROVED))


def _require_alone(run: Run, job: TokenCorrection, rows: list[Row], counted: dict[str, dict[str, Json]]) -> None:
    """Raise Halted where more of these rows are there than were `counted`, once the settle time has passed."""
    run.wait_since([run.journal.clock.stamp()])
    found = read_tokens(run, job, rows)
    for row in rows:
        if len(found[row.token]) > len(counted[row.token]):
            raise sent_elsewhere(row)


def count_turned_away(run: Run, rows: list[Row]) -> None:
    """Find which of these rows were carried out although they were turned away last time, so that they are not sent again."""
    last = {attempt["row_id"]: attempt["outcome"] for attempt in run.journal.attempts(run.plan.plan_id)}
    rows = [row for row in rows if last.get(row.row_id) == "turned away"]
    if isinstance(run.job, TokenCorrection) and rows:
        counted = read_past(run, run.job, rows, answered_last(run))
        for row in rows:
            _count(run, row, counted[row.token])


def _copies(run: Run, row: Row) -> str:
    """A create without a token is told by its content: more than one of it is a double, whoever made the others."""
    ids = ", ".join(str(record.get("id")) for record in run.job.copies(row.input, run.reader))
    if ", " not in ids:
        return ""
    if row.state in {states.APPLIED, states.VERIFIED, states.MISMATCH}:
        run.journal.move(row, states.DUPLICATE, f"the audit found it in records {ids}")
    return f"stands there more than once: {ids}; remove all but one in the PMS"


def _count(run: Run, row: Row, records: dict[str, Json]) -> str:
    count, before = len(records), row.state
    if before in states.IN_DOUBT:
        return ""  # its fate is still open, and `settle` decides on it
    if count and before not in states.WRITTEN:
        state = states.APPLIED if count == 1 else states.DUPLICATE
        found_written(run.journal, row, state, "its token was found", dump(next(iter(records.values()))))
    elif before == states.APPLIED and not count:
        run.journal.move(row, states.MISMATCH, "the audit did not find its token")
    elif count > 1 and before in {states.APPLIED, states.VERIFIED, states.MISMATCH}:
        run.journal.move(row, states.DUPLICATE, f"the audit found its token in {count} records: {', '.join(records)}")
    if count > 1:
        return f"written {count} times: {', '.join(records)}; remove all but one in the PMS"
    if before in states.WRITTEN:
        return (
            ""
            if count
            else "was written, and its token is not found: look for it before you plan it again, alone and with --again"
        )
    return f"was written although it was {before}" if count and before not in states.OPEN else ""
