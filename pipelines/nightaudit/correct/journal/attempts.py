"""The attempts to send rows: each is begun with the intent, and concluded together with the row's next state."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal import states
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.states import ABSENT, sql_list
from nightaudit.correct.values import load

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.journal.states import Fate


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to send a row. A higher id means sent later, because rows are sent one at a time.

    ended    when its outcome was known; None before
    outcome  a Fate, or "open" while none is known
    answer   JSON text of the record in the answer of the service; None where there was none
    """

    attempt_id: int
    row_id: int
    body_hash: str
    amount: str | None
    currency: str | None
    day: str
    started: str
    ended: str | None
    outcome: str
    detail: str
    answer: str | None
    number: int
    token: str


def today() -> str:
    """Return the day (UTC) that attempts begun now belong to."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def begin(journal: Journal, row: Row, body_hash: str) -> int:
    """Insert an open attempt for the row; return its id. The caller holds the transaction."""
    columns = (row.row_id, body_hash, row.amount_text, row.currency, today(), now())
    insert = "insert into attempt (row_id, body_hash, amount, currency, day, started) values (?, ?, ?, ?, ?, ?)"
    return int(journal.sql.execute(f"{insert} returning attempt_id", columns).fetchone()[0])


def conclude(journal: Journal, row: Row, outcome: Fate, state: str, why: str = "", answer: str | None = None) -> None:
    """Write the outcome of the row's last attempt and move the row to `state`, in one transaction."""
    with journal.transaction() as sql:
        sql.execute(
            """update attempt set outcome = ?, ended = ?, detail = ?, answer = coalesce(?, answer)
               where attempt_id = (select max(attempt_id) from attempt where row_id = ?)""",
            (outcome, journal.clock.stamp(), why, answer, row.row_id),
        )
        journal.move(row, state, why)


def found_written(journal: Journal, row: Row, state: str, why: str, answer: str | None = None) -> None:
    """Record that a row which the journal has as unsent was carried out after all; `state` is APPLIED or DUPLICATE."""
    with journal.transaction():
        if not _has_any(journal, row, "true"):
            begin(journal, row, "")  # the attempt is missing, because this journal is an older copy
        journal.move(row, states.AMBIGUOUS, "it was carried out, contrary to the journal")
        conclude(journal, row, "applied", state, why, answer)


def prove_absent(journal: Journal, row: Row) -> None:
    """Set the outcome of a row that was rejected, and that shows no trace when read again, to "proven absent"."""
    with journal.transaction() as sql:
        sql.execute(
            "update attempt set outcome = 'proven absent' where row_id = ? and outcome = 'rejected'", (row.row_id,)
        )
        journal.event("read again: not carried out", row.plan_id, row.row_id)


def may_be_carried_out(journal: Journal, row: Row) -> bool:
    """Return whether the row was sent, and it is not proven that it was not carried out."""
    return _has_any(journal, row, f"outcome not in {sql_list(ABSENT)}")


def was_taken_for_absent(journal: Journal, row: Row) -> bool:
    """Return whether the row was sent before, and was then turned away or proven absent."""
    return _has_any(journal, row, "outcome in ('proven absent', 'turned away')")


def _has_any(journal: Journal, row: Row, where: str) -> bool:
    query = f"select exists (select 1 from attempt where row_id = ? and {where})"
    return bool(journal.sql.execute(query, (row.row_id,)).fetchone()[0])


def sent_since(journal: Journal, plan_id: str, what: str) -> set[int]:
    """Return the ids of the rows of a plan that were sent since the last event of this text, by the order of events."""
    query = """select row_id from event where plan_id = :plan and what like '% > INTENT%' and event_id >
               (select coalesce(max(event_id), 0) from event where plan_id = :plan and what = :what)"""
    return {row_id for (row_id,) in journal.sql.execute(query, {"plan": plan_id, "what": what})}


def last_answer(journal: Journal, row: Row) -> Any:
    """Return the stored answer to the row's last attempt; None where there is none."""
    query = "select answer from attempt where row_id = ? order by attempt_id desc limit 1"
    return load((journal.sql.execute(query, (row.row_id,)).fetchone() or [None])[0])


def count_by_token(journal: Journal, token: str) -> dict[int, int]:
    """Return, by row id, how often the row with this token was sent; empty where the journal has no such row."""
    query = 'select row_id, (select count(*) from attempt where row_id = r.row_id) from "row" r where token = ?'
    return dict(journal.sql.execute(query, (token,)).fetchall())
