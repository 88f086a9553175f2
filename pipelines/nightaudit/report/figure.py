"""A figure: a chart, a table of the same values, one sentence that says what it shows, and how each column is shown."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import polars as pl
import polars.selectors as cs

from nightaudit.report.words import ABSENT, MINUS, day_name, money, month_name

if TYPE_CHECKING:
    from collections.abc import Callable

    import altair as alt

    Chart = alt.Chart | alt.LayerChart | alt.FacetChart

Kind = Literal["text", "integer", "money", "percent", "date", "month", "hours", "days", "yes/no"]


@dataclass(frozen=True)
class Column:
    """How one column of a table is shown: its heading, and the kind that decides format and alignment."""

    label: str
    kind: Kind = "text"

    @property
    def is_number(self) -> bool:
        """Whether the cells are right-aligned."""
        return self.kind in {"integer", "money", "percent", "hours", "days"}

    @property
    def css_class(self) -> str:
        """The CSS class of the cells: `number` aligns them right, `whole` keeps a date on one line."""
        return "number" if self.is_number else "whole" if self.kind in {"date", "month"} else ""

    def cell(self, value: object) -> str:
        """Return `value` as a reader expects it: 12,345 · 1,234.50 · 87.3% · 20 Nov 2026 · Nov 2026 · 3.5 h."""
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return ABSENT
        return _FORMATS[self.kind](value)


@dataclass(frozen=True)
class Figure:
    """One chart with its table.

    summary  one sentence that contains the main value
    caption  base, unit and period
    table    the drawn values under machine names (money as Decimal, shares as fractions)
    columns  how the columns of `table` are shown, in order; columns that readers do not need are left out
    chart    None where the table is enough or there is nothing to draw
    alarm    whether the summary says that something does not add up or is not proven
    """

    key: str
    title: str
    summary: str
    caption: str
    table: pl.DataFrame
    columns: dict[str, Column] = field(default_factory=dict)
    chart: Chart | None = None
    alarm: bool = False

    def rows(self) -> list[list[str]]:
        """Return the table's cells as text, in the order of `columns`."""
        picked = self.table.select(list(self.columns))
        columns = list(self.columns.values())
        return [[column.cell(value) for column, value in zip(columns, row, strict=True)] for row in picked.iter_rows()]


def nothing(key: str, title: str, why: str) -> Figure:
    """Return a figure without chart or rows whose summary says in plain words what is missing."""
    return Figure(key, title, why, "", pl.DataFrame())


def drawn(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of `frame` for a chart: numbers as floats (pixels need no cents), dates as ISO text.

    Only drawing goes through here; tables keep the exact values.
    """
    return frame.with_columns(cs.decimal().cast(pl.Float64), cs.date().dt.strftime("%Y-%m-%d")).to_dicts()


_FORMATS: dict[Kind, Callable[[Any], str]] = {
    "text": str,
    "integer": lambda value: f"{int(value):,}".replace("-", MINUS),
    "money": money,
    "percent": lambda value: f"{float(value):.1%}",
    "date": day_name,
    "month": month_name,
    "hours": lambda value: f"{float(value):,.1f} h",
    "days": lambda value: f"{float(value):,.1f}",
    "yes/no": lambda value: "yes" if value else "no",
}
