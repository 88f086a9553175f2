"""Converts stored records back to the generator's model: units, extras, tax codes, bookings, stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.amounts import cents_of
from nightaudit.sandbox.portfolio.calendar_days import ordinal
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, TENANCY, Building, Extra, Unit, UnitType
from nightaudit.sandbox.portfolio.model import Booking, Person, Stay
from nightaudit.sandbox.portfolio.places import KINDS, TEST_BUILDING, City, Country, TaxCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.sandbox.portfolio.model import Json

RESIDENTIAL_FROM = 28
HALF_A_YEAR = 180
NO_TAX = TaxCode(0, "NONE", "No tax", 0)


def tax_code(record: Json) -> TaxCode:
    """Return the tax code of a record, whose rate is in percent."""
    return TaxCode(record["id"], record.get("code") or "", record.get("name") or "", cents_of(record.get("rate")))


def building(record: Json, organisation: int) -> Building:
    """Return a building, with only those facts about its city and country that invoices show."""
    currency = record.get("currencyCode") or "GBP"
    country = Country(organisation, "", "", "", currency, NO_TAX, NO_TAX, NO_TAX, NO_TAX)
    city = City(record.get("cityId") or 0, "", country, record.get("timeZone") or "UTC", 0.0, 0.0)
    name = record.get("name") or ""
    return Building(record["id"], name, city, KINDS[0], None, name == TEST_BUILDING)


def unit(record: Json, home: Building, type_name: str) -> Unit:
    """Return a unit; its use is the custom field `soldBy`, SHORT without one."""
    fields = {field.get("name"): field.get("value") for field in record.get("customFields") or []}
    first, last = record.get("availableFrom"), record.get("availableTo")
    return Unit(
        record["id"],
        record.get("unitName") or "",
        UnitType(record.get("unitTypeId") or 0, type_name, 0, 0, 0),
        home,
        fields.get("soldBy") or SHORT,
        bool(record.get("bookable")),
        ordinal(first) if first else None,
        ordinal(last) if last else None,
    )


def rate(record: Json) -> tuple[int, str, str, str]:
    """Return id, code, type and name of a rate."""
    return record["id"], *(record.get(name) or "" for name in ("rateCode", "rateType", "name"))


def add_on(record: Json, codes: dict[int, TaxCode]) -> Extra:
    """Return an extra of a building."""
    tax = codes.get(record.get("taxCodeId") or 0, NO_TAX)
    net = cents_of((record.get("pricing") or {}).get("net"))
    return Extra(
        record["id"],
        record.get("name") or "",
        net,
        "ONCE",
        record.get("billingFrequencyId") or 0,
        compulsory=False,
        tax=tax,
    )


def booking(record: Json, home: Building) -> Booking:
    """Return a booking without its stays."""
    who: Json = next((stay["bookingContact"] for stay in record["roomStays"] if stay.get("bookingContact")), {})
    person = Person(record.get("bookingContactId") or 0, who.get("firstName") or "", who.get("lastName") or "", 0, "")
    booked = ordinal(record.get("createdDate") or record["roomStays"][0]["startDate"])
    channel, segment = record.get("channelId") or 0, record.get("marketSegmentId") or 0
    result = Booking(record["id"], home, person, booked, channel, segment, record.get("companyId"))
    result.reference = record.get("bookingReference") or result.reference
    return result


def days(record: Json) -> tuple[int, int]:
    """Return arrival and departure day of a room stay."""
    return ordinal(record["startDate"]), ordinal(record["endDate"])


def is_dated(record: Json) -> bool:
    """Return whether a room stay has dates and a status: the simulation leaves others alone."""
    try:
        days(record)
    except (KeyError, TypeError, ValueError):
        return False
    return bool(record.get("roomStayStatus"))


def stay(record: Json, room: Unit) -> Stay:
    """Return a room stay without its lines."""
    start, end = days(record)
    use = SHORT if end - start < RESIDENTIAL_FROM else MONTHLY if end - start < HALF_A_YEAR else TENANCY
    booked = ordinal(record.get("createdDate") or record["startDate"])
    assigned = record["unit"].get("id") is not None
    return Stay(room, start, end, use, booked, record["roomStayStatus"], assigned=assigned, id=record["roomStayId"])


def nearest(codes: Iterable[TaxCode], net: int, tax: int) -> TaxCode:
    """Return the tax code whose rate is closest to `tax` on `net`."""
    rate = round(tax * 10_000 / net) if net else 0
    return min(codes, key=lambda code: (abs(code.basis_points - rate), code.id), default=NO_TAX)


def amount(record: Json, field: str) -> int:
    """Return an amount of a record in cents."""
    return cents_of(record.get(field))
