"""Sends one row: reads its record again, commits the intent, writes once, and interprets the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from nightaudit.client.records.record import letters
from nightaudit.correct.correction import Context
from nightaudit.correct.fates.behind import why_not_due, written_lately
from nightaudit.correct.fates.recorded import MOVED, recorded_during_run
from nightaudit.correct.intent import Halted, Limits, MustWait, intend
from nightaudit.correct.journal import amounts, other_rows, states
from nightaudit.correct.journal.attempts import conclude, found_written, was_taken_for_absent
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.reader import gone
from nightaudit.correct.run import OF_ONE_RECORD, TokenRun
from nightaudit.correct.values import ZERO, dump, load, same
from nightaudit.errors import (
    AmbiguousWrite,
    ApiError,
    Conflict,
    CredentialsError,
    Forbidden,
    NightauditError,
    NotFound,
    NotSent,
    Refused,
    UsageError,
)

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.states import Fate
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json


def check(run: Run, row: Row, recorded: str = "") -> bool:
    """Read the row's record again, and return whether the row is to be sent: it is then CHECKING, else in another state.

    recorded  what `recorded_since_plan` says of the row, "" for nothing

    Raises MustWait when the row has to wait for writes in doubt, Halted where a copy of the journal is sending, and the client's
    errors; the row is then APPROVED again.
    """
    journal, job = run.journal, run.job
    journal.move(row, states.CHECKING)
    run.reader.forget()
    try:
        state, why = verdict(run, row, recorded)
    except (ApiError, CredentialsError, MustWait, Halted) as error:
        journal.move(row, states.APPROVED, error.message)
        raise
    if state == states.SKIPPED and job.ambiguous == "record" and was_taken_for_absent(journal, row):
        found_written(
            journal,
            row,
            states.APPLIED,
            "carried out, although it seemed not to be: the record did not have these values when the row was sent",
        )
    elif state == states.CONFLICT and (job.in_sum or why.startswith(MOVED)) and was_taken_for_absent(journal, row):
        journal.move(row, states.AMBIGUOUS, f"perhaps carried out, although it seemed not to be: {why}")
    elif state:
        with journal.transaction():
            journal.move(row, state, why)
            release(run, row)
    return not state


def release(run: Run, row: Row) -> None:
    """After an undo row has ended, move the row it was to undo: to UNDONE when skipped, to VERIFIED when it did not work."""
    if row.undo_of is None:
        return
    origin = run.journal.row(row.undo_of)
    if origin.state == states.UNDO_PLANNED and row.state == states.SKIPPED:
        run.journal.move(origin, states.UNDONE, f"plan {row.plan_id} found the former values already in place")
    elif origin.state == states.UNDO_PLANNED and row.state in {states.CONFLICT, states.REJECTED}:
        run.journal.move(origin, states.VERIFIED, f"plan {row.plan_id} could not undo the row")


def verdict(run: Run, row: Row, recorded: str) -> tuple[str, str]:
    """Read the row's record into `row.before`; return the state in which the row ends unsent, and why, or "" to send it.

    recorded  as for `check`

    Raises MustWait when the verdict depends on writes in doubt, and Halted where a copy of the journal is sending.
    """
    planned = row.before or {}
    try:
        now = row.before = run.job.read(row.input, run.reader)
    except OF_ONE_RECORD as error:
        if row.outlook == SEND and not isinstance(error, NotFound):
            raise
        return states.CONFLICT, gone(row.target, error)
    state, why = why_not_due(run.journal, run.job, run.plan, row, now)
    if state:
        return state, why
    if row.outlook != SEND:
        return states.CONFLICT, f"the approved plan does not send this row ({row.outlook})"
    why = _another_record(run, planned, now) or recorded or _objection(run, row, now)
    why = why or recorded_during_run(run, row, planned, now)
    return (states.CONFLICT, why) if why else ("", "")


def _another_record(run: Run, planned: Json, now: Json) -> str:
    """Return that an id stands for another record than planned, as after a fail-over that lost the first one; "" for no.

    Dates of creation that are not written alike prove nothing: one may lack the time of day, or parts of a second. "" also with
    `--again`.
    """
    was, found = planned.get("createdDate"), now.get("createdDate")
    if run.plan.again or was is None or same(was, found) or len(str(was)) != len(str(found)):
        return ""
    return (
        f"another record has this id since the plan: it was created on {found}, the planned one on {was}; plan the row again,"
        " with --again if the service states another date each time"
    )


def _objection(run: Run, row: Row, now: Json) -> str:
    """Return what has changed since the plan, or which rule forbids the row; "" for nothing.

    Raises MustWait when that depends on writes in doubt.
    """
    # The approved values are adjusted, not those of the record: the reason names what a person finds in the PMS.
    missing = amounts.out_of_order(run.journal, row) if run.job.in_sum else ZERO
    approved = run.job.with_claimed(row.watched, -missing)
    found = run.job.watched(row.input, now)
    moved = [path for path, value in approved.items() if not run.job.holds(path, value, found.get(path))]
    claimed = amounts.in_doubt(run.journal, run.plan, row)
    if moved and run.job.in_sum and (claimed or amounts.was_turned_away_before(run.journal, row)):
        raise MustWait(f"{row.target} has writes with an unknown result, and {moved[0]} has changed")
    if moved:
        changes = ", ".join(f"{path} was {dump(approved[path])}, is {dump(found.get(path))}" for path in moved)
        return f"changed since the plan: {changes}"
    broken = run.job.rule(row.input, now, Context(run.reader, claimed, run.plan.undocumented))
    if broken and claimed:
        raise MustWait(f"{row.target} has writes with an unknown result: {broken}")
    return broken or _changed_but_relied_on(run, row)


def _changed_but_relied_on(run: Run, row: Row) -> str:
    """Return which record that the row relies on was changed by another plan, although the service does not show it; "" for none.

    Raises MustWait where such a change is in doubt.
    """
    for target in run.job.relies_on(row.input).values():
        if found := other_rows.unverified_write(run.journal, run.plan, row, target):
            raise MustWait(f"{target}, which must not change, has a write that is {found[0]} in plan {found[1]}")
        if last := written_lately(run.journal, run.plan, target):
            return (
                f"plan {last[0].plan_id} changed {target}, but the service shows it as before: plan the row again later"
            )
    return ""


def send(run: Run, row: Row, limits: Limits) -> str:
    """Send a row that is CHECKING, once; return its state afterwards.

    Raises Halted and MustWait before anything is sent (the row is APPROVED again), CredentialsError and Forbidden when the
    service refused the credentials (the row is APPROVED again, or REJECTED where they may write others), and Halted when the row
    is APPLIED but its answer shows no token.
    """
    operation, ids = run.job.operation(row.input), run.job.ids(row.input)
    try:
        body = intend(run.journal, row, run.job.body(row.input, row.before or {}, row.token), limits, run.sent)
    except (Halted, MustWait) as error:
        run.journal.move(row, states.APPROVED, error.message)
        raise
    try:
        answer = run.client.write(operation, *ids, body=load(body))
    except NotSent as error:
        _end(run, row, "turned away" if error.status else "not sent", states.APPROVED, error)
    except AmbiguousWrite as error:
        _end(run, row, "ambiguous", states.AMBIGUOUS, error)
    except CredentialsError as error:
        _end(run, row, "turned away", states.APPROVED, error)
        raise
    except Forbidden as error:
        if has_written(run):
            _end(run, row, "rejected", states.REJECTED, error)
        else:
            _end(run, row, "turned away", states.APPROVED, error)
        raise
    except Refused as error:
        _end(run, row, "rejected", states.CONFLICT if isinstance(error, Conflict) else states.REJECTED, error)
    except UsageError as error:
        _end(run, row, "not sent", states.REJECTED, error)
    else:
        conclude(run.journal, row, "applied", states.APPLIED, "", _text(answer))
        run.count_written(row)
        _require_token(run, row, answer)
    return row.state


def _end(run: Run, row: Row, outcome: Fate, state: str, error: NightauditError) -> None:
    """Record that the service did not answer the row as carried out, and what this means for the row that it undoes."""
    with run.journal.transaction():
        conclude(run.journal, row, outcome, state, error.message)
        release(run, row)


def has_written(run: Run) -> bool:
    """Return whether the service has carried out a write of this run: its credentials may write, if perhaps not every record."""
    return any(run.journal.row(row_id).state in states.WRITTEN for row_id in run.sent)


def _require_token(run: Run, row: Row, answer: Any) -> None:
    """Raise Halted where the created record has text in the token's field but not the token: no lost write could be found.

    Or the text was not sent: then the record is another one.
    """
    created = load(_text(answer))
    if not isinstance(run, TokenRun) or not created:
        return
    name = run.job.token_field
    kept = created.get(name)
    if not kept or run.job.filter_by_token([created], row.token):
        return
    if letters(str(kept)) not in letters(load(row.body)[name]):
        raise Halted(
            f"Row {row.number} was answered as carried out, but with another text in its {name}: perhaps the answer belongs"
            " to another request.",
            hint="If the row is VERIFIED, its record was found by its token: apply again. Else find out what mixes up answers.",
        )
    raise Halted(
        f"Row {row.number} was written, but the service kept only {len(str(kept))} characters of its {name},"
        " without the token.",
        hint="Nothing more is sent: without the token it cannot be found out whether a lost write was carried out.",
    )


def _text(answer: Any) -> str | None:
    if isinstance(answer, BaseModel):
        return answer.model_dump_json(by_alias=True, exclude_unset=True)
    return None
