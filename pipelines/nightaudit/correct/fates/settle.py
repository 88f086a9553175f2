"""Settles rows in doubt: waits, reads twice from the service, and decides by what the readings show."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.correct.fates.listed import answered_last, read_until_listed
from nightaudit.correct.fates.proof import (
    CONTROLS,
    UNPROVEN,
    is_overtaken,
    is_untouched,
    order_of_sending,
    shown_late,
    witnesses,
)
from nightaudit.correct.fates.recorded import traces
from nightaudit.correct.journal import states
from nightaudit.correct.journal.attempts import conclude
from nightaudit.correct.reader import gone
from nightaudit.correct.run import TokenRun
from nightaudit.correct.values import at, dump, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run
    from nightaudit.correct.values import Json

READS = 2


def settle(run: Run, *, again: bool = False) -> int:
    """Settle every AMBIGUOUS row of the plan; return how many rows moved.

    With `again`, QUARANTINED creates are looked for once more: a list that proved nothing before may do so now. Waits until the
    settle time has passed since the last of these rows was sent. Raises the client's errors; the rows then keep their states.
    """
    rows = run.rows(states.AMBIGUOUS)
    if again and run.job.listed:
        rows += [row for row in run.rows(states.QUARANTINED) if run.job.creates(row.before or {})]
    if not rows:
        return 0
    run.wait_for(rows)
    before = [row.state for row in rows]
    _settle(run, rows)
    return sum(row.state != state for row, state in zip(rows, before, strict=True))


def _settle(run: Run, rows: list[Row]) -> None:
    if isinstance(run, TokenRun):
        _by_token(run, rows)
        return
    for row in rows:
        if run.job.in_sum:
            _by_person(run, row)
        else:
            _by_record(run, row)


def _by_token(run: TokenRun, rows: list[Row], *, once_more: bool = True) -> None:
    """Decide about the rows by the tokens that are listed.

    once_more  whether rows whose absence only a sum shows are read again after the settle time before they are decided
    """
    controls, order = answered_last(run), order_of_sending(run)
    others = witnesses(run, order)
    found = read_until_listed(run, [*rows, *others], controls, READS)
    unlisted = [row for row in controls if not found[row.token]]
    with run.journal.transaction():
        for row in rows:
            _conclude_found(run, row, found[row.token])
    # A QUARANTINED row is taken for absent only where the list shows the token of another row.
    shows_tokens = any(found[row.token] for row in others)
    lost = [row for row in rows if not found[row.token] and (row.state == states.AMBIGUOUS or shows_tokens)]
    everybody = (*others, *rows)
    overtaken = {
        row.row_id for row in lost if is_overtaken(run.job, row, everybody, order, lambda other: found[other.token])
    }
    trace_of = traces(run, lost)
    by_sum = [
        row
        for row in lost
        if row.row_id not in overtaken and not unlisted and not trace_of[row.row_id] and is_untouched(run, row)
    ]
    if by_sum and not once_more and (late := shown_late(run, (*controls, *others))):
        trace = f"but {late.target} does not show the {late.amount} of row {late.number} either"
        trace_of |= {row.row_id: trace for row in by_sum}
    absent = overtaken | {row.row_id for row in by_sum}
    read_again = by_sum if once_more else []
    with run.journal.transaction():
        for row in lost:
            if row not in read_again:
                _conclude_missing(run, row, trace_of[row.row_id], unlisted, proven=row.row_id in absent)
    if read_again:
        run.wait_since([run.journal.clock.stamp()])
        _by_token(run, read_again, once_more=False)


def _conclude_found(run: Run, row: Row, records: dict[str, Json]) -> None:
    """Conclude a row as APPLIED where one record carries its token, as DUPLICATE where several do."""
    if len(records) == 1:
        answer = dump(next(iter(records.values())))
        conclude(run.journal, row, "applied", states.APPLIED, "its token was found once", answer)
    elif records:
        why = f"its token is in {len(records)} records: {', '.join(records)}"
        conclude(run.journal, row, "applied", states.DUPLICATE, why)


def _conclude_missing(run: Run, row: Row, trace: str, unlisted: list[Row], *, proven: bool) -> None:
    """Conclude a row whose token is not found: as absent where that is `proven`, else as QUARANTINED.

    trace     a sign that the row was carried out all the same, "" for none
    unlisted  rows that were answered but are not listed: then the list proves no absence
    """
    if proven and not trace and not unlisted:
        conclude(
            run.journal,
            row,
            "proven absent",
            states.APPROVED,
            "its token is not in the list, so it was not carried out",
        )
    elif row.state == states.AMBIGUOUS:
        last = (
            f"but the token of row {unlisted[-1].number}, which the service said it created, is not found either"
            if unlisted
            else ""
        )
        why = f"its token is not found, {last or trace or UNPROVEN}"
        _leave_to_person(run, row, why)


def _by_record(run: Run, row: Row) -> None:
    """Decide about a row by reading its record READS times: as asked for, unchanged, or neither.

    Readings may lag: what one shows as asked for was carried out, although another shows the record unchanged. Whether it stays
    so is for `verify` to find out.
    """
    views = []
    for _ in range(READS):
        run.reader.forget()
        try:
            views.append(run.job.read(row.input, run.reader))
        except NotFound as error:
            if row.state == states.AMBIGUOUS:
                _leave_to_person(run, row, f"gone since: {gone(row.target, error)}")
            return
    done = [run.job.is_done(row.input, view) for view in views]
    untouched = [same(run.job.watched(row.input, view), row.watched) for view in views]
    if all(done):
        conclude(run.journal, row, "applied", states.APPLIED, "the record has the wanted values")
    elif all(untouched):
        _unchanged(run, row)
    elif any(done) and all(one or other for one, other in zip(done, untouched, strict=True)):
        shown = "one of two readings of the record has the wanted values"
        conclude(run.journal, row, "applied", states.APPLIED, shown)
    elif row.state == states.AMBIGUOUS:
        found = list(dict.fromkeys(dump(run.job.watched(row.input, view)) for view in views))
        neither = f"the record has neither the old nor the wanted values: {found[-1]}"
        why = f"two readings of the record differ: {', then '.join(found)}" if any(done) else neither
        _leave_to_person(run, row, why)


def _unchanged(run: Run, row: Row) -> None:
    """Conclude a row whose record is unchanged as absent; a create only with proof, because the list may not show it yet."""
    in_list = run.job.listed and run.job.creates(row.before or {})
    other = unlisted_other(run, row)
    if other is None and (not in_list or _is_overtaken(run, row)):
        conclude(
            run.journal,
            row,
            "proven absent",
            states.APPROVED,
            "the record is unchanged, so the row was not carried out",
        )
        return
    doubt = f"but row {other.number}, which the service said it created, is not found either" if other else UNPROVEN
    if row.state == states.AMBIGUOUS and in_list:
        _leave_to_person(run, row, f"the record is not found, {doubt}")
    elif row.state == states.AMBIGUOUS:
        run.tell(f"row {row.number} stays in doubt: the record is not found, {doubt}")


def _is_overtaken(run: Run, row: Row) -> bool:
    order = order_of_sending(run)
    return is_overtaken(run.job, row, witnesses(run, order), order, partial(_is_listed, run))


def _is_listed(run: Run, row: Row) -> bool | None:
    """Return whether the record that a row created is listed; None where its target is gone, which proves nothing."""
    try:
        return run.job.is_done(row.input, run.job.read(row.input, run.reader))
    except NotFound:
        return None


def unlisted_other(run: Run, row: Row) -> Row | None:
    """Return another row of the plan that the service said it had created, but does not list: then absence is not proven.

    None where all such rows are listed, and for a row that creates no record.
    """
    if not run.job.creates(row.before or {}):
        return None
    answered = [
        other
        for other in run.rows(states.APPLIED, states.MISMATCH, states.VERIFIED)
        if (other.state != states.VERIFIED or states.ACCEPTED in other.why) and run.job.creates(other.before or {})
    ]
    for other in answered[-CONTROLS:]:
        if _is_listed(run, other) is False:
            return other
    return None


def _by_person(run: Run, row: Row) -> None:
    """Conclude a row as QUARANTINED, with the evidence for a person: it has neither a token nor a record that would show it."""
    views: list[Json | None] = []
    for _ in range(READS):
        run.reader.forget()
        try:
            views.append(run.job.read(row.input, run.reader))
        except NotFound:
            views.append(None)
    before = row.before or {}
    found = []
    for path, wanted in run.job.expected(row.input, before).items():
        now = dict.fromkeys("gone" if view is None else dump(at(view, path)) for view in views)
        found.append(
            f"{path} was {dump(at(before, path))}, would be {dump(wanted)} with it, and is {', then '.join(now)}"
        )
    why = f"nothing shows whether it was carried out: {'; '.join(found)}"
    _leave_to_person(run, row, why)


def _leave_to_person(run: Run, row: Row, why: str) -> None:
    """Conclude an AMBIGUOUS row as QUARANTINED; the reason also says why it is in doubt, which a person may be able to mend."""
    conclude(run.journal, row, "unknown", states.QUARANTINED, f"{why}. {row.why.rstrip('.')}")
