"""What proves that a lost create was not carried out: time does not, a list may be behind for longer than anybody waits."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Final

from nightaudit.correct.correction import ZERO, TokenCorrection
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import AT_SERVICE
from nightaudit.correct.values import dump, load
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

CONTROLS: Final = 20
"""Of the plan's other rows, so many are looked for beside one in doubt."""
UNPROVEN: Final = "and nothing that was written after it is listed either, which would show that it was not carried out"


def last_attempts(run: Run) -> dict[int, int]:
    """By row id, the number of its last attempt: rows are sent one at a time, so that numbers tell what was later."""
    return {attempt["row_id"]: attempt["attempt_id"] for attempt in run.journal.attempts(run.plan.plan_id)}


def witnesses(run: Run, order: dict[int, int]) -> list[Row]:
    """The rows of the plan that made something last, of each list some."""
    by_list: dict[str, list[Row]] = {}
    for row in sorted(run.rows(*states.WRITTEN), key=lambda row: order.get(row.row_id, 0)):
        if run.job.makes(row.before or {}):
            by_list.setdefault(run.job.listed_with(row.input), []).append(row)
    return [row for rows in by_list.values() for row in rows[-CONTROLS:]]


def is_overtaken(
    job: Correction, row: Row, others: Iterable[Row], order: dict[int, int], is_listed: Callable[[Row], object]
) -> bool:
    """Whether one of the others that was sent after this one is listed, where this one would stand, too."""
    mine, mark = order.get(row.row_id, 0), job.listed_with(row.input)
    later = [other for other in others if order.get(other.row_id, 0) > mine and job.listed_with(other.input) == mark]
    return any(map(is_listed, later))


def unexplained(run: Run, job: TokenCorrection, row: Row) -> Decimal | None:
    """The money that the record which the row is about shows as moved, less what is known to have been written to it.

    It is counted from the plan's first write to that record on. None where the record shows no such sum, or is gone.
    """
    first = """select r.before, max(a.attempt_id) as last from "row" r join attempt a using (row_id)
               where r.plan_id = ? and r.target = ? group by r.row_id order by last limit 1"""
    found = run.journal.sql.execute(first, (row.plan_id, row.target)).fetchone()
    try:
        moved = job.moved(load(found[0]) or {}, job.read(row.input, run.reader)) if found else None
    except NotFound:
        return None
    if moved is None:
        return None
    written = f"""select amount from "row" r where target = ? and amount is not null and {AT_SERVICE}
                  and state in ({",".join("?" * len(states.WRITTEN))})
                  and (select max(attempt_id) from attempt where row_id = r.row_id) >= ?"""
    values = (row.target, run.plan.base_url_hash, *states.WRITTEN, found[1])
    return moved - sum((Decimal(amount) for (amount,) in run.journal.sql.execute(written, values)), ZERO)


def is_untouched(run: Run, job: TokenCorrection, row: Row) -> bool:
    """Whether the record that the row is about shows a sum, and that the row has not moved it."""
    moved = unexplained(run, job, row)
    return moved is not None and row.amount is not None and ZERO <= moved < row.amount


def shown_late(run: Run, job: TokenCorrection, rows: Iterable[Row]) -> Row | None:
    """The first of these answered rows whose money the record that it is about does not show: then such a record proves nothing.

    It may be behind, or not tell of what was put against it until the service works it out. None where all show it.
    """
    return next((row for row in rows if (moved := unexplained(run, job, row)) is not None and moved < ZERO), None)


def made_unlisted(journal: Journal, job: Correction, plan: Plan, row: Row, now: Json) -> str:
    """Why a row makes nothing: another plan made the same, and it is not listed; "" where none did, or with `--again`.

    A create with a token is known by its content, see `Journal.settled`.
    """
    if not job.listed or isinstance(job, TokenCorrection) or not job.makes(now) or plan.options.get("again"):
        return ""
    unseen = (states.APPLIED, states.MISMATCH)
    query = f"""select plan_id from "row" where target = ? and input = ? and operation = ? and plan_id <> ? and {AT_SERVICE}
                and state in ({",".join("?" * len(unseen))}) order by row_id desc limit 1"""
    values = (row.target, dump(row.input), row.operation, plan.plan_id, plan.base_url_hash, *unseen)
    found = journal.sql.execute(query, values).fetchone()
    if not found:
        return ""
    unlisted = f"plan {found[0]} made it, and it is not listed yet"
    return f"{unlisted}: `nightaudit correct verify {found[0]}`, or where it is not there, plan it with --again"
