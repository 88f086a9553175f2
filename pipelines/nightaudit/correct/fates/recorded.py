"""What others recorded: it may be the very thing that a row is about to create, or a lost write whose token was not kept."""

from __future__ import annotations

import datetime
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from nightaudit.correct import tokens
from nightaudit.correct.correction import ZERO, TokenCorrection
from nightaudit.correct.fates.proof import unexplained
from nightaudit.correct.intent import Halted
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.journal.journal import AT_SERVICE
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

KNOWN: Final = "alike"
"""The option of a plan that holds the ids of the records which its approver was told of."""


def known(job: TokenCorrection, rows: Sequence[Row], reader: Reader) -> list[str]:
    """Ids of what looks like a row to be sent when the plan is made; empty where the service has no such list."""
    due = [row for row in rows if row.outlook == SEND]
    if not due:
        return []
    try:
        records = job.records([row.input for row in due], reader)
    except NotFound:
        return []
    by_target = _by_target(job, records)
    return sorted({number for row in due for number in _ids(job, row, by_target)})


def since(run: Run, rows: Sequence[Row]) -> dict[int, str]:
    """Why rows are not to be sent, by row id: their like was recorded by somebody else since the plan was made."""
    job = run.job
    if not isinstance(job, TokenCorrection) or KNOWN not in run.plan.options or not rows:
        return {}
    return _fresh(run, job, rows, job.records([row.input for row in rows], run.reader))


def meanwhile(run: Run, row: Row, planned: Json, now: Json) -> str:
    """As `since`, of a row whose record was just read, for what was recorded while the run was under way; "" for nothing.

    Asked for only where the record shows more money moved since it was planned than this journal has written to it. Raises Halted
    where a row of the journal is there more often than it was sent from here.
    """
    job = run.job
    if not isinstance(job, TokenCorrection) or KNOWN not in run.plan.options:
        return ""
    moved = job.moved(planned, now)
    if moved is None or moved <= _written(run, row):
        return ""
    day = datetime.date.fromisoformat(run.plan.created[:10])
    listed = job.records_since([row.input], day, run.reader)
    _require_alone(run.journal, Counter(job.token_of(record) for record in listed))
    return _fresh(run, job, [row], listed).get(row.row_id, "")


def _require_alone(journal: Journal, counted: Counter[str]) -> None:
    """Raise Halted where a token is there more often than its row was sent."""
    query = 'select row_id, (select count(*) from attempt where row_id = r.row_id) from "row" r where token = ?'
    for token, count in counted.items():
        for row_id, sent in journal.sql.execute(query, (token,)).fetchall():
            if count > sent:
                raise sent_elsewhere(journal.row(row_id))


def sent_elsewhere(row: Row) -> Halted:
    """The error for a row that somebody else has sent, or is sending."""
    doubled = f"Row {row.number} of plan {row.plan_id} is there more often than it was sent from here"
    return Halted(
        f"{doubled}: a copy of this journal is in use, or something on the way sends writes twice.",
        hint="End that, and let one data directory be used only: then apply again.",
    )


def _written(run: Run, row: Row) -> Decimal:
    """The money that this journal has written to the row's record since the plan was made."""
    query = f"""select amount from "row" r where target = ? and amount is not null and {AT_SERVICE}
                and state in ({",".join("?" * len(states.WRITTEN))})
                and row_id in (select row_id from attempt where started >= ?)"""
    values = (row.target, run.plan.base_url_hash, *states.WRITTEN, run.plan.created)
    return sum((Decimal(amount) for (amount,) in run.journal.sql.execute(query, values)), ZERO)


def _fresh(run: Run, job: TokenCorrection, rows: Sequence[Row], listed: list[Json]) -> dict[int, str]:
    """Why rows are not to be sent, by row id: among what is listed is their like, and the approver was not told of it."""
    known = run.plan.options[KNOWN]
    by_target = _by_target(job, _of_others(job, listed, run.journal))
    found = {}
    for row in rows:
        fresh = [number for number in _ids(job, row, by_target) if number not in known]
        if fresh:
            found[row.row_id] = (
                f"its like was recorded since the plan, in {', '.join(fresh)}: if that is another one, plan it again"
            )
    return found


def traces(run: Run, job: TokenCorrection, rows: Sequence[Row]) -> dict[int, str]:
    """What speaks for lost writes having been carried out although their tokens are not found, by row id; "" for nothing.

    The service may not have kept the token, or its list may be behind the record that the row is about.
    """
    known = run.plan.options.get(KNOWN) or ()
    by_target = _by_target(job, _of_others(job, job.records([row.input for row in rows], run.reader), run.journal))
    return {row.row_id: _without_token(job, row, by_target, known) or _moved(run, job, row) for row in rows}


def _without_token(job: TokenCorrection, row: Row, by_target: dict[str, list[Json]], known: Sequence[str]) -> str:
    fresh = [number for number in _ids(job, row, by_target) if number not in known]
    return f"and {', '.join(fresh)} may be it all the same" if fresh else ""


def _moved(run: Run, job: TokenCorrection, row: Row) -> str:
    moved = unexplained(run, job, row)
    if moved is None or row.amount is None or moved < row.amount:
        return ""
    return f"and {moved} less is open on {row.target} than when it was sent"


def _of_others(job: TokenCorrection, records: list[Json], journal: Journal) -> list[Json]:
    """The records without a token of this journal."""
    ours = {token for (token,) in journal.sql.execute('select substr(token, 1, ?) from "row"', (tokens.SHORTEST,))}
    return [record for record in records if ours.isdisjoint(tokens.named(record.get(job.token_field)))]


def _by_target(job: TokenCorrection, records: list[Json]) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for record in records:
        found.setdefault(job.belongs(record), []).append(record)
    return found


def _ids(job: TokenCorrection, row: Row, by_target: dict[str, list[Json]]) -> list[str]:
    there = by_target.get(row.target, ())
    return [str(record.get("id")) for record in there if job.alike(row.input, row.token, record)]
