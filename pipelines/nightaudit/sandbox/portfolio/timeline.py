"""Generates the stays and blocks of one unit in order, from the first day to the horizon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.calendar_days import add_months, month_of, weekday
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, TENANCY, TimeFrame, Unit
from nightaudit.sandbox.portfolio.model import Stay
from nightaudit.sandbox.portfolio.randomness import chance, pick, spread

if TYPE_CHECKING:
    from random import Random

# What an activity type means is not shown: assumed 2 is a refurbishment, any other block an out-of-order unit.
MAINTENANCE, REFURBISHMENT = 1, 2
SEASON = (0, 0.72, 0.78, 0.9, 1.0, 1.1, 1.18, 1.25, 1.22, 1.15, 1.05, 0.88, 0.85)
# Chance of an arrival on Monday .. Sunday, relative to an average day: city breaks and business trips.
LEISURE_ARRIVALS = (0.6, 0.55, 0.7, 1.2, 2.1, 1.5, 0.4)
BUSINESS_ARRIVALS = (1.75, 1.5, 1.15, 0.75, 0.6, 0.5, 0.9)
LEISURE_NIGHTS = (1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 7, 7, 10, 14)
BUSINESS_NIGHTS = (1, 2, 2, 3, 3, 4, 4, 4, 5, 7, 7, 9, 12, 14, 18, 25)
LEADS = (0, 0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 27, 33, 40, 48, 60, 75, 100, 160)
MONTH_NIGHTS = (28, 28, 30, 31, 35, 42, 45, 56, 60, 61, 75, 90, 92, 120)
TERMS = (6, 6, 9, 12, 12, 12)
RENEWALS = (6, 6, 12, 12)


def fill(unit: Unit, frame: TimeFrame, rng: Random) -> list[Stay]:
    """Return the stays of a unit that are booked by today, in order, without overlaps; add its blocks to the unit."""
    first = max(frame.start, unit.first or frame.start)
    last = min(frame.horizon, unit.last + 1 if unit.last else frame.horizon)
    closure = spread(rng, first + 60, max(first + 60, last)) if chance(rng, 0.05) else last
    stays: list[Stay] = []
    day = first
    while day < last:
        stay = next_short(unit, day, rng, last) if unit.use == SHORT else _next_long(unit, day, stays, frame, rng)
        if stay is None or stay.start >= last:
            break
        stay.end = min(stay.end, last)
        stays.append(stay)
        day = stay.end
        if day >= closure:
            day, closure = _block(unit, day, min(last, day + spread(rng, 45, 110)), REFURBISHMENT), last
        elif chance(rng, 0.025 if unit.use == SHORT else 0.12):
            day = _block(unit, day, min(last, day + spread(rng, 2, 8)), MAINTENANCE)
    unit.blocks = [block for block in unit.blocks if block[0] <= frame.today + 30]
    return [stay for stay in stays if stay.booked <= frame.today]


def _block(unit: Unit, start: int, end: int, reason: int) -> int:
    if end > start:
        unit.blocks.append((start, end, reason))
    return end


def next_short(unit: Unit, day: int, rng: Random, last: int) -> Stay | None:
    """Return the next short stay of a unit that is free from `day`; None when no arrival falls before `last`."""
    kind = unit.building.kind
    arrivals, nights = (LEISURE_ARRIVALS, LEISURE_NIGHTS) if kind.leisure else (BUSINESS_ARRIVALS, BUSINESS_NIGHTS)
    while not chance(rng, kind.fullness * SEASON[month_of(day)] * arrivals[weekday(day)]):
        day += 1
        if day >= last:
            return None
    return Stay(unit, day, day + pick(rng, nights), SHORT, day - lead(rng))


def lead(rng: Random) -> int:
    """Return the lead time of a short stay: days between booking and arrival."""
    return int(pick(rng, LEADS) * (0.7 + 0.6 * rng.random()))


def _next_long(unit: Unit, day: int, before: list[Stay], frame: TimeFrame, rng: Random) -> Stay | None:
    monthly = unit.use == MONTHLY
    if before and before[-1].end == day and chance(rng, 0.3 if monthly else 0.5):
        return renewal(before[-1], rng)
    if not before and day == frame.start and chance(rng, 0.86):
        # The portfolio was migrated on its first day: existing tenants are taken over with the rest of their term.
        end = day + (spread(rng, 20, 80) if monthly else spread(rng, 25, 360))
        return Stay(unit, day, end, unit.use, day - spread(rng, 5, 40))
    start = day + (spread(rng, 1, 24) if monthly else spread(rng, 12, 100))
    if monthly:
        return Stay(unit, start, start + pick(rng, MONTH_NIGHTS), MONTHLY, start - spread(rng, 2, 45))
    return Stay(unit, start, add_months(start, pick(rng, TERMS)), TENANCY, start - spread(rng, 6, 70))


def renewal(stay: Stay, rng: Random) -> Stay:
    """Return the renewal of a stay: it begins on the day the stay ends, for the same guests, agreed days or weeks before."""
    day = stay.end
    if stay.use == MONTHLY:
        end, booked = day + pick(rng, MONTH_NIGHTS), day - spread(rng, 3, 14)
    else:
        end, booked = add_months(day, pick(rng, RENEWALS)), day - spread(rng, 20, 75)
    return Stay(stay.unit, day, end, stay.use, max(booked, stay.booked + 1), follows=stay)
