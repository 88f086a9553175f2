"""The figures a reader wants first: how full it is, what was earned, what is owed and how much of that is late."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from nightaudit.report.occupancy import kpis, without_rate
from nightaudit.report.periods import month_of, share
from nightaudit.report.receivables import open_totals
from nightaudit.report.revenue import EARNED
from nightaudit.report.words import ABSENT, amounts, day_name, month_name, plural

if TYPE_CHECKING:
    import datetime


@dataclass(frozen=True)
class Tile:
    """One headline: what it is, its values (one per currency, "1,234.50 GBP"), and the words below."""

    label: str
    values: tuple[str, ...]
    note: str


def tiles(
    nights: pl.DataFrame, tonight: pl.DataFrame, months: pl.DataFrame, ageing: pl.DataFrame, as_of: datetime.date
) -> list[Tile]:
    """Return the headlines of a page.

    Takes `occupancy.read_nights` of the full months and of the as-of night, `revenue.read_months` and
    `receivables.read_ageing`.
    """
    month = month_of(as_of, -1)
    name, today = month_name(month), day_name(as_of)
    last = nights.filter(pl.col("month") == month)
    money = kpis(last, "currency")
    earned = months.filter(pl.col("month") == month).with_columns(EARNED)
    open_now = open_totals(ageing)
    sums = {column: int(tonight[column].sum()) for column in ("occupied", "available_nights", "arrivals", "departures")}
    units = f"{sums['occupied']:,} of {plural(sums['available_nights'], 'available unit')}; {today}"
    documents, late = (plural(int(open_now[column].sum()), "document") for column in ("documents", "late_documents"))
    other = f"{_share(last, 'available_nights_net_ooo')} net of out of order"
    return [
        Tile(f"Occupancy, {name}", (_share(last, "available_nights"),), other),
        Tile("Occupancy tonight", (_share(tonight, "available_nights"),), units),
        Tile(f"Earned, {name}", _each(earned, "earned"), "rooms and extras, net of VAT"),
        Tile("Today", (plural(sums["arrivals"], "arrival"), plural(sums["departures"], "departure")), today),
        Tile("Open receivables", _each(open_now, "open_amount"), f"{documents}, gross; {today}"),
        Tile("Past due", _each(open_now, "late"), f"{late}, gross; {today}"),
        Tile(f"ADR, {name}", _each(money, "adr"), f"net room revenue ÷ nights sold{without_rate(last)}"),
        Tile(f"RevPAR, {name}", _each(money, "revpar"), f"net room revenue ÷ available nights{without_rate(last)}"),
    ]


def _share(nights: pl.DataFrame, base: str) -> str:
    """Return occupied over a base as a percentage, or a dash where there is no inventory."""
    found = nights.select(share("occupied", base)).item()
    return ABSENT if found is None else f"{found:.1%}"


def _each(frame: pl.DataFrame, column: str) -> tuple[str, ...]:
    """Return one amount per currency, or a dash where there is none."""
    return tuple(amounts(frame, column)) or (ABSENT,)
