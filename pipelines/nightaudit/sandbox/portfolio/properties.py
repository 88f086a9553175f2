"""Builds the records of a building: the building, its unit types, rates, extras, units, contracts, locations, access groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names
from nightaudit.sandbox.portfolio.amounts import money, tax_on
from nightaudit.sandbox.portfolio.calendar_days import add_months, iso, month_start, next_month, stamp
from nightaudit.sandbox.portfolio.estate import (
    MONTHLY,
    RATE_TYPES,
    SHORT,
    TENANCY,
    Building,
    Run,
    TimeFrame,
    Unit,
    UnitType,
)
from nightaudit.sandbox.portfolio.reference import FEATURES
from nightaudit.sandbox.portfolio.shapes import price

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.portfolio.model import Json
    from nightaudit.sandbox.portfolio.places import TaxCode

LOCATIONS = (("BATHROOM", "Bathroom"), ("LIVING_SPACE", "Living space with kitchen"))
DATED_BACK, DATED_AHEAD = 30, 120
LEASED_EVERY = 6


def records(building: Building, frame: TimeFrame, run: Run) -> Iterator[tuple[str, Json]]:
    """Yield (collection, record) of the building and its stock."""
    born = {"createdDate": stamp(frame.start - 20, 8), "lastModifiedDate": stamp(frame.start - 20, 8)}
    yield "buildings", {**_building(building), **born}
    code = {
        "id": building.id,
        "buildingId": building.id,
        "name": "Main door",
        "code": f"{building.id * 7919 % 10_000:04d}",
    }
    yield "accessCodes", code
    group = run.next("accessGroups")
    access = {
        "id": group,
        "name": f"{building.name} residents",
        "buildingId": building.id,
        "externalId": f"AG-{group:04d}",
    }
    yield "accessGroups", access
    for kind in building.types:
        yield from _type(kind, building, run, born)
        yield from _rates(kind, building, frame, run)
    for extra in building.extras:
        record = {
            "id": extra.id,
            "name": extra.name,
            "description": f"{extra.name} at {building.name}",
            "pricing": price(extra.price, tax_on(extra.price, extra.tax.basis_points)),
            "billingFrequencyId": extra.frequency,
            "compulsory": extra.compulsory,
            "bookableOnline": not extra.compulsory,
            "buildingId": building.id,
            "taxCodeId": extra.tax.id,
            **born,
        }
        yield "extras", record
    for unit in building.units:
        yield from _unit(unit, group, frame, run, born)


def _building(building: Building) -> Json:
    city = building.city
    return {
        "id": building.id,
        "name": building.name,
        "status": "ACTIVE",
        "address": {
            "addressLine1": names.street(building.id),
            "addressLine2": None,
            "city": city.name,
            "postcode": f"ZZ{building.id:03d}",
            "country": city.country.name,
        },
        "facilities": [FEATURES[building.id % len(FEATURES)], FEATURES[building.id * 3 % len(FEATURES)]],
        "customFields": [{"id": 1, "name": "operatingModel", "type": "TEXT", "value": building.kind.label}],
        "developmentId": (building.id + 1) // 2,
        "areaId": city.id * 2 - building.id % 2,
        "cityId": city.id,
        "timeZone": city.time_zone,
        "currencyCode": city.country.currency,
    }


def _type(kind: UnitType, building: Building, run: Run, born: Json) -> Iterator[tuple[str, Json]]:
    record = {
        "id": kind.id,
        "name": kind.name,
        "description": f"{kind.name} at {building.name}",
        "bedrooms": kind.bedrooms,
        "bathrooms": max(1, kind.bedrooms),
        "floorSpace": money(2650 + 1780 * kind.bedrooms),
        "maxOccupancy": 2 + kind.bedrooms * 2,
        "buildingId": building.id,
        **born,
    }
    yield "unitTypes", record
    for feature in (7, 8):
        link = {"id": run.next("unitTypes_featuresFacilities"), "unitTypeId": kind.id}
        yield "unitTypes_featuresFacilities", {**link, "featureFacilityId": feature}
    number, name = run.next("images"), f"type-{kind.id}.jpg"
    image = {"id": number, "unitTypeId": kind.id, "fileName": name, "size": 64_000 + number, "type": "image/jpeg"}
    yield "images", image


def _rates(kind: UnitType, building: Building, frame: TimeFrame, run: Run) -> Iterator[tuple[str, Json]]:
    for rate_type in RATE_TYPES:
        number, code, _, name = kind.rate(rate_type)
        common = {"unitTypeId": kind.id, "currencyCode": building.currency}
        amounts = [{"date": iso(day), "amount": money(cents)} for day, cents in _amounts(rate_type, kind, frame)]
        rate = {
            "id": number,
            "rateCode": code,
            "name": name,
            "rateType": rate_type,
            "taxCodeId": _tax(rate_type, kind, building).id,
            **common,
            "occupancyCount": 2,
            "rates": amounts,
        }
        yield "rates", rate
        day = month_start(frame.today)
        for quarter in range(4):
            start, end = add_months(day, quarter * 3), add_months(day, quarter * 3 + 3)
            table = kind.nightly
            low, high = (min(d - frame.start, len(table) - 1) for d in (start, end))
            night = (table[high] - table[low]) // max(1, high - low) if high > low else kind.night
            amount = {"DAILY": night, "WEEKLY": night * 7 * 92 // 100, "MONTHLY": kind.rent}[rate_type]
            segment = {"id": run.next("rateSegments"), "rateId": number, "name": f"{iso(start)} quarter"}
            dates = {"dateFrom": iso(start), "dateTo": iso(end - 1)}
            yield "rateSegments", {**segment, **dates, "amount": money(amount), **common}


def _tax(rate_type: str, kind: UnitType, building: Building) -> TaxCode:
    """Return the tax code of a rate: lodging, or for a monthly rate of units that are let on tenancies, exempt."""
    country = building.city.country
    is_let = any(unit.use == TENANCY for unit in building.units if unit.type is kind)
    return country.exempt if rate_type == "MONTHLY" and is_let else country.lodging


def _amounts(rate_type: str, kind: UnitType, frame: TimeFrame) -> Iterator[tuple[int, int]]:
    """Yield the dated net amounts of a rate: nights or weeks around today, firsts of months since the start."""
    nightly, start = kind.nightly, frame.start
    if rate_type == "MONTHLY":
        day = month_start(start)
        while day < frame.horizon:
            yield day, round(kind.rent * (1 + 0.035 * (day - start) / 365) / 1000) * 1000
            day = next_month(day)
        return
    step = 7 if rate_type == "WEEKLY" else 1
    for day in range(max(start, frame.today - DATED_BACK), min(frame.today + DATED_AHEAD, frame.horizon - 7), step):
        whole = nightly[day - start + step] - nightly[day - start]
        yield day, whole if step == 1 else whole * 92 // 100


def _unit(unit: Unit, group: int, frame: TimeFrame, run: Run, born: Json) -> Iterator[tuple[str, Json]]:
    building, kind = unit.building, unit.type
    name = f"{building.name} residents"
    record = {
        "id": unit.id,
        "unitName": unit.name,
        "buildingName": building.name,
        "unitTypeName": kind.name,
        "bookable": unit.bookable,
        "buildingId": building.id,
        "unitTypeId": kind.id,
        "maxOccupancy": 2 + kind.bedrooms * 2,
        "status": "ACTIVE" if unit.last is None or unit.last >= frame.today else "INACTIVE",
        "availableFrom": iso(unit.first) if unit.first else None,
        "availableTo": iso(unit.last) if unit.last else None,
        "name": unit.name,
        "publish": unit.bookable and not building.test,
        "unitType": {"id": kind.id, "name": kind.name},
        "accessGroups": [{"id": group, "name": name}],
        "customFields": [{"id": 2, "name": "soldBy", "type": "TEXT", "value": unit.use}],
        **born,
    }
    yield "units", record
    link = {"id": run.next("unitAccessGroups"), "unit": {"id": unit.id, "name": unit.name}}
    yield "unitAccessGroups", {**link, "accessGroup": {"id": group, "name": name}}
    for place, text in LOCATIONS:
        yield "unitLocations", {"id": run.next("unitLocations"), "type": place, "unitId": unit.id, "description": text}
    if unit.last is not None or unit.id % LEASED_EVERY == 0:
        yield "unitContracts", _contract(unit, frame, run)


def _contract(unit: Unit, frame: TimeFrame, run: Run) -> Json:
    """Return the head lease of a unit; its end date is its last night (assumed), and the last night of the unit."""
    start = unit.first or frame.start
    end = (unit.last + 1) if unit.last else add_months(month_start(frame.start), 12 * 10)
    rent = unit.type.rent * (55 if unit.use in (SHORT, MONTHLY) else 70) // 100
    return {
        "id": run.next("unitContracts"),
        "unitId": unit.id,
        "buildingId": unit.building.id,
        "startDate": iso(start),
        "endDate": iso(end - 1),
        "contractType": "HEAD_LEASE",
        "partyName": names.firm(unit.id),
        "rentAmount": money(rent),
        "rentFrequency": "MONTHLY",
        "breakDate": None,
        "currencyCode": unit.building.currency,
    }
