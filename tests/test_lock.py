"""The lock of a data directory: one run writes at a time, and a dead one holds nothing."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import subprocess
import sys
import time

import pytest

from nightaudit import warehouse
from nightaudit.errors import ConfigurationError, Locked, NightauditError
from nightaudit.settings import Settings


@pytest.mark.skipif(sys.platform != "linux", reason="told by Linux")
def test_another_process_with_the_number_of_a_killed_run_is_not_that_run(settings: Settings) -> None:
    """In a container, a run may have the number 1, and the next command, too."""
    note = settings.data_dir / ".lock.json"
    with warehouse.lock(settings, "nightly"):
        found = json.loads(note.read_text())
        run = warehouse.noted_run(settings)
        assert run
        assert not run.was_killed
    note.write_text(json.dumps(found | {"began": str(int(found["began"]) - 1)}))
    run = warehouse.noted_run(settings)
    assert run
    assert run.was_killed


def _hold(data_dir: str, held: multiprocessing.synchronize.Event) -> None:
    with warehouse.lock(Settings.read(data_dir=data_dir), "load"):
        held.set()
        held.wait(60)
        multiprocessing.Event().wait(60)


def test_a_second_run_is_told_who_holds_the_lock_and_a_dead_holder_holds_nothing(settings: Settings) -> None:
    context = multiprocessing.get_context("spawn")
    held = context.Event()
    holder = context.Process(target=_hold, args=(str(settings.data_dir), held), daemon=True)
    holder.start()
    assert held.wait(30)
    with pytest.raises(Locked, match=f"load, process {holder.pid}"), warehouse.lock(settings, "nightly"):
        pass
    holder.kill()
    holder.join()
    with warehouse.lock(settings, "nightly"):
        pass


def _spill(data_dir: str) -> None:
    settings = Settings.read(data_dir=data_dir)
    with warehouse.lock(settings, "build"), warehouse.work_connection(settings) as connection:
        connection.execute("set memory_limit = '20MB'")
        connection.execute("create temp table much as select md5(range::varchar) from range(10_000_000_000)")


def test_what_a_killed_run_could_not_hold_in_memory_is_removed_by_the_next(settings: Settings) -> None:
    run = multiprocessing.get_context("spawn").Process(target=_spill, args=(str(settings.data_dir),), daemon=True)
    run.start()
    spilled = warehouse.private_dir(settings) / "work.duckdb.tmp"
    deadline = time.monotonic() + 60
    while not list(spilled.glob("*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.kill()
    run.join()
    left = [spilled, *(warehouse.private_dir(settings) / name for name in ("fields.duckdb.tmp", "forget"))]
    for folder in left[1:]:
        folder.mkdir()
    assert list(spilled.glob("*"))
    with warehouse.lock(settings, "nightly"):
        assert not [folder for folder in left if folder.exists()]
    spilled.mkdir()  # of somebody who reads, and needs no lock
    with warehouse.lock(settings, "nightly"):
        assert spilled.exists()


def test_what_keeps_the_lock_from_being_written_is_told_in_words(settings: Settings) -> None:
    warehouse.prepare(settings)
    (settings.data_dir / ".lock").mkdir()
    with pytest.raises(NightauditError, match=r"\.lock: Is a directory\."), warehouse.lock(settings, "load"):
        pass


def test_a_folder_without_locks_is_named_with_what_to_do(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_file: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refused)
    named = pytest.raises(ConfigurationError, match=r"data cannot be locked: No locks available\. Network folders")
    with named, warehouse.lock(settings, "load"):
        pass


def test_the_lock_ends_a_command_with_75(settings: Settings) -> None:
    with warehouse.lock(settings, "test"):
        done = subprocess.run(
            [sys.executable, "-m", "nightaudit", "publish"],
            env={"NIGHTAUDIT_DATA_DIR": str(settings.data_dir), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert 75 == done.returncode
    assert "Another run is using" in done.stderr
    assert "Traceback" not in done.stderr
