"""The mail form: plain tables, a picture per chart, the same terms at the top."""

from io import BytesIO
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import pytest
import vl_convert
from PIL import Image

from nightaudit.report import write_mail
from nightaudit.report.figure import Figure
from nightaudit.report.render import png
from report import made_up
from report.html_reading import Element, read_html


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another name of a picture that was there before the mail: who writes into a file writes into both of its names."""
    folder = tmp_path_factory.mktemp("kept") / "mail"
    folder.mkdir()
    (folder / "ageing.png").write_bytes(b"before")
    (folder.parent / "as-it-was.png").hardlink_to(folder / "ageing.png")
    return folder.parent / "as-it-was.png"


@pytest.fixture(scope="module")
def mail(published_file: Path, kept: Path) -> Path:
    return write_mail(made_up.settings_of(published_file), kept.with_name("mail"))


@pytest.fixture(scope="module")
def body(mail: Path) -> Element:
    return read_html(mail.read_text("utf-8"))


def test_every_picture_is_a_png_beside_the_body_and_has_words(
    mail: Path, body: Element, charts: dict[str, Figure]
) -> None:
    pictures = body.all("img")
    assert len(charts) == len(pictures)
    for picture in pictures:
        assert (mail.parent / picture.attributes["src"]).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        assert len(picture.attributes["alt"]) > 40
    assert {it.attributes["src"] for it in pictures} == {it.name for it in mail.parent.glob("*.png")}


def test_a_picture_is_packed_and_keeps_every_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail had 5.9 MB, every night; mail servers refuse what is larger than their limit."""

    def draw(*chart: Any, **how: Any) -> bytes:
        drawn.append(vegalite_to_png(*chart, **how))
        return drawn[-1]

    drawn, vegalite_to_png = list[bytes](), vl_convert.vegalite_to_png
    monkeypatch.setattr(vl_convert, "vegalite_to_png", draw)
    chart = alt.Chart(pl.DataFrame({"nights": range(90)})).mark_bar().encode(x="nights", y="nights")
    packed = png(Figure("k", "Title", "Summary.", "", pl.DataFrame(), chart=chart))
    assert len(packed) < len(drawn[0]) / 3
    with Image.open(BytesIO(drawn[0])) as before, Image.open(BytesIO(packed)) as after:
        assert before.tobytes() == after.tobytes()


def test_what_every_cell_repeats_is_short(mail: Path, body: Element) -> None:
    """Gmail hides the end of a mail of more than 102 KB, where data quality stands: five currencies made it 146 KB."""
    cells = [cell.attributes.get("style", "") for cell in body.all("td", "th")]
    assert len(cells) > 500
    assert sum(map(len, cells)) / len(cells) < 40
    assert mail.stat().st_size < 100_000


def test_no_column_is_squeezed_on_a_narrow_screen(body: Element) -> None:
    """On a phone, names were squeezed to "impor t failed" and dates to three lines."""
    tables = [table for table in body.all("table") if table.all("thead")]
    assert len(tables) > 10
    for table in tables:
        heads = table.all("thead")[0].all("th")
        for row in table.all("tbody")[0].all("tr"):
            for head, cell in zip(heads, row.children, strict=True):
                assert ("min-width" in head.attributes["style"]) != ("nowrap" in cell.attributes), head.text


def test_the_body_needs_no_style_sheet_and_no_script(body: Element) -> None:
    assert [] == body.all("style", "link", "script", "svg")


def test_terms_and_headlines_stand_in_it(body: Element) -> None:
    assert "EUR, GBP and USD; currencies are never added together" in body.text
    assert "4 of 5 lists proven complete" in body.text
    assert "Occupancy tonight" in body.text
    assert body.text.count("Who owes most past due") == body.text.count("9 findings to check: double booking (9).") == 2
    assert "Its table has 48 rows; they are on the page." in body.text


def test_the_headline_is_there_without_html(mail: Path, tree: Element) -> None:
    """The text part of a mail said no more than that there is an HTML part."""
    lines = mail.with_suffix(".txt").read_text("utf-8").splitlines()
    assert "Night audit as of 20 Nov 2026" == lines[0]
    facts, brief = tree.all("dl")
    for name, value in zip(facts.all("dt")[1:] + brief.all("dt"), facts.all("dd")[1:] + brief.all("dd"), strict=True):
        assert f"{name.text}: {value.text}" in lines
    assert "Today: 1 arrival, 0 departures (20 Nov 2026)" in lines
    assert {tile.children[0].text for tile in tree.all("li") if tile.all("span")} <= {it.split(":")[0] for it in lines}


def test_an_empty_portfolio_makes_a_mail_without_pictures(empty_file: Path, tmp_path: Path) -> None:
    mail = write_mail(made_up.settings_of(empty_file), tmp_path / "mail")
    assert {"mail.html", "mail.txt"} == {it.name for it in mail.parent.iterdir()}
    assert "nothing has been loaded yet" in read_html(mail.read_text("utf-8")).text


def test_a_picture_is_put_in_place_whole(mail: Path, kept: Path) -> None:
    assert b"before" == kept.read_bytes()
    assert mail.with_name("ageing.png").read_bytes().startswith(b"\x89PNG")
    assert {mail.name, "mail.txt", *(it.name for it in mail.parent.glob("*.png"))} == {
        it.name for it in mail.parent.iterdir()
    }
