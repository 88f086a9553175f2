"""Revenue by its three clocks (earned, invoiced, received) and the bridge of deferred revenue, per currency."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.panels import by_currency, line_styles, slanted
from nightaudit.report.style import BLUE, GREEN, GREY
from nightaudit.report.words import MINUS, NO_CURRENCY, amounts, listed, month_name

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

NO_REVENUE = "No revenue in this period: nothing was earned, invoiced or received, or nothing has been loaded yet."
EARNED = (pl.col("rooms") + pl.col("extras")).alias("earned")

MONTHS = f"""
select
    month,
    coalesce(currency_code, '{NO_CURRENCY}') as currency,
    sum(room_earned_net)::decimal(18, 2) as rooms,
    sum(extras_earned_net)::decimal(18, 2) as extras,
    sum(invoiced_net)::decimal(18, 2) as invoiced,
    sum(cash_received)::decimal(18, 2) as cash,
    sum(deferred_opening)::decimal(18, 2) as opening,
    sum(deferred_closing)::decimal(18, 2) as closing
from revenue.fct_revenue_monthly
where month >= $first and month < $end
group by month, currency_code
order by month, currency
"""


def read_months(published: Published, first: datetime.date, end: datetime.date) -> pl.DataFrame:
    """Return what was earned (rooms, extras), invoiced and received, and deferred revenue, per month and currency."""
    return published.rows(MONTHS, first=first, end=end)


def clocks(months: pl.DataFrame) -> Figure:
    """Draw what was earned, invoiced and received each month, a panel per currency; takes the rows of `read_months`."""
    key, title = "clocks", "Earned, invoiced, received"
    if months.is_empty():
        return nothing(key, title, NO_REVENUE)
    table = months.with_columns(EARNED)
    last = table.filter(pl.col("month") == table["month"].max())
    return Figure(
        key,
        title,
        f"In {month_name(last['month'][0])} {listed(amounts(last, 'earned'))} net was earned.",
        "Earned is net and split per night; invoiced is net, by invoice date, voids reversed at the void date; received"
        " is cash by allocation date, VAT included. Full months only; currencies are never added.",
        table,
        {
            "month": Column("Month", "month"),
            "currency": Column("Currency"),
            "rooms": Column("Rooms earned, net", "money"),
            "extras": Column("Extras earned, net", "money"),
            "invoiced": Column("Invoiced, net", "money"),
            "cash": Column("Received, gross", "money"),
        },
        _lines(table),
    )


def bridge(months: pl.DataFrame, month: datetime.date) -> Figure:
    """Draw one month's deferred revenue: opening + invoiced - earned = closing, a panel per currency.

    Takes the rows of `read_months`; the summary says so when the bridge does not add up.
    """
    key, title = "bridge", f"Deferred revenue in {month_name(month)}"
    rows = months.filter(pl.col("month") == month)
    if rows.is_empty():
        return nothing(key, title, NO_REVENUE)
    table = rows.with_columns(EARNED).with_columns(
        gap=pl.col("opening") + pl.col("invoiced") - pl.col("earned") - pl.col("closing")
    )
    gaps = amounts(table.filter(pl.col("gap") != 0), "gap")
    check = f"The bridge does NOT add up: {listed(gaps)} is left over" if gaps else "The bridge adds up"
    return Figure(
        key,
        title,
        f"{check}: at the end of the month {listed(amounts(table, 'closing'))} was invoiced but not yet earned"
        " (negative: earned but not yet invoiced).",
        f"Deferred at start + invoiced {MINUS} earned = deferred at end; net of VAT, rooms and extras together.",
        table,
        {
            "currency": Column("Currency"),
            "opening": Column("Deferred at start", "money"),
            "invoiced": Column("+ Invoiced", "money"),
            "earned": Column(f"{MINUS} Earned", "money"),
            "closing": Column("= Deferred at end", "money"),
            "gap": Column("Left over", "money"),
        },
        _waterfall(table),
        alarm=bool(gaps),
    )


def _steps(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the four bars of one currency, each from where the one before it ended."""
    zero = Decimal(0)
    top = row["opening"] + row["invoiced"]
    bars = (
        ("Deferred at start", zero, row["opening"], row["opening"], "Balance"),
        ("+ Invoiced", row["opening"], top, row["invoiced"], "Invoiced"),
        (f"{MINUS} Earned", top, top - row["earned"], -row["earned"], "Earned"),
        ("= Deferred at end", zero, row["closing"], row["closing"], "Balance"),
    )
    names = ("step", "start", "end", "amount", "kind")
    return [{"currency": row["currency"], **dict(zip(names, bar, strict=True))} for bar in bars]


def _waterfall(table: pl.DataFrame) -> alt.FacetChart:
    """Return the bridge as bars between a start and an end, with the amount beside each."""
    steps = pl.DataFrame([step for row in table.iter_rows(named=True) for step in _steps(row)])
    steps = steps.with_columns(
        label=pl.Series([f"{amount:,.0f}".replace("-", MINUS) for amount in steps["amount"]], dtype=pl.String),
        right=pl.max_horizontal("start", "end"),
    )
    y = alt.Y("step:N", title=None, sort=None).axis(ticks=False)
    bars = (
        alt.Chart()
        .mark_bar()
        .encode(
            x=alt.X("start:Q", title="Net amount").axis(format=",.0f", tickCount=4),
            x2="end:Q",
            y=y,
            color=alt.Color("kind:N", legend=None).scale(
                domain=["Balance", "Invoiced", "Earned"], range=[GREY, GREEN, BLUE]
            ),
        )
    )
    figures = alt.Chart().mark_text(align="left", dx=5).encode(x="right:Q", y=y, text="label:N")
    return by_currency(bars + figures, steps, beside=140, height=alt.Step(20), y="shared")


def _lines(table: pl.DataFrame) -> alt.FacetChart:
    """Return the three clocks as lines that differ in colour, shape and dash."""
    names = {"earned": "Earned, net", "invoiced": "Invoiced, net", "cash": "Received, gross"}
    long = table.unpivot(
        list(names), index=["month", "currency"], variable_name="clock", value_name="amount"
    ).with_columns(month=pl.col("month").dt.strftime("%b %Y"), clock=pl.col("clock").replace(names))
    lines = (
        alt.Chart()
        .mark_line(point=alt.OverlayMarkDef(filled=True, size=55), strokeWidth=2)
        .encode(
            x=slanted("month", long["month"]),
            y=alt.Y("amount:Q", title="Amount").axis(format=",.0f", tickCount=4),
            **line_styles("clock", list(names.values())),
        )
    )
    return by_currency(lines, long, beside=70, height=110, x="shared")
