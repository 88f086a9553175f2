"""Verifies applied rows: reads their records again, and checks that all is as expected and nothing else changed."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from nightaudit.client.answers import OF_ERRORS
from nightaudit.correct.fates.listed import read_tokens
from nightaudit.correct.journal import amounts, other_rows, states
from nightaudit.correct.journal.attempts import last_answer
from nightaudit.correct.reader import gone
from nightaudit.correct.run import TokenRun
from nightaudit.correct.telling import counted
from nightaudit.correct.values import NEIGHBOURS, at, changed, dump, is_shown, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

MOST_ANSWER = 300  # characters of an answer that are quoted
Wrong = tuple[str, str]  # a state, and why a row is in it
BESIDE = "something else changed, too"
"""Beginning of the reason of a MISMATCH row whose own values are there."""
LOST = "the service no longer shows what was verified, or somebody has changed it since"
"""Beginning of the reason of a MISMATCH row that was VERIFIED."""
UNSHOWN = "the record does not show"
"""Beginning of the reason of a MISMATCH row whose record has no such field as those that were written."""
DIFFERENT = "different from the values sent"
"""Beginning of the reason of a MISMATCH row whose record is there by its token, with other values."""
SENT_AGAIN = "sent again"
"""Beginning of the reason of a MISMATCH row that created one record by its token, and perhaps another one."""


def verify(run: Run, rows: list[Row]) -> None:
    """Read UNVERIFIED rows of the plan again, and move them to the states that fit what the service shows."""
    if not rows:
        return
    began = run.journal.clock.stamp()
    wrong = _wrong(run, rows)
    fresh = [row for row in rows if row.row_id in wrong and row.state == states.APPLIED]
    if fresh and run.was_early(began, fresh):  # reads may lag behind writes
        run.wait_for(fresh)
        for row in fresh:
            del wrong[row.row_id]
        wrong |= _wrong(run, fresh)
    with run.journal.transaction():
        for row in rows:
            if row.row_id not in wrong:
                take_as_verified(run, row, "as expected, nothing else changed")
            elif row.state == states.APPLIED or _is_one_now(row, *wrong[row.row_id]):
                run.journal.move(row, *wrong[row.row_id])


def _is_one_now(row: Row, state: str, why: str) -> bool:
    """Return whether a DUPLICATE row has one record left, which is not as expected."""
    return row.state == states.DUPLICATE and state == states.MISMATCH and not why.startswith(states.MISSED)


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
    return _differences(view, wanted)


def _differences(view: Json, wanted: Json) -> str:
    """Return which of the wanted values a record does not have, "" where it has them all."""
    missed = [path for path, value in wanted.items() if not same(at(view, path), value)]
    return ", ".join(f"{path} is {dump(at(view, path))}, not {dump(wanted[path])}" for path in missed)


def _unshown(wanted: Json, *readings: Json) -> str:
    """Return the wanted fields that the last reading does not have; "" for none, and where any reading shows one of them."""
    missed = [path for path, value in wanted.items() if not same(at(readings[-1], path), value)]
    return "" if any(is_shown(one, path) for path in missed for one in readings) else ", ".join(missed)


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


def _wrong(run: Run, rows: list[Row]) -> dict[int, Wrong]:
    """Return, by row id, the state of each row that is not as expected, and why."""
    return _wrong_by_token(run, rows) if isinstance(run, TokenRun) else _wrong_by_record(run, rows)


def _wrong_by_token(run: TokenRun, rows: list[Row]) -> dict[int, Wrong]:
    found = read_tokens(run, rows)
    attempts = Counter(attempt.row_id for attempt in run.journal.attempts(run.plan.plan_id))
    wrong: dict[int, Wrong] = {}
    sent_again = {row_id for row_id, count in attempts.items() if count > 1}
    for row in rows:
        records = [*found[row.token].values()]
        if not records:
            wrong[row.row_id] = states.MISMATCH, f"{states.MISSED}{_answered(run, row)}"
        elif len(records) > 1:
            wrong[row.row_id] = (
                states.DUPLICATE,
                f"doubled: its token is in {len(records)} records: {', '.join(found[row.token])}",
            )
        elif row.row_id in sent_again and (made := _made_another(run, row, records[0])):
            listed = records[0].get("id")
            wrong[row.row_id] = (
                states.MISMATCH,
                f"{SENT_AGAIN}: the service said it created {made}, but lists {listed}; perhaps both exist",
            )
        else:
            # Only fields that the service returns can be compared: the fields of the created record are not shown.
            shown = {name: value for name, value in row.expected.items() if name in records[0]}
            different = [
                f"{name} is {dump(records[0][name])}, not {dump(value)}"
                for name, value in shown.items()
                if not same(_in_one_line(records[0][name]), _in_one_line(value))
            ]
            different += [] if row.sealed else run.job.text_lost(row.input, records[0])  # its text was erased
            if different:
                wrong[row.row_id] = states.MISMATCH, f"{DIFFERENT}: {', '.join(different)}"
    return wrong


def _in_one_line(value: Any) -> Any:
    """Return a text with single blanks between its words, because services keep blanks of texts otherwise than sent."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _made_another(run: TokenRun, row: Row, record: Json) -> str:
    """Return the id of the record in the answer to the row, where it differs from the listed record's; "" where it does not."""
    answer = last_answer(run.journal, row)
    if not answer or answer.get("id") is None or not run.job.filter_by_token([answer], row.token):
        return ""
    made, listed = (str(one.get("id")).rpartition("/")[2] for one in (answer, record))
    return made if made != listed else ""


