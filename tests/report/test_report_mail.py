"""The mail form: plain tables, a picture per chart, the same terms at the top."""

from pathlib import Path

import made_up
import pytest
from html_reading import Element, read_html

from nightaudit.report import write_mail


@pytest.fixture(scope="module")
def mail(published_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_mail(published_file, tmp_path_factory.mktemp("mail"), as_of=made_up.AS_OF)


@pytest.fixture(scope="module")
def body(mail: Path) -> Element:
    return read_html(mail.read_text("utf-8"))


def test_every_picture_is_a_png_beside_the_body_and_has_words(mail: Path, body: Element) -> None:
    pictures = body.all("img")
    assert len(pictures) == 15
    for picture in pictures:
        assert (mail.parent / picture.attributes["src"]).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        assert len(picture.attributes["alt"]) > 40
    assert {it.attributes["src"] for it in pictures} == {it.name for it in mail.parent.glob("*.png")}


def test_the_body_needs_no_style_sheet_and_no_script(body: Element) -> None:
    assert body.all("style", "link", "script", "svg") == []


def test_terms_and_headlines_stand_in_it(body: Element) -> None:
    assert "EUR, GBP and USD; currencies are never added together" in body.text
    assert "4 of 5 lists proven complete" in body.text
    assert "Occupancy tonight" in body.text
    assert (
        body.text.count("Who owes most past due")
        == body.text.count("9 records need checking: double booking (9).")
        == 2
    )
    assert "Its table has 48 rows; they are on the page." in body.text


def test_an_empty_portfolio_makes_a_mail_without_pictures(empty_file: Path, tmp_path: Path) -> None:
    mail = write_mail(empty_file, tmp_path / "mail", as_of=made_up.AS_OF)
    assert [mail] == list(mail.parent.iterdir())
    assert "nothing has been loaded yet" in read_html(mail.read_text("utf-8")).text


def test_a_picture_is_put_in_place_whole(published_file: Path, tmp_path: Path) -> None:
    folder, kept = tmp_path / "mail", tmp_path / "as-it-was.png"
    folder.mkdir()
    (folder / "ageing.png").write_bytes(b"before")
    kept.hardlink_to(folder / "ageing.png")  # who writes into a file writes into both of its names
    written = write_mail(published_file, folder, as_of=made_up.AS_OF)
    assert b"before" == kept.read_bytes()
    assert (folder / "ageing.png").read_bytes().startswith(b"\x89PNG")
    assert {written.name, *(it.name for it in folder.glob("*.png"))} == {it.name for it in folder.iterdir()}
