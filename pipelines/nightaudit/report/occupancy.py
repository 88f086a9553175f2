"""Occupancy figures: both occupancies, ADR, RevPAR and revenue by month and by building, and the query for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, drawn, nothing
from nightaudit.report.names import name_buildings
from nightaudit.report.panels import line_styles, slanted
from nightaudit.report.periods import per_night, share
from nightaudit.report.style import WIDTH
from nightaudit.report.words import month_name, plural

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

BASIS = "Occupancy is occupied ÷ available unit-nights; only long closures are not available."
NO_NIGHTS = "No unit-nights in this period: no unit exists on these dates, or nothing has been loaded yet."

NIGHTS = """
with unconverted as (
    select nights.night_date, nights.building_id, nights.unit_type_id, count(*) as nights
    from occupancy.fct_stay_nights as nights
    join core.dim_buildings as buildings on buildings.building_id = nights.building_id
    join quality.fct_exceptions as listed
        on listed.kind = 'no rate for the currency' and listed.record_type = 'room stay'
        and listed.record_id = nights.room_stay_id and contains(listed.detail, ' ' || buildings.currency_code)
    where nights.currency_code <> buildings.currency_code and nights.night_date >= $first and nights.night_date < $end
    group by all
)
select
    date_trunc('month', night_date)::date as month,
    isodow(night_date)::integer as weekday,
    days.building_id,
    any_value(days.building_name) as building_name,
    currency_code as currency,
    sum(inventory_nights)::bigint as inventory_nights,
    sum(occupied_nights)::bigint as occupied,
    sum(tentative_nights)::bigint as tentative,
    sum(out_of_order_nights)::bigint as out_of_order,
    sum(closed_nights)::bigint as closed,
    sum(vacant_nights)::bigint as vacant,
    sum(conflict_nights)::bigint as conflict_nights,
    sum(sold_nights)::bigint as sold,
    coalesce(sum(unconverted.nights), 0)::bigint as without_rate,
    sum(available_nights)::bigint as available_nights,
    sum(available_nights_net_ooo)::bigint as available_nights_net_ooo,
    sum(arrivals)::bigint as arrivals,
    sum(departures)::bigint as departures,
    sum(room_revenue_net)::decimal(18, 2) as room_revenue_net
from occupancy.fct_occupancy_daily as days
left join unconverted using (night_date, building_id, unit_type_id)
where night_date >= $first and night_date < $end
group by month, weekday, days.building_id, currency
order by month, weekday, days.building_id, currency
"""
"""`without_rate` counts nights sold in stays of which some have no rate into the building's currency: their money is missing."""
KPI_COLUMNS = {
    "currency": Column("Currency"),
    "sold": Column("Nights sold", "integer"),
    "rate": Column("Occupancy", "percent"),
    "rate_net_ooo": Column("Occupancy net of out of order", "percent"),
    "adr": Column("ADR", "money"),
    "revpar": Column("RevPAR", "money"),
    "room_revenue_net": Column("Room revenue, net", "money"),
}


def read_nights(published: Published, first: datetime.date, end: datetime.date) -> pl.DataFrame:
    """Return unit-nights and net room revenue summed per month, weekday, building and currency; `end` is exclusive."""
    return name_buildings(published, published.rows(NIGHTS, first=first, end=end))


def kpis(nights: pl.DataFrame, *by: str) -> pl.DataFrame:
    """Return nights, both occupancies, ADR, RevPAR and net room revenue per `by`: sums first, ratios of the sums after.

    ADR and RevPAR are null where no night sold has a rate into the currency of the building.

    ADR, RevPAR and revenue are valid only with "currency" in `by`; callers that leave it out must drop these columns.
    """
    grouped = nights.group_by(by).agg(
        pl.col(
            "sold", "without_rate", "occupied", "available_nights", "available_nights_net_ooo", "room_revenue_net"
        ).sum(),
        rate=share("occupied", "available_nights"),
        rate_net_ooo=share("occupied", "available_nights_net_ooo"),
    )
    has_money = (pl.col("without_rate") < pl.col("sold")) | (pl.col("room_revenue_net") != 0)
    earned = grouped.select(pl.when(has_money | (pl.col("without_rate") == 0)).then("room_revenue_net")).to_series()
    return grouped.with_columns(
        adr=per_night(earned, grouped["sold"]), revpar=per_night(earned, grouped["available_nights"])
    ).sort(by)


