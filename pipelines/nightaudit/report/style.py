"""How charts look: colours readable on white and on near-black, a theme that follows the page's text colour."""

from __future__ import annotations

import textwrap
import unicodedata
from typing import Any

# Lines and bars have a contrast of at least 3 to 1 with white and with #14181d; a test measures it.
BLUE, GREEN, VERMILLION, PURPLE, GREY = "#2f7fc4", "#0b9a6f", "#d55e00", "#b565a7", "#7d8590"
# Parts of a stacked bar are edged in ink; any two of a bar differ in lightness too, for paper without colour, as a test measures.
RUST, SILVER, MAUVE, SKY, MINT, CLOUD = "#9c4200", "#98a1ab", "#d9b3d2", "#a9cdec", "#def1e8", "#eef0f2"
INK = "currentColor"  # the page's own text colour, light or dark; black in a picture
# Charts are laid out here and shown elsewhere: these fonts have the same widths, so labels stay where they were measured.
FONT = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif"
WIDTH = 720
LINE_HEIGHT = 14
COLUMN = 6  # of 12 pixels an East Asian character, and about the mean of Latin letters
SECOND = "\0"  # stands for the second column of a wide character while its text is wrapped; no name has it
FEW = 5  # below it an axis names every whole number

# By state of a unit-night, as the marts name it: label and colour, in the order of the stacked bars.
STATES = {
    "occupied": ("Occupied", BLUE),
    "tentative": ("Tentative", MAUVE),
    "out_of_order": ("Out of order", RUST),
    "closed": ("Closed", SILVER),
    "vacant": ("Vacant", MINT),
}
STATE_LABELS = {state: label for state, (label, _) in STATES.items()}
SERIES = (BLUE, VERMILLION, GREEN, PURPLE, GREY)
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4])

THEME: dict[str, Any] = {
    "aria": False,  # the figure carries one label; the table beside it carries the values
    "background": None,
    "padding": 8,
    "font": FONT,
    "view": {"stroke": None, "continuousWidth": WIDTH},
    "axis": {
        "labelColor": INK,
        "titleColor": INK,
        "domainColor": INK,
        "domainOpacity": 0.4,
        "tickColor": INK,
        "tickOpacity": 0.4,
        "gridColor": INK,
        "gridOpacity": 0.13,
        "labelFontSize": 12,
        "labelLineHeight": LINE_HEIGHT,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "labelLimit": 0,
    },
    "axisX": {"labelSeparation": 4},
    "axisBand": {"grid": False},
    "legend": {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "orient": "top",
        "labelLimit": 0,
        "symbolSize": 120,
        "columnPadding": 24,
        "offset": 12,
    },
    "header": {
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 13,
        "labelFontWeight": "bold",
        "labelPadding": 4,
    },
    "text": {"color": INK, "fontSize": 11},
    "rule": {"color": INK},
    "title": {"color": INK, "fontSize": 13, "anchor": "start"},
}


def wrap(text: str, width: int = 26, lines: int = 3) -> list[str]:
    """Return `text` broken into at most `lines` lines of `width` columns, for an axis label; a Chinese character takes two.

    A longer text keeps its end, which often tells two names apart ("..., East Wing"); in one line it keeps its start.
    """
    spread = "".join(f"{letter}{SECOND}" if columns(letter) > 1 else letter for letter in text)
    return [line.replace(SECOND, "") for line in _wrapped(spread, width, lines)]


def columns(text: str) -> int:
    """Return how wide a text is in columns, of which a character of East Asian scripts takes two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "FW" else 1 for letter in text)


def _wrapped(text: str, width: int, lines: int) -> list[str]:
    whole = textwrap.wrap(text, width, break_long_words=True) or [text]
    if len(whole) <= lines:
        return whole
    if lines == 1:
        return [f"{text[: width - 1].rstrip()}…"]
    first, _, rest = " ".join(text.split())[-(width - 1) :].partition(" ")
    return [*whole[: lines - 1], f"… {rest or first[1:]}"]


def whole_axis(most: int) -> dict[str, Any]:
    """Return the settings of an axis that counts things up to `most`: no tick between two whole numbers."""
    ticks: dict[str, Any] = {"values": list(range(most + 1))} if most < FEW else {"tickCount": 5}
    return {"format": ",d", **ticks}
