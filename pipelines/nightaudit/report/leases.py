"""Leases and vacancies: when running leases end, what is vacant and for how long, what becomes vacant soon."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, drawn, month_name, nothing
from nightaudit.report.periods import month_of
from nightaudit.report.source import name_buildings
from nightaudit.report.style import BLUE, WIDTH, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

MONTHS_AHEAD = 12
SOON_DAYS = 92
MOST_UNITS = 20
AGES = (("up to 7 days", 7), ("8\N{EN DASH}30 days", 30), ("31\N{EN DASH}90 days", 90), ("91 days and more", None))

ENDINGS = """
select date_trunc('month', last_end_date)::date as month, count(*)::bigint as ending
from occupancy.fct_tenancies
where is_residential and first_start_date <= $as_of and (last_end_date > $as_of or last_end_date is null)
group by month
order by month
"""
VACANCIES = """
select
    vacancies.unit_id, units.unit_name, vacancies.building_id, buildings.building_name,
    vacant_from::date as vacant_from, vacant_to::date as vacant_to, ($as_of::date - vacant_from::date)::bigint as days_so_far
from occupancy.fct_vacancies as vacancies
left join core.dim_units as units on units.unit_id = vacancies.unit_id
left join core.dim_buildings as buildings on buildings.building_id = vacancies.building_id
where (vacant_to is null or vacant_to > $as_of) and vacant_from <= $until
order by vacant_from, building_name, unit_name
"""
COLUMNS = {
    "building": Column("Building"),
    "unit": Column("Unit"),
    "vacant_from": Column("Vacant from", "date"),
    "vacant_to": Column("Until", "date"),
}


def read_endings(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return running residential tenancies by the month in which they end; month null where no end is set."""
    return published.rows(ENDINGS, as_of=as_of)


