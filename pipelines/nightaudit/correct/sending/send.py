"""One row: read again, intent, one write, and what its answer means."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from nightaudit.correct.correction import ZERO, Context, TokenCorrection
from nightaudit.correct.fates.proof import made_unlisted
from nightaudit.correct.fates.recorded import meanwhile
from nightaudit.correct.fates.refusals import REFUSED
from nightaudit.correct.intent import Busy, Halted, Limits, conclude, found_written, intend
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.journal.journal import AT_SERVICE
from nightaudit.correct.reader import gone
from nightaudit.correct.values import dump, load
from nightaudit.errors import (
    AmbiguousWrite,
    ApiError,
    Conflict,
    CredentialsError,
    Forbidden,
    NotFound,
    NotSent,
    Refused,
    UsageError,
)

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json


def check(run: Run, row: Row) -> bool:
    """Read the row's record again and decide: True to send (the row is CHECKING), False when it was skipped or conflicts.

    Raises Busy when it has to wait for writes in doubt, Halted where a copy of the journal is at work, and the client's errors:
    then the row is APPROVED again.
    """
    journal, job = run.journal, run.job
    journal.move(row, states.CHECKING)
    run.reader.forget()
    try:
        state, why = verdict(run, row)
    except (ApiError, CredentialsError, Busy, Halted) as error:
        journal.move(row, states.APPROVED, error.message)
        raise
    if state == states.SKIPPED and job.ambiguous == "record" and _was_taken_for_absent(run, row):
        found_written(journal, row, states.APPLIED, "carried out after all: it was not so when it was sent")
    elif state == states.CONFLICT and job.ambiguous == "quarantine" and _was_taken_for_absent(run, row):
        journal.move(row, states.AMBIGUOUS, f"perhaps carried out all the same: {why}")
    elif state:
        journal.move(row, state, why)
        release(run, row)
    return not state


def _was_taken_for_absent(run: Run, row: Row) -> bool:
    """Whether bytes of the row were sent before, and then it was turned away, or not found when it was looked for."""
    query = "select count(*) from attempt where row_id = ? and outcome in ('proven absent', 'turned away')"
    return bool(run.journal.sql.execute(query, (row.row_id,)).fetchone()[0])


def release(run: Run, row: Row) -> None:
    """Tell the row that an undo row would have taken back how it ended: already so, or still as it was."""
    if row.undo_of is None:
        return
    origin = run.journal.row(row.undo_of)
    if origin.state == states.UNDO_PLANNED and row.state == states.SKIPPED:
        run.journal.move(origin, states.UNDONE, f"plan {row.plan_id} found it already so")
    elif origin.state == states.UNDO_PLANNED and row.state in {states.CONFLICT, states.REJECTED}:
        run.journal.move(origin, states.VERIFIED, f"plan {row.plan_id} could not undo it")


def verdict(run: Run, row: Row) -> tuple[str, str]:
    """The state that ends the row's way here and why, or "" when it may be sent; reads its record into `before`.

    Raises Busy when writes in doubt decide, Halted where a copy of the journal is at work.
    """
    planned = row.before or {}
    try:
        now = row.before = run.job.read(row.input, run.reader)
    except NotFound as error:
        return states.CONFLICT, gone(row.target, error)
    if other := run.journal.settled(row.natural_key, run.plan):
        state, made = other
        if made.environment != run.plan.environment:
            return states.CONFLICT, made.wrote_as_another()
        written = f"the same row was written by plan {made.plan_id}{f' ({state})' if state in states.BAD else ''}"
        in_doubt = state in states.IN_DOUBT
        return (states.CONFLICT, made.may_have_written(state)) if in_doubt else (states.SKIPPED, written)
    if run.job.is_so(row.input, now):
        return states.SKIPPED, "already so"
    if row.outlook != SEND:
        return states.CONFLICT, f"approved as not to be sent ({row.outlook})"
    unlisted = made_unlisted(run.journal, run.job, run.plan, row, now)
    why = run.recorded.get(row.row_id) or unlisted or _against(run, row, now) or meanwhile(run, row, planned, now)
    return (states.CONFLICT, why) if why else ("", "")


def _against(run: Run, row: Row, now: Json) -> str:
    """What has changed since the plan, or the rule that forbids the row; raises Busy when writes in doubt decide."""
    found = run.job.watched(row.input, run.job.ahead(now, _out_of_turn(run, row)))
    moved = [path for path, value in row.watched.items() if not run.job.holds(path, value, found.get(path))]
    claimed = _money_in_doubt(run, row)
    if moved and claimed and run.job.ambiguous == "quarantine":
        raise Busy(f"{row.target} has writes in doubt, and {moved[0]} has changed")
    if moved:
        changes = ", ".join(f"{path} was {dump(row.watched[path])}, is {dump(found.get(path))}" for path in moved)
        return f"changed since the plan: {changes}"
    broken = run.job.rule(row.input, now, Context(run.reader, claimed, bool(run.plan.options.get("undocumented"))))
    if broken and claimed:
        raise Busy(f"{row.target} has writes in doubt: {broken}")
    if not broken and (doubtful := _leaning_on_doubt(run, row)):
        raise Busy(doubtful)
    return broken


def _leaning_on_doubt(run: Run, row: Row) -> str:
    """The record the row leans on that a write like it may be about to change, "" when there is none.

    That is one whose fate is not known, one that was answered and does not show, and one turned down and not looked at since.
    """
    unseen = (*states.IN_DOUBT, states.APPLIED, states.MISMATCH)
    query = f"""select state, plan_id from "row" where target = ? and operation = ? and row_id <> ? and {AT_SERVICE}
                and (state in ({",".join("?" * len(unseen))}) or (state in ({",".join("?" * len(REFUSED))})
                and row_id in (select row_id from attempt where outcome = 'rejected')))"""
    for target in run.job.leans_on(row.input).values():
        values = (target, row.operation, row.row_id, run.plan.base_url_hash, *unseen, *REFUSED)
        if found := run.journal.sql.execute(query, values).fetchone():
            return f"{target}, which has to stay as it is, has a write that is {found[0]} in plan {found[1]}"
    return ""


def _out_of_turn(run: Run, row: Row) -> Decimal:
    """What the record lacks of the plan's earlier rows on it, less what it has of later ones: planned was one after the other."""
    query = 'select number, amount, state from "row" where plan_id = ? and target = ? and outlook = ? and amount is not null'
    total = ZERO
    for number, amount, state in run.journal.sql.execute(query, (row.plan_id, row.target, SEND)):
        written = state in states.WRITTEN
        if number < row.number and not written:
            total += Decimal(amount)
        elif number > row.number and written:
            total -= Decimal(amount)
    return total


