"""A panel per currency: amounts of different currencies never share an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import altair as alt

from nightaudit.report.figure import drawn

if TYPE_CHECKING:
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
