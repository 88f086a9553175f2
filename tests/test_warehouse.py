"""The work file and the published file: who may open them, how they are opened, and what other programs do to them."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import duckdb
import pytest

from nightaudit import database, memory, warehouse
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.machine_errors import readable_errors
from nightaudit.nightly import publish_unchecked
from nightaudit.publishing import publish
from nightaudit.report import write_page
from nightaudit.settings import Settings
from small_marts import build

OPENED = "select current_setting('TimeZone'), current_database()"
ENDLESS = "select sum(a.range * b.range) from range(10000000) as a, range(10000000) as b"


def test_only_the_owner_can_look_into_the_work_file(settings: Settings) -> None:
    build(settings)
    assert 0o700 == stat.S_IMODE(warehouse.private_dir(settings).stat().st_mode)
    assert warehouse.private_dir(settings) in warehouse.work_file(settings).parents


def test_a_work_file_is_opened_in_utc_whoever_opens_it_and_beside_that_too(settings: Settings) -> None:
    with warehouse.lock(settings, "test"), warehouse.work_connection(settings) as connection:
        for one in (connection, database.cursors_of(connection)()):
            assert [("UTC", "work")] == one.execute(OPENED).fetchall()
    with database.reading(warehouse.work_file(settings)) as connection:
        for one in (connection, database.cursors_of(connection)()):
            assert [("UTC", "work")] == one.execute(OPENED).fetchall()


def test_nothing_to_publish_or_read_is_said(settings: Settings) -> None:
    warehouse.prepare(settings)
    with pytest.raises(ConfigurationError, match="nightaudit nightly"):
        publish_unchecked(settings)
    assert not warehouse.work_file(settings).exists()
    with pytest.raises(ConfigurationError, match="nightaudit nightly"), warehouse.read_only(settings):
        pass


def test_the_first_run_is_named_while_nothing_is_published_yet(settings: Settings) -> None:
    unpublished = pytest.raises(ConfigurationError, match=f"A run is in progress .nightly, process {os.getpid()}")
    with warehouse.lock(settings, "nightly"), unpublished, warehouse.read_only(settings):
        pass
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    (settings.data_dir / ".lock.json").write_text(f'{{"pid": {gone.pid}, "purpose": "nightly", "since": "yesterday"}}')
    with pytest.raises(ConfigurationError, match="Run `nightaudit nightly` first"), warehouse.read_only(settings):
        pass


def test_the_bound_on_memory_never_raises_what_may_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def bounded(threads: int, limit: str) -> int:
        with duckdb.connect(config={"threads": threads, "memory_limit": limit}) as connection:
            memory.bound(connection)
            [(taken,)] = connection.execute("select parse_formatted_bytes(current_setting('memory_limit'))").fetchall()
            return round(int(taken) / 1e6)

    monkeypatch.setattr(memory, "MB_PER_THREAD", 100)
    assert [200, 200, 300, 150] == [bounded(1, "4GB"), bounded(2, "4GB"), bounded(3, "4GB"), bounded(8, "150MB")]


@pytest.fixture
def another_program() -> Iterator[Callable[[Path], int]]:
    """Open a file as an analyst would, in a process of its own; returns its id."""
    opened: list[subprocess.Popen[str]] = []

    def begin(path: Path) -> int:
        code = f"import duckdb; c = duckdb.connect({str(path)!r}); print('open', flush=True); input()"
        opened.append(
            subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        assert opened[-1].stdout
        assert "open\n" == opened[-1].stdout.readline()
        return opened[-1].pid

    yield begin
    for process in opened:
        process.kill()
        process.communicate()


def test_a_program_that_has_the_work_file_open_is_named(
    settings: Settings, another_program: Callable[[Path], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    build(settings)
    process = another_program(warehouse.work_file(settings))
    told = rf"work\.duckdb is open in process {process}\. Close it there"
    with (
        pytest.raises(NightauditError, match=told) as held,
        warehouse.lock(settings, "load"),
        warehouse.work_connection(settings),
    ):
        pass
    assert 1 == held.value.exit_code, "75 would tell a schedule that all is well"
    with pytest.raises(NightauditError, match=told), warehouse.lock(settings, "publish"):
        publish(settings)


READING = "import duckdb, sys, time; c = duckdb.connect(sys.argv[1], read_only=True); print('open', flush=True); time.sleep(1)"


def test_a_command_that_reads_the_work_file_for_a_moment_keeps_no_run_from_it(settings: Settings) -> None:
    """`status`, for example, which a monitor may call every minute."""

    def written() -> None:
        with warehouse.work_connection(settings) as work:
            assert work.execute("select 1").fetchall()

    build(settings)
    for task in (written, partial(publish, settings)):
        words = [sys.executable, "-c", READING, str(warehouse.work_file(settings))]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as reader:
            assert reader.stdout
            assert "open\n" == reader.stdout.readline()
            task()


def test_a_program_that_writes_to_the_published_file_is_named(
    settings: Settings, another_program: Callable[[Path], int], tmp_path: Path
) -> None:
    build(settings)
    process = another_program(publish(settings))
    told = rf"warehouse\.duckdb is open in process {process}\."
    with pytest.raises(NightauditError, match=told), warehouse.read_only(settings):
        pass
    with pytest.raises(NightauditError, match=told):
        write_page(settings, tmp_path / "report.html")
    publish(settings)  # is put in place all the same


@pytest.mark.parametrize(
    "scarce",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        ImportError("vl_convert.abi3.so: failed to map segment from shared object"),
        OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
        duckdb.OutOfMemoryException("Out of Memory Error: could not allocate block of size 256.0 KiB"),
    ],
)
def test_limits_that_are_too_low_are_no_defect(scarce: Exception) -> None:
    with pytest.raises(NightauditError) as told, readable_errors():
        raise scarce
    assert 1 == told.value.exit_code
    assert "`ulimit -a` shows limits" in told.value.hint
    with pytest.raises(RuntimeError, match="a defect"), readable_errors():
        raise RuntimeError("a defect")


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_ctrl_c_in_the_middle_of_a_query_is_ctrl_c(settings: Settings) -> None:
    build(settings)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with (
        pytest.raises(KeyboardInterrupt),
        warehouse.lock(settings, "build"),
        warehouse.work_connection(settings) as connection,
    ):
        connection.execute(f"set threads to 1; {ENDLESS}")  # at work in the thread that Ctrl-C reaches
    with warehouse.lock(settings, "build"), warehouse.work_connection(settings) as connection:
        assert [(2,)] == connection.execute("select count(*) from receivables.fct_sales_invoices").fetchall()


@pytest.mark.usefixtures("heeding_ctrl_c")
def test_ctrl_c_ends_a_query_that_other_threads_work_on() -> None:
    with duckdb.connect(config={"threads": 8}) as connection:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            database.unless_interrupted(connection, lambda: connection.execute(ENDLESS))
        assert [(1,)] == connection.execute("select 1").fetchall()