def without_rate(nights: pl.DataFrame) -> str:
    """Return "; up to 7 nights without a rate", for the words beside ADR or RevPAR; "" where the money of each night is there.

    Stays are listed, not nights: a stay counts with all of its nights in the period.
    """
    count = int(nights["without_rate"].sum())
    return f"; up to {plural(count, 'night')} without a rate" if count else ""


def by_month(nights: pl.DataFrame) -> Figure:
    """Draw both occupancies and list ADR, RevPAR and revenue, one row per month and currency."""
    key, title = "months", "Month by month"
    overall = kpis(nights, "month").filter(pl.col("rate").is_not_null())
    if overall.is_empty():
        return nothing(key, title, NO_NIGHTS)
    table = kpis(nights, "month", "currency")
    last, first = overall.row(-1, named=True), overall.row(0, named=True)
    against = f", against {first['rate']:.1%} in {month_name(first['month'])}" if overall.height > 1 else ""
    several = table["currency"].n_unique() > 1
    same = ", on both bases" if overall["rate"].equals(overall["rate_net_ooo"]) else ""
    lines = " The lines are for all buildings; the table has a row per currency." if several else ""
    return Figure(
        key,
        title,
        f"Occupancy was {last['rate']:.1%} in {month_name(last['month'])}{against}{same}.",
        f"Full months only. {BASIS} The second basis also leaves out all out-of-order nights. ADR is net room"
        f" revenue ÷ nights sold, RevPAR net room revenue ÷ available nights{without_rate(nights)}.{lines}",
        table,
        {"month": Column("Month", "month"), **KPI_COLUMNS},
        _lines(overall),
    )


def by_building(nights: pl.DataFrame, month: datetime.date) -> Figure:
    """List both occupancies, ADR, RevPAR and revenue of one month, by building: a table without a chart."""
    key, title = "buildings", f"Buildings in {month_name(month)}"
    nights = nights.filter(pl.col("month") == month)
    table = kpis(nights, "building", "currency")
    if table.is_empty():
        return nothing(key, title, NO_NIGHTS)
    full = table.filter(pl.col("rate") >= pl.lit(0.9)).height
    return Figure(
        key,
        title,
        f"At least 90% occupied: {full} of {plural(table.height, 'building')}.",
        f"{BASIS} Revenue is net of VAT, in each building's own currency{without_rate(nights)}.",
        table,
        {"building": Column("Building"), **KPI_COLUMNS},
    )


def _lines(overall: pl.DataFrame) -> alt.Chart:
    """Return the two occupancies as lines that differ in colour, shape and dash."""
    names = {"rate": "All available nights", "rate_net_ooo": "Net of out of order"}
    long = overall.unpivot(list(names), index="month", variable_name="base", value_name="share").with_columns(
        month=pl.col("month").dt.strftime("%b %Y"), base=pl.col("base").replace(names)
    )
    return (
        alt.Chart(alt.InlineData(values=drawn(long)))
        .mark_line(point=alt.OverlayMarkDef(filled=True, size=60), strokeWidth=2)
        .encode(
            x=slanted("month", long["month"]),
            y=alt.Y("share:Q", title="Occupancy (%)").scale(domain=[0, 1], clamp=True).axis(format="%", tickCount=5),
            **line_styles("base", list(names.values()), title="Base"),
        )
        .properties(width=WIDTH, height=180)
    )
