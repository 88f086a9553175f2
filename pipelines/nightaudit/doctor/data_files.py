"""The doctor's checks of the data directory: permissions, room, the work file, the journal, the published file."""

from __future__ import annotations

import shutil
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from nightaudit import database, warehouse
from nightaudit.correct.journal.file import journal_file
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.journal.soundness import require_kept
from nightaudit.doctor.finding import Finding
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.files import PRIVATE
from nightaudit.load.earlier.service import would_mix
from nightaudit.machine_errors import readable_errors
from nightaudit.privacy.forgotten import Forgotten
from nightaudit.publishing import STORAGE_VERSION, not_duckdb, somebody_elses
from nightaudit.settings import Settings
from nightaudit.settings.sources import DOTENV, TOML, by_source
from nightaudit.transform import completeness

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

OTHERS = stat.S_IRWXG | stat.S_IRWXO
LATE_AFTER = 26 * 3600  # seconds after which a nightly run is late
AHEAD = 3600  # seconds by which the clocks of two machines that share a disk may differ
SPARE = 3  # sizes of the work file that must be free: a build and a publication write copies of it


def files_of(settings: Settings) -> Iterator[Finding]:
    """Yield whether others may read credentials and records, and whether the disk has room for a run."""
    private = warehouse.private_dir(settings)
    secrets = any(isinstance(getattr(settings, name, None), SecretStr) for name in by_source(Settings)[TOML])
    files = (DOTENV, TOML) if secrets else (DOTENV,)
    for path, wanted in (*((Path(name), PRIVATE) for name in files), (private, 0o700)):
        if path.exists():
            mode = stat.S_IMODE(path.stat().st_mode)
            advice = f"chmod {wanted:o} {path}" if mode & OTHERS else ""
            yield Finding(str(path), f"mode {mode:o}{', open to others' if advice else ''}", advice)
    free = shutil.disk_usage(settings.data_dir).free
    work = warehouse.work_file(settings)
    needed = SPARE * work.stat().st_size if work.exists() else 0
    advice = "" if free > needed else f"Free disk space: a run may need {needed / 1e9:.1f} GB."
    yield Finding("disk", f"{free / 1e9:.1f} GB free at {settings.data_dir}", advice)


def run_of(settings: Settings) -> Iterator[Finding]:
    """Yield whether a run is at work, without taking the lock."""
    run = warehouse.noted_run(settings)
    if run is None:
        yield Finding("run", "no run is in progress")
    elif run.was_killed:
        yield Finding("run", f"{run}, was killed; everything it committed is kept", "nightaudit nightly")
    else:
        yield Finding("run", f"{run}, is in progress")


def work_file_of(settings: Settings) -> Iterator[Finding]:
    """Yield an error where the work file is damaged, a warning where it is gone or its last build failed.

    Nothing while another run writes to it.
    """
    import duckdb

    path, published = warehouse.work_file(settings), warehouse.published_file(settings)
    if not path.exists():
        if published.exists():
            advice = "Restore it from a backup, or the next load begins a new history."
            yield Finding("work file", f"{path} is gone, although {published.name} was published from it", advice)
        return
    try:
        with readable_errors(), database.reading(path) as connection:
            run = warehouse.noted_run(settings)
            if run is None or run.was_killed:  # a build leaves the file to others at times
                yield from _build_of(connection)
    except ConfigurationError as error:
        yield Finding.of("work file", error)
    except (NightauditError, duckdb.Error):  # another run is writing
        return


def _build_of(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Yield a warning where the last build of this work file failed or was killed: every run builds again."""
    try:
        completeness.require(connection)
    except ConfigurationError as error:
        yield Finding("build", error.message, error.hint)


def forgotten_of(settings: Settings) -> Iterator[Finding]:
    """Yield an error where the list of forgotten persons cannot be read: no load runs then."""
    try:
        Forgotten.read(settings)
    except NightauditError as error:
        yield Finding.of("forgotten persons", error)


def journal_of(settings: Settings) -> Iterator[Finding]:
    """Yield an error where the journal of corrections cannot be read, as a publication copies it.

    Yield a warning where it is gone, or where sending is stopped, as in a copied data directory.
    """
    path = journal_file(settings)
    try:
        if path.exists():
            with Journal.reading(settings) as journal:
                stopped = journal.stopped
            if stopped:
                yield Finding(
                    "corrections", f"sending is stopped: {stopped}", "`nightaudit correct start`, once it may go on."
                )
        else:
            require_kept(path)
    except NightauditError as error:
        yield Finding("journal", error.message, error.hint, error.exit_code if path.exists() else 0)


def warehouse_of(settings: Settings) -> Iterator[Finding]:
    """Yield whether there is a published file, how old it is, and which versions of DuckDB can open it.

    A file that is damaged, or that a program has open to write, is a warning: the next publication replaces it. One of somebody
    else is an error: no publication does.
    """
    import duckdb

    path = warehouse.published_file(settings)
    if not path.exists():
        yield Finding("warehouse", f"{path} does not exist yet", "nightaudit nightly")
        return
    mixed = would_mix(settings) if settings.base_url else None
    if mixed:
        yield Finding.of("records", mixed)
    try:
        if foreign := not_duckdb(path):
            yield Finding.of("warehouse", foreign)
            return
        with warehouse.read_only(settings) as connection:
            foreign = somebody_elses(connection, path.stem, path)
            tables = connection.execute("select count(*) from duckdb_tables()").fetchall()[0][0]
            storage = connection.execute(
                "select tags['storage_version'] from duckdb_databases() where path is not null"
            ).fetchall()[0][0]
    except NightauditError as error:
        yield Finding("warehouse", error.message, error.hint or "nightaudit publish")
        return
    except (duckdb.Error, OSError) as error:
        yield Finding("warehouse", f"{path} cannot be opened: {error}", "nightaudit publish")
        return
    if foreign:
        yield Finding.of("warehouse", foreign)
        return
    age = time.time() - path.stat().st_mtime
    yield Finding("warehouse", f"{path}: {tables} tables, published {when(age)}", late_advice(age))
    right = str(storage).startswith(STORAGE_VERSION)
    advice = (
        ""
        if right
        else f"Older tools cannot open this format: run `nightaudit publish`, which writes {STORAGE_VERSION}"
    )
    yield Finding("storage version", str(storage), advice)


def when(age: float) -> str:
    """Return "3.0 hours ago" for an age in seconds; an age of less than nothing is in the future."""
    return f"{-age / 3600:.1f} hours in the future" if age < -AHEAD else f"{max(age, 0) / 3600:.1f} hours ago"


def late_advice(age: float) -> str:
    """Return what to do about marts of this age in seconds; "" where they are of the last night."""
    if age < -AHEAD:
        return "Correct the clock of this machine. If it was ahead before and is right now, run `nightaudit nightly`."
    return "Check that the scheduled runs take place, and run `nightaudit status`." if age > LATE_AFTER else ""
