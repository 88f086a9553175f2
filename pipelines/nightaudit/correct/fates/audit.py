"""The audit: counts the records that carry each token in the service, and checks the journal's sums and hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.fates.listed import answered_last, read_tokens, read_until_listed
from nightaudit.correct.fates.paid_again import paid_again
from nightaudit.correct.fates.recorded import sent_elsewhere
from nightaudit.correct.fates.settle import unlisted_other
from nightaudit.correct.fates.verify import take_as_verified
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import found_written
from nightaudit.correct.journal.events import broken_at
from nightaudit.correct.journal.other_rows import unsent_in_other_plans, written_again
from nightaudit.correct.run import TokenRun, changed_part
from nightaudit.correct.values import at, dump
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

LAGS = "perhaps carried out, because the list lags"


def audit_journal(journal: Journal) -> list[str]:
    """Return what is wrong in the journal: in the chain of events, or in plans and their rows, which digests seal."""
    found = []
    broken = broken_at(journal.sql)
    if broken is not None:
        found.append(f"event {broken} does not match the events before it: the journal was changed by hand")
    altered = journal.altered(*journal.plans())
    return found + [f"plan {plan.plan_id} was changed after it was planned: its digest differs" for plan in altered]


def audit_tokens(run: Run, *, cached: bool = False) -> list[str]:
    """Count the records that the plan created in the service, correct the states of rows, and return the findings for a person.

    cached  whether lists that the run's reader has cached, for example for another plan, are not read again

    This finds writes that were carried out later than the settle time. A job that creates nothing has no findings, and a lost row
    that another plan wrote again has none.
    """
    rows = run.rows()
    if isinstance(run, TokenRun):
        counted = read_tokens(run, rows, cached=cached)
        lost = [
            row
            for row in rows
            if row.state in states.WRITTEN and not counted[row.token] and states.ACCEPTED not in row.why
        ]
        replaced = written_again(run.journal, run.plan, lost)
        for row in lost:
            if row.row_id in replaced and row.state == states.MISMATCH:
                take_as_verified(run, row, f"plan {replaced[row.row_id]} wrote it again")
        findings = {row.row_id: _count(run, row, counted[row.token]) for row in rows if row.row_id not in replaced}
    else:
        if not cached:
            run.reader.forget()
        written = [row for row in rows if row.state in states.WRITTEN]
        copies = {row.row_id: _copies(run, row) for row in written} if run.job.listed else {}
        findings = copies | paid_again(run, written)
    return [
        f"row {row.number} ({changed_part(run.job, row)}): {findings[row.row_id]}"
        for row in rows
        if findings.get(row.row_id)
    ]


def count_before_sending(run: Run) -> None:
    """Find rows that were carried out although the journal has them as unsent, so that they are not sent again.

    Such a write, of this plan or of another plan with the same row, came later than the settle time, or the service refused it
    and acted on it all the same. Or the journal is a restored backup, and lacks what was sent after the backup. The function
    waits until the settle time has passed since the last attempt, because the list may lag.

    Raises Halted where the service has records of rows that this journal never sent, and their number grows: a copy of the
    journal is sending them.
    """
    rows = [*run.rows(states.APPROVED), *unsent_in_other_plans(run.journal, run.plan)]
    if isinstance(run, TokenRun) and rows:
        ids, plans = {row.row_id for row in rows}, {row.plan_id for row in rows}
        sent = [attempt for plan_id in plans for attempt in run.journal.attempts(plan_id) if attempt.row_id in ids]
        run.wait_since(attempt.ended for attempt in sent if attempt.outcome != "not sent" and attempt.ended)
        counted = read_tokens(run, rows)
        for row in rows:
            _count(run, row, counted[row.token])
        known = {attempt.row_id for attempt in sent}
        never_sent = [row for row in rows if row.row_id not in known]
        if any(counted[row.token] for row in never_sent):
            _require_none_comes(run, never_sent, counted)


def _require_none_comes(run: TokenRun, rows: list[Row], counted: dict[str, dict[str, Json]]) -> None:
    """Raise Halted where, after the settle time, the service has more records of a row than were `counted`."""
    run.wait_since([run.journal.clock.stamp()])
    found = read_tokens(run, rows)
    for row in rows:
        if len(found[row.token]) > len(counted[row.token]):
            raise sent_elsewhere(row)


def count_turned_away(run: Run, rows: list[Row]) -> None:
    """Find rows that were carried out although their last attempt was turned away, so that they are not sent again.

    Before a create or a payment is sent again, the settle time must have passed since the attempt: nothing but a list or a sum,
    which may lag, shows that it was carried out. All rows of a pass share one wait. Where the list lacks a row that the service
    said it created, or a sum lacks an answered payment, it lags for longer, and proves nothing: the rows not found become
    AMBIGUOUS, and `settle` decides.
    """
    last = run.journal.last_attempts(run.plan.plan_id)
    rows = [row for row in rows if row.row_id in last and last[row.row_id].outcome == "turned away"]
    run.wait_for(row for row in rows if run.job.in_sum or run.job.creates(row.before or {}))
    if isinstance(run, TokenRun) and rows:
        controls = answered_last(run)
        counted = read_until_listed(run, rows, controls)
        lags = not all(counted[control.token] for control in controls)
        for row in rows:
            _count(run, row, counted[row.token])
            if lags and row.state == states.APPROVED:
                run.journal.move(row, states.AMBIGUOUS, f"{LAGS}: {row.why}")
    elif run.job.listed:
        run.reader.forget()
        for row in rows:
            if unlisted_other(run, row):
                run.journal.move(row, states.AMBIGUOUS, f"{LAGS}: {row.why}")
    elif run.job.in_sum and rows and any(_shows_less(run, row) for row in run.rows(states.MISMATCH)):
        for row in rows:
            run.journal.move(row, states.AMBIGUOUS, f"perhaps carried out, because the sum lags: {row.why}")


def _shows_less(run: Run, row: Row) -> bool:
    """Return whether the sum that an answered payment adds to is still too low; too high is what a colleague paid meanwhile."""
    run.reader.forget()
    try:
        view = run.job.read(row.input, run.reader)
    except NotFound:
        return False
    return any(at(view, path) < value for path, value in run.job.expected(row.input, row.before or {}).items())


def _copies(run: Run, row: Row) -> str:
    """Return the finding about a create without a token, "" for none: two records with its content are duplicates.

    It does not matter who created the other record. A row with duplicates becomes DUPLICATE.
    """
    ids = ", ".join(str(record.get("id")) for record in run.job.copies(row.input, run.reader))
    if ", " not in ids:
        return ""
    if row.state in {states.APPLIED, states.VERIFIED, states.MISMATCH}:
        run.journal.move(row, states.DUPLICATE, f"the audit found it in records {ids}")
    return f"is in the PMS more than once: {ids}; remove all but one there"


def _count(run: Run, row: Row, records: dict[str, Json]) -> str:
    """Move the row to the state that fits the number of records with its token; return the finding, "" for none."""
    count, before = len(records), row.state
    if before in states.IN_DOUBT:
        return ""  # `settle` decides about rows in doubt
    if count and before not in states.WRITTEN:
        state = states.APPLIED if count == 1 else states.DUPLICATE
        found_written(run.journal, row, state, "its token was found", dump(next(iter(records.values()))))
    elif count > 1 and before in {states.APPLIED, states.VERIFIED, states.MISMATCH}:
        run.journal.move(row, states.DUPLICATE, f"the audit found its token in {count} records: {', '.join(records)}")
    if count > 1:
        return f"written {count} times: {', '.join(records)}; remove all but one in the PMS"
    if before in states.WRITTEN and not count and states.ACCEPTED not in row.why:
        found = f"`nightaudit correct reconcile {row.plan_id} --row {row.number} --found accepted`"
        again = "If it is missing, plan the row again, alone and with --again"
        missed = f"was written, but {states.MISSED}: look for the record in the PMS"
        return f"{missed}. {again}; if the PMS is right as it is, run {found}"
    unexpected = count and before not in (*states.WRITTEN, *states.OPEN)
    return f"was written although its state was {before}" if unexpected else ""
