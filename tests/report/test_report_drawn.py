"""A chart draws what its table says: no bar, point or cell is left out, and none has another value."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from contextlib import suppress
from typing import Any

import pytest
import vl_convert

from nightaudit.report import heat, receivables, vacancies
from nightaudit.report.corrections import OUTCOMES
from nightaudit.report.figure import Figure
from nightaudit.report.render import _specification
from nightaudit.report.style import SERIES, STATES, THEME
from nightaudit.report.words import MINUS
from report.html_reading import Element, read_html

# By figure: the field that is drawn, and the columns of the table that it shows; "-" before one that is drawn downwards.
VALUES = {
    "occupancy-by-building": ("rate", ["rate"]),
    "occupancy-by-weekday": ("rate", ["rate"]),
    "supply": ("size", ["occupied", "tentative", "out_of_order", "closed", "vacant"]),
    "pace": ("nights", ["nights"]),
    "pickup": ("pickup", ["pickup"]),
    "lease-expiry": ("remaining", ["remaining"]),
    "vacant-now": ("units", ["units"]),
    "bridge": ("amount", ["opening", "invoiced", "-earned", "closing"]),
    "clocks": ("amount", ["earned", "invoiced", "cash"]),
    "ageing": ("amount", ["owed", "credits"]),
    "dso": ("dso_count_back", ["dso_count_back"]),
    "corrections-by-job": ("size", ["written", "waiting", "left_alone", "person"]),
}
COLOURS = {*SERIES, *(colour for _, colour, *_ in [*STATES.values(), *OUTCOMES.values()])}
ORDERS = {
    "occupancy-by-weekday": [*heat.WEEKDAYS],
    "vacant-now": [*vacancies.AGES],
    "bridge": ["Deferred at start", "+ Invoiced", f"{MINUS} Earned", "= Deferred at end"],
    "ageing": [*receivables.BUCKETS.values()],
}
OTHERS = ("months", "tape", "streams")  # their rows are compared below


@pytest.fixture(scope="module")
def drawings(charts: dict[str, Figure]) -> dict[str, Element]:
    return {
        key: read_html(vl_convert.vegalite_to_svg(_specification(figure), config=THEME))
        for key, figure in charts.items()
    }


def rows_of(figure: Figure) -> list[dict[str, Any]]:
    """The rows that the chart is given to draw."""
    assert figure.chart is not None
    [rows] = figure.chart.to_dict(validate=False)["datasets"].values()
    return list(rows)


def groups_of(drawing: Element) -> list[Element]:
    """The groups of marks, of no axis and no legend."""
    return [group for group in drawing.all("g") if "role-mark" in group.attributes.get("class", "")]


def marks_of(drawing: Element) -> list[tuple[str, Element]]:
    """Everything that is drawn of the rows, with the kind of the mark that it is of."""
    return [(group.attributes["class"].partition(" ")[0], it) for group in groups_of(drawing) for it in group.children]


def told(figure: Figure) -> list[Any]:
    """The values of the table that the chart shows."""
    return [
        -value if column.startswith("-") else value
        for column in VALUES[figure.key][1]
        for value in figure.table[column.removeprefix("-")].drop_nulls()
    ]


def month_of(label: str) -> tuple[int, ...]:
    """The year and the month that a label names; nothing where it names no month."""
    with suppress(ValueError):
        return time.strptime(label, "%b %Y")[:2]
    return ()


def counted(values: list[Any]) -> Counter[float]:
    """The values, without those of which nothing is to be seen."""
    return Counter(round(float(value), 6) for value in values if value)


def test_every_chart_is_compared_here(charts: dict[str, Figure]) -> None:
    assert {*VALUES, *OTHERS} == charts.keys()


@pytest.mark.parametrize("key", VALUES)
def test_what_is_drawn_is_what_the_table_says(charts: dict[str, Figure], key: str) -> None:
    figure, (field, _) = charts[key], VALUES[key]
    assert counted(told(figure))
    assert counted(told(figure)) == counted([row[field] for row in rows_of(figure)])


@pytest.mark.parametrize("key", [*VALUES, *OTHERS])
def test_each_row_becomes_a_mark(charts: dict[str, Figure], drawings: dict[str, Element], key: str) -> None:
    """A bar, a cell or a point, in a colour that is known to be legible. Those of heat maps are compared in test_report_looks."""
    shapes = [(kind, shape) for kind, shape in marks_of(drawings[key]) if shape.tag == "path"]
    drawn = [shape.attributes["fill"] for kind, shape in shapes if kind in {"mark-rect", "mark-symbol"}]
    assert len(rows_of(charts[key])) == len(drawn)
    assert COLOURS.issuperset(drawn) or key.startswith("occupancy-by-")


@pytest.mark.parametrize("key", ["supply", "pickup", "vacant-now", "bridge", "ageing", "corrections-by-job"])
def test_bars_are_as_long_as_their_values(charts: dict[str, Figure], drawings: dict[str, Element], key: str) -> None:
    """In each panel, of which each has a scale of its own."""
    values: dict[str, list[float]] = defaultdict(list)
    for row in rows_of(charts[key]):
        values[row.get("currency", "")].append(abs(float(row[VALUES[key][0]])))
    bars = [group for group in groups_of(drawings[key]) if group.attributes["class"].startswith("mark-rect")]
    assert len(values) == len(bars)
    scales = set()
    for panel, currency in zip(bars, sorted(values), strict=True):
        sides = [re.findall(r"[hv]([\d.]+)", bar.attributes["d"])[:2] for bar in panel.children if bar.tag == "path"]
        lengths = [float(high if key == "pickup" else wide) for wide, high in sides]
        pixel = max(values[currency]) / max(lengths)
        assert values[currency] == pytest.approx([pixel * length for length in lengths], abs=pixel / 100)
        scales.add(round(pixel, 3))
    assert len(values) == len(scales)


@pytest.mark.parametrize("key", ["months", "pace", "lease-expiry", "clocks"])
def test_points_are_as_high_as_their_values(charts: dict[str, Figure], drawings: dict[str, Element], key: str) -> None:
    values: dict[str, list[float]] = defaultdict(list)
    for row in rows_of(charts[key]):
        values[row.get("currency", "")].append(float(row["share" if key == "months" else VALUES[key][0]]))
    points = [group for group in groups_of(drawings[key]) if group.attributes["class"].startswith("mark-symbol")]
    assert len(values) == len(points)
    for panel, currency in zip(points, sorted(values), strict=True):
        depths = [float(re.findall(r"[\d.]+", point.attributes["transform"])[1]) for point in panel.children]
        low, high = min(values[currency]), max(values[currency])
        pixel = (high - low) / (max(depths) - min(depths))
        heights = [low + pixel * (max(depths) - depth) for depth in depths]
        assert values[currency] == pytest.approx(heights, abs=pixel / 10)
        assert len({point.attributes["transform"].partition(",")[0] for point in panel.children}) > 1, (
            "one after another"
        )


@pytest.mark.parametrize("key", ["bridge", "pickup", "vacant-now"])
def test_each_bar_has_its_number_beside_it(charts: dict[str, Figure], drawings: dict[str, Element], key: str) -> None:
    sign = "+" if key == "pickup" else ""
    numbers = [f"{value:{sign if value else ''},.0f}".replace("-", MINUS) for value in told(charts[key])]
    assert Counter(numbers) == Counter(text.text for _, text in marks_of(drawings[key]) if text.tag == "text")


@pytest.mark.parametrize("key", [*VALUES, *OTHERS])
def test_labels_stand_in_their_order(drawings: dict[str, Element], key: str) -> None:
    axes = [group for group in drawings[key].all("g") if "role-axis-label" in group.attributes.get("class", "")]
    labels = [[label.text for label in axis.children] for axis in axes]
    for months in ([month for label in texts if (month := month_of(label))] for texts in labels):
        assert months == sorted(months)
    assert key not in ORDERS or ORDERS[key] in labels


def test_the_lines_of_both_bases_have_a_point_for_each_month(charts: dict[str, Figure]) -> None:
    """They hold all buildings; the table has a row for each currency."""
    months = charts["months"].table["month"].unique()
    points = Counter((row["month"], row["base"]) for row in rows_of(charts["months"]))
    bases = {"All available nights", "Net of out of order"}
    assert Counter({(f"{month:%b %Y}", base): 1 for month in months for base in bases}) == points


def test_the_tape_has_a_bar_for_each_span(charts: dict[str, Figure]) -> None:
    spans = charts["tape"].table.select("unit", "building", "state", "start", "end").rows()
    bars = [(row["row"], row["state"], row["start"], row["end"]) for row in rows_of(charts["tape"])]
    told = [(f"{unit} · {building}", state, str(start), str(end)) for unit, building, state, start, end in spans]
    assert told == bars


def test_there_is_a_tile_for_each_list(charts: dict[str, Figure], drawings: dict[str, Element]) -> None:
    tiles = rows_of(charts["streams"])
    assert charts["streams"].table["complete"].to_list() == [tile["complete"] for tile in tiles]
    assert {"proven complete": True, "NOT PROVEN": False} == {tile["proof"]: tile["complete"] for tile in tiles}
    assert len(tiles) == len({(tile["across"], tile["down"]) for tile in tiles}), "none hides another"
    lines = [" ".join(tile[line].split()) for tile in tiles for line in ("name", "size", "proof")]
    assert Counter(lines) == Counter(text.text for _, text in marks_of(drawings["streams"]) if text.tag == "text")
