"""Buildings, unit types and units, with what carries their names; access codes and groups, contracts, custom fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import (
    AccessGroups,
    Bookings,
    Buildings,
    Contacts,
    SalesInvoices,
    UnitContracts,
    Units,
    UnitTypes,
)
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.plain import check_references, collection_of, replaced, singular, stamped, update_record
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.store.tables import column

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@rule(Buildings.access_codes)
def list_access_codes(call: Call) -> Answer:
    """Access codes of a building."""
    call.need("buildings", call.ids[0], "building")
    return call.page("accessCodes", '"buildingId" = ?', [call.ids[0]])


@rule(Bookings.custom_fields, Buildings.custom_fields, Units.custom_fields, Contacts.custom_fields)
@rule(SalesInvoices.custom_fields)
def list_custom_fields(call: Call) -> Answer:
    """Custom fields (name, type, value) as the record holds them."""
    collection = collection_of(call.operation)
    return call.page_of(call.need(collection, call.ids[0], singular(collection)).get("customFields") or [])


def linked_groups(call: Call, unit: Json) -> list[Json]:
    """The groups that a unit is linked to, each once."""
    links = call.records.where("unitAccessGroups", "unit.id", unit["id"])
    groups = {link["accessGroup"].get("id"): link["accessGroup"] for link in links if link.get("accessGroup")}
    return list(groups.values())


def access_groups_of(call: Call, unit: Json) -> list[Json]:
    """The groups that open a unit, each once: those it is linked to, or those it lists itself."""
    return linked_groups(call, unit) or list(unit.get("accessGroups") or [])


@rule(Units.access_groups)
def list_access_groups(call: Call) -> Answer:
    """Access groups of the unit; an empty list if none."""
    return call.page_of(access_groups_of(call, call.need("units", call.ids[0], "unit")))


@rule(AccessGroups.update)
def update_access_group(call: Call) -> Answer:
    """The whole group anew; the links of units carry its name (document: Resources)."""
    after = update_record(call)
    renamed(call, "accessGroup", call.ids[0], call.body.get("name"))
    return after


def renamed(call: Call, side: str, record_id: int, name: str | None) -> None:
    """Show the new name of a unit or an access group in the links that carry it."""
    for link in call.records.find("unitAccessGroups", f"{column('unitAccessGroups', f'{side}.id')} = ?", record_id):
        if link[side].get("name") != name:
            call.records.put("unitAccessGroups", link | {side: link[side] | {"name": name}})


def show_in_stays(call: Call, told_by: str, record_id: int, shown: Json, instead_of: Json | None = None) -> None:
    """Show what a unit, a building or a unit type is now in the room stays whose `unit` carries it.

    Only where a stay shows what it was before, when that is given: a stay may be sold as another type than its unit's.
    """
    fresh: dict[int, Json] = {}
    bookings: dict[int | None, list[Json]] = {}
    for row in call.records.find("roomStays", f"{column('roomStays', f'unit.{told_by}')} = ?", record_id):
        unit = row["unit"]
        stale = {name for name in shown if name in unit and unit[name] != shown[name]}
        changes = {name: shown[name] for name in stale if instead_of is None or unit[name] == instead_of.get(name)}
        if changes:
            fresh[row["roomStayId"]] = {"unit": unit | changes, "lastModifiedDate": call.world.clock.stamp()}
            bookings.setdefault(row.get("bookingId"), []).append(row)
    for number, rows in bookings.items():
        if booking := call.records.get("bookings", number):
            stays = [stay | fresh.get(stay["roomStayId"], {}) for stay in booking["roomStays"]]
            call.records.put("bookings", call.changed(booking, {"roomStays": stays}))
        else:  # a folder may hold room stays alone, as the observed list has them
            for row in rows:
                call.records.put("roomStays", row | fresh[row["roomStayId"]])


@rule(Buildings.update)
def update_building(call: Call) -> Answer:
    """The whole building anew; its units, and the stays in them, carry its name."""
    before = call.records.get("buildings", call.ids[0]) or {}
    after = update_record(call)
    name = call.body.get("name")
    if name != before.get("name"):
        show_in_stays(call, "buildingId", call.ids[0], {"buildingName": name})
    for unit in call.records.where("units", "buildingId", call.ids[0]):
        if unit.get("buildingName") != name:
            call.records.put("units", call.changed(unit, {"buildingName": name}))
    return after


@rule(UnitTypes.update)
def update_unit_type(call: Call) -> Answer:
    """The whole unit type anew; units and stays that carry its name carry the new one."""
    before = call.records.get("unitTypes", call.ids[0]) or {}
    after = update_record(call)
    name = call.body.get("name")
    if name != before.get("name"):
        show_in_stays(call, "unitTypeId", call.ids[0], {"unitTypeName": name})
    kind = {"id": call.ids[0], "name": name}
    for unit in call.records.where("units", "unitTypeId", call.ids[0]):
        if unit.get("unitType") not in (None, kind):
            call.records.put("units", call.changed(unit, {"unitType": kind}))
    return after


@rule(Units.get)
def get_unit(call: Call) -> Answer:
    """A unit by id shows more than its row in the list: name, publish, unit type, access groups (observed)."""
    return whole_unit(call, call.need("units", call.ids[0], "unit"))


def whole_unit(call: Call, unit: Json) -> Json:
    """A unit as it is shown by itself."""
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    more: Json = {
        "name": unit.get("unitName"),
        "publish": unit.get("bookable"),
        "unitType": {"id": kind.get("id"), "name": kind.get("name")},
        "customFields": [],
    }
    return more | unit | {"accessGroups": access_groups_of(call, unit)}


def check_unit(call: Call, body: Json, before: Json | None = None) -> Json:
    """A unit from the request with its building's name; its type is shown from the id. Raises Problem 400 or 404."""
    check_references(call, body, before)
    first, last = body.get("availableFrom"), body.get("availableTo")
    if first and last and last < first:
        raise invalid("availableTo", "availableTo lies before availableFrom.")
    building = call.records.get("buildings", body["buildingId"]) or {"name": (before or {}).get("buildingName")}
    own = {name: value for name, value in body.items() if name != "unitType"}
    return {"bookable": True} | own | {"buildingName": building.get("name")}


