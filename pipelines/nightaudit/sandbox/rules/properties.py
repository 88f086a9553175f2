"""What hangs on buildings, units and other records: access codes and groups, custom fields, contracts' units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings, Buildings, Contacts, SalesInvoices, UnitContracts, Units
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.plain import check_references, collection_of, replaced, singular, stamped
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.call import Call
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


def access_groups_of(call: Call, unit: Json) -> list[Json]:
    """The groups that open a unit: those it is linked to, or those it lists itself."""
    links = call.records.where("unitAccessGroups", "unit.id", unit["id"])
    return [link["accessGroup"] for link in links] or list(unit.get("accessGroups") or [])


@rule(Units.access_groups)
def list_access_groups(call: Call) -> Answer:
    """Access groups of the unit; an empty list if none."""
    return call.page_of(access_groups_of(call, call.need("units", call.ids[0], "unit")))


@rule(Units.get)
def get_unit(call: Call) -> Answer:
    """A unit by id shows more than its row in the list: name, publish, unit type, access groups (observed)."""
    unit = call.need("units", call.ids[0], "unit")
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    more: Json = {
        "name": unit.get("unitName"),
        "publish": unit.get("bookable"),
        "unitType": {"id": kind.get("id"), "name": kind.get("name")},
        "customFields": [],
    }
    return more | unit | {"accessGroups": access_groups_of(call, unit)}


def check_unit(call: Call, body: Json) -> Json:
    """A unit from the request with its building's name. Raises Problem 400 or 404."""
    check_references(call, body)
    first, last = body.get("availableFrom"), body.get("availableTo")
    if first and last and last < first:
        raise invalid("availableTo", "availableTo lies before availableFrom.")
    building = call.need("buildings", body["buildingId"], "building", "buildingId")
    return {"bookable": True} | body | {"buildingName": building.get("name")}


@rule(Units.create)
def create_unit(call: Call) -> Answer:
    """A new unit of a building and a type; bookable unless the body says otherwise."""
    return call.records.insert("units", stamped(call, check_unit(call, call.body), created=True))


@rule(Units.update)
def update_unit(call: Call) -> Answer:
    """The whole unit anew."""
    before = call.need("units", call.ids[0], "unit")
    return call.records.put("units", replaced(call, before, check_unit(call, call.body)))


@rule(UnitContracts.units)
def list_units_of_contract(call: Call) -> Answer:
    """The unit a contract is on."""
    contract = call.need("unitContracts", call.ids[0], "unit contract")
    return call.page("units", "id = ?", [contract.get("unitId")])
