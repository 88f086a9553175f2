"""Builds the room stays of a new booking: unit, contact, rate, price and extras."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.problem import invalid, not_found
from nightaudit.sandbox.rules.money import ZERO, given_cents, price
from nightaudit.sandbox.rules.offers import net_of, vat_of
from nightaudit.sandbox.rules.required import INVENTORY_TYPES, require

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

AMOUNTS = ("netAmount", "vatAmount", "originalRate", "discountDailyRate")
GUESTS = ("numberOfAdults", "numberOfChildren", "numberOfInfants")
PRICES = ("gross", "net", "vat")
NAMED_TWICE = (
    ("unitId", "unit", "id"),
    ("unitTypeId", "unit", "unitTypeId"),
    ("inventoryTypeId", "unit", "unitTypeId"),
    ("rateId", "rate", "id"),
)
# How a request names unit, type and rate; a room stay shows them in its `unit` and `rate`.
FLAT = {"inventoryType", *(flat for flat, _, _ in NAMED_TWICE)}
MOST_EXTRAS = 9  # because the id of an extra is its stay's id times ten, plus a digit


def new_room_stay(call: Call, booking: Json, given: Json) -> Json:
    """Return a room stay as ENQUIRY, with unit, contact, rate, price and extras filled in. Raises Problem 400 or 404.

    The body's field names for unit, type and rate are not shown: `unit` and `rate` as in a room stay are accepted, `unitId`,
    `unitTypeId` and `rateId` as in other records, and `inventoryType` UNIT_TYPE with the type's `inventoryTypeId`, as observed.
    """
    require(given, "startDate", "endDate", path="roomStays.")
    if given.get("inventoryType") not in (None, *INVENTORY_TYPES):
        raise invalid("roomStays.inventoryType", f"inventoryType must be {', '.join(INVENTORY_TYPES)}.")
    check_named_once(given)
    if given["endDate"] < given["startDate"]:
        raise invalid("roomStays.endDate", "endDate is before startDate.")
    for name in GUESTS:
        if (given.get(name) or 0) < 0:
            raise invalid(f"roomStays.{name}", f"{name} must be 0 or more.")
    stay: Json = {"netAmount": None, "vatAmount": None}
    stay |= {name: value for name, value in given.items() if name not in FLAT}
    stay |= given_cents(stay, AMOUNTS, "roomStays")
    unit = {"id": given.get("unitId"), "unitTypeId": type_of(given)} | (given.get("unit") or {})
    number = call.records.next_id("roomStays")
    filled = stay | {
        "roomStayId": number,
        "roomStayStatus": "ENQUIRY",
        "unit": stay_unit(call, unit),
        "bookingContact": booking_contact(call, booking.get("bookingContactId")),
        "lastStatusChangeDate": call.now,
        "conversionDate": None,
        "confirmedDate": None,
        "cancelledDate": None,
        "extras": stay_extras(call, number, stay.get("extras") or []),
    }
    if rate := stay_rate(call, given, filled["unit"]):
        filled["rate"] = {name: rate.get(name) for name in ("id", "name", "rateCode", "rateType")}
        if stay.get("netAmount") is None:
            days = (datetime.date.fromisoformat(stay[name]) for name in ("startDate", "endDate"))
            net = net_of(call.records, rate, *days)
            filled |= {"netAmount": net, "vatAmount": None if net is None else vat_of(call.records, rate, net)}
    return filled


def type_of(given: Json) -> Any:
    """Return the unit type that a request names beside `unit`, None without one. Raises Problem 400 where it names two."""
    kind, inventory = given.get("unitTypeId"), given.get("inventoryTypeId")
    if None not in (kind, inventory) and kind != inventory:
        raise invalid("roomStays.inventoryTypeId", f"inventoryTypeId is {inventory!r}, but unitTypeId is {kind!r}.")
    return inventory if kind is None else kind


def check_named_once(given: Json) -> None:
    """Raise Problem 400 for a unit, type or rate that is named twice and differently, as in a changed copy of a stay."""
    for flat, record, name in NAMED_TWICE:
        one, other = given.get(flat), (given.get(record) or {}).get(name)
        if None not in (one, other) and one != other:
            raise invalid(f"roomStays.{flat}", f"{flat} is {one!r}, but {record}.{name} is {other}.")


def stay_rate(call: Call, given: Json, unit: Json) -> Json | None:
    """Return the rate of a new stay, None without one: by its id or else by its code. Raises Problem 404.

    Of several rates with this code, it is that of the unit type of the stay (not shown: assumed).
    """
    named = given.get("rate") or {}
    number, code = named.get("id"), named.get("rateCode")
    number = given.get("rateId") if number is None else number
    if number is not None:
        return call.need("rates", number, "roomStays.rate.id")
    if not code:
        return None
    rates = call.records.where("rates", "rateCode", code)
    if not rates:
        raise not_found("rate", code, "roomStays.rate.rateCode")
    return next((rate for rate in rates if rate.get("unitTypeId") == unit["unitTypeId"]), rates[0])


def stay_unit(call: Call, given: Json) -> Json:
    """Return the `unit` of a stay: its names and building, or those of the type while no unit is assigned.

    Raises Problem 404 for an unknown id, 400 for a unit that is named without its id.
    """
    unit = {name: value for name, value in given.items() if value is not None}
    if "id" in unit:
        record = call.need("units", unit["id"], "roomStays.unit.id")
        unit = {"unitTypeId": record.get("unitTypeId")} | unit
        unit |= {"name": record.get("unitName")} | {name: record.get(name) for name in ("buildingId", "buildingName")}
    elif "name" in unit:
        raise invalid("roomStays.unit.id", f"Give the id of unit {str(unit['name'])[:40]!r}: names may not be unique.")
    kind = call.records.get("unitTypes", unit.get("unitTypeId")) or {}
    if given.get("unitTypeId") is not None and not kind:
        raise not_found("unit type", given["unitTypeId"], "roomStays.unit.unitTypeId")
    if "id" not in unit:
        unit |= stay_building(call, unit, kind)
    return {"id": None, "name": None, "unitTypeId": None} | unit | {"unitTypeName": kind.get("name")}


def stay_building(call: Call, unit: Json, kind: Json) -> Json:
    """Return the building of a stay without a unit: that of its type, or without one the given building. Raises Problem 404."""
    building = call.records.get("buildings", kind.get("buildingId")) or {}
    if not building and "buildingId" in unit:
        building = call.need("buildings", unit["buildingId"], "roomStays.unit.buildingId")
    return {"buildingId": building.get("id"), "buildingName": building.get("name")}


def currency_of(call: Call, stays: list[Json]) -> str | None:
    """Return the currency of the first building of these stays that has one; None without one (assumed)."""
    buildings = (call.records.get("buildings", stay["unit"]["buildingId"]) or {} for stay in stays)
    return next((str(building["currencyCode"]) for building in buildings if building.get("currencyCode")), None)


def booking_contact(call: Call, contact_id: object) -> Json | None:
    """Return a contact as the `bookingContact` of a room stay; None for an unknown contact."""
    contact = call.records.get("contacts", contact_id)
    if contact is None:
        return None
    email = (contact.get("primaryContactEmailAddress") or {}).get("email")
    return {name: contact.get(name) for name in ("id", "firstName", "lastName")} | {"emailAddress": email}


def stay_extras(call: Call, stay_id: int, extras: list[Json]) -> list[Json]:
    """Return the extras of a stay, each with a new id; fields missing in the request are taken from the extra.

    Whether an extra is charged once or for each night is not shown: its price is charged once.
    """
    if len(extras) > MOST_EXTRAS:
        raise invalid("roomStays.extras", f"A room stay can have at most {MOST_EXTRAS} extras.")
    sold = []
    for position, given in enumerate(extras, 1):
        require(given, "extraId", path="roomStays.extras.")
        extra = call.need("extras", given["extraId"], "roomStays.extras.extraId")
        own = {"description": extra.get("name")} | {n: extra.get(n) for n in ("billingFrequencyId", "pricing")}
        own |= {name: value for name, value in given.items() if value is not None}
        if pricing := own.get("pricing"):
            own["pricing"] = extra_price(pricing)
        sold.append(own | {"roomStayExtraId": stay_id * 10 + position})
    return sold


def extra_price(given: Json) -> Json:
    """Return the price of an extra in cents, a missing amount computed. Raises Problem 400 unless gross is net plus VAT."""
    stated = given_cents(given, PRICES, "roomStays.extras.pricing")
    gross, net, vat = (stated.get(name) for name in PRICES)
    vat = vat if vat is not None else ZERO if gross is None or net is None else gross - net
    net = net if net is not None else ZERO if gross is None else gross - vat
    if gross not in {None, net + vat}:
        raise invalid("roomStays.extras.pricing.gross", "gross must be the sum of net and vat.")
    return given | price(net, vat)