@rule(Units.create)
def create_unit(call: Call) -> Answer:
    """A new unit of a building and a type; bookable unless the body says otherwise."""
    return whole_unit(call, call.records.insert("units", stamped(call, check_unit(call, call.body), created=True)))


def place_of(call: Call, unit: Json) -> Json:
    """Where a unit is and what type it is of, in the words of a room stay."""
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    place = {name: unit.get(name) for name in ("buildingId", "buildingName", "unitTypeId")}
    return place | {"unitTypeName": kind.get("name")}


def moved(call: Call, before: Json, unit: Json) -> None:
    """Show a unit of another building or type so in its stays and contracts (assumed: they show the unit as it is)."""
    old, new = place_of(call, before), place_of(call, unit)
    show_in_stays(call, "id", unit["id"], {name: new[name] for name in new if new[name] != old[name]}, old)
    for contract in call.records.where("unitContracts", "unitId", unit["id"]):
        if contract.get("buildingId") == old["buildingId"] != new["buildingId"]:
            call.records.put("unitContracts", contract | {"buildingId": new["buildingId"]})


@rule(Units.update)
def update_unit(call: Call) -> Answer:
    """The whole unit anew; the links to access groups, and the stays in it, carry its name, its building and its type.

    A client may send back what it read: a name that is the old one's echo is shown from `unitName` again, and groups that it
    is linked to from its links.
    """
    before = call.need("units", call.ids[0], "unit")
    body = check_unit(call, call.body, before)
    if body.get("name") == before.get("unitName"):
        body.pop("name", None)
    if linked_groups(call, before):
        body.pop("accessGroups", None)
        body |= {"accessGroups": before["accessGroups"]} if "accessGroups" in before else {}
    renamed(call, "unit", before["id"], body["unitName"])
    if body["unitName"] != before.get("unitName"):
        show_in_stays(call, "id", before["id"], {"name": body["unitName"]})
    after = call.records.put("units", replaced(call, before, body))
    if any(before.get(name) != after.get(name) for name in ("buildingId", "unitTypeId")):
        moved(call, before, after)
    return whole_unit(call, after)


@rule(UnitContracts.units)
def list_units_of_contract(call: Call) -> Answer:
    """The unit a contract is on."""
    contract = call.need("unitContracts", call.ids[0], "unit contract")
    return call.page("units", "id = ?", [contract.get("unitId")])
