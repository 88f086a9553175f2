"""Months and windows around the as-of date, and ratios that are always sum over sum."""

from __future__ import annotations

import datetime
from decimal import ROUND_HALF_UP

import polars as pl

from nightaudit.report.words import CENT


def month_of(day: datetime.date, add: int = 0) -> datetime.date:
    """Return the first day of the month `add` months after the month of `day`."""
    count = day.year * 12 + day.month - 1 + add
    return datetime.date(count // 12, count % 12 + 1, 1)


def full_months(as_of: datetime.date, count: int = 12) -> tuple[datetime.date, datetime.date]:
    """Return the first day of the `count` full months before the month of `as_of`, and the day after the last one."""
    return month_of(as_of, -count), month_of(as_of)


def share(part: str, whole: str) -> pl.Expr:
    """Return sum(part) / sum(whole) of a group as a fraction; null where the whole is 0."""
    total = pl.col(whole).sum()
    return pl.when(total != 0).then(pl.col(part).sum() / total)


def per_night(money: pl.Series, nights: pl.Series) -> pl.Series:
    """Return money / nights to the cent, half away from zero; null where there are no nights or no amount."""
    return pl.Series(
        [
            (amount / count).quantize(CENT, ROUND_HALF_UP) if count and amount is not None else None
            for amount, count in zip(money, nights, strict=True)
        ],
        dtype=pl.Decimal(18, 2),
    )
