"""The lease-expiry curve: when the residential tenancies that run today come to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, drawn, nothing
from nightaudit.report.panels import slanted
from nightaudit.report.periods import month_of
from nightaudit.report.style import BLUE, WIDTH, whole_axis
from nightaudit.report.words import MINUS, month_name, plural

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

MONTHS_AHEAD = 12

ENDINGS = """
select date_trunc('month', last_end_date)::date as month, count(*)::bigint as ending
from occupancy.fct_tenancies
where is_residential and first_start_date <= $as_of and last_end_date > $as_of
group by month
order by month
"""


def read_endings(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return how many running residential tenancies end in each month."""
    return published.rows(ENDINGS, as_of=as_of)


def expiry(endings: pl.DataFrame, as_of: datetime.date) -> Figure:
    """Draw how many of today's tenancies still run at each coming month's end; takes the rows of `read_endings`."""
    key, title = "lease-expiry", "Lease expiry"
    running = int(endings["ending"].sum())
    if not running:
        return nothing(key, title, "No residential tenancy is running on the as-of date, so no lease can expire.")
    months = [month_of(as_of, add) for add in range(MONTHS_AHEAD)]
    counts = dict(endings.iter_rows())
    table = pl.DataFrame(
        {
            "when": ["Today", *(month_name(month) for month in months)],
            "ending": [0, *(counts.get(month, 0) for month in months)],
        }
    ).with_columns(remaining=running - pl.col("ending").cum_sum())
    later = int(table["remaining"][-1])
    peak, most_in_one = table.sort("ending", descending=True, maintain_order=True).select("when", "ending").row(0)
    most = f" ({most_in_one:,} of them in {peak} alone)" if later < running else ""
    return Figure(
        key,
        title,
        f"{plural(running, 'residential tenancy runs', 'residential tenancies run')} today:"
        f" {plural(running - later, 'ends', 'end')} by {month_name(months[-1])}{most}, {later:,} later.",
        "A tenancy is the joined stays of one contact; it ends when the last stay ends. New leases are not"
        " included, nor are stays without an end date, which are listed as exceptions.",
        table,
        {
            "when": Column("Month"),
            "ending": Column("End in the month", "integer"),
            "remaining": Column("Still running at its end", "integer"),
        },
        _curve(table, running),
    )


def figures(published: Published, as_of: datetime.date) -> list[Figure]:
    """Return the figures of leases as of a date."""
    return [expiry(read_endings(published, as_of), as_of)]


def _curve(table: pl.DataFrame, running: int) -> alt.LayerChart:
    """Return the curve in steps, the number of endings written at each."""
    text = pl.Series([f"{MINUS}{ending:,}" if ending else "" for ending in table["ending"]], dtype=pl.String)
    base = alt.Chart(alt.InlineData(values=drawn(table.with_columns(text=text)))).encode(
        x=slanted("when", table["when"]),
        y=alt.Y("remaining:Q", title="Tenancies still running").axis(**whole_axis(running)),
    )
    points = alt.OverlayMarkDef(color=BLUE, size=45)
    line = base.mark_line(color=BLUE, interpolate="step-after", strokeWidth=2, point=points)
    figures_at_steps = base.mark_text(dx=6, dy=-9, align="left").encode(text="text:N")
    return (line + figures_at_steps).properties(width=WIDTH, height=170)
