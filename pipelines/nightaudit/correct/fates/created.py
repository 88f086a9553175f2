"""Verifies rows that created a record with their token: by what the list shows of it, and by its target."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from nightaudit.client.answers import OF_ERRORS
from nightaudit.correct.fates.listed import read_tokens
from nightaudit.correct.fates.proof import unexplained_money
from nightaudit.correct.journal import amounts, states
from nightaudit.correct.journal.attempts import last_answer
from nightaudit.correct.reader import gone
from nightaudit.correct.values import ZERO, dump, same
from nightaudit.errors import Forbidden, NotFound, Refused

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run, TokenRun
    from nightaudit.correct.values import Json

MOST_ANSWER = 300  # characters of an answer that are quoted
Verdict = tuple[str, str]  # a state, and why a row is in it
BESIDE = "something else changed, too"
"""Beginning of the reason of a MISMATCH row whose own values are there."""
DIFFERENT = "different from the values sent"
"""Beginning of the reason of a MISMATCH row whose record is there by its token, with other values."""
SENT_AGAIN = "sent again"
"""Beginning of the reason of a MISMATCH row that created one record by its token, and perhaps another one."""


def wrong_by_token(run: TokenRun, rows: list[Row]) -> dict[int, Verdict]:
    """Return the verdicts on rows that are not as expected, or VERIFIED although the service does not show all that was sent."""
    found = read_tokens(run, rows)
    attempts = Counter(attempt.row_id for attempt in run.journal.attempts(run.plan.plan_id))
    wrong: dict[int, Verdict] = {}
    for row in rows:
        records = [*found[row.token].values()]
        if not records:
            wrong[row.row_id] = states.MISMATCH, f"{states.MISSED}{answered(run, row)}"
        elif len(records) > 1:
            wrong[row.row_id] = (
                states.DUPLICATE,
                f"doubled: its token is in {len(records)} records: {', '.join(found[row.token])}",
            )
        elif attempts[row.row_id] > 1 and (made := _made_another(run, row, records[0])):
            listed = records[0].get("id")
            wrong[row.row_id] = (
                states.MISMATCH,
                f"{SENT_AGAIN}: the service said it created {made}, but lists {listed}; perhaps both exist",
            )
        elif verdict := _different(run, row, records[0]) or _on_target(run, row, records[0]):
            wrong[row.row_id] = verdict
    return wrong


def _different(run: TokenRun, row: Row, record: Json) -> Verdict | None:
    """Return MISMATCH where the record has other values than were sent, as far as it shows them; None where it has not."""
    different = [
        f"{name} is {dump(record[name])}, not {dump(value)}"
        for name, value in row.expected.items()
        if name in record and not same(_in_one_line(record[name]), _in_one_line(value))
    ]
    different += [] if row.sealed else run.job.text_lost(row.input, record)  # its text was erased
    return (states.MISMATCH, f"{DIFFERENT}: {', '.join(different)}") if different else None


def _on_target(run: TokenRun, row: Row, record: Json) -> Verdict | None:
    """Return MISMATCH where the target of a row that moves money is not as it should be; None where all is as expected.

    Where the record does not show how much moved or on which target, the target must show that what was sent moved, and nothing
    else. VERIFIED then says which fields could not be compared.
    """
    if row.amount is None:
        return None
    try:
        target = run.job.read(row.input, run.reader)
    except (NotFound, Forbidden) as error:
        return states.MISMATCH, f"{BESIDE}: {gone(row.target, error)}"
    except Refused as error:
        return states.MISMATCH, f"{BESIDE}: {row.target} cannot be read: {error.message}"
    if target.get("status") == "VOID":
        return states.MISMATCH, f"{BESIDE}: {row.target} is VOID"
    unshown = [name for name in row.expected if name not in record]
    return _unshown(run, row, unshown) if unshown else None


def _unshown(run: TokenRun, row: Row, unshown: list[str]) -> Verdict:
    """Return the verdict on a row some of whose fields the record does not show."""
    partly = f"as expected in what is shown, which is not {', '.join(unshown)}"
    if not {*run.job.of_money} & {*unshown}:
        return states.VERIFIED, partly
    beyond = unexplained_money(run, row)
    if beyond is None:
        return states.VERIFIED, f"{partly}, nor the open amount of {row.target}"
    if ZERO <= beyond <= amounts.in_doubt(run.journal, run.plan, row):
        return states.VERIFIED, f"{partly}; {row.target} has as much less open as was sent"
    side = "less" if beyond > ZERO else "more"
    return states.MISMATCH, f"{DIFFERENT}: {row.target} has {abs(beyond)} {side} open than what was sent explains"


def _in_one_line(value: Any) -> Any:
    """Return a text with single blanks between its words, because services keep blanks of texts otherwise than sent."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _made_another(run: TokenRun, row: Row, record: Json) -> str:
    """Return the id of the record in the answer to the row, where it differs from the listed record's; "" where it does not."""
    answer = last_answer(run.journal, row)
    if not answer or answer.get("id") is None or not run.job.filter_by_token([answer], row.token):
        return ""
    made, listed = (str(one.get("id")).rpartition("/")[2] for one in (answer, record))
    return made if made != listed else ""


def answered(run: Run, row: Row) -> str:
    """Return the text about an answer that is no record, because some services refuse with status 200; "" for other answers."""
    answer = last_answer(run.journal, row)
    fields = {path.partition(".")[0] for path in row.expected} - OF_ERRORS
    if not answer or answer.get("id") is not None or fields & {*answer}:
        return ""  # a record; some, like a sum of payments, have no id but the values that were asked for
    return f"; the service answered {dump(answer)[:MOST_ANSWER]}"
