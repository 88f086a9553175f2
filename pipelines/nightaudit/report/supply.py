"""The supply bar: where every unit-night of a month's inventory went, adding up to the inventory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.occupancy import NO_NIGHTS
from nightaudit.report.panels import row_height, stacked
from nightaudit.report.style import STATE_LABELS, STATES, WIDTH
from nightaudit.report.words import month_name

if TYPE_CHECKING:
    import datetime

MOST_BARS = 16
COLUMNS = {
    "building": Column("Building"),
    **{state: Column(label, "integer") for state, label in STATE_LABELS.items()},
    "inventory_nights": Column("Inventory", "integer"),
    "conflict_nights": Column("Double-booked", "integer"),
}
RULE = (
    "Every unit-night of inventory has exactly one state. A double-booked night is counted once as occupied,"
    " and also as double-booked."
)


def supply(nights: pl.DataFrame, month: datetime.date) -> Figure:
    """Stack the states of a month's unit-nights to the inventory, building by building.

    Takes the rows of `occupancy.read_nights`. The summary says so when the states do not add up.
    """
    key, title = "supply", f"Supply in {month_name(month)}"
    rows = nights.filter(pl.col("month") == month)
    table = rows.group_by("building").agg(pl.col(*STATE_LABELS, "inventory_nights", "conflict_nights").sum())
    table = table.sort("inventory_nights", "building", descending=[True, False])
    total = int(table["inventory_nights"].sum())
    if not total:
        return nothing(key, title, NO_NIGHTS)
    sums = {state: int(table[state].sum()) for state in STATE_LABELS}
    said = ", ".join(
        f"{sums[state] / total:.1%} {label.lower()}" for state, label in STATE_LABELS.items() if sums[state]
    )
    gap = total - sum(sums.values())
    check = f"do NOT add up ({gap:+,} have no state)" if gap else "add up to the inventory"
    cut = f" Bars: the {MOST_BARS} largest buildings; the table has more." if table.height > MOST_BARS else ""
    return Figure(
        key,
        title,
        f"{total:,} unit-nights {check}: {said}.",
        RULE + cut,
        table,
        COLUMNS,
        _stack(table.head(MOST_BARS)),
        alarm=bool(gap),
    )


def _stack(table: pl.DataFrame) -> alt.Chart:
    """Return one stacked bar per building, in the order of the states."""
    x = alt.X("size:Q", title="Unit-nights").axis(format=",d", tickCount=8)
    height = row_height(table["building"].to_list(), 32)
    return stacked(table, "building", STATES, x, legend="State").properties(width=WIDTH - 60, height=height)
