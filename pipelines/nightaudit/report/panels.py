"""Parts that several charts share: named rows, a panel per currency (currencies never share an axis), lines that differ."""

from __future__ import annotations

import json
from typing import Any, Literal

import altair as alt
import polars as pl

from nightaudit.report.figure import drawn
from nightaudit.report.style import COLUMN, DASHES, INK, LINE_HEIGHT, SERIES, SHAPES, WIDTH, columns, wrap


def named_rows(frame: pl.DataFrame, column: str, names: list[str], width: int = 26, lines: int = 3) -> alt.Chart:
    """Return a chart of `frame` with its y axis: one row for each of `names`, the values of `column`, in order from the top.

    Long names are wrapped, and each block of lines is centred on its row. A label is a data value, the row number before the
    name: Vega breaks on a name such as "constructor", which JavaScript reserves, in an expression or as a value by itself.
    The room for labels is no less than `style.COLUMN` says: Vega measures with the fonts of this machine, not the reader's.
    """
    wrapped = {name: wrap(name, width, lines) for name in names}
    labels = {name: "\n".join([str(place), *wrapped[name]]) for place, name in enumerate(names)}
    room = COLUMN * max(columns(line) for lines_of in wrapped.values() for line in lines_of)
    label = "slice(split(datum.value, '\\n'), 1)"
    shift = {"expr": f"-{LINE_HEIGHT / 2} * (length({label}) - 1)"}
    y = alt.Y("label:N", title=None).scale(domain=list(labels.values()))
    rows = frame.with_columns(label=pl.col(column).replace_strict(labels, return_dtype=pl.String))
    return alt.Chart(alt.InlineData(values=drawn(rows))).encode(
        y=y.axis(labelExpr=label, labelOffset=shift, labelPadding=6, minExtent=room + 6, ticks=False, domain=False)
    )


def row_height(names: list[str], least: int) -> alt.Step:
    """Return the height of the rows of `named_rows`: at least `least`, and room for the name with most lines."""
    return alt.Step(max(least, LINE_HEIGHT * max(len(wrap(name)) for name in names) + 4))


def by_currency(
    chart: alt.Chart | alt.LayerChart,
    rows: pl.DataFrame,
    *,
    beside: int,
    height: int | alt.Step,
    x: Literal["shared", "independent"] = "independent",
    y: Literal["shared", "independent"] = "independent",
) -> alt.FacetChart:
    """Return `chart` (which has no data yet) once per value of `currency` in `rows`, the currency named above it.

    Several panels stand two in a row, `beside` pixels apart for the labels of the axis, so that the whole is no wider than
    one panel and five currencies fit on half a sheet. `height` is that of each panel.
    """
    several = rows["currency"].n_unique() > 1
    width = (WIDTH - 2 * beside) // 2 if several else WIDTH - beside
    facet = alt.Facet("currency:N", title=None).header(labelAngle=0, labelOrient="top", labelAnchor="start")
    return (
        chart.properties(width=width, height=height)
        .facet(facet=facet, data=alt.InlineData(values=drawn(rows)), columns=2 if several else 1)
        .resolve_scale(x=x, y=y)
        .resolve_axis(x="independent", y="independent")
    )


def stacked(
    table: pl.DataFrame, column: str, parts: dict[str, tuple[str, str]], x: alt.X, *, legend: str | None = None
) -> alt.Chart:
    """Return one bar for each value of `column`, in order, stacked from the columns of `table` that `parts` names.

    parts  label and colour, in the order of the stack
    x      how "size", the length of a part, is shown
    """
    labels = {name: label for name, (label, _) in parts.items()}
    ranks = {label: rank for rank, label in enumerate(labels.values())}
    long = table.rename(labels).unpivot(list(ranks), index=column, variable_name="part", value_name="size")
    colours = [colour for _, colour in parts.values()]
    return (
        named_rows(long.with_columns(rank=pl.col("part").replace_strict(ranks)), column, table[column].to_list())
        .mark_bar(stroke=INK, strokeWidth=0.6)
        .encode(x=x, color=alt.Color("part:N", title=legend).scale(domain=list(ranks), range=colours), order="rank:Q")
    )


def slanted(column: str, names: pl.Series) -> alt.X:
    """Return an x axis with these names, the values of `column`, slanted, so that they have room."""
    return alt.X(f"{column}:N", title=None, sort=names.unique(maintain_order=True).to_list()).axis(labelAngle=-40)


def line_styles(field: str, values: list[str], *, title: str | None = None) -> dict[str, Any]:
    """Return the encodings of lines that differ in colour, shape and dash, one line for each of these values of `field`.

    The symbols of the legend stay solid.
    """
    dash: Any = alt
    for value, pattern in zip(values, DASHES, strict=False):
        dash = dash.when(f"datum.{field} === {json.dumps(value)}").then(alt.value(pattern))
    return {
        "color": alt.Color(f"{field}:N", title=title).scale(domain=values, range=SERIES[: len(values)]),
        "shape": alt.Shape(f"{field}:N", title=title).scale(domain=values, range=SHAPES[: len(values)]),
        "strokeDash": dash.otherwise(alt.value([1, 0])),
    }
