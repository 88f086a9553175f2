"""From a figure to what a browser or a mail program shows: inline SVG that follows the page's colours, or a PNG."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import vl_convert

from nightaudit.report.style import THEME

if TYPE_CHECKING:
    from nightaudit.report.figure import Figure

TAG = re.compile(r"<[^<>]+>")
INNER_ROLES = re.compile(r' (?:role|class|aria-[a-z]+|pointer-events)="[^"]*"')
IDS = re.compile(r'(\bid="|url\(#|href="#)')
EMPTY = re.compile(r'<path d="(?:M0,0h0v0h0Z)?"[^<>]*/>')


def svg(figure: Figure) -> str:
    """Return the chart as an `<svg>` element to stand inline, labelled by title and summary; "" without a chart.

    The drawing's own roles are taken off: a screen reader meets one picture with a label, then the table twin.
    """
    if figure.chart is None:
        return ""
    drawing = vl_convert.vegalite_to_svg(_specification(figure), config=THEME)
    head, body = drawing.split(">", 1)
    size = dict(re.findall(r'(width|height|viewBox)="([^"]*)"', head))
    # Text between tags cannot hold "<" or ">", so what is taken off inside tags is never a reader's text.
    body = TAG.sub(lambda tag: IDS.sub(rf"\g<1>{figure.key}-", INNER_ROLES.sub("", tag[0])), body)
    label = html.escape(f"{figure.title}. {figure.summary}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" viewBox="{size["viewBox"]}"'
        f' width="{size["width"]}" height="{size["height"]}">{EMPTY.sub("", body)}'
    )


def png(figure: Figure) -> bytes:
    """Return the chart as a PNG on white at twice the size, for mail; b"" when the figure has no chart."""
    if figure.chart is None:
        return b""
    return bytes(vl_convert.vegalite_to_png(_specification(figure), config=THEME | {"background": "#ffffff"}, scale=2))


def _specification(figure: Figure) -> dict[str, Any]:
    """Return the chart as Vega-Lite, without the size Altair sets for notebooks."""
    specification: dict[str, Any] = figure.chart.to_dict(validate=False) if figure.chart is not None else {}
    specification.pop("config", None)
    return specification
