"""Simulates the front desk of a day: arrivals, departures, extensions, renewals, cancellations, decisions on tentative stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.amounts import money, part
from nightaudit.sandbox.portfolio.billing import WHOLE
from nightaudit.sandbox.portfolio.calendar_days import add_months, iso, ordinal
from nightaudit.sandbox.portfolio.estate import SHORT
from nightaudit.sandbox.portfolio.living import from_records, ledger
from nightaudit.sandbox.portfolio.living.from_records import RESIDENTIAL_FROM, amount, days
from nightaudit.sandbox.portfolio.living.promises import free_room
from nightaudit.sandbox.portfolio.model import Invoice, Line
from nightaudit.sandbox.portfolio.randomness import chance, pick, spread
from nightaudit.sandbox.portfolio.timeline import RENEWALS
from nightaudit.sandbox.stay_statuses import NOT_COMING

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.estate import Unit
    from nightaudit.sandbox.portfolio.living.life import Life
    from nightaudit.sandbox.portfolio.model import Json

RENEWING = (20, 60)


def set_status(life: Life, booking: Json, stay: Json, status: str) -> None:
    """Set the status of a stay and its guest stays; free the unit of a cancelled stay or a no-show.

    A guest who does not come keeps their status.
    """
    stay["roomStayStatus"] = status
    stay["lastStatusChangeDate"] = life.stamp(11)
    if status == "CANCELLED":
        stay["cancelledDate"] = iso(life.day)
    if status == "CONFIRMED":
        stay["confirmedDate"] = life.stamp(10)
        stay["conversionDate"] = stay.get("conversionDate") or stay["confirmedDate"]
    if status in NOT_COMING:
        life.calendar.leave(stay["unit"].get("id") or life.kept.get(stay["roomStayId"]), stay["roomStayId"])
    life.save_stay(booking, stay)
    for guest in life.guests[stay["roomStayId"]]:
        if guest.get("status") not in NOT_COMING:
            guest["status"] = status
            life.save("guestStays", guest)


def check_in(life: Life) -> None:
    """Check in most of today's arrivals, and some that are overdue by one or two days; some others become no-shows."""
    for booking, stay, start, end in life.live_stays():
        if stay["roomStayStatus"] != "CONFIRMED" or not life.day - 2 <= start <= life.day:
            continue
        unit_id = stay["unit"].get("id")
        if unit_id not in life.units and not _assign(life, booking, stay) and unit_id is None:
            continue
        is_here = end > life.day or start == end == life.day  # a guest of some hours leaves on the next day
        if chance(life.rng, 0.965 if start == life.day else 0.5) and is_here:
            set_status(life, booking, stay, "CHECKED_IN")
        elif start == life.day and chance(life.rng, 0.5) and not life.billed[stay["roomStayId"]][0].net:
            set_status(life, booking, stay, "NO_SHOW")


def _assign(life: Life, booking: Json, stay: Json) -> bool:
    """Assign a free unit of its type to a stay without one, or whose unit is gone; return whether there was one."""
    room, number = free_room(life, stay), stay["roomStayId"]
    if room is None:
        return False
    stay["unit"].update(id=room.id, name=room.name)
    life.calendar.leave(life.kept.pop(number, None), number)
    life.calendar.take(room.id, *days(stay), number)
    life.save_stay(booking, stay)
    life.change_guests(stay, unitId=room.id)
    return True


def check_out(life: Life) -> None:
    """Check out most guests due to leave; invoice the unbilled rest of all checked-out stays of their bookings."""
    for booking, stay, _, end in life.live_stays():
        if stay["roomStayStatus"] == "CHECKED_IN" and end <= life.day and chance(life.rng, 0.97):
            set_status(life, booking, stay, "CHECKED_OUT")
            for left in booking["roomStays"]:
                if left.get("roomStayStatus") == "CHECKED_OUT" and left["roomStayId"] in life.stays:
                    _bill_rest(life, booking, left)


def _bill_rest(life: Life, booking: Json, stay: Json) -> None:
    begin, (start, end) = life.billed[stay["roomStayId"]][0].until, days(stay)
    ledger.bill(life, booking, stay, begin if 0 < begin < end else start, end)


def extend(life: Life) -> None:
    """Extend a few short stays that would end tomorrow, at the same price per night, where the unit is free."""
    for booking, stay, start, end in life.live_stays():
        short = 0 < end - start < RESIDENTIAL_FROM - 3
        if stay["roomStayStatus"] != "CHECKED_IN" or end != life.day + 1 or not short or not chance(life.rng, 0.06):
            continue
        more, unit_id = spread(life.rng, 1, 3), stay["unit"].get("id")
        if unit_id in life.units and life.calendar.free(unit_id, end, end + more, stay["roomStayId"]):
            for field in ("netAmount", "vatAmount"):
                stay[field] = money(amount(stay, field) + part(amount(stay, field), more, end - start))
            stay["endDate"] = iso(end + more)
            life.calendar.take(unit_id, start, end + more, stay["roomStayId"])
            life.change_guests(stay, checkOutDate=stay["endDate"])
            life.save_stay(booking, stay)


