"""The figures a reader wants first: occupancy, ADR, RevPAR, today's arrivals and departures, open receivables."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit.report.figure import ABSENT, Column, day_name, month_name
from nightaudit.report.occupancy import kpis
from nightaudit.report.periods import month_of
from nightaudit.report.receivables import open_totals
from nightaudit.report.style import plural

if TYPE_CHECKING:
    import polars as pl

MONEY = Column("", "money")


@dataclass(frozen=True)
class Tile:
    """One headline: what it is, its values (one per currency, "1,234.50 GBP"), and the words below."""

    label: str
    values: tuple[str, ...]
    note: str


def tiles(nights: pl.DataFrame, tonight: pl.DataFrame, ageing: pl.DataFrame, as_of: datetime.date) -> list[Tile]:
    """Return the headlines of a page.

    Takes `occupancy.read_nights` of the full months and of the as-of night, and `receivables.read_ageing`.
    """
    month = month_of(as_of, -1)
    name = month_name(month)
    last = nights.filter(nights["month"] == month)
    money = kpis(last, "currency").drop_nulls("currency")
    open_now = open_totals(ageing)
    today = {
        column: int(tonight[column].sum()) for column in ("occupied", "available_nights", "arrivals", "departures")
    }
    return [
        Tile(
            f"Occupancy, {name}",
            (_share(last, "available_nights"),),
            f"{_share(last, 'available_nights_net_ooo')} net of out of order",
        ),
        Tile(
            "Occupancy tonight",
            (_share(tonight, "available_nights"),),
            f"{today['occupied']:,} of {plural(today['available_nights'], 'available unit')}; {day_name(as_of)}",
        ),
        Tile(f"ADR, {name}", _amounts(money, "adr"), "net room revenue ÷ nights sold"),
        Tile(f"RevPAR, {name}", _amounts(money, "revpar"), "net room revenue ÷ available nights"),
        Tile(
            "Today", (plural(today["arrivals"], "arrival"), plural(today["departures"], "departure")), day_name(as_of)
        ),
        Tile(
            "Open receivables",
            _amounts(open_now, "open_amount"),
            plural(int(open_now["documents"].sum()), "document") + ", gross",
        ),
    ]


def _share(nights: pl.DataFrame, base: str) -> str:
    """Return occupied over a base as a percentage, or a dash where there is no inventory."""
    whole = int(nights[base].sum())
    return f"{int(nights['occupied'].sum()) / whole:.1%}" if whole else ABSENT


def _amounts(frame: pl.DataFrame, column: str) -> tuple[str, ...]:
    """Return one amount per currency, or a dash where there is none."""
    found = frame.select(column, "currency").drop_nulls()
    return tuple(f"{MONEY.cell(amount)} {currency}" for amount, currency in found.iter_rows()) or (ABSENT,)
