"""Heat maps of occupancy: buildings by month and weekdays by month, viridis from 0 % to 100 %."""

from __future__ import annotations

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.occupancy import BASIS, NO_NIGHTS
from nightaudit.report.panels import named_rows, row_height
from nightaudit.report.periods import share
from nightaudit.report.style import INK
from nightaudit.report.words import ABSENT, listed, plural

MOST_ROWS = 24  # buildings drawn before the smaller ones are summed into one row
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WHITE_UNTIL = 0.43  # viridis is dark enough for white figures up to here


def heat_by_building(nights: pl.DataFrame) -> Figure:
    """Occupancy as a grid of buildings and months, the largest buildings first.

    Takes the rows of `occupancy.read_nights`.
    """
    sizes = nights.group_by("building").agg(pl.col("inventory_nights").sum())
    order = sizes.sort("inventory_nights", "building", descending=[True, False])["building"].to_list()
    kept, rest = order[:MOST_ROWS], plural(len(order) - MOST_ROWS, "smaller building")
    rows = nights.with_columns(row=pl.when(pl.col("building").is_in(kept)).then("building").otherwise(pl.lit(rest)))
    return _heat_map(
        rows,
        [*kept, *([rest] if len(order) > MOST_ROWS else [])],
        key="occupancy-by-building",
        title="Occupancy by building and month",
        heading="Building",
        caption=f"Full months only. {BASIS}",
        compared="building",
    )


def heat_by_weekday(nights: pl.DataFrame) -> Figure:
    """Occupancy as a grid of weekdays and months; takes the rows of `occupancy.read_nights`."""
    rows = nights.with_columns(
        row=pl.col("weekday").replace_strict(dict(enumerate(WEEKDAYS, 1)), return_dtype=pl.String)
    )
    return _heat_map(
        rows,
        list(WEEKDAYS),
        key="occupancy-by-weekday",
        title="Occupancy by weekday and month",
        heading="Night of",
        caption=f"The weekday on which the night begins, all buildings together. Full months only. {BASIS}",
    )


def _heat_map(
    rows: pl.DataFrame, labels: list[str], *, key: str, title: str, heading: str, caption: str, compared: str = "row"
) -> Figure:
    """Return the grid of `row`, under a heading, and `month`. The summary names the fullest and the emptiest by `compared`."""
    table = (
        rows.group_by("row", "month")
        .agg(pl.col("occupied", "available_nights").sum(), rate=share("occupied", "available_nights"))
        .sort(pl.col("row").cast(pl.Enum(labels)), "month")
    )
    overall = rows.group_by(pl.col(compared).alias("name"), maintain_order=True).agg(
        rate=share("occupied", "available_nights")
    )
    overall = overall.drop_nulls().sort("rate", maintain_order=True)
    if overall.is_empty():
        return nothing(key, title, NO_NIGHTS)
    columns = {
        "row": Column(heading),
        "month": Column("Month", "month"),
        "occupied": Column("Occupied nights", "integer"),
        "available_nights": Column("Available nights", "integer"),
        "rate": Column("Occupancy", "percent"),
    }
    return Figure(key, title, _summary(overall), caption, table, columns, _grid(table, labels))


def _summary(overall: pl.DataFrame) -> str:
    """Return the sentence that names each fullest and each emptiest `name`, by its `rate` as shown; takes them by rate."""
    shown: dict[str, list[str]] = {}
    for name, rate in overall.iter_rows():
        shown.setdefault(f"{rate:.1%}", []).append(name)
    (low, emptiest), *_ = shown.items()
    *_, (high, fullest) = shown.items()
    if low == high:
        return f"Over the period {fullest[0] + ' was' if overall.height == 1 else 'all were'} {high} occupied."
    verb = "was" if len(fullest) == 1 else "were"
    return f"Over the period {listed(fullest)} {verb} fullest ({high}), {listed(emptiest)} emptiest ({low})."


def _grid(table: pl.DataFrame, labels: list[str]) -> alt.LayerChart:
    """Return one cell per row and month, its percentage written on it."""
    months = [f"{month:%b\n%Y}" for month in table["month"]]
    texts = [ABSENT if rate is None else f"{rate:.0%}" for rate in table["rate"]]
    cells = table.with_columns(month=pl.Series(months, dtype=pl.String), text=pl.Series(texts, dtype=pl.String))
    base = named_rows(cells, "row", labels).encode(
        x=alt.X("month:N", title=None, sort=[f"{month:%b\n%Y}" for month in table["month"].unique().sort()]).axis(
            labelAngle=0, labelExpr="split(datum.label, '\\n')", ticks=False, domain=False
        ),
    )
    colour = alt.Color("rate:Q", title="Occupancy").scale(scheme="viridis", domain=[0, 1], clamp=True)
    legend = colour.legend(format=".0%", gradientLength=240, values=[0, 0.25, 0.5, 0.75, 1])
    boxes = base.transform_filter("datum.rate !== null").mark_rect().encode(color=legend)
    ink = alt.when("datum.rate === null").then(alt.value(INK))
    ink = ink.when(f"datum.rate < {WHITE_UNTIL}").then(alt.value("#ffffff"))
    figures = base.mark_text().encode(text="text:N", color=ink.otherwise(alt.value("#000000")))
    return (boxes + figures).properties(width=alt.Step(48), height=row_height(labels, 28))
