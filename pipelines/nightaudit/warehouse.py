"""Access to a data directory: the paths of its files, the lock, the private work file, and reading the published file."""

from __future__ import annotations

import contextlib
import os
import shutil
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from nightaudit import database, run_note
from nightaudit.errors import ConfigurationError, Locked
from nightaudit.files import PRIVATE, WORK
from nightaudit.machine_errors import readable_errors
from nightaudit.run_note import Run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings

ANOTHER_FOLDER = (
    "Give the user that runs nightaudit the right to write there, or set NIGHTAUDIT_DATA_DIR to another folder."
)


def published_file(settings: Settings) -> Path:
    """Return the file analysts open: `DATA_DIR/warehouse.duckdb`. Raises ConfigurationError where the tables lie in a lake."""
    require_no_lake(settings)
    return settings.data_dir / "warehouse.duckdb"


def require_no_lake(settings: Settings) -> None:
    """Raise ConfigurationError where the tables lie in a lake: DuckDB files that still exist are out of date."""
    if settings.engine == "spark":
        raise ConfigurationError(
            "NIGHTAUDIT_ENGINE is spark, so the marts are tables of the lake. This command reads only DuckDB files.",
            hint="docs/how-to/scale-out.md lists what can read a lake, and which commands do not work with it.",
        )


def report_file(settings: Settings) -> Path:
    """Return the file that a night writes the report into: `DATA_DIR/report.html`."""
    return settings.data_dir / "report.html"


def private_dir(settings: Settings) -> Path:
    """Return the folder, mode 0700, of everything that only runs may read: the work file, its log, state, compiled SQL."""
    return settings.data_dir / "private"


def work_file(settings: Settings) -> Path:
    """Return the file that loader and dbt own: `DATA_DIR/private/work.duckdb`."""
    return private_dir(settings) / WORK


def require_loaded(settings: Settings) -> None:
    """Raise ConfigurationError where no load has created the work file yet; a lake has none."""
    if settings.engine == "duckdb" and not work_file(settings).exists():
        raise ConfigurationError(
            f"Nothing has been loaded into {settings.data_dir.absolute()} yet.", hint="Run `nightaudit nightly`."
        )


def prepare(settings: Settings) -> None:
    """Create the data directory and its private folder. Raises ConfigurationError when they cannot be created or written to."""
    if {"?", "\\"} & set(settings.data_dir.resolve().as_posix()):
        raise ConfigurationError(
            f"NIGHTAUDIT_DATA_DIR {settings.data_dir.resolve()} has a question mark or a backslash in its path.",
            hint="DuckDB cannot write in such a folder: set NIGHTAUDIT_DATA_DIR to another one.",
        )
    if not settings.data_dir.is_absolute() and ":" in settings.data_dir.as_posix().partition("/")[0]:
        raise ConfigurationError(
            f"NIGHTAUDIT_DATA_DIR {settings.data_dir} is, or looks like, the address of a service.",
            hint="Set it to a folder of this machine; only an absolute path may have a colon in its first name.",
        )
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        private_dir(settings).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        message = f"NIGHTAUDIT_DATA_DIR {settings.data_dir} cannot be created: {error.strerror}."
        raise ConfigurationError(message, hint=ANOTHER_FOLDER) from error
    for folder in (settings.data_dir, private_dir(settings)):
        if not os.access(folder, os.W_OK | os.X_OK):
            within = "" if folder == settings.data_dir else f": {folder.name}"
            message = f"NIGHTAUDIT_DATA_DIR {settings.data_dir} is not writable{within}."
            raise ConfigurationError(message, hint=ANOTHER_FOLDER)


def require_own_files(settings: Settings) -> None:
    """Raise ConfigurationError where this user may not read and write a file of runs: a run of another user has created it."""
    for path in (settings.data_dir / ".lock", *private_dir(settings).iterdir()):
        if path.exists() and not os.access(path, os.R_OK | os.W_OK):
            raise ConfigurationError(
                f"This user may not read and write {path}.",
                hint="Give everything in the folder to the user that runs nightaudit, for example after a run as root:"
                f" chown -R USER {settings.data_dir}",
            )


