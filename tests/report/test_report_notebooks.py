"""Each notebook runs from top to bottom on the published file, read-only, and refuses an absent one in words."""

import datetime
import html
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import marimo
import polars as pl
import pytest

from nightaudit.errors import ConfigurationError
from nightaudit.report.figure import Column, Figure
from nightaudit.report.notebook import cell_of, open_published, show

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.fixture
def data_dir(published_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(published_file, folder / "warehouse.duckdb")
    monkeypatch.setenv("NIGHTAUDIT_DATA_DIR", str(folder))
    monkeypatch.setenv("NIGHTAUDIT_TODAY", "2026-11-20")
    return folder


def notebook(name: str) -> marimo.App:
    spec = importlib.util.spec_from_file_location(f"notebook_{name}", NOTEBOOKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    app: marimo.App = module.app
    return app


def figures_of(defined: dict[str, Any]) -> list[Figure]:
    found = [one for value in defined.values() for one in (value if isinstance(value, list) else [value])]
    return [it for it in found if isinstance(it, Figure)]


def test_the_notebooks_run_and_show_every_figure_of_the_report(data_dir: Path, figures: dict[str, Figure]) -> None:
    before = (data_dir / "warehouse.duckdb").read_bytes()
    seen = set()
    for path in NOTEBOOKS.glob("*.py"):
        outputs, defined = notebook(path.stem).run()
        found = figures_of(dict(defined))
        assert all(figure.table.height for figure in found)
        shown = " ".join(it.text for it in outputs if isinstance(it, marimo.Html))
        assert shown.count("<svg") == shown.count('<div role="region" tabindex="0" aria-label="Chart: ') >= 1
        seen |= {figure.key for figure in found}
    assert figures.keys() == seen
    assert before == (data_dir / "warehouse.duckdb").read_bytes()
    assert ["warehouse.duckdb"] == [it.name for it in data_dir.iterdir()]


def shown_as_of(day: datetime.date) -> str:
    """The page on receivables with this date picked."""
    bounds = {"start": datetime.date(1970, 1, 1), "stop": datetime.date(2199, 12, 31)}
    outputs, _ = notebook("receivables").run(defs={"as_of": SimpleNamespace(value=day, **bounds)})
    return " ".join(it.text for it in outputs if isinstance(it, marimo.Html))


@pytest.mark.usefixtures("data_dir")
def test_the_heading_of_receivables_is_of_the_date_that_is_picked() -> None:
    shown = shown_as_of(datetime.date(2026, 9, 30))
    assert "Receivables as of 30 Sep 2026" in shown
    assert 1 == shown.count("20 Nov 2026") == shown.count("Last load: 20 Nov 2026: corrections, waiting exports")


@pytest.mark.usefixtures("data_dir")
def test_a_notebook_says_what_is_not_proven_as_the_report_does() -> None:
    shown = " ".join(it.text for it in notebook("revenue").run()[0] if isinstance(it, marimo.Html))
    assert "<b>Completeness: 4 of 5 lists proven complete; not proven: financial_allocations_sales_payments." in shown
    assert "<br>Currency: EUR, GBP and USD; currencies are never added together<br>" in shown


@pytest.mark.usefixtures("data_dir")
def test_a_year_that_is_being_typed_is_no_error() -> None:
    shown = shown_as_of(datetime.date(1, 9, 30))
    assert "Choose a date from 1970 to 2199." in shown
    assert "past due" not in shown


def test_a_table_shows_days_and_months_as_its_search_finds_them() -> None:
    day = datetime.date(2026, 11, 20)
    [stored] = pl.Series([day]).cast(pl.String)
    assert [stored, stored[:7], "\N{EN DASH}"] == [
        cell_of(Column("", "date"))(day),
        cell_of(Column("", "month"))(day),
        cell_of(Column("", "date"))(None),
    ]


def test_a_cell_may_open_the_published_file_beside_the_notebook_and_join_others(data_dir: Path, tmp_path: Path) -> None:
    budget = tmp_path / "budget.csv"
    budget.write_text("budget\n1\n")
    published, _ = open_published()
    with published, duckdb.connect(str(data_dir / "warehouse.duckdb"), read_only=True) as own:
        assert [(1,)] == own.sql(f"from '{budget}'").fetchall()
        assert own.sql("select count(*) from core.dim_units").fetchall() != [(0,)]


def test_a_page_opened_after_a_publication_shows_it_beside_one_from_before(data_dir: Path, empty_file: Path) -> None:
    """The pages of a server are one process, in which DuckDB gave all of them the file that the first had opened."""
    units = "select count(*) from core.dim_units"
    before, _ = open_published()
    found = before.rows(units).item()
    Path(shutil.copy(empty_file, data_dir / "next.duckdb")).replace(data_dir / "warehouse.duckdb")
    after, _ = open_published()
    with before, after:
        assert [found, 0] == [it.rows(units).item() for it in (before, after)]
    assert found > 0


def test_a_notebook_without_a_published_file_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTAUDIT_DATA_DIR", str(tmp_path / "none"))
    with pytest.raises(Exception, match="There is no published file") as caught:
        notebook("revenue").run()
    chain = [caught.value, caught.value.__cause__]
    assert any(isinstance(error, ConfigurationError) for error in chain)


@pytest.mark.slow
def test_a_notebook_runs_as_a_script(data_dir: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(NOTEBOOKS / "receivables.py")],
        env={**os.environ, "NIGHTAUDIT_DATA_DIR": str(data_dir)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_a_name_is_text_in_a_notebook() -> None:
    name = "<img src=x onerror=alert(1)> *Elm* [Court](javascript:alert(1))"
    shown = show(Figure("fullest", f"Units of {name}", f"{name} was fullest.", name, pl.DataFrame())).text
    assert 3 == shown.count(html.escape(name))
    assert "<img" not in shown
