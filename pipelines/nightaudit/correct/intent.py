"""Commits the intent to send a row, in one transaction with the checks of kill switch, limits and target."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal import amounts, attempts, other_rows
from nightaudit.correct.journal.states import INTENT
from nightaudit.correct.values import dump, sha256
from nightaudit.errors import NightauditError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal


class Halted(NightauditError):
    """Nothing more may be sent in this run; the message names the limit, the switch or the other reason."""

    exit_code = 2


class MustWait(NightauditError):
    """The row has to wait: the fate of another write to its target, or of its own last attempt, is not known."""

    exit_code = 5


@dataclass(frozen=True)
class Limits:
    """The most rows and money that may be sent; None is no limit. Amounts of each currency count separately.

    rows        rows in this run               row_amount  money of one row
    amount      money of the plan, all runs    day_amount  money of all plans for the service on one day (UTC)
    """

    rows: int | None = None
    amount: Decimal | None = None
    row_amount: Decimal | None = None
    day_amount: Decimal | None = None


def intend(journal: Journal, row: Row, body: Any, limits: Limits, sent: list[int]) -> str | None:
    """Commit the intent to send `body` for a row in CHECKING, and append the row id to `sent`, the attempts of this run.

    Return the JSON text of the body as committed: exactly these bytes are to be sent. The intent is then on disk.
    Raises Halted when the kill switch is closed, a limit would be exceeded or the plan has expired, and MustWait when the target
    is not free or the row is written already; then nothing is committed.
    """
    text = None if body is None else dump(body)
    with journal.transaction():
        require_allowed(journal)
        plan = journal.plan(row.plan_id)
        if plan.is_expired:
            raise Halted(f"Plan {row.plan_id} expired while it was applied.", hint="Plan the rows that are left again.")
        _check_free(journal, row, plan)
        _check_limits(journal, row, plan, limits, sent)
        body_hash = sha256(text or "")
        attempt_id = attempts.begin(journal, row, body_hash)
        journal.move(row, INTENT, f"attempt {attempt_id}", body=text, body_hash=body_hash, before=dump(row.before))
        row.body, row.body_hash = text, body_hash
    sent.append(row.row_id)
    return text


def require_allowed(journal: Journal) -> None:
    """Raise Halted while the kill switch is closed."""
    if stopped := journal.stopped:
        raise Halted(f"Sending is stopped: {stopped}.", hint="Run `nightaudit correct start` to allow it again.")


def _check_free(journal: Journal, row: Row, plan: Plan) -> None:
    """Raise MustWait where the row may have been written already, or another write to its target is in flight or in doubt."""
    if attempts.may_be_carried_out(journal, row):
        raise MustWait(f"Row {row.number} was sent before, and it is not proven that it was not carried out.")
    if blocking := other_rows.blocked_by(journal, plan, row):
        raise MustWait(f"{row.target} has another write with an unknown result, of plan {blocking}.")
    if other := other_rows.written_by_another(journal, plan, row):
        raise MustWait(f"Plan {other[1].plan_id} has written the same row meanwhile.")


def require_amounts(rows: Iterable[Row], limits: Limits) -> None:
    """Raise UsageError where there is a limit of money, but none of the rows has an amount that it could hold."""
    money = (limits.amount, limits.row_amount, limits.day_amount)
    if money != (None, None, None) and all(row.amount is None for row in rows):
        raise UsageError(
            "The rows of this plan have no amounts, so a limit of money would hold nothing.",
            hint="Limit their number with --max-rows, and leave out --max-amount, --max-row-amount and --max-day-amount.",
        )


def _check_limits(journal: Journal, row: Row, plan: Plan, limits: Limits, sent: list[int]) -> None:
    """Raise Halted where sending the row would exceed a limit; `sent` has the row id of each attempt in this run."""
    if limits.rows is not None and len(sent) >= limits.rows and len({*sent, row.row_id}) > limits.rows:
        raise Halted(f"The limit --max-rows {limits.rows} is reached.", hint="Run apply again to send the other rows.")
    if row.amount is None:
        return
    amount, currency = row.amount, row.currency or ""
    if limits.row_amount is not None and amount > limits.row_amount:
        raise Halted(
            f"Row {row.number} moves {amount} {currency}, more than --max-row-amount {limits.row_amount}.".rstrip()
        )
    for limit, name, sum_sent in (
        (limits.amount, "--max-amount", partial(amounts.sent_by_plan, journal, plan, currency)),
        (limits.day_amount, "--max-day-amount", partial(amounts.sent_today, journal, plan, currency)),
    ):
        if limit is not None and (total := sum_sent()) + amount > limit:
            raise Halted(
                f"{name} {limit}: {total} were sent, and row {row.number} would add"
                f" {amount}{' ' + currency if currency else ''}.",
                hint="Raise the limit, or plan fewer rows.",
            )
