"""The page is one file that asks nothing of anybody, says its terms at the top, and serves keyboard and ear."""

import datetime
import html
import re
import shutil
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest

from nightaudit.errors import ConfigurationError
from nightaudit.report import write_page
from nightaudit.report.figure import Figure
from nightaudit.report.quality import age_words
from nightaudit.report.source import Published
from nightaudit.report.words import listed
from nightaudit.settings import Settings
from report import made_up
from report.browser import CHROMIUM, browse
from report.html_reading import Element, read_html

NAMESPACES = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_the_page_refers_to_nothing_outside_itself(page: str, tree: Element) -> None:
    addresses = set(re.findall(r"""(?:https?:)?//[^\s"'<>]+""", page)) - NAMESPACES
    assert addresses == set()
    assert [] == tree.all("script", "link", "iframe", "object", "embed", "base", "img")
    links = [it.attributes["href"] for it in tree.all() if "href" in it.attributes]
    assert len(links) >= 8
    assert [] == [link for link in links if not link.startswith("#")]
    assert [] == [it for it in tree.all() if "src" in it.attributes or "xlink:href" in it.attributes]
    assert [] == [url for url in re.findall(r"url\(([^)]*)\)", page) if not url.startswith("#")]
    assert "@import" not in page


def test_the_reference_check_would_see_one(page: str) -> None:
    spoiled = page.replace("<main", '<img src="//example.com/pixel.png"><main', 1)
    assert re.findall(r"""(?:https?:)?//[^\s"'<>]+""", spoiled) != re.findall(r"""(?:https?:)?//[^\s"'<>]+""", page)


def test_the_page_stays_small(page: str) -> None:
    assert 50_000 < len(page.encode()) < 1_000_000


def test_date_base_currency_and_completeness_stand_at_the_top(tree: Element) -> None:
    facts = tree.all("dl")[0]
    said = dict(zip([it.text for it in facts.all("dt")], [it.text for it in facts.all("dd")], strict=True))
    assert said["As of"].startswith("20 Nov 2026, written ")
    assert "with short out-of-order periods" in said["Base"]
    assert "EUR, GBP and USD; currencies are never added together" == said["Currency"]
    proven, _, read = said["Completeness"].partition(". ")
    assert "4 of 5 lists proven complete; not proven: financial_allocations_sales_payments" == proven
    assert read in {f"The oldest was read {hours} hours ago." for hours in (29, 30)}, "30 in a slow run of the tests"
    assert "Test Building: not included in any figure on this page" == said["Left out"]
    assert [said["Completeness"]] == [it.text for it in facts.all("dd") if it.attributes.get("class") == "alarm"]
    before_figures = tree.all("header", "dl", "ul", "figure")
    assert ["header", "dl", "ul", "ul", "dl", "figure"] == [it.tag for it in before_figures[:6]]


@pytest.mark.parametrize(
    ("hours", "said"), [(0.4, "24 minutes"), (1, "1 hour"), (47.4, "47 hours"), (48, "2 days"), (61, "3 days")]
)
def test_an_age_is_said_in_minutes_hours_or_days(hours: float, said: str) -> None:
    assert said == age_words(hours)


@pytest.mark.parametrize(
    ("count", "said"), [(1, "a"), (2, "a and b"), (5, "a, b, c, d and e"), (7, "a, b, c, d, e and 2 more")]
)
def test_of_many_names_five_are_said(count: int, said: str) -> None:
    assert said == listed([*"abcdefg"][:count])


def test_the_headline_says_who_owes_and_what_to_look_at(tree: Element) -> None:
    brief = tree.all("dl")[1]
    links = {it.all("a")[0].attributes["href"].removeprefix("#"): it.text for it in brief.all("dt")}
    assert [
        "streams",  # an alarm: a list is not proven complete
        "debtors",
        "waiting-exports",
        "corrections-doubtful",
        "exceptions",
        "reconciliations",
    ] == list(links)
    figures = {it.attributes["id"]: it for it in tree.all("figure")}
    for (key, title), said in zip(links.items(), brief.all("dd"), strict=True):
        assert [title, said.text] == [figures[key].all("h3")[0].text, figures[key].all("p")[0].text]
        assert ("class" in said.attributes) == (key == "streams")


