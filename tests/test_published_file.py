"""The published file in the hands of others: what they did to it is gone with the next one, and files of their own stay."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import small_nights
from nightaudit import warehouse
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.files import write_atomically
from nightaudit.settings import Settings
from small_nights import STAYS


def test_what_a_killed_writer_left_beside_the_file_is_gone_with_it(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    path, log = warehouse.published_file(settings), settings.data_dir / "warehouse.duckdb.wal"
    code = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute('delete from core.dim_units'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert log.exists()
    small_nights.publish(settings)
    assert (False, True) == (log.exists(), small_nights.is_as_built(settings))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "written",
    [
        "delete from core.dim_units",
        "update occupancy.fct_stay_nights set amount = 0 where room_stay_id = 3",
        "create table core.mine as select 1 as a",
        "create view mine as from core.dim_units",
    ],
)
def test_what_somebody_wrote_into_the_file_is_gone_with_the_next_one(written: str, settings: Settings) -> None:
    """As README says; also where nothing has changed since."""
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    with duckdb.connect(str(warehouse.published_file(settings))) as connection:
        connection.execute(written)
    small_nights.publish(settings)
    assert small_nights.is_as_built(settings)
    with warehouse.read_only(settings) as connection:
        named = "select table_name from information_schema.tables order by all"
        assert [("dim_units",), ("fct_stay_nights",)] == connection.execute(named).fetchall()


def test_what_somebody_keeps_in_a_file_of_their_own_stays(settings: Settings, tmp_path: Path) -> None:
    """As README says: one that attaches the published file."""
    attached = f"attach '{warehouse.published_file(settings)}' as published (read_only)"
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    with duckdb.connect(str(tmp_path / "own.duckdb")) as own:
        own.execute(attached)
        own.execute("create view nights as select count(*) as nights from published.occupancy.fct_stay_nights")
        small_nights.build(settings, {1: STAYS[1]})
        small_nights.publish(settings)
    with duckdb.connect(str(tmp_path / "own.duckdb")) as own, warehouse.read_only(settings) as file:
        own.execute(attached)
        found = own.execute("from nights").fetchall()
        assert found == file.execute("select count(*) from occupancy.fct_stay_nights").fetchall()
    assert found[0][0] < 8000


@pytest.mark.skipif(sys.platform != "linux", reason="no /dev/shm")
@pytest.mark.parametrize("disk", [None, "/dev/shm"], ids=["this disk", "another disk"])  # noqa: S108
def test_a_link_to_a_file_elsewhere_stays_one(disk: str | None, settings: Settings) -> None:
    """It was replaced by a file, and whoever opened the one elsewhere saw no later night."""
    small_nights.build(settings, STAYS)
    link = warehouse.published_file(settings)
    with tempfile.TemporaryDirectory(dir=disk or settings.data_dir) as elsewhere:
        shared = Path(elsewhere) / "shared.duckdb"
        link.symlink_to(shared)
        small_nights.publish(settings)
        shared.chmod(0o640)
        log = link.with_name(f"{link.name}.wal")
        log.touch()
        small_nights.build(settings, {1: STAYS[1]})
        small_nights.publish(settings)
        assert small_nights.is_as_built(settings)
        assert (True, 0o640, False) == (link.is_symlink(), stat.S_IMODE(shared.stat().st_mode), log.exists())
        assert [shared] == [*shared.parent.iterdir()]


@pytest.mark.skipif(sys.platform == "win32", reason="no modes")
@pytest.mark.parametrize("mode", [0o640, 0o664, 0o444])
def test_who_may_read_the_file_may_read_the_next_one(mode: int, settings: Settings) -> None:
    """Also the report: a night under cron has another umask than one of a shell."""
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    files = warehouse.published_file(settings), warehouse.report_file(settings)
    write_atomically(files[1], "<!doctype html>")
    others = 54321 if os.geteuid() == 0 else os.getegid()
    for file in files:
        os.chown(file, -1, others)
        file.chmod(mode)
    with (
        files[0].open("rb") as published,
        files[1].open("rb") as report,
    ):  # else a new file may get the inode of an old one
        small_nights.build(settings, {1: STAYS[1]})
        small_nights.publish(settings)
        write_atomically(files[1], "<!doctype html><p>")
        assert [(mode, others)] * 2 == [(stat.S_IMODE(file.stat().st_mode), file.stat().st_gid) for file in files]
        before = {os.fstat(file.fileno()).st_ino for file in (published, report)}
        assert not before & {file.stat().st_ino for file in files}, "they were replaced"


def test_whoever_may_not_read_a_file_may_not_read_it_while_it_is_written(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sync(_: int) -> None:
        open_to.extend(stat.S_IMODE(path.stat().st_mode) & stat.S_IRWXO for path in settings.data_dir.glob(".*.new*"))

    open_to: list[int] = []
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    files = warehouse.published_file(settings), warehouse.report_file(settings)
    write_atomically(files[1], "<!doctype html>")
    for file in files:
        file.chmod(0o640)
    monkeypatch.setattr(os, "fsync", sync)
    small_nights.build(settings, {1: STAYS[1]})
    small_nights.publish(settings)
    write_atomically(files[1], "<!doctype html><p>")
    assert {0} == {*open_to}


@contextlib.contextmanager
def open_to_write(file: Path) -> Iterator[None]:
    """Another process has the file open to write."""
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", code, str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        assert "open\n" == writer.stdout.readline()
        yield


def test_a_file_that_somebody_has_open_to_write_is_not_the_one_that_readers_get(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    with open_to_write(warehouse.published_file(settings)):
        with pytest.raises(NightauditError, match="open in"), warehouse.read_only(settings):
            pass
        small_nights.publish(settings)
        with warehouse.read_only(settings) as connection:
            assert [(8000,)] == connection.execute("select count(*) from occupancy.fct_stay_nights").fetchall()


def test_a_file_of_somebody_else_is_not_replaced(settings: Settings) -> None:
    """The data directory may be a folder in which an analyst keeps a warehouse.duckdb of their own."""
    small_nights.build(settings, STAYS)
    with duckdb.connect(str(warehouse.published_file(settings))) as connection:
        connection.execute("create schema core; create table core.orders as select 1 as id")
    before = warehouse.published_file(settings).read_bytes()
    with pytest.raises(ConfigurationError, match="none of which nightaudit has published; it is not replaced"):
        small_nights.publish(settings)
    with (
        open_to_write(warehouse.published_file(settings)),
        pytest.raises(duckdb.IOException, match="Could not set lock"),
    ):
        small_nights.publish(settings)
    assert before == warehouse.published_file(settings).read_bytes()
    with duckdb.connect(str(warehouse.published_file(settings))) as connection:
        connection.execute("drop table core.orders")
    small_nights.publish(settings)
    assert small_nights.is_as_built(settings)


@pytest.mark.parametrize("kind", ["sqlite", "a locked one"])
def test_a_file_that_cannot_be_looked_into_is_not_replaced(kind: str, settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    file = warehouse.published_file(settings)
    if kind == "sqlite":
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("create table orders (id)")
    else:
        with duckdb.connect() as connection:
            connection.execute("set force_mbedtls_unsafe = true")
            connection.execute(
                f"attach '{file}' as locked (encryption_key 'a key'); create table locked.orders (id int)"
            )
    before = file.read_bytes()
    with pytest.raises(ConfigurationError, match="it is not replaced"):
        small_nights.publish(settings)
    assert before == file.read_bytes()


HEADERS, BLOCK = 3 * 4096, 256 * 1024


@pytest.mark.parametrize("part", ["its headers", "the numbers of stays"])
def test_a_damaged_file_is_replaced(settings: Settings, part: str) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    path = warehouse.published_file(settings)
    with warehouse.read_only(settings) as connection:
        stored = (
            "select block_id from pragma_storage_info('occupancy.fct_stay_nights') where column_name = 'room_stay_id'"
        )
        block = max(connection.execute(stored).fetchall())[0]
    place = 0 if part == "its headers" else HEADERS + block * BLOCK
    as_it_was = path.stat()
    with path.open("rb+") as file:
        file.seek(place)
        file.write(bytes(HEADERS if place == 0 else BLOCK))
    os.utime(path, ns=(as_it_was.st_atime_ns, as_it_was.st_mtime_ns))
    small_nights.build(settings, STAYS | {7: (3, 3)})
    small_nights.publish(settings)
    assert small_nights.is_as_built(settings)
