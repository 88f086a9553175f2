"""Files written whole, and, in words, what keeps one from being read or written: a lock, a full disk, a closed folder."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from typing import TYPE_CHECKING, TypeVar

from nightaudit.errors import ConfigurationError, NightauditError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import duckdb

Found = TypeVar("Found")
INTERRUPTED = "Query interrupted"
FULL = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT))
LARGE = os.strerror(errno.EFBIG)
OF_THE_MACHINE = (*FULL, LARGE, os.strerror(errno.EIO), os.strerror(errno.EROFS), "Out of Memory Error")
DAMAGED = ("not a valid DuckDB database file", "Could not read enough bytes", "computed checksum")
WORK = "work.duckdb"
"""The name of the work file."""
FROM_BACKUP = (
    "It holds every version of every record: restore the folder it is in from a backup. Where there is none, move the file"
    " away, and the next load reads everything anew."
)
PRIVATE = 0o600
"""The mode of a file that only its owner may read."""
HOLDER = re.compile(r'Could not set lock on file "(?P<file>[^"]*)"(?:.*\(PID (?P<pid>\d+)\))?', re.DOTALL)


def quoted(text: str | Path) -> str:
    """What stands between the single quotes of SQL for this text or path."""
    return str(text).replace("'", "''")


def write_anew(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Write the file whole or not at all; it is on disk when this returns.

    mode  who may read it, as far as the umask lets them

    Whoever reads it meanwhile, or after a kill, finds the content before or this one. Two processes may write it at once: the
    file is then as one of them wrote it. A link stays one; a device or a pipe is written to.
    """
    content = content if isinstance(content, bytes) else content.encode()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    except OSError as error:
        error.filename = str(path)  # which is what was asked for
        raise
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a disk that is full names none
        raise
    finally:
        fresh.unlink(missing_ok=True)


@contextlib.contextmanager
def in_words(folder: Path | None = None) -> Iterator[None]:
    """Raise NightauditError for what keeps a file from being opened, read or written meanwhile; anything else passes.

    folder  where the files are, told where the disk is full: such an error need not name any

    Ctrl-C during a query of DuckDB is KeyboardInterrupt again.
    """
    try:
        yield
    except OSError as error:
        place = f"{error.filename2 or error.filename}: " if error.filename else ""
        raise NightauditError(f"{place}{error.strerror or error}.", hint=room(error, folder)) from error
    except RuntimeError as error:
        if str(error) == INTERRUPTED:
            raise KeyboardInterrupt from error
        raise
    except Exception as error:
        duckdb = sys.modules.get("duckdb")  # imported only where a file of its kind is opened
        if duckdb is None or not isinstance(error, duckdb.OperationalError | duckdb.FatalException):
            raise
        raise _of_duckdb(str(error), folder) from error


def unless_interrupted(connection: duckdb.DuckDBPyConnection, ask: Callable[[], Found]) -> Found:
    """Return what `ask` finds on `connection`; Ctrl-C ends its query at once, with KeyboardInterrupt.

    DuckDB looks for Ctrl-C only where a query works in the thread that asked: one that others work on is deaf until it ends.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as other:
        found = other.submit(ask)
        try:
            return found.result()
        except KeyboardInterrupt:
            while not found.done():  # once more where the query had not begun
                connection.interrupt()
                wait([found], timeout=0.1)
            raise


def room(error: object, folder: Path | None) -> str:
    """What to do where the disk is full, or a file may not grow; empty where it is something else."""
    said = str(error)
    if LARGE in said:
        return "The limit of the size of a file is too low for it: see `ulimit -f`."
    return (
        f"Make room on the disk of {folder}, and run it again."
        if folder and any(words in said for words in FULL)
        else ""
    )


def is_of_the_machine(said: str) -> bool:
    """Whether DuckDB speaks of a disk or of memory that gave out, and not of what it was given to do."""
    return any(words in said for words in OF_THE_MACHINE)


def is_damage(said: str) -> bool:
    """Whether DuckDB says that a file is none of its own, or not whole."""
    return any(words in said for words in DAMAGED)


def _of_duckdb(said: str, folder: Path | None) -> NightauditError:
    held = HOLDER.search(said)
    if is_damage(said) and WORK in said:
        return ConfigurationError(f"The work file is damaged: {said.splitlines()[0].rstrip('.!')}.", hint=FROM_BACKUP)
    if not held:
        return NightauditError(said.splitlines()[0].rstrip(".") + ".", hint=room(said, folder))
    who = f"process {held['pid']}" if held["pid"] else "another program"
    return NightauditError(
        f"{held['file']} is open in {who}.",
        hint="Close it there. Whoever only reads opens DATA_DIR/warehouse.duckdb, and read-only.",
    )
