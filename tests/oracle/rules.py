"""Settings, statuses, rounding and dates, with the readings chosen where the definitions leave a choice open."""

from __future__ import annotations

import datetime
import zoneinfo
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

Day = datetime.date
Row = dict[str, Any]  # a mart's row without its key, by column
Rows = dict[tuple[Any, ...], Row]
UNKNOWN = -1  # the key where the record states none
ONE = datetime.timedelta(days=1)
SOLD = frozenset({"CONFIRMED", "CHECKED_IN", "CHECKED_OUT"})
TENTATIVE = frozenset({"PENDING"})
NOT_STAYING = frozenset({"ENQUIRY", "CANCELLED", "NO_SHOW"})


class UnknownStatusError(ValueError):
    """A status that no definition covers: rows must never be dropped for it."""


@dataclass(frozen=True)
class Rules:
    """The settings of a deployment, and the chosen readings (see README.md), on which figures depend."""

    business_date: Day
    excluded_buildings: tuple[str, ...] = ()
    tenancy_gap_nights: int = 0
    residential_from_nights: int = 28
    time_zone: str = "Europe/London"
    base_currency: str = "GBP"
    rates: tuple[tuple[str, Day, Decimal], ...] = ()  # currency, first day of the rate, worth of one unit
    export_after_days: int = 3
    closure_from_nights: int = 28  # a block of at least so many nights is a long closure; a shorter one is out of order


def status_of(status: str | None) -> str:
    """Return the status if a definition covers it; raise UnknownStatusError otherwise."""
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


def ratio_of_cents(over: int, under: int) -> Decimal | None:
    """Cents divided by a count as money, half a cent away from zero; None for a count of 0."""
    return (Decimal(over) / under / 100).quantize(Decimal("0.01"), ROUND_HALF_UP) if under else None


def rate(currency: str, into: str, on: Day, rules: Rules) -> Decimal | None:
    """What one unit of a currency is worth in another on a date, 4 decimals; None if that is 0 or unknown."""
    if currency == into:
        return Decimal(1)
    worth = {code: value for code, since, value in sorted(rules.rates) if since <= on}
    if currency not in worth or not worth.get(into):
        return None
    return (worth[currency] / worth[into]).quantize(Decimal("0.0001"), ROUND_HALF_UP) or None


def converted(amount: int, currency: str, into: str, on: Day, rules: Rules) -> int | None:
    """Cents in another currency at a date's rate, half away from zero; None without a rate."""
    worth = rate(currency, into, on, rules)
    return None if worth is None else int((amount * worth).to_integral_value(ROUND_HALF_UP))


def day(text: Any, zone: str | None = None) -> Day | None:
    """The local date of an ISO date or date-time; a date-time with offset is read in `zone`."""
    if not text:
        return None
    text = str(text)
    if len(text) == len("2024-02-29"):
        return Day.fromisoformat(text)
    moment = datetime.datetime.fromisoformat(text)
    return moment.astimezone(zoneinfo.ZoneInfo(zone)).date() if moment.tzinfo and zone else moment.date()


def known_day(text: Any, zone: str | None = None) -> Day | None:
    """The same, or None for a year that services write for a date that they do not know."""
    return day(text, zone) if text and "1900" <= str(text)[:4] < "2200" else None


def month(date: Day) -> Day:
    """The first of the date's month."""
    return date.replace(day=1)


def money_months(today: Day) -> tuple[Day, Day]:
    """The first and the last month in which marts have a row a month: a mistyped year does not make thousands of rows."""
    return Day(today.year - 20, today.month, 1), Day(today.year + 10, today.month, 1)


def next_month(date: Day) -> Day:
    """The first of the month after the date's."""
    return (date.replace(day=1) + 32 * ONE).replace(day=1)


def days(first: Day, end: Day) -> list[Day]:
    """The days from the first up to, not including, the end."""
    return [first + ONE * i for i in range((end - first).days)]
