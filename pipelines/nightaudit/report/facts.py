"""What must stand at the top of every page: last load, base, currency, completeness, and what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nightaudit.report.quality import completeness, is_complete
from nightaudit.report.words import day_name, listed

if TYPE_CHECKING:
    import datetime

    import polars as pl

    from nightaudit.report.source import Published

BASE = "available unit-nights, without long closures, with short out-of-order periods unless stated otherwise"
CURRENCIES = """
select currency_code from occupancy.fct_occupancy_daily
union select currency_code from revenue.fct_revenue_monthly
union select currency_code from receivables.fct_dso_monthly
order by currency_code
"""
EXCLUDED = "select building_name, building_id from quality.fct_excluded_buildings order by building_name, building_id"


class Fact(NamedTuple):
    """A fact, its name, and whether a reader must not miss it."""

    name: str
    said: str
    alarm: bool = False


def facts(published: Published, as_of: datetime.date, streams: pl.DataFrame) -> list[Fact]:
    """Return the facts; takes the rows of `quality.read_streams`.

    The last load is named where it was on another day than `as_of`, the buildings that settings leave out where there are any.
    """
    used = published.rows(CURRENCIES)["currency_code"].drop_nulls().to_list()
    money = listed(used, 12) if used else "none in the marts"
    never = "; currencies are never added together" if len(used) > 1 else ""
    found = [
        Fact("Last load", _last_load(published.last_load(), as_of)),
        Fact("Base", BASE),
        Fact("Currency", f"{money}{never}"),
        Fact("Completeness", completeness(streams), alarm=not is_complete(streams)),
        Fact("Left out", _left_out(published)),
    ]
    return [fact for fact in found if fact.said]


def _last_load(last: datetime.date | None, as_of: datetime.date) -> str:
    """Return what is not of the as-of date, because the file was loaded on another; "" where it was loaded on it."""
    if last is None or last == as_of:
        return ""
    if last < as_of:
        return f"{day_name(last)}: later days are as booked then"
    return f"{day_name(last)}: corrections, waiting exports and data quality are as of then"


def _left_out(published: Published) -> str:
    """Return the names of the buildings that settings leave out of every mart; "" where there are none."""
    names = [name or f"Building {number}" for name, number in published.rows(EXCLUDED).iter_rows()]
    return f"{listed(names)}: not included in any figure on this page" if names else ""
