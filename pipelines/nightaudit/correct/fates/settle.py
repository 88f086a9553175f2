"""Writes whose fate is unknown: wait, read back twice, and decide by what is there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.correct.correction import TokenCorrection
from nightaudit.correct.fates.proof import (
    CONTROLS,
    UNPROVEN,
    is_overtaken,
    is_untouched,
    last_attempts,
    shown_late,
    witnesses,
)
from nightaudit.correct.fates.recorded import traces
from nightaudit.correct.intent import conclude
from nightaudit.correct.journal import states
from nightaudit.correct.tokens import is_marked
from nightaudit.correct.values import dump, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

READS = 2


def settle(run: Run, *, again: bool = False) -> int:
    """Settle every AMBIGUOUS row of the plan; returns how many rows moved.

    `again` looks once more for rows that are QUARANTINED because a list proved nothing, and so it does where the run has sent
    others since. Waits until the settle time has passed since the last of them was sent. Raises the client's errors; rows then
    stay as they are.
    """
    again, run.looked_at = again or len(run.sent) > run.looked_at, len(run.sent)
    rows = run.rows(states.AMBIGUOUS)
    if again and run.job.listed:
        rows += [row for row in run.rows(states.QUARANTINED) if run.job.makes(row.before or {})]
    if not rows:
        return 0
    run.wait_for(rows)
    before = [row.state for row in rows]
    _settle(run, rows)
    return sum(row.state != state for row, state in zip(rows, before, strict=True))


def _settle(run: Run, rows: list[Row]) -> None:
    if isinstance(run.job, TokenCorrection):
        _by_token(run, run.job, rows)
    elif run.job.ambiguous == "record":
        for row in rows:
            _by_record(run, row)
    else:
        for row in rows:
            _by_nobody(run, row)


def read_tokens(run: Run, job: TokenCorrection, rows: list[Row], reads: int = 1) -> dict[str, dict[str, Json]]:
    """By token, the records that carry it in any of several whole reads, each record once by its id.

    With 0 reads, in what the reader remembers or reads now.
    """
    found: dict[str, dict[str, Json]] = {row.token: {} for row in rows}
    for _ in range(max(reads, 1)):
        if reads:
            run.reader.forget()
        records = job.records([row.input for row in rows], run.reader)
        carrying = [record for record in records if is_marked(record.get(job.token_field))]
        for row in rows:
            found[row.token] |= {dump(record.get("id")): record for record in job.mine(carrying, row.token)}
    return found


def answered_last(run: Run) -> list[Row]:
    """The plan's rows that were answered last, by this run or not found since: a list that lacks one of them is behind."""
    unseen = {states.APPLIED, states.MISMATCH}
    answered = run.rows(*unseen, states.VERIFIED)
    found = [row for row in answered if row.state in unseen or row.row_id in run.sent]
    return sorted(found, key=lambda row: row.changed)[-CONTROLS:]


def read_past(
    run: Run, job: TokenCorrection, rows: list[Row], controls: list[Row], reads: int = 1
) -> dict[str, dict[str, Json]]:
    """As `read_tokens`, of `rows` and `controls`; once more after another settle time where the list lacks one of the latter."""
    found = read_tokens(run, job, [*rows, *controls], reads)
    if not all(found[row.token] for row in controls):
        run.wait_since([run.journal.clock.stamp()])
        found = read_tokens(run, job, [*rows, *controls], reads)
    return found


def _by_token(run: Run, job: TokenCorrection, rows: list[Row], *, once_more: bool = True) -> None:
    """Decide by the tokens that are listed. Where a record's sum alone speaks for a row's absence, it is asked `once_more`."""
    controls = answered_last(run)
    order = last_attempts(run)
    others = witnesses(run, order)
    found = read_past(run, job, [*rows, *others], controls, READS)
    behind = [row for row in controls if not found[row.token]]
    shows_tokens = any(found[row.token] for row in others)
    with run.journal.transaction():
        for row in rows:
            _found(run, row, found[row.token])
    # What was doubted once is believed to be absent only of a list that shows the token of another row.
    lost = [row for row in rows if not found[row.token] and (row.state == states.AMBIGUOUS or shows_tokens)]
    trace_of = traces(run, job, lost)
    is_overtaken_by = partial(is_overtaken, order=order, is_listed=lambda other: found[other.token])
    absent = {row.row_id for row in lost if is_overtaken_by(job, row, (*others, *rows))}
    in_question = [row for row in lost if row.row_id not in absent and not (behind or trace_of[row.row_id])]
    untouched = [row for row in in_question if is_untouched(run, job, row)]
    if untouched and not once_more:
        late = shown_late(run, job, (*controls, *others))
        trace = f"and {late.target} does not show the {late.amount} of row {late.number} either" if late else ""
        trace_of |= {row.row_id: trace for row in untouched}
        absent |= {row.row_id for row in untouched}
    asked_again = {row.row_id for row in untouched if once_more}
    with run.journal.transaction():
        for row in lost:
            if row.row_id not in asked_again:
                _lost(run, row, trace_of[row.row_id], behind, proven=row.row_id in absent)
    if asked_again:
        run.wait_since([run.journal.clock.stamp()])
        _by_token(run, job, untouched, once_more=False)


