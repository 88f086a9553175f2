"""Finds records that look like a row but carry no token of this journal.

Somebody else may have recorded what the row is about to create, or the record is a lost write whose token the service dropped.
"""

from __future__ import annotations

import datetime
from collections import Counter
from typing import TYPE_CHECKING, Any

from nightaudit.correct import tokens
from nightaudit.correct.fates.proof import unexplained_money
from nightaudit.correct.intent import Halted, MustWait
from nightaudit.correct.jobs.money import decimal
from nightaudit.correct.journal import amounts, states
from nightaudit.correct.journal.attempts import count_by_token, sent_since
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.journal.other_rows import has_token
from nightaudit.correct.run import TokenRun
from nightaudit.correct.shortened import few
from nightaudit.correct.values import ZERO, dump

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from decimal import Decimal

    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.run import Run
    from nightaudit.correct.token_correction import TokenCorrection
    from nightaudit.correct.values import Json

COMPARED = "compared with what others recorded"
"""Text of the event after which rows that were sent before are not compared again."""
MOVED = "the open amount of"
"""Beginning of the reason of a row that is not sent because money of others moved on its target."""
ByTarget = dict[tuple[str, Any], list["Json"]]  # records by their target and by the key of their amount


def alike_when_planned(job: TokenCorrection, rows: Sequence[Row], reader: Reader) -> list[str]:
    """Return the ids of the records that look like a row to be sent."""
    due = [row for row in rows if row.outlook == SEND]
    if not due:
        return []
    by_target = _by_target(job, job.records([row.input for row in due], reader))
    different = {(row.target, dump(job.duplicate_key(row.input))): row for row in due}.values()
    return sorted({number for row in different for number in _ids(job, row, by_target)})


def recorded_since_plan(run: Run, rows: Sequence[Row]) -> dict[int, str]:
    """Return, by row id, why rows must not be sent: somebody else recorded something like them since the plan was made."""
    return {row_id: _reason(ids) for row_id, ids in _ids_since_plan(run, rows).items()}


def _ids_since_plan(run: Run, rows: Sequence[Row]) -> dict[int, list[str]]:
    """Return, by row id, the ids of what others recorded since the plan was made; rows without such a record are left out."""
    rows = [row for row in rows if row.outlook == SEND]
    if not isinstance(run, TokenRun) or not rows:
        return {}
    listed = run.job.records([row.input for row in rows], run.reader)
    return {row_id: ids for row_id, ids in _similar(run, rows, listed).items() if ids}


def recorded_during_run(run: Run, row: Row, planned: Json, now: Json) -> str:
    """Return why a row must not be sent: somebody else recorded something like it since the plan; "" for no reason.

    This is the check of `recorded_since_plan` for one row whose record was just read. Where the record shows the money that moved
    on it, the service is asked only if more moved since planning than this journal has written to it. If that is the amount of
    the row or more, the row is not sent, whatever is listed. Raises Halted where the service has a row of the journal more often
    than it was sent from here, and MustWait where it shows this row by now.
    """
    if not isinstance(run, TokenRun):
        return ""
    moved = run.job.moved(planned, now)
    if moved is not None and _has_written(run, row.target, moved):
        return ""
    day = datetime.date.fromisoformat(run.plan.created[:10])
    listed = run.job.records_since([row.input], day, run.reader)
    counted = Counter(run.job.token_of(record) for record in listed)
    # Where no money shows that another process is at work, a duplicate from before this run must not hold up its rows.
    _require_sent_from_here(run.journal, counted, None if moved is not None else [row.row_id, *run.sent])
    if counted[row.token]:
        raise MustWait("its token is listed by now")
    ids = _similar(run, [row], listed)[row.row_id]
    return _reason(ids) if ids else _moved_by_others(run, row, moved, listed)


def _moved_by_others(run: TokenRun, row: Row, moved: Decimal | None, listed: list[Json]) -> str:
    """Return that money of others `moved` on the row's target since the plan, as much as the row's or more; "" if it did not.

    It may be the same receipt with another date, unless rows that are in doubt or were turned away may have moved it, or what is
    listed of others, of other amounts.
    """
    if moved is None or row.amount is None:
        return ""
    others = moved - run.written[row.target] - amounts.in_doubt(run.journal, run.plan, row)
    if others >= row.amount:
        others -= _listed_otherwise(run, row, listed)
    if others < row.amount or amounts.was_turned_away_before(run.journal, row):
        return ""
    return (
        f"{MOVED} {row.target} is {others} lower than when planned, without a row of this journal: look whether somebody"
        " recorded this receipt with another date; if not, plan this row again"
    )


def _listed_otherwise(run: TokenRun, row: Row, listed: list[Json]) -> Decimal:
    """Return the sum of what others recorded on the row's target, in amounts other than the row's."""
    on_target = [record for record in listed if run.job.target_of(record) == row.target]
    different = [
        record
        for record in _of_others(run.job, on_target, run.journal)
        if run.job.amount_key(record) not in {None, run.job.amount_key(row.input)}
    ]
    return sum((decimal(record, "amount") for record in different), ZERO)


