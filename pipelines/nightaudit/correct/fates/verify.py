"""Applied rows are read again: everything as expected, and nothing else changed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from nightaudit.correct.correction import TokenCorrection
from nightaudit.correct.fates.settle import read_tokens
from nightaudit.correct.journal import states
from nightaudit.correct.values import at, changed, dump, load, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

MOST_ANSWER = 300  # characters of an answer that is told
BESIDE = "something else changed, too"
"""Why a row is MISMATCH whose own values are there."""


def verify(run: Run, rows: list[Row] | None = None) -> int:
    """Verify the plan's APPLIED, MISMATCH and DUPLICATE rows (or the given ones); returns how many are as they should be."""
    if rows is None:
        rows = run.rows(states.APPLIED, states.MISMATCH, states.DUPLICATE)
    if not rows:
        return 0
    wrong = _wrong(run, rows)
    fresh = [row for row in rows if row.row_id in wrong and row.state == states.APPLIED]
    if fresh and run.wait_for(fresh):  # what is read may be behind what was written
        for row in fresh:
            del wrong[row.row_id]
        wrong |= _wrong(run, fresh)
    with run.journal.transaction():
        for row in rows:
            why = wrong.get(row.row_id, "")
            if not why:
                take_as_verified(run, row, "as expected, nothing else changed")
            elif row.state == states.APPLIED:
                run.journal.move(row, states.DUPLICATE if why.startswith("doubled") else states.MISMATCH, why)
    return len(rows) - len(wrong)


def may_be_right(job: Correction, row: Row) -> bool:
    """Whether a person may find a MISMATCH row right as it is: its own values are there, or in a sum to which others add."""
    return row.state == states.MISMATCH and (row.why.startswith(BESIDE) or job.ambiguous == "quarantine")


def take_as_verified(run: Run, row: Row, why: str) -> None:
    """Move a row to VERIFIED, and what it takes back to UNDONE."""
    with run.journal.transaction():
        run.journal.move(row, states.VERIFIED, why)
        _undone(run, row)


def _wrong(run: Run, rows: list[Row]) -> dict[int, str]:
    return _tokens(run, run.job, rows) if isinstance(run.job, TokenCorrection) else _records(run, rows)


def _undone(run: Run, row: Row) -> None:
    if row.undo_of is not None:
        origin = run.journal.row(row.undo_of)
        if origin.state == states.VERIFIED:  # a refusal that was none had let go of it
            run.journal.move(origin, states.UNDO_PLANNED, f"by plan {row.plan_id}")
        if origin.state == states.UNDO_PLANNED:
            run.journal.move(origin, states.UNDONE, f"by plan {row.plan_id}")


def _tokens(run: Run, job: TokenCorrection, rows: list[Row]) -> dict[int, str]:
    found = read_tokens(run, job, rows)
    attempts = Counter(attempt["row_id"] for attempt in run.journal.attempts(run.plan.plan_id))
    wrong = {}
    again = {row_id for row_id, count in attempts.items() if count > 1}
    for row in rows:
        records = [*found[row.token].values()]
        if not records:
            wrong[row.row_id] = f"its token is not found{_answered(run, row)}"
        elif len(records) > 1:
            wrong[row.row_id] = f"doubled: its token stands in {len(records)} records: {', '.join(found[row.token])}"
        elif row.row_id in again and (made := _made_another(run, job, row, records[0])):
            listed = records[0].get("id")
            wrong[row.row_id] = (
                f"sent again, the service said it made {made}, and listed is {listed}: perhaps both are there"
            )
        else:
            # A field the service does not show cannot be compared: the created record's fields are not shown.
            shown = {name: value for name, value in row.expected.items() if name in records[0]}
            different = [name for name, value in shown.items() if not same(records[0][name], value)]
            if different:
                wrong[row.row_id] = f"other than asked for: {', '.join(different)}"
    return wrong


def _answer(run: Run, row: Row) -> Any:
    """What the service answered to the row's last attempt; None where it was nothing."""
    query = "select answer from attempt where row_id = ? order by attempt_id desc limit 1"
    return load((run.journal.sql.execute(query, (row.row_id,)).fetchone() or [None])[0])


def _made_another(run: Run, job: TokenCorrection, row: Row, record: Json) -> str:
    """The id of the record that the answer showed with the row's token, where it is another than the one that is listed."""
    answer = _answer(run, row)
    if not answer or answer.get("id") is None or not job.mine([answer], row.token):
        return ""
    made, listed = (str(one.get("id")).rpartition("/")[2] for one in (answer, record))
    return made if made != listed else ""


def _answered(run: Run, row: Row) -> str:
    """What the service answered in the place of a record: some say no with status 200. "" where it was a record, or nothing."""
    answer = _answer(run, row)
    if not answer or answer.get("id") is not None or any(path.partition(".")[0] in answer for path in row.expected):
        return ""  # a sum of payments, and other records without an id, show what was asked for
    return f"; the service answered {dump(answer)[:MOST_ANSWER]}"


def _records(run: Run, rows: list[Row]) -> dict[int, str]:
    """Rows on one record are one change: fields that any of them asked for are not "something else"."""
    wrong = {}
    asked: dict[str, set[str]] = {}
    for row in run.rows():
        asked.setdefault(row.target, set()).update(row.expected)
    for row in rows:
        run.reader.forget()
        try:
            view = run.job.read(row.input, run.reader)
        except NotFound:
            wrong[row.row_id] = f"{row.target} does not exist any more"
            continue
        wanted = run.job.expected(row.input, row.before or {})
        missed = [path for path, value in wanted.items() if not same(at(view, path), value)]
        before = row.before or {}
        other = [] if run.job.makes(before) else changed(before, view, (*asked[row.target], *run.job.may_change))
        copies = [str(record.get("id")) for record in run.job.copies(row.input, run.reader)]
        if len(copies) > 1:
            wrong[row.row_id] = f"doubled: it stands in {len(copies)} records: {', '.join(copies)}"
        elif missed:
            differences = ", ".join(f"{path} is {dump(at(view, path))}, not {dump(wanted[path])}" for path in missed)
            wrong[row.row_id] = f"not as expected: {differences}{_answered(run, row)}"
        elif other:
            wrong[row.row_id] = f"{BESIDE}: {', '.join(other)}"
    return wrong
