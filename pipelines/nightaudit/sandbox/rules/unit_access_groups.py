"""Links of units to access groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import UnitAccessGroups
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


def link(call: Call) -> Json:
    """Unit and group of the request with their names. Raises Problem 400 for a missing id, 404 for an unknown one."""
    require(call.body["unit"], "id")
    require(call.body["accessGroup"], "id")
    unit = call.need("units", call.body["unit"]["id"], "unit", "unit.id")
    group = call.need("accessGroups", call.body["accessGroup"]["id"], "access group", "accessGroup.id")
    body: Json = call.body
    return body | {
        "unit": {"id": unit["id"], "name": unit.get("unitName")},
        "accessGroup": {"id": group["id"], "name": group.get("name")},
    }


@rule(UnitAccessGroups.create)
def create_link(call: Call) -> Answer:
    """A new link; 400 on validation failure."""
    return call.records.insert("unitAccessGroups", link(call))


@rule(UnitAccessGroups.update)
def update_link(call: Call) -> Answer:
    """The link whose id the body carries; 404 when unknown, 400 on validation failure."""
    call.need("unitAccessGroups", call.body["id"], "unit access group")
    return call.records.put("unitAccessGroups", link(call))