def _money_in_doubt(run: Run, row: Row) -> Decimal:
    """Money of other rows on the same target whose fate is not known: the record may or may not show it."""
    marks = ",".join("?" * len(states.IN_DOUBT))
    found = run.journal.sql.execute(
        f"""select amount from "row" where target = ? and row_id <> ? and amount is not null and {AT_SERVICE}
            and state in ({marks})""",
        (row.target, row.row_id, run.plan.base_url_hash, *states.IN_DOUBT),
    ).fetchall()
    return sum((Decimal(amount) for (amount,) in found), ZERO)


def send(run: Run, row: Row, limits: Limits) -> str:
    """Send a row that is CHECKING, once; returns its state after.

    Raises Halted and Busy before anything is sent (the row is APPROVED again), CredentialsError and Forbidden when the service
    turned the write down for who we are, and Halted once the row is APPLIED where its answer shows no token.
    """
    operation, ids = run.job.operation(row.input), run.job.ids(row.input)
    try:
        body = intend(run.journal, row, run.job.body(row.input, row.before or {}, row.token), limits, run.sent)
    except (Halted, Busy) as error:
        run.journal.move(row, states.APPROVED, error.message)
        raise
    try:
        answer = run.client.write(operation, *ids, body=load(body))
    except NotSent as error:
        conclude(run.journal, row, "turned away" if error.status else "not sent", states.APPROVED, error.message)
    except AmbiguousWrite as error:
        conclude(run.journal, row, "ambiguous", states.AMBIGUOUS, error.message)
    except (CredentialsError, Forbidden) as error:
        conclude(run.journal, row, "turned away", states.APPROVED, error.message)
        raise
    except Conflict as error:
        conclude(run.journal, row, "rejected", states.CONFLICT, error.message)
    except Refused as error:
        conclude(run.journal, row, "rejected", states.REJECTED, error.message)
    except UsageError as error:
        conclude(run.journal, row, "not sent", states.REJECTED, error.message)
    else:
        conclude(run.journal, row, "applied", states.APPLIED, "", _text(answer))
        _require_token(run, row, answer)
    release(run, row)
    return row.state


def _require_token(run: Run, row: Row, answer: Any) -> None:
    """Raise Halted where the text that should carry the row's token came back without it: no lost write could be found."""
    made = load(_text(answer))
    if not isinstance(run.job, TokenCorrection) or not made:
        return
    name = run.job.token_field
    kept = made.get(name)
    if kept and not run.job.mine([made], row.token):
        raise Halted(
            f"Row {row.number} was written, and of its {name} the service kept {len(str(kept))} characters without the token.",
            hint="Nothing more is sent: whether a lost write was carried out could not be found out.",
        )


def _text(answer: Any) -> str | None:
    if isinstance(answer, BaseModel):
        return answer.model_dump_json(by_alias=True, exclude_unset=True)
    return None
