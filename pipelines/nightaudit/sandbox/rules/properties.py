"""Buildings, unit types and units, and updates of their names elsewhere; the units of contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Buildings, UnitContracts, Units, UnitTypes
from nightaudit.sandbox.rules.access_groups import access_groups_of, rename_in_links
from nightaudit.sandbox.rules.plain import check_references, delete_record, replaced, stamped, update_record
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.store.tables import column

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


def show_in_stays(call: Call, id_field: str, record_id: int, shown: Json, previous: Json | None = None) -> None:
    """Update the fields `shown` of a unit, building or unit type in the `unit` of its room stays.

    id_field  field of the stay's `unit` with the record's id
    previous  where given, a field is changed only if it has this value: a stay may be sold as another type than its unit's
    """
    fresh: dict[int, Json] = {}
    bookings: dict[int | None, list[Json]] = {}
    for row in call.records.find("roomStays", f"{column('roomStays', f'unit.{id_field}')} = ?", record_id):
        unit = row["unit"]
        stale = {name for name in shown if name in unit and unit[name] != shown[name]}
        changes = {name: shown[name] for name in stale if previous is None or unit[name] == previous.get(name)}
        if changes:
            fresh[row["roomStayId"]] = {"unit": unit | changes, "lastModifiedDate": call.now}
            bookings.setdefault(row.get("bookingId"), []).append(row)
    for number, rows in bookings.items():
        if booking := call.records.get("bookings", number):
            stays = [stay | fresh.get(stay["roomStayId"], {}) for stay in booking["roomStays"]]
            call.change("bookings", booking, {"roomStays": stays})
        else:  # a folder may contain room stays without bookings, like the observed list
            for row in rows:
                call.records.put("roomStays", row | fresh[row["roomStayId"]])


@rule(Buildings.update)
def update_building(call: Call) -> Answer:
    """Replace a building, and its name in its units and their stays."""
    before = call.records.get("buildings", call.ids[0]) or {}
    after = update_record(call)
    name = call.body.get("name")
    if name != before.get("name"):
        show_in_stays(call, "buildingId", call.ids[0], {"buildingName": name})
    for unit in call.records.where("units", "buildingId", call.ids[0]):
        if unit.get("buildingName") != name:
            call.change("units", unit, {"buildingName": name})
    return after


@rule(UnitTypes.update)
def update_unit_type(call: Call) -> Answer:
    """Replace a unit type, and its name in units and stays."""
    before = call.records.get("unitTypes", call.ids[0]) or {}
    after = update_record(call)
    name = call.body.get("name")
    if name != before.get("name"):
        show_in_stays(call, "unitTypeId", call.ids[0], {"unitTypeName": name})
    kind = {"id": call.ids[0], "name": name}
    shown = {"unitType": kind, "unitTypeName": name}
    for unit in call.records.where("units", "unitTypeId", call.ids[0]):
        stale = {field: value for field, value in shown.items() if unit.get(field) not in (None, value)}
        if stale:
            call.change("units", unit, stale)
    return after


@rule(Units.get)
def get_unit(call: Call) -> Answer:
    """Answer a unit with more fields than its list row: name, publish, unit type, access groups (observed)."""
    return unit_in_detail(call, call.addressed())


def unit_in_detail(call: Call, unit: Json) -> Json:
    """Return a unit with the fields that only the answer for one unit has."""
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    more: Json = {
        "name": unit.get("unitName"),
        "publish": unit.get("bookable"),
        "unitType": {"id": kind.get("id"), "name": kind.get("name")},
        "customFields": [],
    }
    own = {name: value for name, value in unit.items() if value is not None or name not in more}
    return more | own | {"accessGroups": access_groups_of(call, unit)}


def check_unit(call: Call, body: Json, before: Json | None = None) -> Json:
    """Return the unit of the request, with what is derived: building's name and type. Raises Problem 404.

    `name` is the `unitName` unless it says something else, and `publish` is `bookable` unless given. `accessGroups` are not taken
    from the request: links of the unit to groups say which they are (not shown: assumed).
    """
    check_references(call, body, before)
    building = call.records.get("buildings", body["buildingId"]) or {"name": (before or {}).get("buildingName")}
    kind = call.records.get("unitTypes", body["unitTypeId"]) or (before or {}).get("unitType") or {}
    own = {name: value for name, value in body.items() if value is not None and name != "accessGroups"}
    if before is not None and own.get("name") == before.get("unitName"):
        own.pop("name", None)
    derived = {"buildingName": building.get("name"), "unitTypeName": kind.get("name")}
    derived |= {"unitType": {"id": kind.get("id"), "name": kind.get("name")}}
    return {"bookable": True, "name": own["unitName"], "publish": own.get("bookable", True)} | own | derived


@rule(Units.create)
def create_unit(call: Call) -> Answer:
    """Create a unit of a building and a type; bookable unless the body says otherwise."""
    return unit_in_detail(call, call.records.insert("units", stamped(call, check_unit(call, call.body))))


def place_of(call: Call, unit: Json) -> Json:
    """Return building and type of a unit, in the fields of a room stay."""
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    place = {name: unit.get(name) for name in ("buildingId", "buildingName", "unitTypeId")}
    return place | {"unitTypeName": kind.get("name")}


def update_place(call: Call, before: Json, unit: Json) -> None:
    """Update building and type of a unit in its stays and contracts (assumed: they show the current values)."""
    old, new = place_of(call, before), place_of(call, unit)
    show_in_stays(call, "id", unit["id"], {name: new[name] for name in new if new[name] != old[name]}, old)
    for contract in call.records.where("unitContracts", "unitId", unit["id"]):
        if contract.get("buildingId") == old["buildingId"] != new["buildingId"]:
            call.records.put("unitContracts", contract | {"buildingId": new["buildingId"]})


@rule(Units.update)
def update_unit(call: Call) -> Answer:
    """Replace a unit; update its name in its links and stays, and its building and type in its stays and contracts.

    A client may send back a derived `name` that it read. So it is derived again where it equals the old `unitName`.
    """
    before = call.addressed()
    body = check_unit(call, call.body, before) | {"accessGroups": access_groups_of(call, before)}
    rename_in_links(call, "unit", before["id"], body["unitName"])
    if body["unitName"] != before.get("unitName"):
        show_in_stays(call, "id", before["id"], {"name": body["unitName"]})
    after = call.records.put("units", replaced(call, before, body))
    if any(before.get(name) != after.get(name) for name in ("buildingId", "unitTypeId")):
        update_place(call, before, after)
    return unit_in_detail(call, after)


@rule(Units.delete)
def delete_unit(call: Call) -> Answer:
    """Delete a unit with its internal locations and its links to access groups.

    What a delete takes along is not shown: assumed, what has no meaning without the unit; stays, contracts and tasks are kept.
    """
    delete_record(call)
    for collection, path in (("unitLocations", "unitId"), ("unitAccessGroups", "unit.id")):
        for record in call.records.where(collection, path, call.ids[0]):
            call.records.delete(collection, record["id"])
    return None


@rule(UnitContracts.units)
def list_units_of_contract(call: Call) -> Answer:
    """List the unit of a contract."""
    contract = call.addressed()
    return call.page("units", "id = ?", [contract.get("unitId")])
