"""Looks for the tokens of rows in the service's lists, and finds out whether these lists lag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.correct.fates.proof import CONTROLS
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.tokens import SHORTEST
from nightaudit.correct.values import dump

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run, TokenRun
    from nightaudit.correct.values import Json


def read_tokens(run: TokenRun, rows: list[Row], reads: int = 1, *, cached: bool = False) -> dict[str, dict[str, Json]]:
    """Return, by token, the records that carry the token in any of several complete readings, each record once by its id.

    cached  whether lists that the run's reader has cached are not read again

    No list is read for a row that the plan does not send: it may be one that may not be read.
    """
    found: dict[str, dict[str, Json]] = {row.token: {} for row in rows}
    to_send = [row.input for row in rows if row.outlook == SEND]
    if not to_send:
        return found
    for _ in range(reads):
        if not cached:
            run.reader.forget()
        carrying = run.job.records_by_mark(to_send, run.reader)
        for row in rows:
            likely = run.job.filter_by_token(carrying.get(row.token[:SHORTEST], []), row.token)
            found[row.token] |= {dump(record.get("id")): record for record in likely}
    return found


def answered_last(run: Run) -> list[Row]:
    """Return the rows that were answered last, up to CONTROLS: a list that lacks one of them lags.

    Rows verified in earlier runs do not count, but for those that a person accepted without their tokens.
    """
    unseen = {states.APPLIED, states.MISMATCH}
    answered = run.rows(*unseen, states.VERIFIED)
    sent = {*run.sent}
    found = [row for row in answered if row.state in unseen or row.row_id in sent or states.MISSED in row.why]
    return sorted(found, key=lambda row: row.changed)[-CONTROLS:]


def read_until_listed(
    run: TokenRun, rows: list[Row], controls: list[Row], reads: int = 1
) -> dict[str, dict[str, Json]]:
    """Return `read_tokens` of `rows` and `controls`; where a control is not listed, wait for the settle time and read again."""
    found = read_tokens(run, [*rows, *controls], reads)
    if not all(found[row.token] for row in controls):
        run.wait_since([run.journal.clock.stamp()])
        found = read_tokens(run, [*rows, *controls], reads)
    return found