@contextlib.contextmanager
def lock(settings: Settings, purpose: str) -> Iterator[None]:
    """Lock the data directory for one run that writes.

    The operating system frees the lock when its holder dies, however it dies. The next run removes the temporary files of a
    killed one: raw records beside the work file, what `forget` was writing, and a file not yet published. Raises Locked, which
    names the holder, at once, and NightauditError where the run cannot read or write its files.
    """
    prepare(settings)
    require_own_files(settings)
    note = _note_of(settings)
    guard = FileLock(settings.data_dir / ".lock", mode=PRIVATE)
    with readable_errors(settings.data_dir):
        try:
            guard.acquire(timeout=0)
        except Timeout:
            message = (
                f"Another run is using {settings.data_dir}: {noted_run(settings) or 'its details are not written yet'}."
            )
            raise Locked(message, hint="Wait until that run ends, then run the command again.") from None
        except OSError as error:
            if error.filename:
                raise
            raise ConfigurationError(
                f"{settings.data_dir} cannot be locked: {error.strerror}.",
                hint="Network folders may have no locks: set NIGHTAUDIT_DATA_DIR to a folder on a disk of this machine.",
            ) from error
        try:
            if note.exists():
                _remove_leftovers(settings)
            # Also where no run was killed: an earlier release left it after a failure.
            shutil.rmtree(private_dir(settings) / "forget", ignore_errors=True)
            run_note.write(note, Run.of_this_process(purpose))
            yield
        finally:
            note.unlink(missing_ok=True)
            guard.release()


def _remove_leftovers(settings: Settings) -> None:
    """Remove files of a killed run: records that did not fit in memory, what a publication was writing, copies to other disks."""
    for folder in private_dir(settings).glob("*.tmp"):
        shutil.rmtree(folder, ignore_errors=True)
    for file in (work_file(settings).resolve(), published_file(settings).resolve()):
        for copy in file.parent.glob(f".{file.name}.*.new"):
            copy.unlink(missing_ok=True)
    remove_unpublished(settings)


def file_to_publish(settings: Settings) -> Path:
    """Return the file that this process writes and then renames to the published file.

    Its folder, which the caller creates, is for its owner alone: the rights of the published file are set only at the end.
    """
    return settings.data_dir / f".warehouse-{os.getpid()}.new" / published_file(settings).name


def remove_unpublished(settings: Settings) -> None:
    """Remove what was written for publication, completely or in part, and never published, with its DuckDB log."""
    for leftover in settings.data_dir.glob(".warehouse-*.new"):
        shutil.rmtree(leftover, ignore_errors=True)


def noted_run(settings: Settings) -> Run | None:
    """Return the run whose note is beside the lock, without taking the lock; None where no note is, or it is being written."""
    return run_note.read(_note_of(settings))


def _note_of(settings: Settings) -> Path:
    return settings.data_dir / ".lock.json"


@contextlib.contextmanager
def work_connection(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the work file for writing; create it, readable by its owner only, where it is absent. The caller holds the lock.

    Text is compressed with zstd: JSON records take a quarter of the space and half the time to write that DuckDB's default
    takes, and are read no slower. A load of any size stays within `memory.LOAD_LIMIT`; the rest goes to disk.
    """
    with database.writing(work_file(settings), database.WORK_CONFIG) as connection:
        work_file(settings).chmod(PRIVATE)
        yield connection


@contextlib.contextmanager
def read_only(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the published file read-only. Raises ConfigurationError when nothing has been published yet, or it is damaged."""
    path = published_file(settings)
    if not path.exists():
        run = noted_run(settings)
        at_work = run is not None and not run.was_killed
        hint = (
            f"A run is in progress ({run}); try again when it has ended."
            if at_work
            else "Run `nightaudit nightly` first."
        )
        raise ConfigurationError(f"{path.absolute()} does not exist yet.", hint=hint)
    with readable_errors(), database.reading(path) as connection:
        yield connection
