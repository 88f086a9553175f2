"""The one transaction before a byte is sent: kill switch, limits, one in flight, and the exact body; and its outcome after."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from nightaudit.correct.correction import ZERO
from nightaudit.correct.journal import states
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.journal import AT_SERVICE
from nightaudit.correct.values import dump, sha256
from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    import sqlite3

    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal

Fate = Literal["applied", "ambiguous", "rejected", "not sent", "turned away", "proven absent", "unknown"]
"""What came of sending a row once, as the column `outcome` of `attempt` keeps it; it is "open" until that is known.

applied        the service carried it out          ambiguous      the answer was lost
rejected       the service turned it down          not sent       no byte of it left
turned away    said to be unread: 401, 403, 429    unknown        a person has to find it out
proven absent  looked for, or looked at again,
               and not carried out
"""
ABSENT: tuple[Fate, ...] = ("not sent", "turned away", "proven absent")
"""After these a row may be sent again. What was turned away is looked for before: what was answered may be the second try of a
proxy, whose first was carried out."""


class Halted(NightauditError):
    """Nothing more may be sent in this run; the message says which limit or switch says so."""

    exit_code = 2


class Busy(NightauditError):
    """The row has to wait for another on the same target, or for its own fate to be known."""


@dataclass(frozen=True)
class Limits:
    """Most rows and money that may be sent; None is no limit. Amounts count for each currency on its own.

    rows        of this run                  row_amount  of one row
    amount      of the whole plan, ever      day_amount  of all plans for the service on one day (UTC)
    """

    rows: int | None = None
    amount: Decimal | None = None
    row_amount: Decimal | None = None
    day_amount: Decimal | None = None


def intend(journal: Journal, row: Row, body: Any, limits: Limits, run: list[int]) -> str | None:
    """Commit the intent to send `body` for a row in CHECKING; `run` collects the attempts of this run.

    Returns it as it is committed: the only thing that may be sent, byte for byte.
    Raises Halted when the kill switch is closed, a limit would be passed or the plan's time is over, Busy when the target is
    not free, and then nothing is committed. After it returns, the intent is on disk.
    """
    text = None if body is None else dump(body)
    with journal.transaction() as sql:
        if journal.stopped:
            raise Halted(f"Sending is stopped: {journal.stopped}.", hint="`nightaudit correct start` opens the switch.")
        plan = journal.plan(row.plan_id)
        if now() >= plan.expires:
            raise Halted(f"Plan {row.plan_id} expired while it was applied.", hint="Plan what is left again.")
        _check_free(journal, row, plan)
        _check_limits(journal, row, plan, limits, len(run))
        body_hash = sha256(text or "")
        attempt_id = _begin(sql, row, body_hash)
        journal.move(
            row, states.INTENT, f"attempt {attempt_id}", body=text, body_hash=body_hash, before=dump(row.before)
        )
        row.body, row.body_hash = text, body_hash
    run.append(row.row_id)
    return text


def _begin(sql: sqlite3.Connection, row: Row, body_hash: str) -> int:
    amount = None if row.amount is None else format(row.amount, "f")
    columns = (row.row_id, body_hash, amount, row.currency, _today(), now())
    insert = "insert into attempt (row_id, body_hash, amount, currency, day, started) values (?, ?, ?, ?, ?, ?)"
    return int(sql.execute(f"{insert} returning attempt_id", columns).fetchone()[0])


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def _check_free(journal: Journal, row: Row, plan: Plan) -> None:
    sql = journal.sql
    marks = ",".join("?" * len(ABSENT))
    open_attempts = sql.execute(
        f"select count(*) from attempt where row_id = ? and outcome not in ({marks})",
        (row.row_id, *ABSENT),
    ).fetchone()[0]
    if open_attempts:
        raise Busy(f"Row {row.number} was sent before and has not been proven absent.")
    # A lost write with a token is told apart by its token; without one, everything on its target waits for it. Of writes in
    # flight there is one per target in the whole journal: what a killed run left at another service is to be reconciled there.
    busy = sql.execute(
        """select r.plan_id from "row" r join plan p using (plan_id) where r.target = ? and r.row_id <> ? and (r.state = 'INTENT'
           or (r.state in ('AMBIGUOUS', 'QUARANTINED') and p.base_url_hash = ? and p.options not like '%"token":true%'))""",
        (row.target, row.row_id, plan.base_url_hash),
    ).fetchone()
    if busy:
        raise Busy(f"{row.target} has another write whose fate is not known, of plan {busy[0]}.")
    if other := journal.settled(row.natural_key, plan):
        raise Busy(f"The same row was written by plan {other[1].plan_id} meanwhile.")


def _check_limits(journal: Journal, row: Row, plan: Plan, limits: Limits, sent: int) -> None:
    if limits.rows is not None and sent >= limits.rows:
        raise Halted(f"--max-rows {limits.rows}: that many rows were sent.", hint="Run apply again for the rest.")
    if row.amount is None:
        return
    amount, currency = row.amount, row.currency or ""
    if limits.row_amount is not None and amount > limits.row_amount:
        raise Halted(f"--max-row-amount {limits.row_amount}: row {row.number} moves {amount} {currency}.".rstrip())
    for limit, name, where, values in (
        (limits.amount, "--max-amount", "r.plan_id = ?", (row.plan_id,)),
        (limits.day_amount, "--max-day-amount", f"a.day = ? and r.{AT_SERVICE}", (_today(), plan.base_url_hash)),
    ):
        if limit is None:
            continue
        # Sent and not proven absent: what is in doubt counts as sent.
        marks = ",".join("?" * len(ABSENT))
        found = journal.sql.execute(
            f"""select a.amount from attempt a join "row" r using (row_id)
                where {where} and coalesce(a.currency, '') = ? and a.outcome not in ({marks}, 'rejected')""",
            (*values, currency, *ABSENT),
        ).fetchall()
        total = sum((Decimal(value) for (value,) in found if value is not None), ZERO)
        if total + amount > limit:
            raise Halted(
                f"{name} {limit}: row {row.number} of {amount} would follow {total} sent{' ' + currency if currency else ''}.",
                hint="Raise the limit, or plan less.",
            )


def conclude(journal: Journal, row: Row, outcome: Fate, state: str, why: str = "", answer: str | None = None) -> None:
    """Close the row's open attempt with its outcome and move the row to a state, in one transaction."""
    with journal.transaction() as sql:
        sql.execute(
            """update attempt set outcome = ?, ended = ?, detail = ?, answer = coalesce(?, answer)
               where attempt_id = (select max(attempt_id) from attempt where row_id = ?)""",
            (outcome, journal.clock.stamp(), why, answer, row.row_id),
        )
        journal.move(row, state, why)


def found_written(journal: Journal, row: Row, state: str, why: str, answer: str | None = None) -> None:
    """Write down that a row that was taken for unsent has been carried out; `state` is APPLIED or DUPLICATE."""
    with journal.transaction() as sql:
        if not sql.execute("select count(*) from attempt where row_id = ?", (row.row_id,)).fetchone()[0]:
            _begin(sql, row, "")  # sent, and forgotten: this journal is an older copy
        journal.move(row, states.AMBIGUOUS, "it was carried out after all")
        conclude(journal, row, "applied", state, why, answer)
