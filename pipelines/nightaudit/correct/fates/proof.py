"""Proofs that a create whose answer was lost was not carried out.

Waiting proves nothing, because a list may lag longer than any wait. A record that was created later and is listed is a proof, and
so is a sum that the write would have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nightaudit.correct.journal import amounts, other_rows, states
from nightaudit.correct.values import ZERO
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from decimal import Decimal

    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run, TokenRun

CONTROLS: Final = 20
"""How many of the plan's other rows are looked for together with a row in doubt."""
UNPROVEN: Final = "but no later write is listed either, so it may still have been carried out"


def order_of_sending(run: Run) -> dict[int, int]:
    """Return the id of the last attempt by row id: the order in which rows were last sent."""
    return {row_id: attempt.attempt_id for row_id, attempt in run.journal.last_attempts(run.plan.plan_id).items()}


def witnesses(run: Run, order: dict[int, int]) -> list[Row]:
    """Return the rows that created a record last, up to CONTROLS for each list."""
    by_list: dict[str, list[Row]] = {}
    for row in sorted(run.rows(*states.WRITTEN), key=lambda row: order.get(row.row_id, 0)):
        if run.job.creates(row.before or {}):
            by_list.setdefault(run.job.list_key(row.input), []).append(row)
    return [row for rows in by_list.values() for row in rows[-CONTROLS:]]


def is_overtaken(
    job: Correction, row: Row, others: Iterable[Row], order: dict[int, int], is_listed: Callable[[Row], object]
) -> bool:
    """Return whether another row that was sent later is listed, in the list in which the record of this row would be."""
    sent, key = order.get(row.row_id, 0), job.list_key(row.input)
    later = [other for other in others if order.get(other.row_id, 0) > sent and job.list_key(other.input) == key]
    return any(map(is_listed, later))


def unexplained_money(run: TokenRun, row: Row) -> Decimal | None:
    """Return the money that moved on the row's target since the plan's first write to it, less what the journal has as written.

    None where the record does not show the money, or is gone.
    """
    first = other_rows.first_write(run.journal, run.plan, row.target)
    try:
        moved = run.job.moved(first[0] or {}, run.job.read(row.input, run.reader)) if first else None
    except NotFound:
        return None
    if first is None or moved is None:
        return None
    return moved - amounts.written_since_attempt(run.journal, run.plan, row.target, first[1])


def is_untouched(run: TokenRun, row: Row) -> bool:
    """Return whether the row's target shows that less than the row's amount has moved on it without explanation."""
    moved = unexplained_money(run, row)
    return moved is not None and row.amount is not None and ZERO <= moved < row.amount


def shown_late(run: TokenRun, rows: Iterable[Row]) -> Row | None:
    """Return the first of these answered rows whose money its target does not show yet; None where all targets show it.

    Where there is one, sums prove nothing: the service may lag, or calculate them later.
    """
    return next((row for row in rows if (moved := unexplained_money(run, row)) is not None and moved < ZERO), None)
