"""How the report writes amounts, dates, counts and lists of names."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import datetime

    import polars as pl

ABSENT = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
CENT = Decimal("0.01")
NO_CURRENCY = "of no stated currency"  # in place of the code that follows an amount


def month_name(day: datetime.date) -> str:
    """Return a date as "Nov 2026"."""
    return f"{day:%b %Y}"


def day_name(day: datetime.date) -> str:
    """Return a date as "20 Nov 2026"."""
    return f"{day.day} {day:%b %Y}"


def amounts(frame: pl.DataFrame, column: str) -> list[str]:
    """Return "1,234.50 GBP" for each row of `frame` that has an amount in `column` and a `currency`."""
    return [f"{money(amount)} {currency}" for amount, currency in frame.select(column, "currency").drop_nulls().rows()]


def money(value: Any) -> str:
    """Return two decimals, rounded half away from zero as the marts do, with thousands separators."""
    rounded = Decimal(value).quantize(CENT, ROUND_HALF_UP)
    return f"{rounded:,}".replace("-", MINUS)


def plural(count: int, one: str, many: str = "") -> str:
    """Return "1 unit" or "1,234 units"; `many` is the plural where adding an s is wrong."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(words: list[str], most: int = 5) -> str:
    """Return "a, b and c", or the first `most` and how many more there are."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
