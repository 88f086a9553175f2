"""Expected rows of the dimensions: the records' own values, substitute names, and the supply dates of units."""

from __future__ import annotations

import datetime
import hashlib
from typing import TYPE_CHECKING, Any

from oracle import occupancy
from oracle.invoices import allocations, invoices, told
from oracle.named import building_name, type_name
from oracle.rules import ONE, UNKNOWN, Rows, day, days, known_day, month

if TYPE_CHECKING:
    from oracle.model import Json, Portfolio, Unit
    from oracle.rules import Day

WEEKEND = {6, 7}


def buildings(portfolio: Portfolio) -> Rows:
    """Every building that is not excluded, and unlisted buildings that units, stays, invoices or allocations name.

    Deleted stays and invoices count, too.
    """
    of = (portfolio.stays, portfolio.units, told(portfolio), allocations(portfolio))
    named = {one.building for kind in of for one in kind.values()} | set(portfolio.building_of_gone_stay.values())
    named |= {_in_list(unit, portfolio)[0] for unit in portfolio.units.values()}
    rows: Rows = {}
    for key in (portfolio.buildings.keys() | named) - portfolio.excluded:
        record: Json = portfolio.buildings.get(key or 0, {})
        development = portfolio.kept.get("developments", {}).get(record.get("developmentId"), {})
        rows[key or UNKNOWN,] = {
            "building_name": building_name(portfolio, key),
            "building_status": record.get("status"),
            "development_id": record.get("developmentId"),
            "development_name": development.get("name"),
            "city_name": (record.get("address") or record).get("city"),
            "country_name": (record.get("address") or record).get("country"),
            "time_zone": portfolio.zone(key),
            "currency_code": portfolio.currency(key),
            "removed_on": None,
        }
    return rows


def units(portfolio: Portfolio) -> Rows:
    """Every unit outside the excluded buildings, with its supply nights, if any, and unlisted units that stays name."""
    first, last = occupancy.horizon(portfolio)
    opening = occupancy.first_night(portfolio)
    unlisted: Rows = {
        (stay.unit,): {
            "unit_name": f"Unit {stay.unit}",
            "building_id": stay.building or UNKNOWN,
            "unit_type_id": stay.type or UNKNOWN,
            **dict.fromkeys(("is_bookable", "unit_status", "max_occupancy", "available_from", "available_to")),
            **dict.fromkeys(("removed_on", "supply_from", "supply_to")),
        }
        for stay in sorted(portfolio.stays.values(), key=lambda stay: (stay.start, stay.id))
        if stay.unit
    }
    return unlisted | {
        (unit.id,): {
            "unit_name": unit.record.get("unitName") or unit.record.get("name") or f"Unit {unit.id}",
            "building_id": unit.building or UNKNOWN,
            "unit_type_id": unit.type or UNKNOWN,
            "is_bookable": unit.bookable,
            "unit_status": unit.record.get("status"),
            "max_occupancy": unit.record.get("maxOccupancy"),
            "available_from": day(unit.record.get("availableFrom")),
            "available_to": day(unit.record.get("availableTo")),
            "removed_on": None,
            **_life(unit, max(unit.first or opening, first), min(unit.last or last, last)),
        }
        for unit in portfolio.units.values()
    }


def _in_list(unit: Unit, portfolio: Portfolio) -> tuple[int | None, int | None]:
    """The building and type of the unit by its own record alone, as in `core.dim_units_history`."""
    building, kind = unit.record.get("buildingId"), unit.record.get("unitTypeId")
    named = portfolio.building_names.get(unit.record.get("buildingName"))
    return building or named, kind or (unit.record.get("unitType") or {}).get("id")


def _life(unit: Unit, first: Day, last: Day) -> dict[str, Any]:
    lives = unit.bookable and first <= last
    return {"supply_from": first if lives else None, "supply_to": last + ONE if lives else None}


def unit_types(portfolio: Portfolio) -> Rows:
    """Every unit type outside the excluded buildings, and unlisted types that a unit or stay names."""
    named = {s.type for s in portfolio.stays.values()} | {u.type for u in portfolio.units.values()}
    named |= {_in_list(unit, portfolio)[1] for unit in portfolio.units.values()}
    outside = {key for key, record in portfolio.types.items() if record.get("buildingId") not in portfolio.excluded}
    rows: Rows = {}
    for key in outside | named:
        record: Json = portfolio.types.get(key or UNKNOWN, {})
        rows[key or UNKNOWN,] = {
            "unit_type_name": type_name(portfolio, key),
            "bedrooms": record.get("bedrooms"),
            "max_occupancy": record.get("maxOccupancy"),
            "building_id": record.get("buildingId") if key in outside else None,
            "removed_on": None,
        }
    return rows


def channels(portfolio: Portfolio) -> Rows:
    """Channels as listed."""
    return {
        (key,): {
            "channel_name": record.get("name"),
            "channel_operator": record.get("operator"),
            "commission_percent": record.get("commission"),
            "removed_on": None,
        }
        for key, record in portfolio.kept.get("channels", {}).items()
    }


def market_segments(portfolio: Portfolio) -> Rows:
    """Market segments as listed."""
    return {
        (key,): {"market_segment_name": record.get("name"), "removed_on": None}
        for key, record in portfolio.kept.get("marketSegments", {}).items()
    }


def contacts(portfolio: Portfolio, key: str) -> Rows:
    """Contacts, with a digest of the e-mail address by the warehouse's key as pseudonym."""
    return {
        (number,): {
            "contact_pseudonym": _digest(_person(record, number), key),
            "contact_type": record.get("type"),
            "contact_source": record.get("source"),
            "contact_status": record.get("status"),
            "lifecycle_stage": record.get("lifecycleStage"),
            "nationality_id": record.get("nationalityId"),
            "created_date": known_day(record.get("createdDate"), portfolio.rules.time_zone),
            **dict.fromkeys(
                ("contact_name", "email_address", "telephone_number")
            ),  # names are not published by default
        }
        for number, record in portfolio.kept.get("contacts", {}).items()
    }


def _person(record: Json, number: int) -> str:
    email = (record.get("primaryContactEmailAddress") or {}).get("email")
    return str(email or "").strip().lower() or f"contact {number}"


def _digest(text: str, key: str) -> str:
    inner = hashlib.sha256((key + text).encode()).hexdigest()
    return hashlib.sha256((key + inner).encode()).hexdigest()[:32]


def dates(portfolio: Portfolio) -> Rows:
    """Every day from the first year with supply, a stay, a booking or money, to a year after the last night."""
    stated = [
        *(row["supply_from"] for row in units(portfolio).values()),
        *(date for stay in portfolio.stays.values() for date in (stay.start, stay.booked)),
        *(date for invoice in invoices(portfolio).values() for date in (invoice.date, invoice.posted)),
        *(allocation.date for allocation in allocations(portfolio).values()),
    ]
    first = min([occupancy.first_night(portfolio), *filter(None, stated)])
    first = max(first, occupancy.horizon(portfolio)[0]).replace(month=1, day=1)
    end = occupancy.horizon(portfolio)[1] + ONE + datetime.timedelta(days=366)
    return {
        (date,): {
            "month": month(date),
            "year": date.year,
            "quarter": (date.month + 2) // 3,
            "month_of_year": date.month,
            "iso_week": date.isocalendar().week,
            "day_of_week": date.isoweekday(),
            "is_weekend": date.isoweekday() in WEEKEND,
            "same_weekday_last_year": date - 364 * ONE,
            "is_past": date < portfolio.rules.business_date,
        }
        for date in days(first, end)
    }
