"""Days sales outstanding, month by month and per currency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.panels import by_currency, slanted
from nightaudit.report.style import BLUE
from nightaudit.report.words import NO_CURRENCY, listed, month_name

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

MONTHS = f"""
select
    month,
    coalesce(currency_code, '{NO_CURRENCY}') as currency,
    receivable::decimal(18, 2) as receivable,
    invoiced_gross::decimal(18, 2) as invoiced_gross,
    dso_simple::double as dso_simple,
    dso_count_back::double as dso_count_back
from receivables.fct_dso_monthly
where month >= $first and month < $end
order by month, currency
"""


def read_dso(published: Published, first: datetime.date, end: datetime.date) -> pl.DataFrame:
    """Return receivable, sales and both counts of days per month and currency; `end` is exclusive."""
    return published.rows(MONTHS, first=first, end=end)


def outstanding(months: pl.DataFrame) -> Figure:
    """Draw days sales outstanding, a panel per currency; takes the rows of `read_dso`."""
    key, title = "dso", "Days sales outstanding"
    known = months.drop_nulls("dso_count_back")
    if known.is_empty():
        return nothing(key, title, "No month has both sales and receivables, or nothing has been loaded yet.")
    last = known.filter(pl.col("month") == known["month"].max())
    said = listed(
        [f"{days:,.1f} days ({currency})" for days, currency in last.select("dso_count_back", "currency").rows()]
    )
    return Figure(
        key,
        title,
        f"At the end of {month_name(last['month'][0])} sales of the last {said} were unpaid, by count-back.",
        "Count-back: the newest days whose sales make up the receivable. The table also has the simple method:"
        " receivable ÷ gross sales of the month, times its days. Full months only.",
        months,
        {
            "month": Column("Month", "month"),
            "currency": Column("Currency"),
            "receivable": Column("Receivable", "money"),
            "invoiced_gross": Column("Sales, gross", "money"),
            "dso_simple": Column("Days, simple", "days"),
            "dso_count_back": Column("Days, count-back", "days"),
        },
        _lines(months),
    )


def _lines(months: pl.DataFrame) -> alt.FacetChart:
    """Return the count-back as a line; the simple count, often the same, stands in the table."""
    rows = months.drop_nulls("dso_count_back").with_columns(pl.col("month").dt.strftime("%b %Y"))
    lines: alt.Chart = (
        alt.Chart()
        .mark_line(point=alt.OverlayMarkDef(filled=True, size=55, color=BLUE), strokeWidth=2, color=BLUE)
        .encode(
            x=slanted("month", rows["month"]),
            y=alt.Y("dso_count_back:Q", title="Days, count-back").axis(format=",.0f", tickCount=4),
        )
    )
    return by_currency(lines, rows, beside=70, height=90, x="shared")
