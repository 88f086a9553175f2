"""What the journal has of other rows with the same record or the same content, in this plan and in others for the service."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import last_answer
from nightaudit.correct.journal.entries import SEND, Row
from nightaudit.correct.journal.journal import AT_SERVICE, SENT
from nightaudit.correct.journal.states import sql_list
from nightaudit.correct.values import dump, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nightaudit.correct.journal.entries import Plan
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.values import Json

AFTER_HEX = "g"  # sorts after all characters of a token


def written_by_another(journal: Journal, plan: Plan, row: Row) -> tuple[str, Plan] | None:
    """Return state and plan of a row with the same natural key that another plan wrote, or may have written; None for none.

    Only plans for the same service count. A plan made with the same credentials is preferred, because other credentials may
    belong to another tenant.
    """
    if not row.natural_key:
        return None
    query = f"""select r.state, r.plan_id from "row" r join plan p using (plan_id)
                where r.natural_key = ? and r.plan_id <> ? and r.state in {SENT} and p.base_url_hash = ?
                order by p.environment = ? desc, r.state in {sql_list(states.IN_DOUBT)} desc limit 1"""
    values = (row.natural_key, plan.plan_id, plan.base_url_hash, plan.environment)
    found = journal.sql.execute(query, values).fetchone()
    return (found[0], journal.plan(found[1])) if found else None


def unsent_in_other_plans(journal: Journal, plan: Plan) -> list[Row]:
    """Return the rows of other plans for the service that share a natural key with an APPROVED row of this plan.

    Only rows that are neither written nor in doubt are returned.
    """
    query = f"""select * from "row" where plan_id <> ? and {AT_SERVICE} and state not in {SENT}
                and natural_key in
                (select natural_key from "row" where plan_id = ? and state = 'APPROVED' and natural_key <> '')"""
    return [Row.read(values) for values in journal.select(query, plan.plan_id, plan.base_url_hash, plan.plan_id)]


def blocked_by(journal: Journal, plan: Plan, row: Row) -> str:
    """Return the plan of another write to the row's target that is in flight or in doubt; "" for none.

    A lost write with a token can be recognised by its token; one without blocks all other writes to its target. In flight there
    is at most one write per target in the journal, for all services: one left by a killed run has to be reconciled first.
    """
    query = f"""select r.plan_id from "row" r join plan p using (plan_id)
                where r.target = ? and r.row_id <> ? and r.state in {sql_list(states.IN_DOUBT)}
                and (r.state = 'INTENT' or (p.base_url_hash = ? and json_extract(p.options, '$.token') is not 1))"""
    found = journal.sql.execute(query, (row.target, row.row_id, plan.base_url_hash)).fetchone()
    return found[0] if found else ""


def unverified_write(journal: Journal, plan: Plan, row: Row, target: str) -> tuple[str, str] | None:
    """Return state and plan of another row that may change this record by the operation of `row`; None for none.

    Its write is in doubt, or was answered but is not verified, or was refused and not read again since.
    """
    unseen = sql_list((*states.IN_DOUBT, states.APPLIED, states.MISMATCH))
    query = f"""select state, plan_id from "row" where target = ? and operation = ? and row_id <> ? and {AT_SERVICE}
                and (state in {unseen} or (state in {sql_list(states.REFUSED)}
                and row_id in (select row_id from attempt where outcome = 'rejected')))"""
    found: tuple[str, str] | None = journal.sql.execute(
        query, (target, row.operation, row.row_id, plan.base_url_hash)
    ).fetchone()
    return found


def mismatched(journal: Journal, row: Row) -> list[Row]:
    """Return the MISMATCH rows of the plan on the row's target."""
    query = """select * from "row" where target = ? and state = 'MISMATCH' and plan_id = ?"""
    return [Row.read(values) for values in journal.select(query, row.target, row.plan_id)]


def of_neighbours(journal: Journal, plan: Plan, row: Row, names: Iterable[str]) -> list[Row]:
    """Return the other rows on the target of `row`, or on a target in `names`, which may have changed what stands beside it.

    Those are the rows that its plan has sent, and those that other plans of the job have sent since.
    """
    targets = [row.target, *names]
    marks = ",".join("?" * len(targets))
    sent = "(r.plan_id = ? or attempt_id > (select max(attempt_id) from attempt where row_id = ?))"
    query = f"""select r.* from "row" r join plan p using (plan_id)
                where r.target in ({marks}) and r.row_id <> ? and p.job = ? and p.base_url_hash = ? and r.outlook = ?
                and exists (select 1 from attempt a where a.row_id = r.row_id and {sent})"""
    values = (*targets, row.row_id, plan.job, plan.base_url_hash, SEND, plan.plan_id, row.row_id)
    return [Row.read(found) for found in journal.select(query, *values)]


