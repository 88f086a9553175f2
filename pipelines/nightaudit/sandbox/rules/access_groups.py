"""Access groups, their links to units, and the groups that a unit shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import AccessGroups, UnitAccessGroups, Units
from nightaudit.sandbox.rules.plain import update_record
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require
from nightaudit.sandbox.store.tables import column

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


def linked_groups(call: Call, unit: Json) -> list[Json]:
    """Return the access groups that a unit is linked to, each once."""
    links = call.records.where("unitAccessGroups", "unit.id", unit["id"])
    groups = {link["accessGroup"].get("id"): link["accessGroup"] for link in links if link.get("accessGroup")}
    return list(groups.values())


def access_groups_of(call: Call, unit: Json) -> list[Json]:
    """Return the access groups of a unit, each once: the linked ones, or without links those in its own field."""
    return linked_groups(call, unit) or list(unit.get("accessGroups") or [])


@rule(Units.access_groups)
def list_access_groups(call: Call) -> Answer:
    """List the access groups of a unit; an empty list if none."""
    return call.page_of(access_groups_of(call, call.addressed()))


@rule(AccessGroups.update)
def update_access_group(call: Call) -> Answer:
    """Replace an access group, and its name in the links of units (document: Resources) and in the units that show it."""
    after, name = update_record(call), call.body.get("name")
    rename_in_links(call, "accessGroup", call.ids[0], name)
    shown = "EXISTS (SELECT 1 FROM json_each(body, '$.accessGroups') WHERE json_extract(value, '$.id') = ?)"
    for unit in call.records.find("units", shown, call.ids[0]):
        groups = [row | ({"name": name} if row.get("id") == call.ids[0] else {}) for row in unit["accessGroups"]]
        if groups != unit["accessGroups"]:
            call.change("units", unit, {"accessGroups": groups})
    return after


def rename_in_links(call: Call, side: str, record_id: int, name: str | None) -> None:
    """Update the name of a unit or an access group in its links; `side` is the field of the link, unit or accessGroup."""
    for link in call.records.find("unitAccessGroups", f"{column('unitAccessGroups', f'{side}.id')} = ?", record_id):
        if link[side].get("name") != name:
            call.records.put("unitAccessGroups", link | {side: link[side] | {"name": name}})


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
