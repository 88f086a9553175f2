"""Colours keep their contrast on both grounds, numbers read as people expect, long names are wrapped."""

import datetime
import re
from decimal import Decimal
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import altair as alt
import duckdb
import polars as pl
import pytest

from nightaudit.report import corrections, heat, page, quality, style
from nightaudit.report.figure import Column, Figure, Kind, drawn, nothing
from nightaudit.report.names import name_units
from nightaudit.report.panels import named_rows
from nightaudit.report.periods import month_of, per_night, share
from nightaudit.report.render import svg
from nightaudit.report.source import Published
from report.html_reading import read_html

CSS = (Path(page.__file__).with_name("templates") / "page.css").read_text("utf-8")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def palettes() -> list[dict[str, str]]:
    """The custom properties of the light and of the dark scheme."""
    return [dict(re.findall(r"--(\w+): (#\w{6})", block)) for block in re.findall(r":root \{([^}]*)\}", CSS)[:2]]


def test_the_measure_of_contrast_is_right() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_text_is_legible_in_both_schemes() -> None:
    light, dark = palettes()
    assert ("#ffffff", "#14181d") == (light["ground"], dark["ground"])
    for scheme in (light, dark):
        for ink in ("ink", "quiet", "link", "alarm"):
            for ground in ("ground", "panel"):
                assert contrast(scheme[ink], scheme[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("colour", style.SERIES)
def test_lines_and_bars_stand_out_from_both_grounds(colour: str) -> None:
    light, dark = palettes()
    assert contrast(colour, light["ground"]) >= 3
    assert contrast(colour, dark["ground"]) >= 3


@pytest.mark.parametrize("parts", [style.STATES, corrections.OUTCOMES], ids=["states", "outcomes"])
def test_the_parts_of_a_stacked_bar_differ_without_colour(parts: dict[str, tuple[str, ...]]) -> None:
    """In grey, four of the five states looked the same, and so did all outcomes of corrections."""
    for (one, (_, fill, *_)), (other, (_, beside, *_)) in combinations(parts.items(), 2):
        assert contrast(fill, beside) >= 1.4, (one, other)


def test_figures_on_a_heat_map_are_legible_on_every_cell() -> None:
    """And a colour stands for the same share in every map, whichever shares are in it."""
    viridis = {0.25: "#3b528b", 0.42: "#287d8e", 0.43: "#27808e", 0.445: "#26838e", 0.5: "#21918d", 0.75: "#5dc963"}
    table = pl.DataFrame({"row": "Elm Court", "rate": [*viridis, None]}).with_columns(
        month=pl.Series([month_of(datetime.date(2026, 1, 1), place) for place in range(7)])
    )
    drawing = read_html(svg(Figure("k", "T", "S.", "", table, chart=heat._grid(table, ["Elm Court"]))))
    paths = [path.attributes for path in drawing.all("path") if path.attributes["d"].endswith("h48v28h-48Z")]
    cells = ["#{:02x}{:02x}{:02x}".format(*map(int, re.findall(r"\d+", path["fill"]))) for path in paths]
    inks = {text.text: text.attributes["fill"] for text in reversed(drawing.all("text"))}
    assert [*viridis.values()] == cells
    for share_of, cell in viridis.items():
        assert contrast(cell, inks[f"{share_of:.0%}"]) >= 4.5, share_of
    assert style.INK == inks["\N{EN DASH}"]
    assert "Jan 2026" in inks


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("integer", 1234567, "1,234,567"),
        ("integer", -3, "\N{MINUS SIGN}3"),
        ("money", Decimal("1234.5"), "1,234.50"),
        ("money", Decimal("0.005"), "0.01"),
        ("money", Decimal("-0.005"), "\N{MINUS SIGN}0.01"),
        ("money", Decimal("12345678901234.56"), "12,345,678,901,234.56"),
        ("percent", 0.8734, "87.3%"),
        ("percent", float("nan"), "\N{EN DASH}"),
        ("date", datetime.date(2026, 2, 3), "3 Feb 2026"),
        ("month", datetime.date(2026, 2, 1), "Feb 2026"),
        ("hours", 2.04, "2.0 h"),
        ("yes/no", False, "no"),
        ("text", None, "\N{EN DASH}"),
    ],
)
def test_cells_read_as_people_expect(kind: Kind, value: object, text: str) -> None:
    assert text == Column("", kind).cell(value)


@pytest.mark.parametrize(
    ("hours", "text"),
    [(0, "0 minutes"), (0.4167, "25 minutes"), (1, "1 hour"), (47.4, "47 hours"), (48, "2 days"), (85, "4 days")],
)
def test_an_age_is_told_in_the_unit_that_it_is_long_in(hours: float, text: str) -> None:
    assert text == quality.age_words(hours)


def test_a_table_shows_its_columns_in_the_order_given() -> None:
    table = pl.DataFrame({"a": [1], "b": ["x"], "hidden": [0]})
    figure = Figure("key", "Title", "Summary.", "", table, {"b": Column("B"), "a": Column("A", "integer")})
    assert [["x", "1"]] == figure.rows()
    assert [] == nothing("key", "Title", "None.").rows()


def test_drawing_keeps_dates_as_dates() -> None:
    frame = pl.DataFrame({"day": [datetime.date(2026, 1, 2)], "amount": [Decimal("1.10")]})
    assert [{"day": "2026-01-02", "amount": 1.1}] == drawn(frame)


