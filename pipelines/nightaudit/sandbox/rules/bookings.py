"""Bookings: created as enquiries, with an optional hold, and updated field by field; their notes and tags."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings
from nightaudit.sandbox.clock import stamp_of
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.activities import new_note
from nightaudit.sandbox.rules.availability import check_free
from nightaudit.sandbox.rules.new_stays import booking_contact, currency_of, new_room_stay
from nightaudit.sandbox.rules.plain import check_references, is_same, stamped
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

# "Updatable booking fields" are not shown: the fields of the booking itself, not its room stays and invoices.
UPDATABLE = (
    *("bookingContactId", "billingContactId", "companyId", "channelId", "marketSegmentId", "bookingTypeId"),
    *("bookingTermsId", "tags", "notes", "customFields"),
)
LONGEST_HOLD_MINUTES = 60 * 24 * 366


@rule(Bookings.create)
def create_booking(call: Call) -> Answer:
    """Create a booking whose room stays start as ENQUIRY, whatever the body says; `reserveForMinutes` holds its units."""
    # A client that copies a booking also sends the `holdUntil` of the original.
    body: Json = {name: value for name, value in call.body.items() if name not in {"reserveForMinutes", "holdUntil"}}
    if isinstance(note := body.get("notes"), str):
        body["notes"] = [note] if note.strip() else []
    if not body.get("roomStays"):
        raise invalid("roomStays", "A booking must have at least one room stay.")
    check_references(call, body)
    booking_id = call.records.next_id("bookings")
    reference = f"{call.today:%Y%m%d}-{booking_id:05d}"
    hold = hold_until(call)
    stays = [stamped(call, new_room_stay(call, body, stay)) for stay in body["roomStays"]]
    for stay in stays:
        stay |= {"bookingId": booking_id, "bookingReference": reference}
    currency = body.get("currencyCode") or currency_of(call, stays)
    check_rates(call, stays, currency)
    lists: Json = {"salesInvoices": [], "notes": [], "tags": [], "customFields": []}
    own = {"id": booking_id, "bookingReference": reference, "roomStays": stays, "salesInvoices": []}
    own |= {"currencyCode": currency} | ({"holdUntil": hold} if hold else {})
    booking = call.records.put("bookings", {"id": booking_id} | stamped(call, lists | body | own))
    for stay in stays if hold else ():
        check_free(call, stay)
    keep_notes(call, booking)
    return booking


def check_rates(call: Call, stays: list[Json], currency: str | None) -> None:
    """Raise Problem 400 for a stay at a rate in another currency than the booking's, whose amounts are in one (assumed)."""
    for stay in stays:
        rate = call.records.get("rates", (stay.get("rate") or {}).get("id")) or {}
        if None not in (currency, rate.get("currencyCode")) and rate["currencyCode"] != currency:
            raise invalid(
                "roomStays.rate.id", f"Rate {rate['id']} is in {rate['currencyCode']}, the booking in {currency}."
            )


def hold_until(call: Call) -> str | None:
    """Return when the requested hold ends, None without a hold. Raises Problem 400."""
    minutes = call.body.get("reserveForMinutes")
    if minutes is None:
        return None
    if not 1 <= minutes <= LONGEST_HOLD_MINUTES:
        raise invalid("reserveForMinutes", f"reserveForMinutes must be 1 to {LONGEST_HOLD_MINUTES}.")
    return stamp_of(call.moment + datetime.timedelta(minutes=minutes))


@rule(Bookings.update)
def update_booking(call: Call) -> Answer:
    """Change the given fields; a field that is not updatable must be sent unchanged, or not at all."""
    booking = call.addressed()
    for name, value in call.body.items():
        if name not in UPDATABLE and not is_same(value, booking.get(name)):
            reason = f"{name} is not that of the booking as it is now, and cannot be updated here; these can"
            raise invalid(name, f"{reason}: {', '.join(UPDATABLE)}.")
    check_references(call, call.body, booking)
    # The stays change, too: a row of the observed list contains fields of the booking.
    changed: Json = {"lastModifiedDate": call.now}
    contact_id = call.body.get("bookingContactId", booking.get("bookingContactId"))
    if contact_id != booking.get("bookingContactId"):
        changed["bookingContact"] = booking_contact(call, contact_id)
    stays = [stay | changed for stay in booking.get("roomStays") or []]
    given = {name: call.body[name] for name in UPDATABLE if name in call.body}
    after = call.change("bookings", booking, given | {"roomStays": stays})
    if after.get("notes") != booking.get("notes"):
        keep_notes(call, after)
    return after


def keep_notes(call: Call, booking: Json) -> None:
    """Make the note records of a booking match its `notes`: delete others, create missing ones."""
    wanted = list(booking.get("notes") or [])
    for note in call.records.where("bookings_notes", "bookingId", booking["id"]):
        if note.get("content") in wanted:
            wanted.remove(note["content"])
        else:
            call.records.delete("bookings_notes", note["id"])
    for content in wanted:
        note = {"content": content, "createdDate": call.now, "author": None, "tags": []}
        call.records.insert("bookings_notes", note | {"bookingId": booking["id"]})


@rule(Bookings.add_note)
def add_booking_note(call: Call) -> Answer:
    """Create a note of a booking, and add its text to the booking."""
    booking = call.addressed()
    note = call.records.insert("bookings_notes", new_note(call) | {"bookingId": booking["id"]})
    notes = [*(booking.get("notes") or []), note["content"]]
    call.change("bookings", booking, {"notes": notes})
    return note


@rule(Bookings.tags)
def list_tags_of_booking(call: Call) -> Answer:
    """List the tags of a booking."""
    names = call.addressed().get("tags") or []
    known = {tag.get("name"): tag for tag in call.records.find("tags")}
    return call.page_of([known.get(name, {"id": None, "name": name, "description": None}) for name in names])
