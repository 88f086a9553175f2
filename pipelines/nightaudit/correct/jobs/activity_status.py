"""activity-status: move activities to another status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.activities import Activity, ActivityStatus
from nightaudit.client.resources import Activities
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import RecordCorrection, as_in

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

ASSIGNEES = ("assignedUserId", "assignedTeamId", "assignedCompanyId")


class ActivityStatusMove(RecordCorrection):
    """Document: the status changes by its own operation only, never in a PUT. Status values and moves are not shown."""

    name = "activity-status"
    summary = "Move activities to another status"
    columns = (
        Column("activityId", Activity, "id", required=True),
        Column("status", ActivityStatus, required=True),
    )
    streams = ("activities",)
    calls = (Activities.set_status, Activities.get)
    watch = ASSIGNEES
    no_model = "only the person who did a task knows whether it is done"
    undo = (
        "Moves the activity back to its former status. The document does not show such moves, so the service may"
        " refuse them."
    )
    undoable: ClassVar[bool] = True

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the activity; a status that is the row's in other letters (Done, DONE) is as in the row."""
        return as_in(row, super().read(row, reader), "status")

    def expected(self, row: Values, before: Json) -> Json:
        """The status."""
        return {"status": row["status"]}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Forbid an activity without exactly one assignee: the document requires one for every activity."""
        assigned = [name for name in ASSIGNEES if now.get(name) is not None]
        return "" if len(assigned) == 1 else f"it has {len(assigned)} assignees, not exactly one"

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The new status."""
        return {"status": row["status"]}

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The former status."""
        return row | {"status": before["status"]} if before.get("status") else "it had no status before"
