"""Links of units to access groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import UnitAccessGroups
from nightaudit.sandbox.rules.properties import linked_groups
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


def link(call: Call) -> Json:
    """Return the link of the request, with names of unit and group. Raises Problem 400 for a missing, 404 for an unknown id."""
    for side in ("unit", "accessGroup"):
        require(call.body[side], "id", path=f"{side}.")
    unit = call.need("units", call.body["unit"]["id"], "unit.id")
    group = call.need("accessGroups", call.body["accessGroup"]["id"], "accessGroup.id")
    body: Json = call.body
    return body | {
        "unit": {"id": unit["id"], "name": unit.get("unitName")},
        "accessGroup": {"id": group["id"], "name": group.get("name")},
    }


@rule(UnitAccessGroups.create)
def create_link(call: Call) -> Answer:
    """Create a link; 400 on validation failure."""
    made = call.records.insert("unitAccessGroups", link(call))
    show_in_unit(call, made["unit"]["id"])
    return made


@rule(UnitAccessGroups.update)
def update_link(call: Call) -> Answer:
    """Replace the link whose id is in the body; 404 when unknown, 400 on validation failure."""
    before = call.need("unitAccessGroups", call.body["id"])
    after = call.records.put("unitAccessGroups", link(call))
    for unit_id in ((before.get("unit") or {}).get("id"), after["unit"]["id"]):
        show_in_unit(call, unit_id)
    return after


def show_in_unit(call: Call, unit_id: int | None) -> None:
    """Update the access groups in the record of a unit that has them, as the rows of the list of units show it."""
    unit = call.records.get("units", unit_id)
    if unit is not None and "accessGroups" in unit and unit["accessGroups"] != (groups := linked_groups(call, unit)):
        call.change("units", unit, {"accessGroups": groups})
