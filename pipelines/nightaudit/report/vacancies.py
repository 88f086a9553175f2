"""Vacancies: what is vacant tonight and for how long, and what becomes vacant soon."""

from __future__ import annotations

import datetime
import math
from collections import Counter
from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.names import name_units
from nightaudit.report.panels import named_rows
from nightaudit.report.style import BLUE, WIDTH, whole_axis
from nightaudit.report.words import ABSENT, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

SOON_DAYS = 92
MOST_ROWS = 20
AGES = {"up to 7 days": 7, "8\N{EN DASH}30 days": 30, "31\N{EN DASH}90 days": 90, "91 days and more": math.inf}
UNTIL = (
    f"Until: the first night with a stay, an option or a block, or the end of the unit's life; {ABSENT} if"
    f" there is none. Next stay: the start of the next sold stay; {ABSENT} if there is none."
)
NONE_VACANT = "No unit is vacant tonight, or no unit is in the marts."

VACANCIES = """
select
    vacancies.unit_id,
    units.unit_name,
    vacancies.building_id,
    buildings.building_name,
    vacant_from::date as vacant_from,
    case when not is_open_ended then vacant_to end::date as vacant_to,
    next_start_date::date as next_start_date,
    ($as_of::date - vacant_from::date)::bigint as days_so_far
from occupancy.fct_vacancies as vacancies
left join core.dim_units as units on units.unit_id = vacancies.unit_id
left join core.dim_buildings as buildings on buildings.building_id = vacancies.building_id
where vacant_to > $as_of and vacant_from <= $until and not exists (
    from occupancy.fct_room_stays as stays
    where stays.unit_id = vacancies.unit_id and stays.end_date is null and stays.start_date <= $as_of
        and stays.occupancy_state = 'occupied' and stays.room_stay_status <> 'CHECKED_OUT'
)
order by vacant_from, building_name, unit_name
"""
COLUMNS = {
    "building": Column("Building"),
    "unit": Column("Unit"),
    "vacant_from": Column("Vacant from", "date"),
    "vacant_to": Column("Until", "date"),
    "next_start_date": Column("Next stay", "date"),
}


def read_vacancies(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return the vacancies of tonight and those that begin within `SOON_DAYS` days (their days_so_far is below 0).

    A unit with a resident whose stay states no end is left out: the stay has no nights (decision 1), yet somebody lives there.
    """
    found = published.rows(VACANCIES, as_of=as_of, until=as_of + datetime.timedelta(SOON_DAYS))
    return name_units(published, found)


def vacant_now(vacancies: pl.DataFrame) -> Figure:
    """Count the units vacant tonight by how long they have stood vacant; takes the rows of `read_vacancies`."""
    key, title = "vacant-now", "Vacant tonight, by time vacant"
    now = vacancies.filter(pl.col("days_so_far") >= 0)
    if now.is_empty():
        return nothing(key, title, NONE_VACANT)
    counts = Counter(_age(days) for days in now["days_so_far"])
    table = pl.DataFrame({"age": list(AGES), "units": [counts[age] for age in AGES]})
    days = max(now["days_so_far"].to_list())
    longest = now.filter(pl.col("days_so_far") == days)
    who = f"{longest.height:,} of them" if longest.height > 1 else f"{longest['unit'][0]} in {longest['building'][0]}"
    return Figure(
        key,
        title,
        f"{plural(now.height, 'unit is', 'units are')} vacant tonight; {who} for the longest time ({plural(days, 'day')}).",
        "Days from the first vacant night to the as-of date; out-of-order and closed units are not vacant, nor"
        " are units of a resident whose stay has no end date, which is listed as an exception.",
        table,
        {"age": Column("Vacant for"), "units": Column("Units", "integer")},
        _bars(table),
    )


def vacancy_table(vacancies: pl.DataFrame) -> Figure:
    """List the units that are vacant tonight, longest first: a table without a chart."""
    key, title = "vacancies", "Vacant units, longest first"
    now = vacancies.filter(pl.col("days_so_far") >= 0)
    if now.is_empty():
        return nothing(key, title, NONE_VACANT)
    unlet = now["next_start_date"].null_count()
    return Figure(
        key,
        title,
        f"{unlet:,} of {plural(now.height, 'vacant unit')} {'has' if 1 in (unlet, now.height) else 'have'} no next stay.",
        f"At most {MOST_ROWS} rows. {UNTIL}",
        now.sort("days_so_far", "building", "unit", descending=[True, False, False]).head(MOST_ROWS),
        {**COLUMNS, "days_so_far": Column("Days vacant so far", "integer")},
    )


def becoming_vacant(vacancies: pl.DataFrame) -> Figure:
    """List the units that become vacant within `SOON_DAYS` days, those with no stay after first: a table."""
    key, title = "becoming-vacant", f"Becoming vacant within {SOON_DAYS} days"
    soon = vacancies.filter(pl.col("days_so_far") < 0)
    if soon.is_empty():
        return nothing(key, title, f"No unit becomes vacant within {SOON_DAYS} days.")
    unlet = soon.filter(pl.col("next_start_date").is_null())["unit_id"].n_unique()
    return Figure(
        key,
        title,
        f"{plural(soon['unit_id'].n_unique(), 'unit becomes', 'units become')} vacant, {unlet:,} with no stay after.",
        f"Units with no stay after come first, then by date; at most {MOST_ROWS} rows. {UNTIL}",
        soon.sort(pl.col("next_start_date").is_not_null(), "vacant_from", "building", "unit").head(MOST_ROWS),
        COLUMNS,
    )


def figures(published: Published, as_of: datetime.date) -> list[Figure]:
    """Return the figures of vacancies as of a date."""
    vacancies = read_vacancies(published, as_of)
    return [vacant_now(vacancies), vacancy_table(vacancies), becoming_vacant(vacancies)]


def _age(days: int) -> str:
    """Return the span of days that `days` lies in."""
    return next(age for age, most in AGES.items() if days <= most)


def _bars(table: pl.DataFrame) -> alt.LayerChart:
    """Return one bar per span of days, the number of units beside it."""
    base = named_rows(table, "age", list(AGES)).encode(
        x=alt.X("units:Q", title="Units").axis(**whole_axis(max(table["units"].to_list()))),
    )
    counts = base.mark_text(align="left", dx=5).encode(text=alt.Text("units:Q", format=",d"))
    return (base.mark_bar(color=BLUE) + counts).properties(width=WIDTH - 120, height=alt.Step(26))