def _found(run: Run, row: Row, records: dict[str, Json]) -> None:
    if len(records) == 1:
        answer = dump(next(iter(records.values())))
        conclude(run.journal, row, "applied", states.APPLIED, "its token was found once", answer)
    elif records:
        why = f"its token stands in {len(records)} records: {', '.join(records)}"
        conclude(run.journal, row, "applied", states.DUPLICATE, why)


def _lost(run: Run, row: Row, trace: str, behind: list[Row], *, proven: bool) -> None:
    """`behind` are rows whose writes were answered and that the list does not show: then it proves no absence."""
    if proven and not trace and not behind:
        conclude(run.journal, row, "proven absent", states.APPROVED, "its token is not found: not carried out")
    elif row.state == states.AMBIGUOUS:
        known = f"and neither is that of row {behind[-1].number}, which the service said it had made" if behind else ""
        why = f"its token is not found, {known or trace or UNPROVEN}"
        conclude(run.journal, row, "unknown", states.QUARANTINED, why)


def _by_record(run: Run, row: Row) -> None:
    views = []
    for _ in range(READS):
        run.reader.forget()
        try:
            views.append(run.job.read(row.input, run.reader))
        except NotFound:
            if row.state == states.AMBIGUOUS:
                conclude(run.journal, row, "unknown", states.QUARANTINED, f"{row.target} does not exist any more")
            return
    so = [run.job.is_so(row.input, view) for view in views]
    untouched = [same(run.job.watched(row.input, view), row.watched) for view in views]
    if all(so):
        conclude(run.journal, row, "applied", states.APPLIED, "read back as it should be")
    elif all(untouched):
        _unchanged(run, row)
    elif row.state == states.AMBIGUOUS:
        why = f"read back neither as it was nor as it should be: {dump(run.job.watched(row.input, views[-1]))}"
        conclude(run.journal, row, "unknown", states.QUARANTINED, why)


def _unchanged(run: Run, row: Row) -> None:
    """What is as it was before was not carried out; but of what a row makes, a list may not tell yet."""
    is_listed = run.job.listed and run.job.makes(row.before or {})
    behind = _unseen(run, row)
    order = last_attempts(run)
    if behind is None and (
        not is_listed or is_overtaken(run.job, row, witnesses(run, order), order, partial(_is_there, run))
    ):
        conclude(run.journal, row, "proven absent", states.APPROVED, "read back unchanged: not carried out")
        return
    doubt = f"and neither is row {behind.number}, which the service said it had made" if behind else UNPROVEN
    if row.state == states.AMBIGUOUS and is_listed:
        conclude(run.journal, row, "unknown", states.QUARANTINED, f"it is not found, {doubt}")
    elif row.state == states.AMBIGUOUS:
        run.tell(f"row {row.number} stays in doubt: it is not found, {doubt}")


def _is_there(run: Run, row: Row) -> bool | None:
    """Whether what a row made is listed; None where what it was made for is gone, and that tells nothing."""
    try:
        return run.job.is_so(row.input, run.job.read(row.input, run.reader))
    except NotFound:
        return None


def _unseen(run: Run, row: Row) -> Row | None:
    """Another row of the plan whose record was made, as its answer said, and is not listed: then nothing is proven absent.

    None for a row that changes a record which is there.
    """
    if not run.job.makes(row.before or {}):
        return None
    answered = [other for other in run.rows(states.APPLIED, states.MISMATCH) if run.job.makes(other.before or {})]
    for other in answered[-CONTROLS:]:
        if _is_there(run, other) is False:
            return other
    return None


def _by_nobody(run: Run, row: Row) -> None:
    """No token and no telling state: the evidence goes to a person."""
    evidence = []
    for _ in range(READS):
        run.reader.forget()
        try:
            evidence.append(dump(run.job.read(row.input, run.reader)))
        except NotFound:
            evidence.append("gone")
    before = row.before or {}
    evidence = list(dict.fromkeys(evidence))
    why = f"before: {dump(before)}; read back: {' and '.join(evidence)}; would be {dump(run.job.expected(row.input, before))}"
    conclude(run.journal, row, "unknown", states.QUARANTINED, why)
