"""Pace: how nights on the books for the coming months built up, and what the last seven days added."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, drawn, nothing
from nightaudit.report.panels import line_styles, slanted
from nightaudit.report.periods import month_of
from nightaudit.report.style import BLUE, VERMILLION, WIDTH
from nightaudit.report.words import ABSENT, MINUS, listed, month_name, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

WEEKS = 12
LINES_DRAWN = 4
MONTHS_AHEAD = 12
SAME_WEEKDAY_LAST_YEAR = 364
SNAPSHOTS = (*range(0, 7 * WEEKS + 1, 7), SAME_WEEKDAY_LAST_YEAR)  # days before as-of
NO_HISTORY = "Nothing is on the books for the coming months, or the file does not reach back far enough to compare."

BOOKS = """
select stay_month, sum(nights)::bigint as nights
from occupancy.on_the_books($as_of)
group by stay_month
"""


def read_books(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return nights on the books per stay month, as known `days_back` days before as-of, for each of SNAPSHOTS.

    A snapshot of a day before anything was recorded has no rows: it is unknown, not zero.
    """
    frames = [
        published.rows(BOOKS, as_of=as_of - datetime.timedelta(days)).with_columns(days_back=pl.lit(days, pl.Int64))
        for days in SNAPSHOTS
    ]
    return pl.concat(frames).with_columns(pl.col("stay_month").cast(pl.Date))


def curve(books: pl.DataFrame, as_of: datetime.date) -> Figure:
    """Draw nights on the books for this month and the next three, as known on each of the last weeks."""
    key, title = "pace", "Pace"
    known = books.filter(pl.col("days_back") <= 7 * WEEKS)
    months = pl.DataFrame({"stay_month": [month_of(as_of, add) for add in range(LINES_DRAWN)]})
    days = known.select(pl.col("days_back").unique().sort(descending=True))
    table = (
        months.join(days, how="cross")
        .join(known, on=["stay_month", "days_back"], how="left", maintain_order="left")
        .with_columns(pl.col("nights").fill_null(0), known_on=as_of - pl.duration(days="days_back"))
    )
    if not table["nights"].sum():
        return nothing(key, title, NO_HISTORY)
    now = table.filter(pl.col("days_back") == 0).select("nights", "stay_month")
    said = listed([f"{plural(nights, 'night')} for {month_name(month)}" for nights, month in now.iter_rows()])
    return Figure(
        key,
        title,
        f"On the books today: {said}.",
        f"Sold nights of all buildings, as known on each day of the last {WEEKS} weeks; days before the first"
        " record are not shown.",
        table,
        {
            "stay_month": Column("Stay month", "month"),
            "known_on": Column("As known on", "date"),
            "nights": Column("Nights on the books", "integer"),
        },
        _lines(table),
    )


def pickup(books: pl.DataFrame, as_of: datetime.date) -> Figure:
    """Draw nights added (or lost) in the last seven days per stay month; the table has the same point last year too."""
    key, title = "pickup", "Pickup of the last 7 days"
    table = pl.DataFrame({"stay_month": [month_of(as_of, add) for add in range(MONTHS_AHEAD)]}).with_columns(
        now=_known(books, 0, as_of),
        week_ago=_known(books, 7, as_of),
        last_year=_known(books, SAME_WEEKDAY_LAST_YEAR, month_of(as_of, -12)),
    )
    table = table.with_columns(pickup=pl.col("now") - pl.col("week_ago"))
    last = table.filter(pl.max_horizontal("now", "week_ago") > 0)["stay_month"].max()
    if table["pickup"].null_count() or last is None:
        return nothing(key, title, NO_HISTORY)
    table = table.filter(pl.col("stay_month") <= last)
    added = int(table["pickup"].sum())
    return Figure(
        key,
        title,
        f"The last 7 days brought {_sign(added)}{plural(abs(added), 'night')} net for stays from"
        f" {month_name(table['stay_month'][0])} on.",
        "Nights on the books now less nights on the books a week ago, all buildings; cancellations count against."
        f" Same point last year: 364 days earlier, for the month a year before; {ABSENT} if nothing was recorded"
        " then.",
        table,
        {
            "stay_month": Column("Stay month", "month"),
            "now": Column("On the books", "integer"),
            "week_ago": Column("A week ago", "integer"),
            "pickup": Column("Pickup", "integer"),
            "last_year": Column("Same point last year", "integer"),
        },
        _bars(table),
    )


def _known(books: pl.DataFrame, days_back: int, first: datetime.date) -> pl.Series:
    """Return one snapshot's nights for MONTHS_AHEAD months from the month of `first`; all null where it has no rows."""
    nights = dict(books.filter(pl.col("days_back") == days_back).select("stay_month", "nights").iter_rows())
    months = [month_of(first, add) for add in range(MONTHS_AHEAD)]
    return pl.Series([nights.get(month, 0) if nights else None for month in months], dtype=pl.Int64)


def figures(published: Published, as_of: datetime.date) -> list[Figure]:
    """Return the pace figures."""
    books = read_books(published, as_of)
    return [curve(books, as_of), pickup(books, as_of)]


def _sign(nights: int) -> str:
    return "+" if nights > 0 else MINUS if nights < 0 else ""


def _lines(table: pl.DataFrame) -> alt.Chart:
    """Return one line per stay month; the lines differ in colour, shape and dash."""
    rows = table.with_columns(month=pl.col("stay_month").dt.strftime("%b %Y"))
    order = rows["month"].unique(maintain_order=True).to_list()
    days = [day.isoformat() for day in rows["known_on"].unique().sort()]
    return (
        alt.Chart(alt.InlineData(values=drawn(rows)))
        .mark_line(point=alt.OverlayMarkDef(filled=True, size=50), strokeWidth=2)
        .encode(
            x=alt.X("known_on:T", title="As known on").scale(type="utc").axis(format="%-d %b", values=days[::-2]),
            y=alt.Y("nights:Q", title="Nights on the books").axis(format=",d", tickCount=5),
            **line_styles("month", order, title="Stay month"),
        )
        .properties(width=WIDTH, height=190)
    )


def _bars(table: pl.DataFrame) -> alt.LayerChart:
    """Return one bar per stay month, losses below zero, the figure on each."""
    text = [f"{_sign(nights)}{abs(nights):,}" for nights in table["pickup"]]
    rows = table.with_columns(month=pl.col("stay_month").dt.strftime("%b %Y"), text=pl.Series(text, dtype=pl.String))
    base = alt.Chart(alt.InlineData(values=drawn(rows))).encode(
        x=slanted("month", rows["month"]),
        y=alt.Y("pickup:Q", title="Nights added").axis(format=",d", tickCount=5),
    )
    colour = alt.when("datum.pickup < 0").then(alt.value(VERMILLION)).otherwise(alt.value(BLUE))
    above, below = base.transform_filter("datum.pickup >= 0"), base.transform_filter("datum.pickup < 0")
    figures = above.mark_text(dy=-7).encode(text="text:N") + below.mark_text(dy=9).encode(text="text:N")
    return (base.mark_bar().encode(color=colour) + figures).properties(width=WIDTH, height=170)
