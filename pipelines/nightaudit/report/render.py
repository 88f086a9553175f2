"""Renders a figure as inline SVG that follows the page's text colour, or as a PNG for mail."""

from __future__ import annotations

import html
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import vl_convert
from PIL import Image

from nightaudit.report.style import THEME

if TYPE_CHECKING:
    from nightaudit.report.figure import Figure

TAG = re.compile(r"<[^<>]+>")
INNER_ROLES = re.compile(r' (?:role|class|aria-[a-z]+|pointer-events)="[^"]*"')
IDS = re.compile(r'(\bid="|url\(#|href="#)')
EMPTY = re.compile(r'<path d="(?:M0,0h0v0h0Z)?"[^<>]*/>')


def svg(figure: Figure) -> str:
    """Return the chart of a figure that has one as an `<svg>` element for inline use, labelled by title and summary.

    ARIA roles inside the drawing are removed, so that a screen reader finds one labelled picture, then the table.
    """
    drawing = vl_convert.vegalite_to_svg(_specification(figure), config=THEME)
    head, body = drawing.split(">", 1)
    size = dict(re.findall(r'(width|height|viewBox)="([^"]*)"', head))
    # Text between tags cannot contain "<" or ">", so a removal inside tags never touches visible text.
    body = TAG.sub(lambda tag: IDS.sub(rf"\g<1>{figure.key}-", INNER_ROLES.sub("", tag[0])), body)
    label = html.escape(f"{figure.title}. {figure.summary}", quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" viewBox="{size["viewBox"]}"'
        f' width="{size["width"]}" height="{size["height"]}">{EMPTY.sub("", body)}'
    )


def png(figure: Figure) -> bytes:
    """Return the chart of a figure that has one as a PNG on white at twice the size, for mail."""
    theme = THEME | {"background": "#ffffff"}
    packed = BytesIO()
    with Image.open(BytesIO(vl_convert.vegalite_to_png(_specification(figure), config=theme, scale=2))) as picture:
        picture.save(packed, "PNG")  # in a quarter of the bytes or so: vl-convert packs for speed
    return packed.getvalue()


def _specification(figure: Figure) -> dict[str, Any]:
    """Return the chart as Vega-Lite, without the size Altair sets for notebooks."""
    specification: dict[str, Any] = figure.chart.to_dict(validate=False) if figure.chart is not None else {}
    specification.pop("config", None)
    return specification
