"""The settings of a run, the statuses, and the readings chosen where the definitions leave a choice open."""

from __future__ import annotations

import datetime
import zoneinfo
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

Day = datetime.date
ONE = datetime.timedelta(days=1)
SOLD = frozenset({"CONFIRMED", "CHECKED_IN", "CHECKED_OUT"})
TENTATIVE = frozenset({"PENDING"})
NOT_STAYING = frozenset({"ENQUIRY", "CANCELLED", "NO_SHOW"})


class UnknownStatusError(ValueError):
    """A status that no definition covers: rows must never be dropped for it."""


@dataclass(frozen=True)
class Rules:
    """What a deployment decides, and the readings (see README.md) the figures depend on."""

    business_date: Day
    excluded_buildings: tuple[str, ...] = ()
    tenancy_gap_nights: int = 0
    residential_from_nights: int = 28
    time_zone: str = "Europe/London"
    base_currency: str = "GBP"
    rates: tuple[tuple[str, Day, Decimal], ...] = ()  # currency, since when, what one unit of it is worth
    closure_from_nights: int = 28  # a block of at least so many nights is a long closure; a shorter one is out of order


def status_of(status: str | None) -> str:
    """The status, proven to be one that a definition covers; raises UnknownStatusError."""
    if status is None or status not in SOLD | TENTATIVE | NOT_STAYING:
        raise UnknownStatusError(f"no definition covers the room stay status {status!r}")
    return status


def cents(amount: Any) -> int:
    """An amount (Decimal, int, or text of one; None is nothing) in whole cents, half away from zero."""
    return int((Decimal(str(amount or 0)) * 100).to_integral_value(ROUND_HALF_UP))


def split(amount: int, nights: int) -> list[int]:
    """Whole cents spread over nights; each share floors the running total, so the shares sum to the amount."""
    return [amount * (i + 1) // nights - amount * i // nights for i in range(nights)]


def money(amount: int) -> Decimal:
    """Whole cents as an amount with two decimals."""
    return Decimal(amount) / 100


def converted(amount: int, currency: str, into: str, on: Day, rules: Rules) -> int:
    """Cents in another currency at a date's rate (4 decimals), half away from zero; nothing without a rate."""
    if currency == into:
        return amount
    worth = {code: rate for code, since, rate in sorted(rules.rates) if since <= on}
    if currency not in worth or into not in worth:
        return 0
    rate = (worth[currency] / worth[into]).quantize(Decimal("0.0001"), ROUND_HALF_UP)
    return int((amount * rate).to_integral_value(ROUND_HALF_UP))


def day(text: Any, zone: str | None = None) -> Day | None:
    """The local date of an ISO date or date-time; a date-time with offset is read in `zone`."""
    if not text:
        return None
    text = str(text)
    if len(text) == len("2024-02-29"):
        return Day.fromisoformat(text)
    moment = datetime.datetime.fromisoformat(text)
    return moment.astimezone(zoneinfo.ZoneInfo(zone)).date() if moment.tzinfo and zone else moment.date()


def month(date: Day) -> Day:
    """The first of the date's month."""
    return date.replace(day=1)


def next_month(date: Day) -> Day:
    """The first of the month after the date's."""
    return (date.replace(day=1) + 32 * ONE).replace(day=1)


def days(first: Day, end: Day) -> list[Day]:
    """The days from the first up to, not including, the end."""
    return [first + ONE * i for i in range((end - first).days)]
