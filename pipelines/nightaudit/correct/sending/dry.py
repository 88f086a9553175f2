"""The dry run: reads every record again and returns what would be sent; sends nothing, and changes no row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.fates.recorded import recorded_since_plan
from nightaudit.correct.intent import MustWait
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.send import verdict
from nightaudit.correct.telling import counted
from nightaudit.errors import Refused

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run


def rehearse(run: Run) -> list[dict[str, Any]]:
    """Return method, path and body of each row that is not sent yet, or why the row would not be sent.

    Raises the errors of `approval.require_here`, `require_young` and `require_untouched`.
    """
    approval.require_here(run.plan, run.client.settings)
    approval.require_young(run.journal, run.plan)
    approval.require_untouched(run.journal, run.plan)
    rows = run.rows(*states.UNSENT)
    recorded = recorded_since_plan(run, rows)
    return [_line(run, row, recorded.get(row.row_id, "")) for row in counted(rows, run.tell, "rows read again")]


def _line(run: Run, row: Row, recorded: str) -> dict[str, Any]:
    operation = run.job.operation(row.input)
    line = {"row": row.number, "method": operation.method, "path": operation.url_path(*run.job.ids(row.input))}
    try:
        state, why = verdict(run, row, recorded)
    except MustWait as error:
        return line | {"body": None, "outlook": f"wait: {error.message}"}
    except Refused as error:
        return line | {"body": None, "outlook": f"conflict: {error.message}"}
    if state:
        return line | {"body": None, "outlook": f"{'skip' if state == states.SKIPPED else 'conflict'}: {why}"}
    return line | {"body": run.job.body(row.input, row.before or {}, row.token), "outlook": SEND}
