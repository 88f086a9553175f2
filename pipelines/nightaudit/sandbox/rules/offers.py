"""The booking-engine search: offers and their prices, under the restrictions of each rate."""

from __future__ import annotations

import calendar
import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import Availabilities
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.availability import date_range, free_units
from nightaudit.sandbox.rules.money import cents, exact, is_stated, price
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import check_fields

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

DAY = datetime.timedelta(days=1)
LONGEST_SEARCH = 1_100
# The fields of an offer that are those of its type of unit at every rate.
OF_TYPE = ("buildingId", "buildingName", "inventoryType", "inventoryTypeId", "inventoryTypeName", "availableUnits")


@rule(Availabilities.search)
def search_availability(call: Call) -> Answer:
    """List an offer for each unit type that is free on all nights of the range and each rate whose restrictions are met.

    Lead time, minimum stay, closed to arrival and promotional code come from the rate (`leadTimeDays`, `minimumStay`,
    `closedToArrival`, `promotionalCode`: assumed); occupancy from the unit type. There are no offers for past days.
    """
    check_fields(call.operation.name, {name: call.asked(name) for name in call.query})
    start, end = date_range(call)
    if not 0 < (end - start).days <= LONGEST_SEARCH:
        raise invalid("dateTo", f"The range must be 1 to {LONGEST_SEARCH} nights.")
    guests = max(_number(call, "guests"), _number(call, "numberOfAdults") + _number(call, "numberOfChildren"))
    wanted = call.asked_integers("unitTypeId")
    if start < call.today:
        return call.page_of([])
    free = free_units(call, start.isoformat(), end.isoformat())
    rows = []
    for kind in call.records.find("unitTypes"):
        fits = (not wanted or kind["id"] in wanted) and guests <= (kind.get("maxOccupancy") or guests)
        if fits and free[kind["id"]] > 0:
            rates = call.records.where("rates", "unitTypeId", kind["id"])
            sold = (rate for rate in rates if is_sold(call, rate, start, end))
            rows += [offer(call, kind, rate, free[kind["id"]], (start, end)) for rate in sold]
    offers = [row for row in rows if row]
    return call.page_of(by_type(offers), whole=False) if call.is_observed else call.page_of(offers)


def by_type(offers: list[Json]) -> list[Json]:
    """Return the offers as observed: one row for each type of unit, with the prices at all its rates."""
    rows: dict[int, Json] = {}
    for offer in offers:
        row = rows.setdefault(offer["unitTypeId"], {name: offer[name] for name in OF_TYPE} | {"rateAvailabilities": []})
        row["rateAvailabilities"] += offer["rateAvailabilities"]
    return list(rows.values())


def _number(call: Call, name: str) -> int:
    text = call.asked(name) or "0"
    if not (text.isascii() and text.isdigit()):
        raise invalid(name, f"{text[:40]!r} is not a number of guests.")
    return int(text[:9])


def is_sold(call: Call, rate: Json, start: datetime.date, end: datetime.date) -> bool:
    """Return whether the restrictions of a rate allow a sale today for `start` to `end`."""
    lead = (start - call.today).days
    code = call.asked("rateCode")
    promotion = rate.get("promotionalCode")
    return (
        lead >= (rate.get("leadTimeDays") or 0)
        and (end - start).days >= (rate.get("minimumStay") or 1)
        and start.isoformat() not in (rate.get("closedToArrival") or ())
        and (code is None or code == rate.get("rateCode"))
        and (promotion is None or promotion == call.asked("promotionalCode"))
    )


