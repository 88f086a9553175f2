"""Bookings: created as enquiries, held for minutes, changed field by field, shown whole."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings
from nightaudit.sandbox.problem import conflict, invalid, not_found
from nightaudit.sandbox.rules.activities import new_note
from nightaudit.sandbox.rules.availability import taken
from nightaudit.sandbox.rules.offers import net_of, vat_of
from nightaudit.sandbox.rules.plain import check_references, stamped
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from nightaudit.sandbox.call import Call
    from nightaudit.sandbox.wire import Json

# "Updatable booking fields" are not shown: what the booking itself says, not what it consists of.
UPDATABLE = (
    *("bookingContactId", "billingContactId", "companyId", "channelId", "marketSegmentId", "bookingTypeId"),
    *("bookingTermsId", "tags", "notes", "customFields"),
)
LONGEST_HOLD_MINUTES = 60 * 24 * 366


@rule(Bookings.create)
def create_booking(call: Call) -> Answer:
    """A booking whose room stays start as ENQUIRY, whatever the body says; `reserveForMinutes` holds its units."""
    body: Json = {name: value for name, value in call.body.items() if name != "reserveForMinutes"}
    if not body.get("roomStays"):
        raise invalid("roomStays", "A booking has one room stay or more.")
    check_references(call, body)
    booking_id = call.records.next_id("bookings")
    reference = f"{call.world.clock.today():%Y%m%d}-{booking_id:05d}"
    hold = hold_until(call)
    stays = [new_room_stay(call, body, stay, held=hold is not None) for stay in body["roomStays"]]
    for stay in stays:
        stay |= {"bookingId": booking_id, "bookingReference": reference}
    lists: Json = {"salesInvoices": [], "notes": [], "tags": [], "customFields": []}
    own = {"id": booking_id, "bookingReference": reference, "roomStays": stays, "salesInvoices": []}
    own |= {"holdUntil": hold} if hold else {}
    return call.records.put("bookings", {"id": booking_id} | stamped(call, lists | body | own, created=True))


def hold_until(call: Call) -> str | None:
    """When the hold of the request ends, None without one. Raises Problem 400."""
    minutes = call.body.get("reserveForMinutes")
    if minutes is None:
        return None
    if not 1 <= minutes <= LONGEST_HOLD_MINUTES:
        raise invalid("reserveForMinutes", f"reserveForMinutes is 1 to {LONGEST_HOLD_MINUTES}.")
    until = call.world.clock.now() + datetime.timedelta(minutes=minutes)
    return until.isoformat(timespec="microseconds").replace("+00:00", "Z")


def new_room_stay(call: Call, booking: Json, stay: Json, *, held: bool) -> Json:
    """A room stay as ENQUIRY, its unit, contact and price filled in. Raises Problem 400, 404, or 409 for no hold."""
    require(stay, "startDate", "endDate")
    if stay["endDate"] < stay["startDate"]:
        raise invalid("roomStays.endDate", "endDate lies before startDate.")
    now = call.world.clock.stamp()
    filled = stay | {
        "roomStayId": call.records.next_id("roomStays"),
        "roomStayStatus": "ENQUIRY",
        "unit": stay_unit(call, stay.get("unit") or {}),
        "bookingContact": booking_contact(call, booking),
        "lastStatusChangeDate": now,
        "confirmedDate": None,
        "cancelledDate": None,
        "extras": stay.get("extras") or [],
    }
    rate = call.records.get("rates", (stay.get("rate") or {}).get("id"))
    if rate is not None and stay.get("netAmount") is None:
        days = (datetime.date.fromisoformat(stay[name]) for name in ("startDate", "endDate"))
        net = net_of(call.records, rate, *days)
        filled |= {"netAmount": net, "vatAmount": None if net is None else vat_of(call.records, rate, net)}
    if held:
        check_free(call, filled)
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


def check_free(call: Call, stay: Json) -> None:
    """Raise Problem 409 when something else takes the stay's unit on one of its nights."""
    unit = call.records.get("units", (stay.get("unit") or {}).get("id"))
    if unit is None or stay["startDate"] == stay["endDate"]:
        return
    for start, end, reason in taken(call, unit, (stay["startDate"], stay["endDate"])):
        if start < stay["endDate"] and end > stay["startDate"]:
            raise conflict("roomStays.unit.id", f"Unit {unit['id']} is taken from {start} to {end} ({reason}).")


@rule(Bookings.update)
def update_booking(call: Call) -> Answer:
    """Changes the fields given; a field that is not updatable must be sent as it is, or not at all."""
    booking = call.need("bookings", call.ids[0], "booking")
    for name, value in call.body.items():
        if name not in UPDATABLE and value != booking.get(name):
            raise invalid(name, f"{name} cannot be updated here; these can: {', '.join(UPDATABLE)}.")
    check_references(call, call.body)
    now = (
        call.world.clock.stamp()
    )  # of its stays, too: a row of the observed list has the booking's fields beside the stay's
    stays = [stay | {"lastModifiedDate": now} for stay in booking.get("roomStays") or []]
    return call.records.put("bookings", stamped(call, booking | call.body | {"roomStays": stays}))


@rule(Bookings.add_note)
def add_booking_note(call: Call) -> Answer:
    """A note of the booking; the booking shows its text too."""
    booking = call.need("bookings", call.ids[0], "booking")
    note = call.records.insert("bookings_notes", new_note(call) | {"bookingId": booking["id"]})
    notes = [*(booking.get("notes") or []), note["content"]]
    call.records.put("bookings", stamped(call, booking | {"notes": notes}))
    return note


@rule(Bookings.tags)
def list_tags_of_booking(call: Call) -> Answer:
    """The tags a booking names."""
    names = call.need("bookings", call.ids[0], "booking").get("tags") or []
    known = {tag.get("name"): tag for tag in call.records.find("tags")}
    return call.page_of([known.get(name, {"id": None, "name": name, "description": None}) for name in names])
