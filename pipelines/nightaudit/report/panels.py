"""What charts share: a panel per currency (different currencies never share an axis), and lines told apart by dashes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from nightaudit.report.figure import drawn

if TYPE_CHECKING:
    from collections.abc import Iterable

    import polars as pl


def by_currency(
    chart: alt.Chart | alt.LayerChart,
    rows: pl.DataFrame,
    *,
    x: Literal["shared", "independent"] = "independent",
    y: Literal["shared", "independent"] = "independent",
) -> alt.FacetChart:
    """Return `chart` (which has no data yet) once per value of `currency` in `rows`, the currency named above it."""
    facet = alt.Row("currency:N", title=None).header(labelAngle=0, labelOrient="top", labelAnchor="start")
    panels: alt.FacetChart = chart.facet(row=facet, data=alt.InlineData(values=drawn(rows))).resolve_scale(x=x, y=y)
    return panels


def dashed(field: str, dashes: Iterable[tuple[str, list[int]]]) -> Any:
    """Return the dash of each line by the value of `field`, solid for others; it leaves the legend's symbols whole."""
    solid: Any = alt
    for value, dash in dashes:
        solid = solid.when(f"datum.{field} === {json.dumps(value)}").then(alt.value(dash))
    return solid.otherwise(alt.value([1, 0]))
