"""When rows are committed: not for lists without new rows, and while other lists are read if there are many rows."""

from __future__ import annotations

import itertools
import os
import signal
import threading
from contextlib import ExitStack
from pathlib import Path

import duckdb
import pytest

from full_disk import files_of_at_most
from load.conftest import Records, current, load_once, put, rows, serving
from nightaudit import warehouse
from nightaudit.errors import NightauditError
from nightaudit.load import run, short_and_long
from nightaudit.load.earlier.committed import CommittedRecords
from nightaudit.load.engine import WorkFileEngine
from nightaudit.load.notes import Note
from nightaudit.load.reader import StreamReader
from nightaudit.load.spool import SpoolFile, SpoolWriter, spool_folder
from nightaudit.load.streams.table import chosen

LISTS = tuple(stream.name for stream in chosen(("units", "bookings", "contacts"))[0])
WAIT = 20  # seconds at most


@pytest.fixture
def committed(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The tables that rows were put into, commit by commit."""
    commit, tables = WorkFileEngine.commit, list[set[str]]()

    def noted(work: WorkFileEngine, found: dict[str, SpoolFile]) -> None:
        tables.append(set(found))
        commit(work, found)

    monkeypatch.setattr(WorkFileEngine, "commit", noted)
    return tables


def test_lists_that_bring_nothing_are_not_committed(
    tmp_path: Path, small_records: Records, committed: list[set[str]]
) -> None:
    data = tmp_path / "data"
    changed = small_records | {"units": [unit | {"name": f"{unit['name']}!"} for unit in small_records["units"]]}
    for records in (small_records, small_records, changed):
        with serving(put(tmp_path / "portfolio", records), data) as settings:
            load_once(settings, LISTS).raise_for_failures()
    assert [set(LISTS), {"units"}] == committed
    units = current(settings, "units")
    assert len(small_records["units"]) == len(units)
    assert all("!" in payload for payload in units.values())


def test_a_child_list_that_brings_nothing_is_made_with_the_lists(tmp_path: Path, folder: Path) -> None:
    """The items stand in their invoices; the table of those that do not is made all the same."""
    child = "sales_invoices_sales_invoice_items"
    with serving(folder, tmp_path / "data") as settings:
        load_once(settings, ("sales_invoices", child)).raise_for_failures()
    assert [(0,)] == rows(settings, f"select count(*) from raw.{child}")


def test_rows_that_are_there_already_are_not_put_there_again(
    tmp_path: Path, folder: Path, small_records: Records, committed: list[set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill behind a commit; a reader that knows of no record hands all of them on once more."""
    monkeypatch.setattr(CommittedRecords, "hashes", lambda *_: {})
    with serving(folder, tmp_path / "data") as settings:
        for _ in range(2):
            load_once(settings, LISTS, full=True).raise_for_failures()
        versions = rows(settings, "select record_key, valid_to from raw.units")
    assert [set(LISTS)] * 2 == committed
    assert len(small_records["units"]) == len(set(versions)) == len(versions)


def test_a_long_list_is_read_while_the_one_before_is_committed(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_and_long, "LONG_ROWS", 10)
    commit, batches = WorkFileEngine.commit, StreamReader.batches
    read = {name: threading.Event() for name in LISTS}
    seen: list[list[bool]] = []

    def noted(reader: StreamReader) -> object:
        yield from batches(reader)
        read[reader.name].set()

    def slow(work: WorkFileEngine, found: dict[str, SpoolFile]) -> None:
        coming = LISTS[len(seen) + 1 : len(seen) + 2]
        seen.append([read[name].wait(WAIT) for name in coming])
        commit(work, found)

    monkeypatch.setattr(StreamReader, "batches", noted)
    monkeypatch.setattr(WorkFileEngine, "commit", slow)
    with serving(folder, tmp_path / "data") as settings:
        load_once(settings, LISTS).raise_for_failures()
    assert [[True], [True]] == seen[:2]
    assert all(current(settings, name) for name in LISTS)


def test_many_new_rows_are_committed_while_another_short_list_is_read(
    tmp_path: Path, folder: Path, small_records: Records, committed: list[set[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of the lists is the last to end; bookings bring many rows, contacts too few for a commit of their own."""
    monkeypatch.setattr(run, "LONG_ROWS", len(small_records["bookings"]))
    assert len(small_records["contacts"]) < len(small_records["bookings"])
    batches, certified, noted_then = StreamReader.batches, threading.Event(), WorkFileEngine.note
    seen = []

    def last(reader: StreamReader) -> object:
        if reader.name == "units":
            seen.append(certified.wait(WAIT))
        yield from batches(reader)

    def noted(work: WorkFileEngine, note: Note) -> None:
        noted_then(work, note)
        if "bookings" in str(note.rows):
            certified.set()

    monkeypatch.setattr(StreamReader, "batches", last)
    monkeypatch.setattr(WorkFileEngine, "note", noted)
    with serving(folder, tmp_path / "data") as settings:
        report = load_once(settings, LISTS)
        report.raise_for_failures()
    assert [True] == seen
    assert 2 == len(committed)
    assert "bookings" in committed[0]
    assert "units" in committed[1]
    assert set(LISTS) == committed[0] | committed[1]
    assert list(LISTS) == [summary.stream for summary in report.streams][: len(LISTS)]


def test_tables_of_an_older_release_are_taken_over(tmp_path: Path, folder: Path, small_records: Records) -> None:
    changed = small_records | {"units": [unit | {"name": f"{unit['name']}!"} for unit in small_records["units"]]}
    with serving(folder, tmp_path / "data") as settings:
        load_once(settings, LISTS).raise_for_failures()
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        work.execute("alter table raw.child_reads drop column read_at")
        for table in ("child_reads", "walks", "units"):
            work.execute(f"comment on table raw.{table} is null")
        for table, column in itertools.product(("walks", "units"), ("_dlt_load_id", "_dlt_id")):
            work.execute(f"alter table raw.{table} add column {column} varchar default 'x'")
            work.execute(f"alter table raw.{table} alter column {column} set not null")
            work.execute(f"alter table raw.{table} alter column {column} drop default")
    before = rows(settings, "select count(*) from raw.walks")[0][0]
    with serving(put(tmp_path / "portfolio", changed), tmp_path / "data") as settings:
        load_once(settings, LISTS).raise_for_failures()
    assert before + 3 == rows(settings, "select count(*) from raw.walks")[0][0]
    assert 2 * len(small_records["units"]) == rows(settings, "select count(*) from raw.units")[0][0]
    assert [] == rows(settings, "select read_at from raw.child_reads")


ROOM = 100_000  # bytes


@pytest.mark.parametrize(
    ("when", "told_of"),
    [
        ((SpoolWriter, "add"), r"load/\w+\.arrows cannot be written.*"),
        ((WorkFileEngine, "commit"), r"work\.duckdb.*"),
    ],
)
def test_a_disk_that_is_full_is_told_in_a_line_and_the_next_load_makes_up_for_it(
    tmp_path: Path,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    when: tuple[type, str],
    told_of: str,
) -> None:
    step = getattr(*when)

    def without_room(*given: object) -> None:
        full.enter_context(files_of_at_most(ROOM))
        step(*given)

    with serving(folder, tmp_path / "data") as settings:
        capfd.readouterr()
        with ExitStack() as full, monkeypatch.context() as patch:
            patch.setattr(*when, without_room)
            with pytest.raises(NightauditError, match=f"{told_of}File too large") as told:
                load_once(settings, LISTS)
        assert "Traceback" not in f"{told.value} {capfd.readouterr().err}"
        assert "\n" not in told.value.message
        load_once(settings, LISTS).raise_for_failures()
    assert all(current(settings, name) for name in LISTS)


@pytest.mark.parametrize("odd", ["sp ace, ü [1]* {a} #x;y", "O'Brien", "100%s", "year=2026"])
def test_a_data_directory_may_be_called_nearly_anything(
    tmp_path: Path, folder: Path, small_records: Records, odd: str
) -> None:
    with serving(folder, tmp_path / odd / "data") as settings:
        load_once(settings, ("units",)).raise_for_failures()
        assert len(small_records["units"]) == len(current(settings, "units"))
        assert not spool_folder(warehouse.private_dir(settings)).exists()  # its files hold personal data


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_ctrl_c_while_rows_are_committed_is_ctrl_c(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = WorkFileEngine._send

    def interrupted(work: WorkFileEngine, statement: str, rows: SpoolFile) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        send(work, statement, rows)

    with serving(folder, tmp_path / "data") as settings:
        with monkeypatch.context() as patch:
            patch.setattr(WorkFileEngine, "_send", interrupted)
            with pytest.raises(KeyboardInterrupt):
                load_once(settings, ("units",))
        assert not current(settings, "units")
        load_once(settings, ("units",)).raise_for_failures()
        assert current(settings, "units")
