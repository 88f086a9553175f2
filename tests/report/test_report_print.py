"""On paper: the first sheet answers, no chart or row is cut, no sheet is half empty, nothing is left out without a word."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from nightaudit.report import page as pages
from nightaudit.report.figure import Column, Figure
from report.browser import CHROMIUM, browse
from report.html_reading import read_html

CSS = (Path(pages.__file__).with_name("templates") / "page.css").read_text("utf-8")
PAPER = CSS.partition("@media print {")[2]
POPPLER = shutil.which("pdftotext") and shutil.which("pdftoppm")
prints = pytest.mark.skipif(
    not (CHROMIUM and POPPLER), reason="needs Chromium, and pdftotext and pdftoppm of poppler-utils"
)
FOOT = 0.94  # of the height of a sheet: below stand date and number


def rule(selector: str) -> str:
    """What the style sheet says for paper, and for this selector."""
    rules = re.findall(r"^\s*([^{}\n]+) \{([^}]*)\}", PAPER, re.MULTILINE)
    return " ".join(body for names, body in rules if selector in {names, *names.split(", ")})


def printed(page: str, folder: Path, size: str) -> Path:
    """The page as the PDF that a browser saves."""
    source, out = folder / "page.html", folder / f"{size}.pdf"
    source.write_text(page.replace("@page {", f"@page {{ size: {size};", 1), encoding="utf-8")
    browse(source, f"--print-to-pdf={out}")
    return out


def sheets(pdf: Path) -> list[str]:
    """The text of each sheet."""
    done = subprocess.run(["pdftotext", "-layout", pdf, "-"], check=True, capture_output=True, text=True)
    return done.stdout.removesuffix("\f").split("\f")


def filled(pdf: Path) -> list[float]:
    """How far down each sheet is printed on, as a share of its height above the foot."""
    left = subprocess.run(["pdftoppm", "-r", "20", "-gray", pdf], check=True, capture_output=True).stdout
    shares = []
    while head := re.match(rb"P5\s+(\d+) (\d+)\s+255\s", left):
        width, height = int(head[1]), int(head[2])
        rows, left = left[head.end() :], left[head.end() + width * height :]
        inked = [at for at in range(int(height * FOOT)) if min(rows[at * width : (at + 1) * width]) < 200]
        shares.append(max(inked, default=0) / (height * FOOT))
    return shares


@pytest.mark.parametrize("part", [".drawn:not(:has([open]))", "figcaption", "tr", "ul.tiles li"])
def test_no_chart_row_or_tile_is_cut_in_two(part: str) -> None:
    assert "break-inside: avoid" in rule(part)


@pytest.mark.parametrize("part", ["h2", "h3", "figcaption:not(:last-child)", "thead"])
def test_a_heading_stays_with_what_it_heads(part: str) -> None:
    assert "break-after: avoid" in rule(part)


def test_a_table_without_a_chart_is_printed_even_if_folded() -> None:
    columns = {"a": Column("A", "integer")}
    macro: Any = pages.environment().get_template("figure.html.j2").module
    [folded] = read_html(str(macro.figure(Figure("k", "T", "S.", "", pl.DataFrame({"a": range(99)}), columns)))).all(
        "details"
    )
    assert "alone" == folded.attributes["class"]
    assert "content-visibility: visible" in rule("details.alone::details-content")
    assert "display: none" in rule("details:not([open], .alone)"), "what the reader has unfolded is printed too"


def test_each_chart_is_kept_with_its_frame(page: str, charts: dict[str, Figure]) -> None:
    tree = read_html(page)
    frames = [it for it in tree.all("figure") if it.attributes.get("class") == "drawn"]
    assert len(charts) == len(tree.all("svg")) == len(frames)
    assert all(len(frame.all("svg")) == 1 for frame in frames)


@prints
@pytest.mark.parametrize("size", ["A4", "letter"])
def test_the_first_sheet_answers_and_none_is_half_empty(page: str, tmp_path: Path, size: str) -> None:
    pdf = printed(page, tmp_path, size)
    texts, shares = sheets(pdf), filled(pdf)
    assert len(texts) == len(shares) <= 10
    for words in (
        "Occupancy tonight",
        "Earned, Oct 2026",
        "Past due",
        "Most is owed by account",
        "9 findings to check",
        "not proven: financial_allocations_sales_payments",
    ):
        assert words in " ".join(texts[0].split()), words
    assert min(shares[:-1]) > 0.5, shares
    for number, text in enumerate(texts, 1):
        assert ["Night audit as of 20 Nov 2026", f"{number} of {len(texts)}"] == re.split(r"\s{3,}", text.strip())[-2:]


@prints
def test_the_foot_of_the_page_is_on_no_sheet_of_its_own(page: str, tmp_path: Path) -> None:
    head, last = page[: page.index("<body>")], page[page.rindex("<figure") :]
    numbers = set()
    for height in range(190, 240, 6):  # so that the last figure ends higher or lower on its sheet, or on the next one
        above = "".join(f'<figure style="height: {it}mm"></figure>' for it in (250, height))
        filled_up = f"{head}<body><main><section>{above}{last}"
        *_, sheet = texts = sheets(printed(filled_up, tmp_path, "A4"))
        assert "proven complete" in sheet, (height, sheet)
        numbers.add(len(texts))
    assert {2, 3} == numbers


@prints
def test_every_figure_is_printed_and_no_heading_ends_a_sheet(page: str, tmp_path: Path) -> None:
    texts = sheets(printed(page, tmp_path, "A4"))
    headings = [it.text for it in read_html(page).all("h2", "h3")]
    everything = " ".join(" ".join(texts).split())
    assert "Folded tables are not printed: unfold them first." in everything
    assert [] == [heading for heading in headings if heading not in everything and heading != "Headline"]
    for text in texts:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        assert lines[-2] not in headings, "the last line is the foot"


@prints
def test_a_long_table_without_a_chart_is_on_paper(page: str, tmp_path: Path) -> None:
    columns = {"a": Column("A")}
    rows = pl.DataFrame({"a": [f"row {number} of the table" for number in range(99)]})
    macro: Any = pages.environment().get_template("figure.html.j2").module
    long = page.replace("</main>", str(macro.figure(Figure("k", "T", "S.", "", rows, columns))) + "</main>")
    printed_rows = re.findall(r"row (\d+) of the table", " ".join(sheets(printed(long, tmp_path, "A4"))))
    assert list(map(str, range(99))) == printed_rows


@prints
def test_a_table_that_the_reader_unfolded_is_printed_and_a_folded_one_is_not(page: str, tmp_path: Path) -> None:
    columns = ("Occupied nights", "Table: Occupancy by building and month")
    for read, expected in ((page, [False, False]), (page.replace("<details>", "<details open>", 1), [True, False])):
        text = " ".join(" ".join(sheets(printed(read, tmp_path, "A4"))).split())
        assert expected == [words in text for words in columns], "the words to unfold it with are for the screen"