def test_a_page_of_old_marts_bears_the_date_of_their_last_load(tmp_path: Path) -> None:
    file, today = made_up.build(tmp_path / "warehouse.duckdb"), Settings.read().business_date
    loads = "update quality.fct_walk_certificates set business_date = date '{}'"
    for days, expected in ((7, today - datetime.timedelta(7)), (0, today), (-1, today)):
        with duckdb.connect(str(file)) as connection:
            connection.execute(loads.format(today - datetime.timedelta(days)))
        with Published(file) as source:
            assert expected == source.business_date(Settings.read())
        if expected != today:
            text = read_html(
                write_page(made_up.settings_of(file, None), tmp_path / "report.html").read_text("utf-8")
            ).text
            assert f"As of {expected.day} {expected:%b %Y}, written" in text
            assert "Last load" not in text
    with Published(file) as source:
        asked = Settings.read(today=today + datetime.timedelta(3))
        assert asked.today == source.business_date(asked), "NIGHTAUDIT_TODAY is what was asked for"
    text = read_html(
        write_page(made_up.settings_of(file, asked.today), tmp_path / "report.html").read_text("utf-8")
    ).text
    last = today + datetime.timedelta(1)
    assert f"Last load {last.day} {last:%b %Y}: later days are as booked then" in text
    text = read_html(write_page(made_up.settings_of(file), tmp_path / "report.html").read_text("utf-8")).text
    assert f"Last load {last.day} {last:%b %Y}: corrections, waiting exports and data quality are as of then" in text


def test_a_file_without_loads_is_shown_as_of_today(empty_file: Path) -> None:
    with Published(empty_file) as source:
        assert Settings.read().business_date == source.business_date(Settings.read())


def test_every_chart_has_a_caption_and_a_table_twin(
    tree: Element, figures: dict[str, Figure], charts: dict[str, Figure]
) -> None:
    shown = {figure.attributes["id"]: figure for figure in tree.all("figure")}
    assert figures.keys() == shown.keys()
    assert charts.keys() == {key for key, figure in shown.items() if figure.all("svg")}
    for figure in shown.values():
        [caption] = [it for it in figure.children if it.tag == "figcaption"]
        assert 1 == len(caption.all("h3"))
        summary, *more = caption.all("p")
        assert all(len(words.text) > 20 for words in (summary, *more))
    for key in charts:
        [twin] = shown[key].all("details")
        [table] = twin.all("table")
        assert len(table.all("tbody")[0].all("tr")) >= 3, key


def test_tables_say_what_they_are(tree: Element, figures: dict[str, Figure]) -> None:
    tables = tree.all("table")
    assert len(figures) == len(tables)
    for table in tables:
        assert table.all("caption")[0].text
        heads = table.all("thead")[0].all("th")
        assert {"col"} == {it.attributes["scope"] for it in heads}
        for row in table.all("tbody")[0].all("tr"):
            assert len(row.children) == len(heads)
            assert "row" == row.children[0].attributes["scope"]


def test_keyboard_and_screen_reader_find_their_way(tree: Element) -> None:
    assert "en" == tree.all("html")[0].attributes["lang"]
    ids = [it.attributes["id"] for it in tree.all() if "id" in it.attributes]
    assert len(ids) == len(set(ids))
    first_link = tree.all("a")[0]
    assert ("skip", "#main") == (first_link.attributes["class"], first_link.attributes["href"])
    for link in tree.all("a"):
        assert link.attributes["href"].removeprefix("#") in ids
    for section in tree.all("section"):
        assert section.attributes["aria-labelledby"] in ids
    levels = [int(it.tag[1]) for it in tree.all("h1", "h2", "h3")]
    assert 1 == levels.count(1)
    assert all(below - above <= 1 for above, below in pairwise(levels))
    for drawing in tree.all("svg"):
        assert "img" == drawing.attributes["role"]
        assert len(drawing.attributes["aria-label"]) > 40
        assert [] == [it for it in drawing.all() if "role" in it.attributes]
    for scrolling in [it for it in tree.all("div") if it.attributes.get("class") == "scroll"]:
        assert ("region", "0") == (scrolling.attributes["role"], scrolling.attributes["tabindex"])
        assert scrolling.attributes["aria-label"]


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
@pytest.mark.parametrize("width", [320, 360, 481, 768])
def test_no_screen_is_too_narrow_for_amounts_of_billions(page: str, tmp_path: Path, width: int) -> None:
    """On a phone, the tiles were wider than the screen, and all of the page moved sideways with them."""
    billions = re.sub(r'(class="tile-value">)[^<]+', r"\g<1>26,641,800,514.14 IDR", page)
    screen = tmp_path / "screen.html"
    measure = "document.title = frames[0].document.documentElement.scrollWidth"
    screen.write_text(
        f'<iframe style="width: {width}px; border: 0" srcdoc="{html.escape(billions)}" onload="{measure}"></iframe>',
        encoding="utf-8",
    )
    assert f"<title>{width}</title>" in browse(screen, "--dump-dom", "--hide-scrollbars")