def _has_written(run: Run, target: str, moved: Decimal) -> bool:
    """Return whether this journal has written as much to a record since the plan as `moved` on it.

    The journal is asked only where more moved than the run knows of: for each of many rows on one record it would sum all others.
    """
    if moved > run.written.get(target, ZERO):
        run.written[target] = amounts.written_since_plan(run.journal, run.plan, target)
    return moved <= run.written.get(target, ZERO)


def recorded_at_the_same_time(run: Run, only: Collection[int] | None = None) -> list[str]:
    """Return a finding for each VERIFIED row that somebody else recorded, too, after the row was checked.

    only  the ids of the rows to look at, None for all

    Another data directory may send the same file at the same moment: between check and write, neither run sees the other. Or the
    service writes a row twice, once without its token. Rows that were sent before the last `close_comparison` are left out.
    """
    sent = {*(sent_since(run.journal, run.plan.plan_id, COMPARED) if only is None else only)}
    verified = [row for row in run.rows(states.VERIFIED) if row.row_id in sent and states.ACCEPTED not in row.why]
    rows = {row.row_id: row for row in verified}
    return [
        f"row {rows[row_id].number} ({rows[row_id].target}): somebody else recorded a similar one at the same time: {few(ids)};"
        " if both are the same, remove one of them in the PMS"
        for row_id, ids in _ids_since_plan(run, verified).items()
    ]


def close_comparison(run: Run) -> None:
    """Record that `recorded_at_the_same_time` has told what there is to tell, unless rows are still to be verified."""
    if not isinstance(run, TokenRun) or run.rows(*states.IN_DOUBT, states.APPLIED, states.MISMATCH):
        return
    if sent_since(run.journal, run.plan.plan_id, COMPARED):
        run.journal.event(COMPARED, run.plan.plan_id)


def _require_sent_from_here(journal: Journal, counted: Counter[str], only: list[int] | None) -> None:
    """Raise Halted where a token was `counted` more often than its row was sent; `only` are ids of rows, None for all rows."""
    for token, count in counted.items():
        for row_id, sent in count_by_token(journal, token).items():
            if count > sent and (only is None or row_id in only):
                raise sent_elsewhere(journal.row(row_id))


def sent_elsewhere(row: Row) -> Halted:
    """Return the error for a row that another process has sent, or is sending."""
    doubled = f"Row {row.number} of plan {row.plan_id} is in the PMS more often than this journal has sent it"
    return Halted(
        f"{doubled}: a copy of this journal is in use, or a proxy sends writes twice.",
        hint="Stop that, use only one data directory, then apply again.",
    )


def _similar(run: TokenRun, rows: Sequence[Row], listed: list[Json]) -> dict[int, list[str]]:
    """Return, by row id, the ids of listed records that look like the row and were not there at planning."""
    planned, targets = {*run.plan.alike}, {"", *(row.target for row in rows)}
    on_targets = [record for record in listed if run.job.target_of(record) in targets]
    by_target = _by_target(run.job, _of_others(run.job, on_targets, run.journal))
    return {row.row_id: [one for one in _ids(run.job, row, by_target) if one not in planned] for row in rows}


def _reason(similar: list[str]) -> str:
    return (
        f"a similar record was created after the plan: {few(similar)}; if that is a different one, plan this row again"
    )


def traces(run: TokenRun, rows: Sequence[Row]) -> dict[int, str]:
    """Return, by row id, signs that a lost write was carried out although its token is not found; "" for no sign.

    The service may have dropped the token, or its list may lag behind the row's target.
    """
    similar = _similar(run, rows, run.job.records([row.input for row in rows], run.reader))
    signs = {}
    for row in rows:
        ids = similar[row.row_id]
        signs[row.row_id] = f"but {few(ids)} may be this record without its token" if ids else _moved(run, row)
    return signs


def _moved(run: TokenRun, row: Row) -> str:
    """Return the sign that at least the amount of the row moved on its target without explanation, "" for none."""
    moved = unexplained_money(run, row)
    if moved is None or row.amount is None or moved < row.amount:
        return ""
    return f"but the open amount of {row.target} is {moved} less than when the row was sent"


def _of_others(job: TokenCorrection, records: list[Json], journal: Journal) -> list[Json]:
    """Return the records that carry no token of this journal."""
    carried = ((record, tokens.beginnings(record.get(job.token_field))) for record in records)
    return [record for record, beginnings in carried if not any(has_token(journal, one) for one in beginnings)]


def _by_target(job: TokenCorrection, records: list[Json]) -> ByTarget:
    found: ByTarget = {}
    for record in records:
        found.setdefault((job.target_of(record), job.amount_key(record)), []).append(record)
    return found


def _ids(job: TokenCorrection, row: Row, by_target: ByTarget) -> list[str]:
    """Return the ids of the records on the row's target, or on one that is not shown, that look like the row."""
    keys = dict.fromkeys((job.amount_key(row.input), None))
    records = [record for target in (row.target, "") for key in keys for record in by_target.get((target, key), ())]
    return [str(record.get("id")) for record in records if job.alike(row.input, row.token, record)]
