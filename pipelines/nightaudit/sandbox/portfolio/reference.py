"""Reference records of the whole portfolio: geography, classifications, taxes, channels, teams, features."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names
from nightaudit.sandbox.portfolio.amounts import money
from nightaudit.sandbox.portfolio.calendar_days import iso
from nightaudit.sandbox.portfolio.places import CITIES, COUNTRIES
from nightaudit.sandbox.portfolio.stock import plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.portfolio.estate import Run, TimeFrame
    from nightaudit.sandbox.portfolio.model import Json

AREAS = ("Old Harbour", "North Bank")
CHANNELS = (
    ("Own website", "Own", "0"),
    ("Reservations desk", "Own", "0"),
    ("Wanderbed", "Wanderbed Travel", "15"),
    ("Stayloop", "Stayloop Online", "17.5"),
    ("Agentia", "Agentia Corporate Travel", "10"),
    ("Movewise", "Movewise Relocation", "8"),
    ("Flatfinder", "Flatfinder Portals", "4"),
)
NAMED = {
    "marketSegments": ("Leisure", "Corporate", "Relocation", "Student", "Residential", "Group", "Complimentary"),
    "bookingTypes": ("Short stay", "Month-long stay", "Tenancy"),
    "bookingTerms": ("Pay before or at the stay", "Monthly in advance", "Company, 30 days"),
    "billingFrequencies": ("Per night", "Per week", "Per month", "Once"),
    "tags": ("VIP", "Long stay", "Pet", "Quiet floor"),
}
FEATURES = ("Lift", "Gym", "Co-working room", "Bicycle store", "Concierge", "Roof terrace", "Kitchen", "Balcony")
TEAMS = (("Housekeeping", "CLEANER"), ("Maintenance", "TECHNICIAN"), ("Front desk", "RECEPTION"))


def reference(frame: TimeFrame, units: int, run: Run) -> Iterator[tuple[str, Json]]:
    """Yield (collection, record) of all records that do not belong to one building."""
    for country in COUNTRIES:
        record = {"id": country.id, "countryName": country.name, "isoCode2": country.iso2, "isoCode3": country.iso3}
        yield "countries", record
    for city in CITIES.values():
        record = {
            "id": city.id,
            "name": city.name,
            "regionId": None,
            "countryId": city.country.id,
            "latitude": city.latitude,
            "longitude": city.longitude,
            "deleted": False,
        }
        yield "cities", record
        for position, name in enumerate(AREAS):
            number = city.id * 2 - 1 + position
            area = {"id": number, "name": f"{city.name} {name}", "cityId": city.id, "regionId": None}
            yield "areas", {**area, "countryId": city.country.id, "parentAreaId": None, "deleted": False}
    yield "areas", {"id": 99, "name": "Closed district", "cityId": 1, "countryId": 1, "deleted": True}
    yield from _choices()
    yield from _developments(frame, units, run)


def _choices() -> Iterator[tuple[str, Json]]:
    for collection, choices in NAMED.items():
        for number, name in enumerate(choices, 1):
            yield collection, {"id": number, "name": name, "description": f"{name}."}
    for country in COUNTRIES:
        for code in sorted(
            {country.lodging, country.lodging_before, country.standard, country.exempt}, key=lambda c: c.id
        ):
            yield "taxCodes", {"id": code.id, "name": code.name, "code": code.code, "rate": money(code.basis_points)}
    for number, (name, operator, commission) in enumerate(CHANNELS, 1):
        yield "channels", {"id": number, "name": name, "operator": operator, "commission": Decimal(commission)}
    for number, (name, role) in enumerate(TEAMS, 1):
        yield "teams", {"id": number, "name": name, "members": [f"user{number}1", f"user{number}2"], "roles": [role]}
    for number, name in enumerate(FEATURES, 1):
        yield "featuresFacilities", {"id": number, "name": name}


def _developments(frame: TimeFrame, units: int, run: Run) -> Iterator[tuple[str, Json]]:
    """Yield the developments, each with two buildings in order of building id, and their features and images."""
    for number in range(1, (len(plan(units, frame.seed)) + 1) // 2 + 1):
        record = {
            "id": number,
            "name": f"{names.building(number * 2 - 1).split(' ', maxsplit=1)[0]} Estate {number}",
            "areaId": number % len(CITIES) * 2 + 1,
            "status": "ACTIVE",
            "startDate": iso(frame.start - 900),
            "endDate": None,
            "createdDate": f"{iso(frame.start - 30)}T08:00:00Z",
            "lastModifiedDate": f"{iso(frame.start - 30)}T08:00:00Z",
        }
        yield "developments", record
        for feature in sorted({number % 8 + 1, number * 3 % 8 + 1}):
            link = {"id": run.next("developments_featuresFacilities"), "developmentId": number}
            yield "developments_featuresFacilities", {**link, "featureFacilityId": feature}
        image = {
            "id": run.next("images"),
            "developmentId": number,
            "fileName": f"estate-{number}.jpg",
            "size": 81_000 + number,
            "type": "image/jpeg",
        }
        yield "images", image