def test_names_cannot_break_out_of_the_page(page: str) -> None:
    assert "Elm &lt;Court&gt;" in page
    assert "<Court>" not in page
    assert "East Wing &amp; Annexe" in page


def test_a_name_that_no_drawing_can_hold_is_drawn_without_what_it_cannot(published_file: Path, tmp_path: Path) -> None:
    file = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(file)) as connection:
        for table in ("core.dim_buildings", "occupancy.fct_occupancy_daily"):
            connection.execute(f"update {table} set building_name = 'Elm' || chr(8232) || 'Yard' where building_id = 3")
            connection.execute(f"update {table} set building_name = 'دار' || chr(8238) where building_id = 2")
        connection.execute("update core.dim_units set unit_name = 'Loft' || chr(11) || chr(0) || unit_id")
    page = write_page(made_up.settings_of(file), tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Elm Yard" in page
    assert "Loft  " in page
    assert "دار" in page
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u2028\u202e]", page)


def test_a_name_that_means_something_to_what_draws_is_drawn_as_it_is(published_file: Path, tmp_path: Path) -> None:
    buildings = {1: "constructor", 2: "__proto__", 3: 'Elm "Yard" \\n', 4: "toString"}
    file = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(file)) as connection:
        for table in ("core.dim_buildings", "occupancy.fct_occupancy_daily"):
            for number, name in buildings.items():
                connection.execute(f"update {table} set building_name = $1 where building_id = $2", [name, number])
        connection.execute("update core.dim_units set unit_name = 'valueOf' where unit_id = 1")
    tree = read_html(write_page(made_up.settings_of(file), tmp_path / "report.html").read_text(encoding="utf-8"))
    figures = {it.attributes["id"]: it for it in tree.all("figure")}
    for key in ("occupancy-by-building", "supply"):
        drawn = {" ".join(it.own_text) for it in figures[key].all("svg")[0].all("text")}
        assert set(buildings.values()) <= drawn


def test_drawings_follow_the_colour_of_the_page(tree: Element) -> None:
    drawings = tree.all("svg")
    assert drawings
    for drawing in drawings:
        texts = drawing.all("text")
        assert texts
        fixed = {it.attributes["fill"] for it in texts} - {"currentColor", "#ffffff", "#000000"}
        assert fixed == set()


def test_an_empty_portfolio_says_in_words_what_is_missing(
    empty_file: Path, tmp_path: Path, figures: dict[str, Figure]
) -> None:
    text = write_page(made_up.settings_of(empty_file), tmp_path / "deep" / "report.html").read_text("utf-8")
    tree = read_html(text)
    assert [] == tree.all("svg")
    assert len(figures) == len(tree.all("figure"))
    for figure in tree.all("figure"):
        assert re.search(r"\b(No|Nothing|none)\b", figure.all("p")[0].text), figure.attributes["id"]
    assert "nothing has been loaded yet, so nothing on this page is proven complete" in tree.all("dl")[0].text
    assert "or no invoice has been loaded yet" in tree.all("dl")[1].text, "that nobody owes is not known"
    assert [] == re.findall(r"\b(?:nan|None|null)\b", text)


def test_the_date_comes_from_the_settings_when_left_out(
    empty_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTAUDIT_TODAY", "2026-02-03")
    settings = Settings.read(data_dir=empty_file.parent)
    assert "as of 3 Feb 2026</h1>" in write_page(settings, tmp_path / "report.html").read_text("utf-8")


def test_a_page_that_fails_leaves_the_old_one(empty_file: Path, tmp_path: Path) -> None:
    out = write_page(made_up.settings_of(empty_file), tmp_path / "report.html")
    before = out.read_bytes()
    with pytest.raises(ConfigurationError, match="no published file"):
        write_page(Settings.read(data_dir=tmp_path), out)
    assert out.read_bytes() == before
    assert [out] == list(tmp_path.glob("*report*"))