def read_vacancies(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return the vacancies of today and those that begin within `SOON_DAYS` days (days_so_far below 0)."""
    found = published.rows(VACANCIES, as_of=as_of, until=as_of + datetime.timedelta(SOON_DAYS))
    return name_buildings(found).with_columns(
        unit=pl.coalesce(pl.col("unit_name").cast(pl.String), pl.format("Unit {}", "unit_id"))
    )


def expiry(endings: pl.DataFrame, as_of: datetime.date) -> Figure:
    """The lease-expiry curve: tenancies running today that still run at each coming month's end."""
    key, title = "lease-expiry", "Lease expiry"
    running = int(endings["ending"].sum())
    if not running:
        return nothing(key, title, "No residential tenancy runs on the as-of date, so no lease can expire.")
    months = [month_of(as_of, add) for add in range(MONTHS_AHEAD)]
    counts = dict(endings.iter_rows())
    table = pl.DataFrame(
        {
            "when": ["Today", *(month_name(month) for month in months)],
            "ending": [0, *(counts.get(month, 0) for month in months)],
        }
    ).with_columns(remaining=running - pl.col("ending").cum_sum())
    later, open_ended = int(table["remaining"][-1]), counts.get(None, 0)
    return Figure(
        key,
        title,
        f"Of {plural(running, 'residential tenancy', 'residential tenancies')} running today {running - later:,} end by"
        f" {month_name(months[-1])}, most of them in {table.sort('ending', descending=True, maintain_order=True)['when'][0]};"
        f" {later - open_ended:,} end later and {open_ended:,} have no end.",
        "Tenancies (stitched stays of one contact) that run today, by the month in which the last stay ends; new leases are left out.",
        table,
        {
            "when": Column("Month"),
            "ending": Column("End in the month", "integer"),
            "remaining": Column("Still running at its end", "integer"),
        },
        _curve(table),
    )


def vacant_now(vacancies: pl.DataFrame) -> Figure:
    """How long the units vacant tonight have stood vacant."""
    key, title = "vacant-now", "Vacant now, by time vacant"
    now = vacancies.filter(pl.col("days_so_far") >= 0)
    if now.is_empty():
        return nothing(key, title, "No unit is vacant tonight, or no unit is in the marts.")
    limits = [limit for _, limit in AGES if limit is not None]
    names = [name for name, _ in AGES]
    ages = now.with_columns(age=pl.col("days_so_far").cut(limits, labels=names).cast(pl.String))
    counts = dict(ages.group_by("age").len().iter_rows())
    table = pl.DataFrame({"age": names, "units": [counts.get(name, 0) for name in names]})
    longest = now.sort("days_so_far", descending=True).row(0, named=True)
    chart = (
        alt.Chart(alt.InlineData(values=drawn(table)))
        .mark_bar(color=BLUE)
        .encode(
            x=alt.X("units:Q", title="Units").axis(format=",d", tickCount=5, tickMinStep=1),
            y=alt.Y("age:N", title=None, sort=names).axis(ticks=False),
        )
        .properties(width=WIDTH - 120, height=alt.Step(26))
    )
    return Figure(
        key,
        title,
        f"{plural(now.height, 'unit stands', 'units stand')} vacant tonight; {longest['unit']} in {longest['building']} for longest"
        f" ({plural(longest['days_so_far'], 'day')}).",
        "Days from the first vacant night to the as-of date; out-of-order and closed units are not vacant.",
        table,
        {"age": Column("Vacant for"), "units": Column("Units", "integer")},
        chart,
    )


def vacancy_table(vacancies: pl.DataFrame) -> Figure:
    """The units that are vacant tonight, longest first: a table."""
    key, title = "vacancies", "Vacant units, longest first"
    now = vacancies.filter(pl.col("days_so_far") >= 0).sort(
        "days_so_far", "building", "unit", descending=[True, False, False]
    )
    if now.is_empty():
        return nothing(key, title, "No unit is vacant tonight, or no unit is in the marts.")
    open_ended = now["vacant_to"].null_count()
    return Figure(
        key,
        title,
        f"{open_ended:,} of {plural(now.height, 'vacant unit')} {'has' if open_ended == 1 else 'have'} no next stay.",
        f"At most {MOST_UNITS} rows. Until is the first night that is no longer vacant; \N{EN DASH} where no stay follows.",
        now.head(MOST_UNITS),
        {**COLUMNS, "days_so_far": Column("Days vacant so far", "integer")},
    )


def becoming_vacant(vacancies: pl.DataFrame) -> Figure:
    """The units that become vacant within `SOON_DAYS` days: a table."""
    key, title = "becoming-vacant", f"Becoming vacant within {SOON_DAYS} days"
    soon = vacancies.filter(pl.col("days_so_far") < 0).sort("vacant_from", "building", "unit")
    if soon.is_empty():
        return nothing(key, title, f"No let unit becomes vacant within {SOON_DAYS} days.")
    unlet = soon.filter(pl.col("vacant_to").is_null()).height
    return Figure(
        key,
        title,
        f"{plural(soon['unit_id'].n_unique(), 'unit becomes', 'units become')} vacant, {unlet:,} of them with no stay after.",
        f"In order of date, at most {MOST_UNITS} rows; a unit may become vacant more than once.",
        soon.head(MOST_UNITS),
        COLUMNS,
    )


def figures(published: Published, as_of: datetime.date) -> list[Figure]:
    """Return the figures of leases and vacancies."""
    vacancies = read_vacancies(published, as_of)
    return [
        expiry(read_endings(published, as_of), as_of),
        vacant_now(vacancies),
        vacancy_table(vacancies),
        becoming_vacant(vacancies),
    ]


def _curve(table: pl.DataFrame) -> alt.LayerChart:
    """Return the curve with the number of endings written on each point."""
    rows = table.with_columns(
        text=pl.Series([f"\N{MINUS SIGN}{ending:,}" if ending else "" for ending in table["ending"]], dtype=pl.String),
    )
    base = alt.Chart(alt.InlineData(values=drawn(rows))).encode(
        x=alt.X("when:N", title=None, sort=rows["when"].to_list()).axis(labelAngle=-40),
        y=alt.Y("remaining:Q", title="Tenancies still running")
        .scale(zero=True)
        .axis(format=",d", tickCount=5, tickMinStep=1),
    )
    line = base.mark_line(
        color=BLUE, interpolate="step-after", strokeWidth=2, point=alt.OverlayMarkDef(color=BLUE, size=45)
    )
    return (line + base.mark_text(dx=6, dy=-9, align="left").encode(text="text:N")).properties(width=WIDTH, height=200)
