"""What is wrong with the published file is said in one sentence that names the next step."""

import importlib.util
import multiprocessing
import multiprocessing.synchronize
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

import small_nights
from full_disk import files_of_at_most
from nightaudit import nightly, warehouse
from nightaudit.errors import ConfigurationError, DataCheckError
from nightaudit.files import write_atomically
from nightaudit.load.summary import LoadReport, StreamSummary
from nightaudit.report import write_page
from nightaudit.settings import Settings
from nightaudit.transform import BuildReport
from report import made_up


def refusal(file: Path, tmp_path: Path, kind: type[Exception]) -> str:
    with pytest.raises(kind) as caught:
        write_page(made_up.settings_of(file), tmp_path / "report.html")
    assert not (tmp_path / "report.html").exists()
    return str(caught.value)


def test_an_absent_file_is_told_with_the_next_step(tmp_path: Path) -> None:
    said = refusal(tmp_path / "warehouse.duckdb", tmp_path, ConfigurationError)
    assert "There is no published file at" in said
    assert "`nightaudit nightly`" in said


def test_a_file_that_is_not_duckdb(tmp_path: Path) -> None:
    (tmp_path / "warehouse.duckdb").write_bytes(b"not a database" * 1000)
    said = refusal(tmp_path / "warehouse.duckdb", tmp_path, ConfigurationError)
    assert "is damaged" in said
    assert "`nightaudit publish`" in said


def test_a_file_without_the_schemas(tmp_path: Path) -> None:
    duckdb.connect(str(tmp_path / "warehouse.duckdb")).close()
    said = refusal(tmp_path / "warehouse.duckdb", tmp_path, DataCheckError)
    assert f"A query of the report failed on {tmp_path / 'warehouse.duckdb'}: " in said
    assert "`nightaudit nightly`" in said


@pytest.mark.parametrize("mart", ["table revenue.fct_revenue_monthly", "macro table receivables.ageing"])
def test_a_mart_that_is_missing_is_named(mart: str, tmp_path: Path) -> None:
    said = refusal(made_up.build(tmp_path / "warehouse.duckdb", without=(mart,)), tmp_path, DataCheckError)
    assert f"{mart.rpartition('.')[2]} does not exist" in said


def test_a_view_that_reads_another_file_shows_nothing_of_it(tmp_path: Path) -> None:
    """As in a file that somebody has sent."""
    file = made_up.build(tmp_path / "warehouse.duckdb")
    (tmp_path / "secret").write_text("planted")
    with duckdb.connect(str(file)) as connection:
        connection.execute(
            f"""create table core.names as from core.dim_buildings; drop table core.dim_buildings; create view core.dim_buildings
            as select * replace ((select content from read_text('{tmp_path / "secret"}')) as building_name) from core.names"""
        )
    assert "Cannot access file" in refusal(file, tmp_path, DataCheckError)


def test_a_column_that_is_missing_is_named(tmp_path: Path) -> None:
    file = made_up.build(tmp_path / "warehouse.duckdb")
    with duckdb.connect(str(file)) as connection:
        connection.execute("alter table occupancy.fct_occupancy_daily drop column tentative_nights")
    said = refusal(file, tmp_path, DataCheckError)
    assert "tentative_nights" in said
    assert "`nightaudit nightly`" in said


def test_a_night_whose_report_cannot_be_written_has_its_result(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    _with_no_load(monkeypatch)
    small_nights.build(settings, small_nights.STAYS)
    result = nightly.run(settings)
    assert (warehouse.published_file(settings), None) == (result.warehouse, result.report)
    with pytest.raises(DataCheckError, match="fct_occupancy_daily does not exist") as caught:
        result.raise_for_failures()
    assert (f"No report was written. {caught.value}",) == result.warnings


@pytest.mark.parametrize("absent", ["altair", "polars"])
def test_a_night_ends_well_without_a_report_where_a_package_for_it_is_absent(
    absent: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == absent else find_spec(name))
    _with_no_load(monkeypatch)
    small_nights.build(settings, small_nights.STAYS)
    result = nightly.run(settings)
    assert (warehouse.published_file(settings), None) == (result.warehouse, result.report)
    unwritten = "No report was written. Install what writes reports with `pip install 'nightaudit[report]'`"
    assert (f"{unwritten}.",) == result.warnings
    page = warehouse.report_file(settings)
    page.write_text("of last night")
    assert (f"{unwritten}, or remove {page}, which is of an earlier night.",) == nightly.run(settings).warnings


def _with_no_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a night publish and report what is built already."""
    unwarned = BuildReport(1, 0, 0, (), 0)
    monkeypatch.setattr(nightly, "load", lambda *_, **__: LoadReport([StreamSummary("units", complete=True)]))
    monkeypatch.setattr(nightly, "why_not_publish", lambda _: None)
    monkeypatch.setattr(nightly, "examine", lambda _: [])
    monkeypatch.setattr("nightaudit.transform.build_marts", lambda _: unwarned)


def _write_often(out: Path, letter: str, ready: multiprocessing.synchronize.Barrier) -> None:
    ready.wait(60)
    for _ in range(60):
        write_atomically(out, letter * 2_000_000)


def test_two_reports_at_once_are_both_written_whole(tmp_path: Path) -> None:
    out, context = tmp_path / "report.html", multiprocessing.get_context("spawn")
    ready = context.Barrier(2)
    writers = [context.Process(target=_write_often, args=(out, letter, ready)) for letter in "ab"]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        text = out.read_text() if out.exists() else "a" * 2_000_000
        assert (1, 2_000_000) == (len(set(text)), len(text))
    assert [0, 0] == [writer.exitcode for writer in writers]
    assert ["report.html"] == [path.name for path in tmp_path.iterdir()]


def test_a_link_stays_one_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    there, link, pipe = tmp_path / "there.html", tmp_path / "link.html", tmp_path / "pipe"
    link.symlink_to(there)
    write_atomically(link, "a page")
    assert ("a page", True) == (there.read_text(), link.is_symlink())
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_text)
        write_atomically(pipe, "a page")
        assert "a page" == read.result(10)
    assert pipe.is_fifo()
    assert {"there.html", "link.html", "pipe"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("folder", ["absent", "a file"])
def test_a_place_that_cannot_be_written_is_named_as_it_was_asked_for(folder: str, tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(OSError, match=r"No such file|Not a directory") as told:
        write_atomically(tmp_path / folder / "page.html", "a page")
    assert str(tmp_path / folder / "page.html") == told.value.filename


def test_a_page_that_the_disk_does_not_hold_is_named_and_leaves_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("before")
    with files_of_at_most(1_000), pytest.raises(OSError, match="too large") as told:
        write_atomically(page, "a page" * 1_000)
    assert str(page) == told.value.filename
    assert ["before"] == [path.read_text() for path in tmp_path.iterdir()]
