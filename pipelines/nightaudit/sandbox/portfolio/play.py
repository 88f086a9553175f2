"""Random choices, days and money of the generated portfolio: seeded generators, days as ordinals, money in whole cents."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

T = TypeVar("T")
CENT = Decimal("0.01")
WEEK = 7


def dice(*seed: object) -> random.Random:
    """Return a random generator for one seed; it yields the same numbers on every machine and Python."""
    return random.Random("/".join(map(str, seed)))  # noqa: S311 - reproducible play data, no secrets


def chance(rng: random.Random, share: float) -> bool:
    """Return True with probability `share`."""
    return rng.random() < share


def fate(rng: random.Random, shares: Mapping[str, float]) -> str:
    """Return one of the names, each with its probability; "" with the remaining probability."""
    draw = rng.random()
    for name, share in shares.items():
        draw -= share
        if draw < 0:
            return name
    return ""


def spread(rng: random.Random, low: int, high: int) -> int:
    """Return a random integer from low to high, both included."""
    return low + int(rng.random() * (high - low + 1))


def pick(rng: random.Random, choices: Sequence[T]) -> T:
    """Return one of the choices, all with the same probability."""
    return choices[int(rng.random() * len(choices))]


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


def money(cents: int) -> Decimal:
    """Convert whole cents to an amount with two decimals."""
    return Decimal(cents) * CENT


def cents_of(amount: object) -> int:
    """Convert an amount of a stored record (Decimal, int, or text) to whole cents; None is zero."""
    return int((Decimal(str(amount or "").strip() or 0) * 100).to_integral_value())


def tax_on(net: int, basis_points: int) -> int:
    """Return the tax on an amount in cents, rounded half away from zero; 100 basis points are one percent."""
    tax = (abs(net) * basis_points * 2 + 10_000) // 20_000
    return tax if net >= 0 else -tax


def part(cents: int, numerator: int, denominator: int) -> int:
    """Return the fraction of an amount, rounded to a cent towards minus infinity."""
    return cents * numerator // denominator