def offer(call: Call, kind: Json, rate: Json, units: int, stay: tuple[datetime.date, datetime.date]) -> Json | None:
    """Return an offer of a unit type at a rate, or None when the rate has no price for a night of the range."""
    net = net_of(call.records, rate, *stay)
    if net is None:
        return None
    total = price(net, vat_of(call.records, rate, net))
    building = call.records.get("buildings", kind.get("buildingId")) or {}
    return {
        "unitTypeId": kind["id"],
        "unitTypeName": kind.get("name"),
        "buildingId": kind.get("buildingId"),
        "availableUnits": units,
        "rateId": rate["id"],
        "rateCode": rate.get("rateCode"),
        "dateFrom": stay[0].isoformat(),
        "dateTo": stay[1].isoformat(),
        "minimumStay": rate.get("minimumStay") or 1,
        "netAmount": total["net"],
        "vatAmount": total["vat"],
        "grossAmount": total["gross"],
        "currencyCode": rate.get("currencyCode"),
        # From here on as observed.
        "buildingName": building.get("name"),
        "inventoryType": "UNIT_TYPE",
        "inventoryTypeId": kind["id"],
        "inventoryTypeName": kind.get("name"),
        "rateAvailabilities": [at_rate(rate, total, (stay[1] - stay[0]).days)],
    }


def at_rate(rate: Json, total: dict[str, Decimal], nights: int) -> Json:
    """Return the price at one rate; `avgRate` is the gross amount of a night (assumed)."""
    return {
        "rateId": rate["id"],
        "rateCode": rate.get("rateCode"),
        "shortName": rate.get("name"),
        "description": rate.get("name"),
        "currencyCode": rate.get("currencyCode"),
        "nights": nights,
        "avgRate": cents(total["gross"] / nights),
        "totals": total,
    }


def net_of(records: Records, rate: Json, start: datetime.date, end: datetime.date) -> Decimal | None:
    """Return the net price of the nights, None if a night has no price.

    A weekly amount is spread over 7 nights, a monthly amount over the nights of its month.
    """
    priced = [row for row in rate.get("rates") or () if row.get("date") and is_stated(row.get("amount"))]
    dated = sorted((str(row["date"]), Decimal(str(row["amount"]))) for row in priced)
    segments = [row for row in records.where("rateSegments", "rateId", rate["id"]) if is_stated(row.get("amount"))]
    total, night = Decimal(0), start
    while night < end:
        amount = _amount(rate, dated, segments, night)
        if amount is None:
            return None
        total += amount / _nights_covered(rate, night)
        night += DAY
    return cents(total)


def _amount(rate: Json, dated: list[tuple[str, Decimal]], segments: list[Json], night: datetime.date) -> Decimal | None:
    day = night.isoformat()
    earliest = _days_later(night, 1 - _nights_covered(rate, night)).isoformat()
    found = next((amount for date, amount in reversed(dated) if earliest <= date <= day), None)
    inside: list[Any] = [
        row["amount"] for row in segments if (row.get("dateFrom") or "9") <= day <= (row.get("dateTo") or "")
    ]
    return found if found is not None or not inside else Decimal(str(inside[0]))


def covered_until(rate: Json, date: str) -> str:
    """Return the last night that a dated amount of the rate covers."""
    night = datetime.date.fromisoformat(date[:10])
    return _days_later(night, _nights_covered(rate, night) - 1).isoformat()


def _nights_covered(rate: Json, night: datetime.date) -> int:
    if rate.get("rateType") == "WEEKLY":
        return 7
    if rate.get("rateType") == "MONTHLY":
        return calendar.monthrange(night.year, night.month)[1]
    return 1


def _days_later(night: datetime.date, days: int) -> datetime.date:
    """Return the date some days later, or earlier for a negative number; within the calendar, whose ends a stay may have."""
    ordinal = min(max(night.toordinal() + days, 1), datetime.date.max.toordinal())
    return datetime.date.fromordinal(ordinal)


def vat_of(records: Records, rate: Json, net: Decimal) -> Decimal:
    """Return the VAT on a net amount, by the tax code of the rate or else the first tax code; its rate is in percent."""
    code = records.get("taxCodes", rate.get("taxCodeId")) or next(iter(records.find("taxCodes")), {"rate": 0})
    return cents(net * exact(code.get("rate")) / 100)
