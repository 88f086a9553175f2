"""Draws the growth of a `--plan growth` run: `chart.py RESULTS.json CHART.svg` prints its table and writes the picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import altair as alt
import polars as pl
from contestants import CONTESTANTS
from table import Result

PANELS = {"cpu": "CPU seconds", "memory": "Peak memory, MB", "pages": "Pages asked for"}
LINES = {
    "ours": ("load and staging", "#0b6e6e"),
    "nightly": ("whole night: every list, every mart", "#7a4fbf"),
    "limit": ("limit: no framework, proof or history", "#b8860b"),
}


class Point(NamedTuple):
    """The medians of one contestant at one size."""

    contestant: str
    records: float
    wall: float
    cpu: float
    memory: float
    pages: float


def points(results: list[Result]) -> pl.DataFrame:
    """One row per contestant and size that ended right, smallest first."""
    names = Point._fields[1:]
    rows = [Point(one.contestant, *map(one.figure, names)) for one in results if not one.wrong]
    return pl.DataFrame(rows, schema=list(Point._fields), orient="row").sort("contestant", "records")


def table(found: pl.DataFrame) -> str:
    """Each size beside the smallest of its contestant: how many times the records, the time, the memory, the pages."""
    lines = [
        "| who | records | seconds | CPU s | peak MB | pages | records x | CPU x | memory x | pages x |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for _, sizes in found.group_by("contestant", maintain_order=True):
        points_of = [Point(*row) for row in sizes.rows()]
        for one in points_of:
            first = points_of[0]
            times = (getattr(one, name) / getattr(first, name) for name in ("records", "cpu", "memory", "pages"))
            lines.append(
                f"| {CONTESTANTS[one.contestant].told} | {one.records:,.0f} | {one.wall:.1f} | {one.cpu:.1f} "
                f"| {one.memory:,.0f} | {one.pages:,.0f} | {' | '.join(f'{ratio:.1f}' for ratio in times)} |"
            )
    return "\n".join(lines)


def chart(found: pl.DataFrame) -> alt.HConcatChart:
    """A panel per figure, records along the bottom, a line per contestant named at its end."""
    told = {name: line for name, (line, _) in LINES.items() if name in found["contestant"]}
    colours = alt.Scale(domain=list(told.values()), range=[LINES[name][1] for name in told])
    named = found.filter(pl.col("contestant").is_in(told)).with_columns(pl.col("contestant").replace_strict(told))
    panels = []
    for figure, title in PANELS.items():
        base = alt.Chart(named).encode(
            x=alt.X("records:Q", title="Records", axis=alt.Axis(format="~s", grid=False)),
            y=alt.Y(f"{figure}:Q", title=None, axis=alt.Axis(format="~s", tickCount=5)),
            color=alt.Color("contestant:N", title=None, scale=colours, legend=alt.Legend(orient="bottom", columns=1)),
        )
        lines = base.mark_line(strokeWidth=2) + base.mark_circle(size=50, opacity=1)
        panels.append(lines.properties(width=230, height=200, title=title))
    whole: alt.HConcatChart = alt.hconcat(*panels, background="white").configure_view(stroke=None)
    return whole


if __name__ == "__main__":
    kept = json.loads(Path(sys.argv[1]).read_text())
    the_points = points([Result.from_dict(one) for one in kept["results"]])
    print(table(the_points))
    chart(the_points).save(sys.argv[2])
