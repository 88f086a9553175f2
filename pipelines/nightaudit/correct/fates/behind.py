"""Whether a row is still due: its change may be there already, or be shown by a machine that lags behind what was written."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Final

from nightaudit.correct.journal import other_rows, states
from nightaudit.correct.journal.attempts import was_taken_for_absent
from nightaudit.correct.values import at, dump, same

if TYPE_CHECKING:
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan, Row
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.values import Json

LONGEST_LAG: Final = datetime.timedelta(days=1)
"""No machine lags for longer: what is older than that was set back by somebody."""


def why_not_due(journal: Journal, job: Correction, plan: Plan, row: Row, now: Json) -> tuple[str, str]:
    """Return the state in which the row ends unsent, and why; "" for both where its record `now` shows it is still due."""
    if other := other_rows.written_by_another(journal, plan, row):
        state, writer = other
        if writer.environment != plan.environment:
            return states.CONFLICT, writer.wrote_as_another()
        if state in states.IN_DOUBT:
            return states.CONFLICT, writer.may_have_written(state)
        return states.SKIPPED, f"the same row was written by plan {writer.plan_id} ({state})"
    behind = older_than_own_write(journal, job, plan, row, now)
    if job.is_done(row.input, now) and (not behind or was_taken_for_absent(journal, row)):
        return states.SKIPPED, "the record already has these values"
    return (states.CONFLICT, behind) if behind else ("", "")


def written_lately(journal: Journal, plan: Plan, target: str) -> list[Row]:
    """Return the rows of other plans of the job that wrote to a record within LONGEST_LAG, latest first; none with `--again`."""
    if plan.again:
        return []
    since = (datetime.datetime.now(datetime.UTC) - LONGEST_LAG).isoformat(timespec="microseconds")
    return other_rows.written_since(journal, plan, target, since)


def older_than_own_write(journal: Journal, job: Correction, plan: Plan, row: Row, now: Json) -> str:
    """Return why the record `now` is no ground to send a row, or to skip it; "" for no reason.

    It shows what it had before another plan wrote to it: the row would be skipped although it is not so, or written with the
    former values of fields that it does not change, or created twice. "" also with `--again`.
    """
    if job.ambiguous != "record":
        return ""
    if unlisted := _created_but_unlisted(journal, job, plan, row, now):
        return unlisted
    set_anyway = job.expected(row.input, now)
    if job.is_done(row.input, now) or (job.listed and job.creates(now)):
        set_anyway = {}
    key = job.key(row.input)
    latest: Json = {}
    for other in written_lately(journal, plan, row.target):
        if other.before is None or job.key(other.input) != key:
            continue
        for path, value in other.expected.items():
            found = at(now, path)
            is_own = path in set_anyway or same(found, latest.setdefault(path, value))
            if not is_own and same(found, at(other.before, path)):
                kept = "" if other.state != states.MISMATCH else ", which the service did not keep (MISMATCH)"
                if plan.undo_of:
                    then = "undo it again later, at most a day after that plan"
                else:
                    then = "plan the row again later, or with --again if it was set back"
                return (
                    f"{path} is {dump(found)}, as before plan {other.plan_id} wrote {dump(value)}{kept}: the service shows an"
                    f" older copy of the record, or somebody set it back; {then}"
                )
    return ""


def _created_but_unlisted(journal: Journal, job: Correction, plan: Plan, row: Row, now: Json) -> str:
    """Return why a create must not be sent: another plan created the same record, which was never listed; "" for no reason."""
    if not job.listed or not job.creates(now) or plan.again:
        return ""
    creator = other_rows.created_by(journal, plan, row)
    if not creator:
        return ""
    return (
        f"plan {creator} created this record, but the service does not list it yet: run `nightaudit correct verify {creator}`;"
        " if the record does not exist, plan the row with --again"
    )
