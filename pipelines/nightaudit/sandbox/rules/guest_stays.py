"""Guest stays: the stays of individual guests on a room stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import GuestStays
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.new_stays import booking_contact
from nightaudit.sandbox.rules.plain import check_references, list_records, replaced, stamped
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.taken import nights_of
from nightaudit.sandbox.stay_statuses import BOOKED, NOT_COMING
from nightaudit.sandbox.store.tables import OTHER_NAMES

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


def on_room_stay(call: Call, body: Json, before: Json | None = None) -> Json:
    """Return the guest stay of the request; missing fields are taken from its room stay, and the guest from its contact.

    A null counts as missing in a new guest stay, and clears the field of an existing one (assumed). Raises Problem 400 or 404.
    """
    stay = call.need("roomStays", body["roomStayId"], "roomStayId")
    check_references(call, body, before)
    given = {name: value for name, value in body.items() if before or value is not None}
    first, last = nights_of(stay)
    full: Json = {
        "unitId": (stay.get("unit") or {}).get("id"),
        "guest": guest_of(call, body.get("contactId")),
        "checkInDate": first or None,
        "checkOutDate": last or None,
        "status": status_of_guest(stay.get("roomStayStatus")),
    } | given
    if (full["checkOutDate"] or full["checkInDate"] or "") < (full["checkInDate"] or ""):
        raise invalid("checkOutDate", "checkOutDate is before checkInDate.")
    return full | {"bookingId": stay.get("bookingId"), "bookingReference": stay.get("bookingReference")}


def status_of_guest(status: str | None) -> str:
    """Return the status of the guests of a room stay: its own, but CONFIRMED before the stay is confirmed (observed)."""
    return status if status in (*BOOKED, *NOT_COMING) else "CONFIRMED"


def guest_of(call: Call, contact_id: int | None) -> Json | None:
    """Return a contact as guest information, by which guest stays are found (document: Guest stays); None without a contact."""
    contact = booking_contact(call, contact_id)
    return contact and {
        "firstName": contact["firstName"],
        "lastName": contact["lastName"],
        "email": contact["emailAddress"],
    }


@rule(GuestStays.list)
def list_guest_stays(call: Call) -> Answer:
    """List guest stays; in the observed dialect with their dates also under the observed names."""
    if not call.is_observed:
        return list_records(call)
    names = OTHER_NAMES["guestStays"]
    return call.page("guestStays", show=lambda guest: guest | {name: guest.get(of) for name, of in names.items()})


@rule(GuestStays.create)
def create_guest_stay(call: Call) -> Answer:
    """Create a guest stay on an existing room stay."""
    return call.records.insert("guestStays", stamped(call, on_room_stay(call, call.body)))


@rule(GuestStays.update)
def update_guest_stay(call: Call) -> Answer:
    """Replace a guest stay; its status keeps its value, because another operation changes it (assumed)."""
    before = call.addressed()
    return call.records.put("guestStays", replaced(call, before, on_room_stay(call, call.body, before), "status"))


@rule(GuestStays.set_status)
def set_guest_stay_status(call: Call) -> Answer:
    """Set the status; the transitions are not shown, so any known status is accepted."""
    return call.change("guestStays", call.addressed(), {"status": call.body["status"]})
