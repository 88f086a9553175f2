"""The tape chart: units by day over the coming weeks, one bar per stay or closure."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.names import name_units
from nightaudit.report.panels import named_rows
from nightaudit.report.style import INK, STATE_LABELS, STATES, WIDTH
from nightaudit.report.words import day_name, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

DAYS = 28
MOST_UNITS = 24
THICKNESS = {"occupied": 16, "tentative": 10, "out_of_order": 5, "closed": 5, "vacant": 2}

# The units shown are those where something happens: double bookings first, then most changes of state or guest.
SPANS = """
with coming as (
    select * from occupancy.fct_unit_nights where night_date >= $first and night_date < $end
),
busiest as (
    select unit_id
    from coming
    group by unit_id
    order by
        count(*) filter (is_conflict) desc, count(distinct state || coalesce('/' || room_stay_id, '')) desc, unit_id
    limit $units
),
runs as (
    select coming.*, night_date - row_number() over (
        partition by coming.unit_id, state, room_stay_id, is_conflict order by night_date
    )::integer as run
    from coming join busiest on busiest.unit_id = coming.unit_id
)
select
    runs.unit_id,
    any_value(units.unit_name) as unit_name,
    runs.building_id,
    any_value(buildings.building_name) as building_name,
    state,
    is_conflict,
    min(night_date) as start,
    (max(night_date) + 1)::date as end,
    count(*)::bigint as nights
from runs
left join core.dim_units as units on units.unit_id = runs.unit_id
left join core.dim_buildings as buildings on buildings.building_id = runs.building_id
group by runs.unit_id, runs.building_id, state, room_stay_id, is_conflict, run
order by building_name, runs.building_id, unit_name, runs.unit_id, start
"""


def read_spans(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return the spans of one state of the busiest units over the coming `DAYS` days; `end` is exclusive."""
    found = published.rows(SPANS, first=as_of, end=as_of + datetime.timedelta(DAYS), units=MOST_UNITS)
    return name_units(published, found)


def tape(spans: pl.DataFrame, as_of: datetime.date) -> Figure:
    """Draw each unit's coming weeks as bars; takes the rows of `read_spans`."""
    key, title = "tape", f"Tape chart, {DAYS} days"
    if spans.is_empty():
        return nothing(key, title, "No unit exists in the coming weeks, so there is no tape chart.")
    twice = spans.filter(pl.col("is_conflict"))
    nights, units = int(twice["nights"].sum()), plural(twice["unit_id"].n_unique(), "unit")
    said = f"{plural(nights, 'night')} in {units} double-booked" if nights else "no night double-booked"
    vacant = int(spans.filter(pl.col("state") == "vacant")["nights"].sum())
    return Figure(
        key,
        title,
        f"Of the {plural(spans['unit_id'].n_unique(), 'unit')} shown, {vacant:,} of {int(spans['nights'].sum()):,}"
        f" unit-nights are vacant and {said}.",
        f"From {day_name(as_of)}. At most {MOST_UNITS} units: those with double bookings, then those with the most"
        " changes. Thick bar: occupied; medium: tentative; thin: out of order or closed; hairline: vacant; !"
        " double-booked.",
        spans.with_columns(state_name=pl.col("state").replace(STATE_LABELS)),
        {
            "building": Column("Building"),
            "unit": Column("Unit"),
            "state_name": Column("State"),
            "start": Column("First night", "date"),
            "end": Column("Until", "date"),
            "nights": Column("Nights", "integer"),
            "is_conflict": Column("Double-booked", "yes/no"),
        },
        _bars(spans, as_of),
    )


def _bars(spans: pl.DataFrame, as_of: datetime.date) -> alt.LayerChart:
    """Return the bars; states differ in colour and thickness."""
    rows = spans.select(pl.format("{} · {}", "unit", "building").alias("row"), "state", "is_conflict", "start", "end")
    names = rows["row"].unique(maintain_order=True).to_list()
    colours = [colour for _, colour in STATES.values()]
    labels = json.dumps(STATE_LABELS)
    ticks = [(as_of + datetime.timedelta(day)).isoformat() for day in range(0, DAYS + 1, 7)]
    colour = alt.Color("state:N", title=None).scale(domain=list(STATES), range=colours)
    colour = colour.legend(labelExpr=f"{labels}[datum.label]")
    base = named_rows(rows, "row", names, 34, 1).encode(
        x=alt.X("start:T", title=None)
        .scale(type="utc", domain=[ticks[0], ticks[-1]])
        .axis(format="%a %-d %b", values=ticks, orient="top"),
    )
    bars = [
        base.transform_filter(f"datum.state === '{state}'")
        .mark_bar(size=size, stroke=INK, strokeWidth=0.4)
        .encode(x2="end:T", color=colour)
        for state, size in THICKNESS.items()
    ]
    marks = base.transform_filter("datum.is_conflict").mark_text(
        text="!", fontWeight="bold", fontSize=14, align="left", dx=3, color="#ffffff"
    )
    size = {"width": WIDTH - 130, "height": alt.Step(22)}
    return alt.LayerChart(layer=[*bars, marks]).properties(**size)
