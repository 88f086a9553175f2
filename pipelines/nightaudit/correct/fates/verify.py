"""Verifies applied rows: reads their records again, and checks that all is as expected and nothing else changed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from nightaudit.correct.fates.created import BESIDE, DIFFERENT, SENT_AGAIN, answered, wrong_by_token
from nightaudit.correct.journal import amounts, other_rows, states
from nightaudit.correct.reader import gone
from nightaudit.correct.run import TokenRun
from nightaudit.correct.telling import counted
from nightaudit.correct.values import NEIGHBOURS, at, changed, differences, same, unshown
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.fates.created import Verdict
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

AS_EXPECTED = states.VERIFIED, "as expected, nothing else changed"
LOST = "the service no longer shows what was verified, or somebody has changed it since"
"""Beginning of the reason of a MISMATCH row that was VERIFIED."""
UNSHOWN = "the record does not show"
"""Beginning of the reason of a MISMATCH row whose record has no such field as those that were written."""


def verify(run: Run, rows: list[Row]) -> None:
    """Read UNVERIFIED rows of the plan again, and move them to the states that fit what the service shows."""
    if not rows:
        return
    began = run.journal.clock.stamp()
    verdicts = _verdicts(run, rows)
    fresh = [row for row in rows if verdicts[row.row_id][0] != states.VERIFIED and row.state == states.APPLIED]
    if fresh and run.was_early(began, fresh):  # reads may lag behind writes
        run.wait_for(fresh)
        verdicts |= _verdicts(run, fresh)
    with run.journal.transaction():
        for row in rows:
            state, why = verdicts[row.row_id]
            if state == states.VERIFIED:
                take_as_verified(run, row, why)
            elif _is_news(row, state, why):
                run.journal.move(row, state, why)


def _is_news(row: Row, state: str, why: str) -> bool:
    """Return whether this says more of a row than its state and reason do.

    Of a DUPLICATE row it does where one record is left, which is not as expected; of a MISMATCH row where something else is wrong
    with it now, or it is DUPLICATE. The reason of a row that was VERIFIED, or whose values were erased, stays.
    """
    if row.state == states.DUPLICATE:
        return state == states.MISMATCH and not why.startswith(states.MISSED)
    stays = row.state == states.MISMATCH and (row.sealed or row.why.startswith(LOST))
    return state != row.state or not (stays or why == row.why)


def verify_again(run: Run, rows: list[Row]) -> None:
    """Move rows that were verified earlier in the run to MISMATCH where the service no longer shows their values.

    A machine of the service that takes over from another may lack the last minutes. Lost tokens are left to the audit.
    """
    if isinstance(run, TokenRun):
        return
    run.reader.forget()
    place = {row_id: place for place, row_id in enumerate(run.sent)}
    last = {row.target: row for row in sorted(rows, key=lambda row: place[row.row_id])}
    lost = [row for row in counted(rows, run.tell, "rows read once more") if _lost(run, row, last[row.target])]
    if lost:
        run.wait_since([run.journal.clock.stamp()])
        run.reader.forget()
    for row in lost:
        if why := _lost(run, row, last[row.target]):
            run.journal.move(row, states.MISMATCH, f"{LOST}: {why}")


def _lost(run: Run, row: Row, last: Row) -> str:
    """Return what a record no longer shows of its row, "" for nothing; `last` is the row that the run sent to it last.

    A sum may have grown by what rows in doubt may have added. If the row was the last to add to it, more was added by somebody
    else, or something on the way repeated the write.
    """
    try:
        view = run.job.read(row.input, run.reader)
    except NotFound as error:
        return gone(row.target, error)
    wanted = run.job.expected(row.input, row.before or {})
    if run.job.in_sum:
        is_last = row is last and not amounts.written_since_row(run.journal, run.plan, row)
        more = amounts.in_doubt(run.journal, run.plan, row)
        wanted = {
            path: value
            for path, value in wanted.items()
            if at(view, path) < value or (is_last and at(view, path) > value + more)
        }
    return differences(view, wanted)


def closing_word(job: Correction, row: Row) -> str:
    """Return what a person may have found of a MISMATCH row that closes it; "" for other rows.

    applied   its own values or the record with its token are there, or the record has no such fields, or the row shows only in a
              sum that others change
    accepted  they are not there, as where the service writes them otherwise or drops the token, and nothing is to be changed
    """
    if row.state != states.MISMATCH:
        return ""
    is_there = row.why.startswith((BESIDE, DIFFERENT, LOST, SENT_AGAIN, UNSHOWN))
    return "applied" if is_there or job.in_sum else "accepted"


def lacks_its_values(row: Row) -> bool:
    """Return whether a row is MISMATCH because its own values are not there."""
    return row.state == states.MISMATCH and not row.why.startswith(BESIDE)


def take_as_verified(run: Run, row: Row, why: str) -> None:
    """Move a row to VERIFIED, and the row that it undoes to UNDONE, unless a person accepted that it did not undo that."""
    with run.journal.transaction():
        run.journal.move(row, states.VERIFIED, why)
        if row.undo_of is None:
            return
        origin = run.journal.row(row.undo_of)
        if states.ACCEPTED in why:
            if origin.state == states.UNDO_PLANNED:
                run.journal.move(origin, states.VERIFIED, f"plan {row.plan_id} did not undo it")
            return
        if origin.state == states.VERIFIED:  # since this row was refused, although it was carried out
            run.journal.move(origin, states.UNDO_PLANNED, f"by plan {row.plan_id}")
        if origin.state == states.UNDO_PLANNED:
            run.journal.move(origin, states.UNDONE, f"by plan {row.plan_id}")


def _verdicts(run: Run, rows: list[Row]) -> dict[int, Verdict]:
    """Return, by row id, the state that fits what the service shows of a row, and why."""
    found = wrong_by_token(run, rows) if isinstance(run, TokenRun) else _wrong_by_record(run, rows)
    return {row.row_id: AS_EXPECTED for row in rows} | found


def _wrong_by_record(run: Run, rows: list[Row]) -> dict[int, Verdict]:
    """Return the verdicts on rows without a token that are not as expected: their records are read again."""
    wrong: dict[int, Verdict] = {}
    for row in counted(rows, run.tell, "rows read again"):
        run.reader.forget()
        try:
            view = run.job.read(row.input, run.reader)
        except NotFound as error:
            wrong[row.row_id] = _doubled(run, row) or (states.MISMATCH, f"gone since: {gone(row.target, error)}")
            continue
        before = row.before or {}
        wanted = run.job.expected(row.input, before)
        missed = differences(view, wanted)
        may_change = (*wanted, *run.job.follows(row.input, view), NEIGHBOURS)
        other = [] if run.job.creates(before) else changed(before, view, may_change)
        other = [path for path in other if not _is_derived(path, wanted, before, view)]
        other += _changed_neighbours(run, row, view)
        hidden = "" if other or run.job.creates(before) else unshown(wanted, before, view)
        if doubled := _doubled(run, row):
            wrong[row.row_id] = doubled
        elif hidden:
            wrong[row.row_id] = states.MISMATCH, f"{UNSHOWN} {hidden}{answered(run, row)}"
        elif missed:
            wrong[row.row_id] = states.MISMATCH, f"not as expected: {missed}{answered(run, row)}"
        elif other:
            wrong[row.row_id] = states.MISMATCH, f"{BESIDE}: {', '.join(other)}"
    return wrong


def _is_derived(path: str, wanted: Json, before: Json, view: Json) -> bool:
    """Return whether a text changed only as a value in it did: a full name as the first name that was set."""
    old, new = at(before, path), at(view, path)
    pairs = ((at(before, name), value) for name, value in wanted.items())
    return isinstance(old, str) and any(
        isinstance(former, str) and bool(former) and new == old.replace(former, str(value)) for former, value in pairs
    )


def _doubled(run: Run, row: Row) -> Verdict | None:
    """Return the state of a row that is in several records, and why; None for any other row."""
    copies: list[Json] = []
    with suppress(NotFound):
        copies = run.job.copies(row.input, run.reader)
    ids = ", ".join(str(record.get("id")) for record in copies)
    return (states.DUPLICATE, f"doubled: it is in {len(copies)} records: {ids}") if len(copies) > 1 else None


def _changed_neighbours(run: Run, row: Row, view: Json) -> list[str]:
    """Return the names of what stood beside the record before the write and is otherwise now, without what other rows wrote."""
    before, now = ((record or {}).get(NEIGHBOURS) or {} for record in (row.before, view))
    different = {name for name, value in before.items() if not same(value, now.get(name))}
    for other in other_rows.of_neighbours(run.journal, run.plan, row, different) if different else ():
        different -= run.job.names(other.input, other.before or {})
        with suppress(NotFound):
            different -= run.job.names(other.input, run.job.read(other.input, run.reader))
    return sorted(different)
