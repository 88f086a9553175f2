"""Days of the generator: ordinals, and what they are in ISO, in the week and in the month."""

from __future__ import annotations

from datetime import date
from functools import cache, lru_cache

WEEK = 7


@cache
def iso(day: int) -> str:
    """Return the ISO date of an ordinal."""
    return date.fromordinal(day).isoformat()


@cache
def stamp(day: int, hour: int = 9) -> str:
    """Return an ISO date-time in UTC on that day."""
    return f"{iso(day)}T{hour:02d}:{day % 60:02d}:00Z"


@lru_cache(maxsize=65_536)
def ordinal(text: str) -> int:
    """Return the ordinal of an ISO date or date-time."""
    return date.fromisoformat(text[:10]).toordinal()


@cache
def weekday(day: int) -> int:
    """Return the day of the week, 0 for Monday."""
    return (day - 1) % WEEK


@cache
def month_of(day: int) -> int:
    """Return the number of the month, 1 to 12."""
    return date.fromordinal(day).month


@cache
def add_months(day: int, months: int) -> int:
    """Return the same day of the month some months later, the 28th where the day of the month is above 28."""
    given = date.fromordinal(day)
    count = given.year * 12 + given.month - 1 + months
    return date(count // 12, count % 12 + 1, min(given.day, 28)).toordinal()


@cache
def month_start(day: int) -> int:
    """Return the first day of the month of `day`."""
    return date.fromordinal(day).replace(day=1).toordinal()


@cache
def next_month(day: int) -> int:
    """Return the first day of the month after that of `day`."""
    return add_months(month_start(day), 1)
