"""The dry run: read every record again and say what would be sent; nothing is, and no row moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.correct.fates.recorded import since
from nightaudit.correct.intent import Busy
from nightaudit.correct.journal import states
from nightaudit.correct.journal.entries import SEND
from nightaudit.correct.plans import approval
from nightaudit.correct.sending.send import verdict

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run


def rehearse(run: Run) -> list[dict[str, Any]]:
    """One line for each open row: method, path, body, or why it would not be sent. Raises as `approval` does for a wrong plan."""
    approval.require_here(run.plan, run.client.settings)
    approval.require_young(run.journal, run.plan)
    approval.require_untouched(run.journal, run.plan)
    rows = run.rows(states.PLANNED, states.APPROVED)
    run.recorded = since(run, rows)
    return [_line(run, row) for row in rows]


def _line(run: Run, row: Row) -> dict[str, Any]:
    operation = run.job.operation(row.input)
    line = {"row": row.number, "method": operation.method, "path": operation.url_path(*run.job.ids(row.input))}
    try:
        state, why = verdict(run, row)
    except Busy as error:
        return line | {"body": None, "outlook": f"wait: {error.message}"}
    if state:
        return line | {"body": None, "outlook": f"{'skip' if state == states.SKIPPED else 'conflict'}: {why}"}
    return line | {"body": run.job.body(row.input, row.before or {}, row.token), "outlook": SEND}
