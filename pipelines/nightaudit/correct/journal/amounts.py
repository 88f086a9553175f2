"""Sums of money that rows have moved, or may have moved: on one record, in one plan, or on one day."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import today
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.journal.journal import AT_SERVICE, SENT
from nightaudit.correct.journal.states import ABSENT, sql_list
from nightaudit.correct.values import ZERO, load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.values import Json

_NOT_SENT = sql_list((*ABSENT, "rejected"))
_LAST_ATTEMPT = "(select max(attempt_id) from attempt where row_id = r.row_id)"


def written_since_attempt(journal: Journal, plan: Plan, target: str, attempt_id: int) -> Decimal:
    """Return the money that rows of every plan for the service have written to a record by this attempt or a later one."""
    return _on_target(journal, plan, target, states.WRITTEN, f"{_LAST_ATTEMPT} >= ?", attempt_id)


def written_since_plan(journal: Journal, plan: Plan, target: str) -> Decimal:
    """Return the money that rows of every plan for the service have written to a record since this plan was made."""
    attempted = "exists (select 1 from attempt where row_id = r.row_id and started >= ?)"
    return _on_target(journal, plan, target, states.WRITTEN, attempted, plan.created)


def written_since_row(journal: Journal, plan: Plan, row: Row) -> Decimal:
    """Return the money that other rows of every plan for the service have written to the row's target since it was sent."""
    later = f"{_LAST_ATTEMPT} > (select max(attempt_id) from attempt where row_id = ?)"
    return _on_target(journal, plan, row.target, states.WRITTEN, later, row.row_id)


def in_doubt(journal: Journal, plan: Plan, row: Row) -> Decimal:
    """Return the money of other rows on the row's target that are in doubt: the record may or may not show it."""
    return _on_target(journal, plan, row.target, states.IN_DOUBT, "row_id <> ?", row.row_id)


def _on_target(journal: Journal, plan: Plan, target: str, among: Iterable[str], where: str, value: object) -> Decimal:
    query = f"""select amount from "row" r where target = ? and amount is not null and {AT_SERVICE}
                and state in {sql_list(among)} and {where}"""
    found = journal.sql.execute(query, (target, plan.base_url_hash, value))
    return sum((Decimal(amount) for (amount,) in found), ZERO)


def sent_to(journal: Journal, plan: Plan, target: str) -> list[Json]:
    """Return the input of each row, of any plan for the service, that moved money on a record, or may have."""
    query = f"""select input from "row"
                where target = ? and amount is not null and {AT_SERVICE} and state in {SENT}"""
    return [load(text) for (text,) in journal.sql.execute(query, (target, plan.base_url_hash))]


def out_of_order(journal: Journal, row: Row) -> Decimal:
    """Return the money of earlier rows on the target that are not written, less that of later rows that are.

    The plan expects rows on one target to be written in order: this is by how much the record differs from that.
    """
    missing = _of_plan(journal, row, "number < ?", {*states.MOVES} - {*states.WRITTEN})
    return missing - _of_plan(journal, row, "number > ?", states.WRITTEN)


def _of_plan(journal: Journal, row: Row, where: str, among: Iterable[str]) -> Decimal:
    """Return the money of rows of the plan on the row's target, where their number compares so with the row's."""
    # The names of all states and the plan lead SQLite to the numbers in its index: else it reads all rows on the target.
    query = f"""select amount from "row" where target = ? and state in {sql_list(among)} and plan_id = ? and {where}
                and outlook = ? and amount is not null"""
    found = journal.sql.execute(query, (row.target, row.plan_id, row.number, SEND))
    return sum((Decimal(amount) for (amount,) in found), ZERO)


def was_turned_away_before(journal: Journal, row: Row) -> bool:
    """Return whether an earlier row of the plan on the same target was turned away last: the record may show it all the same."""
    query = f"""select exists (select 1 from "row" r join attempt a using (row_id)
                where +plan_id = ? and target = ? and number < ? and state = 'APPROVED'
                and a.attempt_id = {_LAST_ATTEMPT} and a.outcome = 'turned away')"""
    return bool(journal.sql.execute(query, (row.plan_id, row.target, row.number)).fetchone()[0])


def sent_by_plan(journal: Journal, plan: Plan, currency: str) -> Decimal:
    """Return the money that the plan has sent in all runs, rows in doubt included."""
    return _sent(journal, "r.plan_id = ?", (plan.plan_id, currency))


def sent_today(journal: Journal, plan: Plan, currency: str) -> Decimal:
    """Return the money that all plans for the service have sent today (UTC), rows in doubt included."""
    return _sent(journal, f"a.day = ? and r.{AT_SERVICE}", (today(), plan.base_url_hash, currency))


def _sent(journal: Journal, where: str, values: tuple[str, ...]) -> Decimal:
    query = f"""select a.amount from attempt a join "row" r using (row_id)
                where {where} and coalesce(a.currency, '') = ? and a.outcome not in {_NOT_SENT}"""
    return sum((Decimal(amount) for (amount,) in journal.sql.execute(query, values) if amount is not None), ZERO)