def _answered(run: Run, row: Row) -> str:
    """Return the text about an answer that is no record, because some services refuse with status 200; "" for other answers."""
    answer = last_answer(run.journal, row)
    fields = {path.partition(".")[0] for path in row.expected} - OF_ERRORS
    if not answer or answer.get("id") is not None or fields & {*answer}:
        return ""  # a record; some, like a sum of payments, have no id but the values that were asked for
    return f"; the service answered {dump(answer)[:MOST_ANSWER]}"


def _wrong_by_record(run: Run, rows: list[Row]) -> dict[int, Wrong]:
    """Return the same as `_wrong` for rows without a token: their records are read again."""
    wrong: dict[int, Wrong] = {}
    for row in counted(rows, run.tell, "rows read again"):
        run.reader.forget()
        try:
            view = run.job.read(row.input, run.reader)
        except NotFound as error:
            wrong[row.row_id] = states.MISMATCH, f"gone since: {gone(row.target, error)}"
            continue
        before = row.before or {}
        wanted = run.job.expected(row.input, before)
        differences = _differences(view, wanted)
        may_change = (*wanted, *run.job.follows(row.input), NEIGHBOURS)
        other = [] if run.job.creates(before) else changed(before, view, may_change)
        other += _changed_neighbours(run, row, view)
        unshown = "" if other or run.job.creates(before) else _unshown(wanted, before, view)
        copies = [str(record.get("id")) for record in run.job.copies(row.input, run.reader)]
        if len(copies) > 1:
            wrong[row.row_id] = states.DUPLICATE, f"doubled: it is in {len(copies)} records: {', '.join(copies)}"
        elif unshown:
            wrong[row.row_id] = states.MISMATCH, f"{UNSHOWN} {unshown}{_answered(run, row)}"
        elif differences:
            wrong[row.row_id] = states.MISMATCH, f"not as expected: {differences}{_answered(run, row)}"
        elif other:
            wrong[row.row_id] = states.MISMATCH, f"{BESIDE}: {', '.join(other)}"
    return wrong


def _changed_neighbours(run: Run, row: Row, view: Json) -> list[str]:
    """Return the names of what stood beside the record before the write and is otherwise now, without what other rows wrote."""
    before, now = ((record or {}).get(NEIGHBOURS) or {} for record in (row.before, view))
    different = {name for name, value in before.items() if not same(value, now.get(name))}
    for other in other_rows.of_neighbours(run.journal, run.plan, row, different) if different else ():
        different -= run.job.names(other.input, other.before or {})
        with suppress(NotFound):
            different -= run.job.names(other.input, run.job.read(other.input, run.reader))
    return sorted(different)
