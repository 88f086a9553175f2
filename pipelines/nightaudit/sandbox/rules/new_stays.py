"""What a room stay of a new booking consists of: its unit, contact, rate, price and extras."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.sandbox.problem import invalid, not_found
from nightaudit.sandbox.rules.offers import net_of, vat_of
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from nightaudit.sandbox.call import Call
    from nightaudit.sandbox.wire import Json

MOST_EXTRAS = 9  # so that the ids of a stay's extras, ten times its own and a digit, are no other stay's


def new_room_stay(call: Call, booking: Json, stay: Json) -> Json:
    """A room stay as ENQUIRY, its unit, contact, rate, price and extras filled in. Raises Problem 400 or 404."""
    require(stay, "startDate", "endDate")
    if stay["endDate"] < stay["startDate"]:
        raise invalid("roomStays.endDate", "endDate lies before startDate.")
    number = call.records.next_id("roomStays")
    filled = stay | {
        "roomStayId": number,
        "roomStayStatus": "ENQUIRY",
        "unit": stay_unit(call, stay.get("unit") or {}),
        "bookingContact": booking_contact(call, booking),
        "lastStatusChangeDate": call.world.clock.stamp(),
        "confirmedDate": None,
        "cancelledDate": None,
        "extras": stay_extras(call, number, stay.get("extras") or []),
    }
    rate_id = (stay.get("rate") or {}).get("id")
    if rate_id is not None:
        rate = call.need("rates", rate_id, "rate", "roomStays.rate.id")
        filled["rate"] = {name: rate.get(name) for name in ("id", "name", "rateCode", "rateType")}
        if stay.get("netAmount") is None:
            days = (datetime.date.fromisoformat(stay[name]) for name in ("startDate", "endDate"))
            net = net_of(call.records, rate, *days)
            filled |= {"netAmount": net, "vatAmount": None if net is None else vat_of(call.records, rate, net)}
    return filled


def stay_unit(call: Call, unit: Json) -> Json:
    """The unit of a stay with its names; only a type while none is assigned. Raises Problem 404."""
    if unit.get("id") is not None:
        record = call.need("units", unit["id"], "unit", "roomStays.unit.id")
        unit = {"unitTypeId": record.get("unitTypeId"), "buildingId": record.get("buildingId")} | unit
        unit |= {"name": record.get("unitName"), "buildingName": record.get("buildingName")}
    kind = call.records.get("unitTypes", unit.get("unitTypeId"))
    if unit.get("unitTypeId") is not None and kind is None:
        raise not_found("unit type", unit["unitTypeId"], "roomStays.unit.unitTypeId")
    return {"id": None, "name": None} | unit | {"unitTypeName": (kind or {}).get("name")}


def booking_contact(call: Call, booking: Json) -> Json | None:
    """Who booked, as a room stay shows them."""
    contact = call.records.get("contacts", booking.get("bookingContactId"))
    if contact is None:
        return None
    email = (contact.get("primaryContactEmailAddress") or {}).get("email")
    return {name: contact.get(name) for name in ("id", "firstName", "lastName")} | {"emailAddress": email}


def stay_extras(call: Call, stay_id: int, extras: list[Json]) -> list[Json]:
    """The extras of a stay, each under an id of its own, with what the request leaves out taken from the extra.

    Whether an extra is charged once or for each night is not shown: its price stands once.
    """
    if len(extras) > MOST_EXTRAS:
        raise invalid("roomStays.extras", f"A room stay has at most {MOST_EXTRAS} extras.")
    sold = []
    for position, given in enumerate(extras, 1):
        require(given, "extraId")
        extra = call.need("extras", given["extraId"], "extra", "roomStays.extras.extraId")
        own = {"description": extra.get("name")} | {n: extra.get(n) for n in ("billingFrequencyId", "pricing")}
        own |= {name: value for name, value in given.items() if value is not None}
        sold.append(own | {"roomStayExtraId": stay_id * 10 + position})
    return sold
