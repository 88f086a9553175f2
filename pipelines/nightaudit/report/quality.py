"""Shows how complete and how fresh the data is: one tile per list, from the certificates of the walks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.style import BLUE, VERMILLION, wrap
from nightaudit.report.words import day_name, listed, plural

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

ACROSS = 4
HOURS_SAID = 48  # a higher age is written in days
NO_WALK = "No certificate is in the file: nothing has been loaded yet, so nothing on this page is proven complete."


def read_streams(published: Published, now: datetime.datetime) -> pl.DataFrame:
    """Return `Published.lists` with the age in hours, at `now` (with a time zone), of the last complete walk."""
    found = published.lists(now)
    ages = [(now - ended).total_seconds() / 3600 for ended in found["ended_at"]]
    return found.with_columns(age=pl.Series(ages, dtype=pl.Float64).clip(lower_bound=0))


def completeness(streams: pl.DataFrame) -> str:
    """Return how many lists are proven complete, which are not and when they last were, and how long ago the oldest was read."""
    if streams.is_empty():
        return NO_WALK
    unproven = [
        f"{name} (last on {day_name(ended)})" if was_proven else name
        for name, was_proven, ended in streams.filter(~pl.col("complete"))
        .select("stream", "was_proven", "ended_at")
        .iter_rows()
    ]
    oldest = max(streams["age"])
    said = f"{streams.height - len(unproven)} of {plural(streams.height, 'list')} proven complete"
    doubt = f"; not proven: {listed(unproven)}" if unproven else ""
    return f"{said}{doubt}. The oldest was read {age_words(oldest)} ago."


def is_complete(streams: pl.DataFrame) -> bool:
    """Return whether there are lists, and each is proven complete."""
    return bool(streams.height and streams["complete"].all())


def age_words(hours: float) -> str:
    """Return "25 minutes", "7 hours" or "3 days"."""
    if hours < 1:
        return plural(round(hours * 60), "minute")
    return plural(round(hours), "hour") if hours < HOURS_SAID else plural(round(hours / 24), "day")


def strip(streams: pl.DataFrame) -> Figure:
    """Draw one tile per list: records, age, whether the walk is proven complete; unproven ones come first."""
    key, title = "streams", "Lists and their proofs"
    if streams.is_empty():
        return nothing(key, title, NO_WALK)
    return Figure(
        key,
        title,
        completeness(streams),
        "A list is complete when its last walk proved that no record was missed. Records, rows and age are"
        " those of the last walk that did, or of the last one where none did. Lists below single records (notes, prices,"
        " custom fields) are read over several loads and are not counted here; the command nightaudit status shows them.",
        streams,
        {
            "stream": Column("List"),
            "records": Column("Records", "integer"),
            "row_count": Column("Rows read", "integer"),
            "complete": Column("Proven complete", "yes/no"),
            "age": Column("Age", "hours"),
            "selection": Column("What was read"),
            "tier": Column("How"),
            "requests": Column("Requests", "integer"),
            "reason": Column("Reason"),
        },
        _tiles(streams),
        alarm=not is_complete(streams),
    )


def _tiles(streams: pl.DataFrame) -> alt.LayerChart:
    """Return the tiles in rows of `ACROSS`; unproven lists have another colour, a dashed edge and the words."""
    rows = [
        {
            "across": place % ACROSS,
            "down": place // ACROSS,
            "name": "\n".join(wrap(row["stream"].replace("_", " "), 27, 2)),
            "size": f"{plural(row['records'], 'record')}, {age_words(row['age'])} old",
            "proof": "proven complete" if row["complete"] else "NOT PROVEN",
            "complete": row["complete"],
        }
        for place, row in enumerate(streams.iter_rows(named=True))
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        x=alt.X("across:O", axis=None).scale(paddingInner=0.05), y=alt.Y("down:O", axis=None).scale(paddingInner=0.1)
    )
    colour = alt.when("datum.complete").then(alt.value(BLUE)).otherwise(alt.value(VERMILLION))
    dash = alt.when("datum.complete").then(alt.value([1, 0])).otherwise(alt.value([5, 3]))
    tiles = base.mark_rect(fillOpacity=0.14, strokeWidth=1.5, cornerRadius=3)
    return (
        tiles.encode(color=colour, stroke=colour, strokeDash=dash)
        + base.mark_text(align="left", baseline="top", dx=-75, dy=-26, lineBreak="\n", fontWeight="bold").encode(
            text="name:N"
        )
        + base.mark_text(align="left", baseline="top", dx=-75, dy=3).encode(text="size:N")
        + base.mark_text(align="left", baseline="top", dx=-75, dy=16).encode(text="proof:N")
    ).properties(width=alt.Step(174), height=alt.Step(68))
