"""Dice, days and money of the play portfolio: everything random is seeded, days are ordinals, money is whole cents."""

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
    """A generator of its own for one seed; the same on every machine and Python."""
    return random.Random("/".join(map(str, seed)))  # noqa: S311 - reproducible play data, no secrets


def chance(rng: random.Random, share: float) -> bool:
    """True in `share` of the cases."""
    return rng.random() < share


def fate(rng: random.Random, shares: Mapping[str, float]) -> str:
    """One of the names by its share of the cases; "" for the rest."""
    draw = rng.random()
    for name, share in shares.items():
        draw -= share
        if draw < 0:
            return name
    return ""


def spread(rng: random.Random, low: int, high: int) -> int:
    """A whole number from low to high, both included."""
    return low + int(rng.random() * (high - low + 1))


def pick(rng: random.Random, choices: Sequence[T]) -> T:
    """One of the choices, each as likely as the others."""
    return choices[int(rng.random() * len(choices))]


@cache
def iso(day: int) -> str:
    """The ISO date of a day's ordinal."""
    return date.fromordinal(day).isoformat()


@cache
def stamp(day: int, hour: int = 9) -> str:
    """An ISO date-time in UTC on that day."""
    return f"{iso(day)}T{hour:02d}:{day % 60:02d}:00Z"


@lru_cache(maxsize=65_536)
def ordinal(text: str) -> int:
    """The ordinal of an ISO date or date-time."""
    return date.fromisoformat(text[:10]).toordinal()


@cache
def weekday(day: int) -> int:
    """0 is Monday."""
    return (day - 1) % WEEK


@cache
def month_of(day: int) -> int:
    """1 to 12."""
    return date.fromordinal(day).month


@cache
def add_months(day: int, months: int) -> int:
    """The same day of the month, that many months later; the 28th where a later day does not exist."""
    given = date.fromordinal(day)
    count = given.year * 12 + given.month - 1 + months
    return date(count // 12, count % 12 + 1, min(given.day, 28)).toordinal()


@cache
def month_start(day: int) -> int:
    """The first of the month the day is in."""
    return date.fromordinal(day).replace(day=1).toordinal()


@cache
def next_month(day: int) -> int:
    """The first of the month after the day's."""
    return add_months(month_start(day), 1)


def money(cents: int) -> Decimal:
    """Whole cents as an amount with two decimals."""
    return Decimal(cents) * CENT


def cents_of(amount: object) -> int:
    """An amount of a stored record (Decimal, int, or JSON's text of it) in whole cents; none is zero."""
    return int((Decimal(str(amount or "").strip() or 0) * 100).to_integral_value())


def tax_on(net: int, basis_points: int) -> int:
    """The tax on an amount in cents, half away from zero; 100 basis points are one percent."""
    tax = (abs(net) * basis_points * 2 + 10_000) // 20_000
    return tax if net >= 0 else -tax


def part(cents: int, numerator: int, denominator: int) -> int:
    """That part of an amount, rounded towards minus infinity to a cent."""
    return cents * numerator // denominator
