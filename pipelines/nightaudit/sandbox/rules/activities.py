"""Activities, with exactly one assignee and a status that only one operation changes; their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Activities
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.plain import check_references, replaced, stamped
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

ASSIGNEES = ("assignedUserId", "assignedTeamId", "assignedCompanyId")
# Activity status values: not shown.
FIRST_STATUS = "OPEN"


def check_activity(call: Call, body: Json, before: Json | None = None) -> None:
    """Raise Problem 400 unless exactly one assignee is named; 404 for unknown ids."""
    named = [name for name in ASSIGNEES if body.get(name) is not None]
    if len(named) != 1:
        raise invalid("assignedUserId", f"Exactly one of {', '.join(ASSIGNEES)} is needed; {len(named)} given.")
    if body["dueDate"] < body["startDateTime"][:10]:
        raise invalid("dueDate", "dueDate is before startDateTime.")
    check_references(call, body, before)


@rule(Activities.create)
def create_activity(call: Call) -> Answer:
    """Create an activity; OPEN unless the body says otherwise."""
    check_activity(call, call.body)
    status = call.body.get("status") or FIRST_STATUS
    return call.records.insert("activities", stamped(call, call.body | {"status": status}))


@rule(Activities.update)
def update_activity(call: Call) -> Answer:
    """Replace an activity, with the same fields as create; `status` is not updatable here and keeps its value."""
    before = call.addressed()
    check_activity(call, call.body, before)
    return call.records.put("activities", replaced(call, before, call.body, "status"))


@rule(Activities.set_status)
def set_activity_status(call: Call) -> Answer:
    """Set the status; values and transitions are not shown, so any text is accepted."""
    return call.change("activities", call.addressed(), {"status": call.body["status"]})


@rule(Activities.note)
def get_activity_note(call: Call) -> Answer:
    """Answer one note by its id."""
    return call.need("activities_notes", call.ids[0])


@rule(Activities.add_note)
def add_activity_note(call: Call) -> Answer:
    """Create a note on an activity."""
    activity = call.addressed()
    return call.records.insert("activities_notes", new_note(call) | {"activityId": activity["id"]})


def new_note(call: Call) -> Json:
    """Return the note of the request: its content is mandatory, its creation date is now."""
    body: Json = call.body
    return {"author": None, "tags": []} | body | {"createdDate": call.now}
