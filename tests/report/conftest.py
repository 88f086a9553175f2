"""The published file, the empty one and the page, each made once."""

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from nightaudit.report import write_page
from nightaudit.report.contents import read
from nightaudit.report.figure import Figure
from nightaudit.report.source import Published
from report import made_up
from report.html_reading import Element, read_html

AS_OF = made_up.AS_OF


@pytest.fixture(scope="session")
def published_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up.build(tmp_path_factory.mktemp("full") / "warehouse.duckdb")


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up.build(tmp_path_factory.mktemp("empty") / "warehouse.duckdb", empty=True)


@pytest.fixture
def published(published_file: Path) -> Iterator[Published]:
    with Published(published_file) as source:
        yield source


@pytest.fixture(scope="session")
def as_of() -> datetime.date:
    return AS_OF


@pytest.fixture(scope="session")
def figures(published_file: Path) -> dict[str, Figure]:
    """Every figure of the report, by its key."""
    with Published(published_file) as source:
        report = read(source, AS_OF, datetime.datetime.now(datetime.UTC))
    return {figure.key: figure for section in report.sections for figure in section.figures}


@pytest.fixture(scope="session")
def charts(figures: dict[str, Figure]) -> dict[str, Figure]:
    """Those of them with a chart."""
    return {key: figure for key, figure in figures.items() if figure.chart is not None}


@pytest.fixture(scope="session")
def page(published_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(made_up.settings_of(published_file), tmp_path_factory.mktemp("page") / "report.html").read_text(
        "utf-8"
    )


@pytest.fixture(scope="session")
def tree(page: str) -> Element:
    return read_html(page)


@pytest.fixture
def ask(published_file: Path) -> Iterator[Callable[[str], pl.DataFrame]]:
    """An independent connection: what the file says, without the report's own queries."""
    with duckdb.connect(str(published_file), read_only=True) as connection:
        yield lambda query: connection.sql(query).pl()
