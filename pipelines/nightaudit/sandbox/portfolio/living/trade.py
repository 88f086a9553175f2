"""Simulates the new business of a day: bookings with contacts and guests, and repairs that take units out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names, shapes, tasks
from nightaudit.sandbox.portfolio.amounts import tax_on
from nightaudit.sandbox.portfolio.calendar_days import add_months, month_of
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, TENANCY
from nightaudit.sandbox.portfolio.living.calendar import BLOCK
from nightaudit.sandbox.portfolio.living.from_records import nearest
from nightaudit.sandbox.portfolio.model import Booking, Line, Person, Stay
from nightaudit.sandbox.portfolio.randomness import chance, fate, pick, spread
from nightaudit.sandbox.portfolio.sales import DIRECT, LEISURE, OTA, PORTAL, RESIDENT, WEB
from nightaudit.sandbox.portfolio.timeline import LEISURE_NIGHTS, MAINTENANCE, MONTH_NIGHTS, SEASON, TERMS, lead

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.estate import Unit
    from nightaudit.sandbox.portfolio.living.life import Life

NEW_SHORT, NEW_LONG, REPAIRS = 0.95, 0.06, 0.002
AHEAD = 45
STATUSES = {"PENDING": 0.15, "ENQUIRY": 0.1}


def sell(life: Life) -> None:
    """Create new bookings for bookable units, on nights on which they are free, and some repairs."""
    for room in list(life.units.values()):
        if not room.bookable or room.building.test or room.id not in life.nightly:
            continue
        if chance(life.rng, NEW_SHORT if room.use == SHORT else NEW_LONG):
            start, end = _dates(life, room)
            if life.calendar.free(room.id, start, end):
                _book(life, room, start, end)
        elif chance(life.rng, REPAIRS):
            start = life.day + spread(life.rng, 2, 9)
            _block(life, room, start, start + spread(life.rng, 2, 6))


def _dates(life: Life, room: Unit) -> tuple[int, int]:
    if room.use == SHORT:
        start = life.day + lead(life.rng)
        return start, start + pick(life.rng, LEISURE_NIGHTS)
    vacant = max([life.day + 3, *(until for _, until, _ in life.calendar.taken[room.id])])
    start = min(vacant, life.day + AHEAD) + spread(life.rng, 0, 8 if room.use == MONTHLY else 35)
    end = add_months(start, pick(life.rng, TERMS)) if room.use == TENANCY else start + pick(life.rng, MONTH_NIGHTS)
    return start, end


def _book(life: Life, room: Unit, start: int, end: int) -> None:
    short = room.use == SHORT
    first, last = names.person(life.rng)
    person = Person(life.run.next("contacts"), first, last, life.day, "WEBSITE")
    channel = pick(life.rng, (WEB, DIRECT, OTA) if short else (WEB, PORTAL))
    segment = LEISURE if short else RESIDENT
    booking = Booking(life.run.next("bookings"), room.building, person, life.day, channel, segment, None)
    stay = Stay(room, start, end, room.use, life.day, fate(life.rng, STATUSES) or "CONFIRMED", booking=booking)
    stay.id = life.run.next("roomStays")
    _price(life, stay)
    booking.stays.append(stay)
    person.customer = stay.status == "CONFIRMED"
    life.save("contacts", shapes.contact(person, life.frame))
    record = shapes.booking(booking, life.frame)
    life.stays[stay.id] = (record, record["roomStays"][0])
    life.save("bookings", record)
    if stay.status != "ENQUIRY":
        life.calendar.take(room.id, start, end, stay.id)
        who, dates = (first, last, person.email), (start, end)
        guest = shapes.guest_stay(life.run.next("guestStays"), stay, booking, who, dates, life.frame)
        life.guests[stay.id].append(guest)
        life.save("guestStays", guest)


def _price(life: Life, stay: Stay) -> None:
    """Set the price of a stay: that of the unit's last stay, adjusted by season for short stays, with the nearest tax rate."""
    net, tax, day = life.nightly[stay.unit.id]
    season = (SEASON[month_of(stay.start)] / SEASON[month_of(day)]) if stay.use == SHORT else 1.0
    stay.original = stay.nightly = max(0, round(net * season * (0.95 + 0.1 * life.rng.random()) / 50) * 50)
    code = nearest(life.codes.values(), net, tax)
    nights = max(1, stay.end - stay.start)
    whole = stay.nightly * nights
    stay.lines = [
        Line(stay, "Accommodation", stay.start, stay.end, 1, whole, whole, tax_on(whole, code.basis_points), code)
    ]
    stay.rate = life.rates.get((stay.unit.type.id, "DAILY" if stay.use == SHORT else "MONTHLY"), stay.rate)


def _block(life: Life, room: Unit, start: int, end: int) -> None:
    if life.calendar.free(room.id, start, end):
        life.calendar.take(room.id, start, end, BLOCK)
        number = life.run.next("activities")
        life.save("activities", tasks.activity(number, room.id, (start, end, MAINTENANCE, True), life.frame))
