"""Generates the stock of a building: unit types with price tables, units with their lives, extras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names
from nightaudit.sandbox.portfolio.calendar_days import month_of, weekday
from nightaudit.sandbox.portfolio.estate import (
    MONTHLY,
    RATE_TYPES,
    SHORT,
    TENANCY,
    Building,
    Extra,
    Run,
    TimeFrame,
    Unit,
    UnitType,
)
from nightaudit.sandbox.portfolio.places import CITIES, KINDS, TEST_BUILDING, TEST_UNITS, Kind, sizes
from nightaudit.sandbox.portfolio.randomness import chance, dice, spread
from nightaudit.sandbox.portfolio.timeline import SEASON

if TYPE_CHECKING:
    from random import Random

TYPES = (("Studio", 0, 100), ("One-bedroom", 1, 134), ("Two-bedroom", 2, 178))
EXTRAS = (
    ("Parking space", 7, "MONTH", 3, False),
    ("Breakfast", 10, "NIGHT", 1, False),
    ("Departure cleaning", 45, "ONCE", 4, True),
    ("Late check-out", 25, "ONCE", 4, False),
    ("Airport transfer", 60, "ONCE", 4, False),
)
YEARLY_RISE = 0.04
WEEKEND = (4, 5)
LATER_EVERY = 5


def plan(units: int, seed: int) -> list[tuple[Kind, int, bool]]:
    """Return (kind, number of units, whether it is the Test Building) of each building, in order of id."""
    test = min(TEST_UNITS, units - 1)
    rows = [(kind, count, False) for kind, count in sizes(units - test, seed)]
    return [*rows, (KINDS[0], test, True)] if test else rows


def build(number: int, row: tuple[Kind, int, bool], frame: TimeFrame, run: Run) -> Building:
    """Return a building with its unit types, units and extras, with ids from `run`."""
    kind, count, test = row
    rng = dice(frame.seed, "stock", number)
    opens = frame.start + spread(rng, 150, 300) if number % LATER_EVERY == LATER_EVERY - 1 and not test else None
    name = TEST_BUILDING if test else names.building(number)
    building = Building(run.next("buildings"), name, CITIES[kind.city], kind, opens, test)
    building.types = [_type(run, building, row, frame) for row in TYPES]
    building.extras = [_extra(run, building, row) for row in EXTRAS]
    for _ in range(count):
        building.units.append(_unit(building, count, frame, run, rng))
    return building


def _type(run: Run, building: Building, row: tuple[str, int, int], frame: TimeFrame) -> UnitType:
    text, bedrooms, level = row
    night, rent = building.kind.night * level, building.kind.rent * level // 100 * 100
    rates = {rate: run.next("rates") for rate in RATE_TYPES}
    result = UnitType(run.next("unitTypes"), text, bedrooms, night, rent, rates)
    weekend = 1.18 if building.kind.leisure else 0.92
    total, table = 0, [0]
    for day in range(frame.start, frame.horizon + 1):
        rise = 1 + YEARLY_RISE * (day - frame.start) / 365
        season = 1 + (SEASON[month_of(day)] - 1) * 0.7
        total += int(night / 100 * rise * season * (weekend if weekday(day) in WEEKEND else 1)) * 100
        table.append(total)
    result.nightly = table
    return result


def _extra(run: Run, building: Building, row: tuple[str, int, str, int, bool]) -> Extra:
    name, percent, per, frequency, compulsory = row
    base = building.kind.rent if per == "MONTH" else building.kind.night
    tax = building.city.country.standard
    return Extra(run.next("extras"), name, base * percent // 10 * 10, per, frequency, compulsory, tax)


def _unit(building: Building, count: int, frame: TimeFrame, run: Run, rng: Random) -> Unit:
    kind, position = building.kind, len(building.units)
    share = (position + 0.5) / count
    use = SHORT if share < kind.short else MONTHLY if share < kind.short + kind.monthly else TENANCY
    number = int(rng.random() * 10)
    chosen = building.types[0 if number in range(5) else 1 if number in range(8) else 2]
    bookable = building.test or not chance(rng, 0.04)
    first, last = building.opens, None
    if first is None and chance(rng, 0.03):
        first = frame.start + spread(rng, 60, 400)
    if chance(rng, 0.03):
        last = frame.today + spread(rng, -260, 120)
    name = f"{building.id:02d}-{position // 8 + 1}{position % 8 + 1:02d}"
    return Unit(run.next("units"), name, chosen, building, use, bookable, first, last)