def created_by(journal: Journal, plan: Plan, row: Row) -> str:
    """Return the latest other plan that created the same record, and has not seen it listed since; "" for none."""
    query = f"""select plan_id from "row" where target = ? and input = ? and operation = ? and plan_id <> ? and {AT_SERVICE}
                and state in {sql_list((states.APPLIED, states.MISMATCH))} order by row_id desc limit 1"""
    values = (row.target, dump(row.input), row.operation, plan.plan_id, plan.base_url_hash)
    found = journal.sql.execute(query, values).fetchone()
    return found[0] if found else ""


def written_since(journal: Journal, plan: Plan, target: str, since: str) -> list[Row]:
    """Return the rows of other plans of the job that wrote to a record since an instant, the latest first.

    Only plans for the same service with the same credentials count.
    """
    written = sql_list({*states.WRITTEN} - {states.UNDONE})
    query = f"""select r.* from "row" r join plan p using (plan_id) join attempt a using (row_id)
                where r.target = ? and r.plan_id <> ? and r.state in {written} and p.job = ?
                and p.base_url_hash = ? and p.environment = ? and a.started >= ?
                group by r.row_id order by max(attempt_id) desc"""
    values = (target, plan.plan_id, plan.job, plan.base_url_hash, plan.environment, since)
    return [Row.read(found) for found in journal.select(query, *values)]


def written_again(journal: Journal, plan: Plan, rows: Sequence[Row]) -> dict[int, str]:
    """Return, by row id, the later plan that wrote the same row with `--again`: one row of it stands for one of `rows`.

    A plan that was made while the service showed the record of the row stands for none: its record is another one.
    """
    if not rows:
        return {}
    query = f"""select r.target, r.operation, r.input, r.plan_id from "row" r join plan p using (plan_id)
                where p.base_url_hash = ? and p.plan_id <> ? and p.created >= ? and json_extract(p.options, '$.again')
                and r.state in {sql_list(states.WRITTEN)} order by r.row_id"""
    later: dict[tuple[str, str, str], list[str]] = {}
    for target, operation, text, name in journal.sql.execute(query, (plan.base_url_hash, plan.plan_id, plan.created)):
        later.setdefault((target, operation, text), []).append(name)
    shown = {name: journal.plan(name).alike for name in {*chain.from_iterable(later.values())}}
    found = {}
    for row in rows:
        plans = later.get((row.target, row.operation, dump(row.input)), [])
        made = str((last_answer(journal, row) or {}).get("id"))
        if name := next((one for one in plans if made not in shown[one]), ""):
            plans.remove(name)
            found[row.row_id] = name
    return found


def sent_before(journal: Journal, base_url_hash: str, row: Row) -> Iterator[tuple[int, str, str, Json]]:
    """Yield number, plan, state and input of rows of other plans with the target and operation of `row`, the latest first.

    Only rows that are written or in doubt are yielded.
    """
    query = f"""select number, plan_id, state, input from "row" where target = ? and operation = ? and {AT_SERVICE}
                and plan_id <> ? and state in {SENT} order by row_id desc"""
    for number, plan_id, state, text in journal.sql.execute(
        query, (row.target, row.operation, base_url_hash, row.plan_id)
    ):
        yield number, plan_id, state, load(text)


def first_write(journal: Journal, plan: Plan, target: str) -> tuple[Any, int] | None:
    """Return the record before the plan's first write to a target, and the id of that attempt; None where it wrote nothing."""
    query = """select r.before, max(a.attempt_id) as last from "row" r join attempt a using (row_id)
               where r.plan_id = ? and r.target = ? group by r.row_id order by last limit 1"""
    found = journal.sql.execute(query, (plan.plan_id, target)).fetchone()
    return (load(found[0]), found[1]) if found else None


def has_token(journal: Journal, beginning: str) -> bool:
    """Return whether a row has a token that begins so."""
    query = 'select exists (select 1 from "row" where token >= ? and token < ?)'
    return bool(journal.sql.execute(query, (beginning, beginning + AFTER_HEX)).fetchone()[0])