def renew(life: Life) -> None:
    """Renew some long stays that end in three to nine weeks: create a room stay that begins on the day they end."""
    for booking, stay, start, end in life.live_stays():
        unit_id = stay["unit"].get("id")
        soon = RENEWING[0] <= end - life.day <= RENEWING[1]
        if (
            not soon
            or end - start < RESIDENTIAL_FROM
            or stay["roomStayStatus"] != "CHECKED_IN"
            or not chance(life.rng, 0.02)
        ):
            continue
        until = add_months(end, pick(life.rng, RENEWALS))
        if unit_id in life.units and life.calendar.free(unit_id, end, until):
            again = _renewed(life, stay, end, until)
            booking["roomStays"].append(again)
            life.stays[again["roomStayId"]] = (booking, again)
            life.calendar.take(unit_id, end, until, again["roomStayId"])
            life.save("bookings", booking)
            copy_guests(life, stay, again)


def _renewed(life: Life, stay: Json, start: int, end: int) -> Json:
    nights = ordinal(stay["endDate"]) - ordinal(stay["startDate"])
    again = stay | {
        "roomStayId": life.run.next("roomStays"),
        "roomStayStatus": "CONFIRMED",
        "startDate": iso(start),
        "endDate": iso(end),
        "netAmount": money(part(amount(stay, "netAmount"), (end - start) * 103, nights * 100)),
        "extras": [],
        "unit": dict(stay["unit"]),
        "lastStatusChangeDate": life.stamp(11),
    }
    again["vatAmount"] = money(part(amount(stay, "vatAmount"), (end - start) * 103, nights * 100))
    for field in ("conversionDate", "confirmedDate", "contractSignedDate", "createdDate", "lastModifiedDate"):
        if stay.get(field):
            again[field] = life.stamp(10)
    return again


def copy_guests(life: Life, stay: Json, again: Json) -> None:
    """Copy the guest stays of a stay to its renewal, except those of guests who do not come."""
    for guest in [guest for guest in life.guests[stay["roomStayId"]] if guest.get("status") not in NOT_COMING]:
        dates = {"checkInDate": again["startDate"], "checkOutDate": again["endDate"], "status": again["roomStayStatus"]}
        copied = guest | {"id": life.run.next("guestStays"), "roomStayId": again["roomStayId"], **dates}
        life.guests[again["roomStayId"]].append(copied)
        life.save("guestStays", copied)


def cancel(life: Life) -> None:
    """Cancel some future stays; credit what was invoiced for them."""
    for booking, stay, start, _ in life.live_stays():
        if stay["roomStayStatus"] == "CONFIRMED" and start > life.day and chance(life.rng, 0.004):
            set_status(life, booking, stay, "CANCELLED")
            credit(life, booking, stay, 100)


def credit(life: Life, booking: Json, stay: Json, percent: int, start: int | None = None) -> None:
    """Credit a share of the amount billed for a stay's room; at 100 percent for its extras, too.

    The credit note is allocated to the newest posted invoice of the stay, up to its outstanding amount; the rest remains to
    be refunded.
    """
    room, whole = life.room(stay), percent == WHOLE
    if room is None:
        return
    model = from_records.stay(stay, room)
    lines = []
    for extra_id, billed in list(life.billed[stay["roomStayId"]].items()):
        if (billed.net or billed.tax) and (whole or not extra_id):
            net, tax = -part(billed.net, percent, 100), -part(billed.tax, percent, 100)
            code = life.codes.get(billed.code, from_records.NO_TAX)
            begin = start or model.start
            lines.append(Line(model, "Credit", begin, model.end, 1, net, net, tax, code, life.extras.get(extra_id)))
    if sum(line.net + line.tax for line in lines) >= 0:
        return
    bills = [life.invoices[number] for number in sorted(life.invoices_of[stay["roomStayId"]])]
    bills = [bill for bill in bills if bill["status"] == "POSTED" and bill.get("invoiceType") != "CREDIT_NOTE"]
    invoice = Invoice(from_records.booking(booking, room.building), life.day, life.day, lines)
    note = ledger.issue(life, booking, invoice, balances=bills[-1] if bills else None)
    if bills:
        usable = min(amount(bills[-1], "outstandingAmount"), -amount(note, "outstandingAmount"))
        if usable > 0:
            ledger.allocate(life, bills[-1], usable, day=life.day, source=note)


def decide(life: Life) -> None:
    """Confirm or cancel tentative stays; confirm some enquiries."""
    for booking, stay, start, _ in life.live_stays():
        status, unit_id = stay["roomStayStatus"], stay["unit"].get("id")
        if status == "PENDING" and (start <= life.day or chance(life.rng, 0.3)):
            firm = start > life.day and chance(life.rng, 0.8)
            set_status(life, booking, stay, "CONFIRMED" if firm else "CANCELLED")
        elif status == "ENQUIRY" and start > life.day and unit_id in life.units and chance(life.rng, 0.01):
            _confirm_enquiry(life, booking, stay, life.units[unit_id])


def _confirm_enquiry(life: Life, booking: Json, stay: Json, room: Unit) -> None:
    start, end = days(stay)
    if end > start and room.use == SHORT and life.calendar.free(room.id, start, end, stay["roomStayId"]):
        life.calendar.take(room.id, start, end, stay["roomStayId"])
        set_status(life, booking, stay, "CONFIRMED")