def test_long_names_are_wrapped_and_cut_before_their_end() -> None:
    name = "The Old Chocolate Factory at Saint-Germain-en-Laye, East Wing and Annexe and the Garden Pavilion"
    lines = style.wrap(name)
    assert ["The Old Chocolate Factory", "at Saint-Germain-en-Laye,", "… and the Garden Pavilion"] == lines
    assert max(map(len, lines)) <= 26
    assert "… " + "x" * 24 == style.wrap("x" * 100)[-1]
    assert style.wrap(f"{name}, North")[-1] != style.wrap(f"{name}, South")[-1]
    assert ["one", "two"] == style.wrap("one two", 3, 2)
    assert ["04-101 · The Ol…"] == style.wrap("04-101 · The Old Chocolate Factory", 16, 1)
    assert ["Donaudampfschifffahrtsgese", "llschaft"] == style.wrap("Donaudampfschifffahrtsgesellschaft")


def test_a_chinese_name_has_room_for_its_characters_which_are_twice_as_wide() -> None:
    """Where no font for them was installed, a chart was laid out for narrow boxes; its reader saw the end of each name alone."""
    lines = ["上海外灘茂悅大酒店東翼第二", "期服務式公寓"]
    assert lines == style.wrap("".join(lines))
    assert ["Unit 017 · 上海外…"] == style.wrap(f"Unit 017 · {lines[0]}", 18, 1)
    rows = pl.DataFrame({"name": ["".join(lines)], "nights": [1]})
    chart = named_rows(rows, "name", ["".join(lines)]).mark_bar().encode(x="nights:Q").properties(width=100)
    [drawing] = read_html(svg(Figure("k", "T", "S.", "", rows, chart=chart))).all("svg")
    assert float(drawing.attributes["width"]) > 100 + 13 * 12


@pytest.mark.parametrize("most", [182_000_000, 220_000, 64_000])
def test_amounts_below_an_axis_stay_apart(most: int) -> None:
    """They stood a pixel apart, as if 100,000,000 and 150,000,000 were one number."""
    rows = pl.DataFrame({"amount": [most]})
    x = alt.X("amount:Q").axis(format=",.0f", tickCount=4)
    figure = Figure("k", "T", "S.", "", rows, chart=alt.Chart(rows).mark_bar().encode(x=x).properties(width=205))
    spans = []
    for label in read_html(svg(figure)).all("text")[:-1]:
        if label.attributes["opacity"] == "1":
            place = float(re.findall(r"[\d.]+", label.attributes["transform"])[0])
            width = sum(3.34 if letter == "," else 6.67 for letter in label.text)
            before = {"start": 0, "middle": width / 2, "end": width}[label.attributes["text-anchor"]]
            spans.append((place - before, place - before + width))
    assert len(spans) >= 2
    assert all(start - end >= 3.5 for (_, end), (start, _) in pairwise(spans)), spans


def test_ratios_are_sums_over_sums_and_never_divide_by_nothing() -> None:
    frame = pl.DataFrame({"part": [1, 90, 0], "whole": [1, 100, 0]})
    assert 91 / 101 == pytest.approx(frame.select(share("part", "whole")).item())
    assert frame.tail(1).select(share("part", "whole")).item() is None
    money = [Decimal("10.00"), Decimal("0.05"), Decimal("-0.05"), Decimal("5.00"), None]
    rates = per_night(pl.Series(money), pl.Series([3, 2, 2, 0, 2]))
    assert [Decimal("3.33"), Decimal("0.03"), Decimal("-0.03"), None, None] == rates.to_list(), "half away from zero"


def test_a_thing_without_a_name_is_called_by_its_id_and_so_are_two_of_one_name(tmp_path: Path) -> None:
    file = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(file)) as writing:
        writing.execute(
            """create schema core;
               create table core.dim_buildings as
                   from (values (1, 'Elm'), (2, 'Oak'), (3, 'Oak ')) as t (building_id, building_name);
               create table core.dim_units as
                   from (values (1, ' ', 1), (2, null, 1), (3, 'A', 2), (4, 'A', 2), (5, 'A', 3))
                       as t (unit_id, unit_name, building_id)"""
        )
    with Published(file) as source:
        units = source.rows("from core.dim_units join core.dim_buildings using (building_id) order by unit_id")
        oak = [("A (3)", "Oak (2)"), ("A (4)", "Oak (2)"), ("A", "Oak (3)")]
        named = name_units(source, units).select("unit", "building").rows()
        assert [("Unit 1", "Elm"), ("Unit 2", "Elm"), *oak] == named
        assert oak[:1] == name_units(source, units[2:3]).select("unit", "building").rows(), "of two, one alone is shown"


def test_months_are_counted_across_years() -> None:
    assert datetime.date(2025, 12, 1) == month_of(datetime.date(2026, 1, 31), -1)
    assert datetime.date(2027, 1, 1) == month_of(datetime.date(2026, 1, 31), 12)


def test_a_long_table_is_folded_away_and_cut_with_words() -> None:
    columns = {"a": Column("A", "integer")}
    macro: Any = page.environment().get_template("figure.html.j2").module
    long = read_html(str(macro.figure(Figure("k", "T", "S.", "", pl.DataFrame({"a": range(1250)}), columns))))
    short = read_html(str(macro.figure(Figure("k", "T", "S.", "", pl.DataFrame({"a": range(30)}), columns))))
    assert (1, 251) == (len(long.all("details")), len(long.all("tr")))
    assert "1,000 more rows are in the published file." in long.text
    one_more = Figure("k", "T", "S.", "", pl.DataFrame({"a": range(251)}), columns)
    assert "1 more row is in the published file." in str(macro.figure(one_more))
    assert (0, 31) == (len(short.all("details")), len(short.all("tr")))
    assert "more rows" not in short.text
