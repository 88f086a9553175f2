"""Turns errors of the machine (a full disk, no permission, no memory, a lock, a damaged file) into readable ones."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.files import WORK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INTERRUPTED = "Query interrupted"
FULL = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT))
LARGE = os.strerror(errno.EFBIG)
DENIED = os.strerror(errno.EACCES)
OUT_OF_MEMORY = "Out of Memory Error"
RESOURCE_FAILURES = (*FULL, LARGE, DENIED, *map(os.strerror, (errno.EIO, errno.EROFS)), OUT_OF_MEMORY)
SCARCE = (
    OUT_OF_MEMORY,
    "can't start new thread",
    "failed to map segment",
    *map(os.strerror, (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)),
)
LIMITS = (
    "Allow nightaudit more memory, threads or open files (`ulimit -a` shows limits; a container or a unit of systemd may"
    " set others), and run the command again."
)
DAMAGED = ("not a valid DuckDB database file", "Could not read enough bytes", "computed checksum")
NEWER = "with storage version number"
NEWER_RELEASE = (
    "A newer release wrote this file of the data directory: run that release of nightaudit, or restore a backup of the folder"
    " `private` from before the upgrade."
)
FROM_BACKUP = (
    "The file has every version of every record: restore its folder from a backup. If there is no backup,"
    " move the file away; the next load then reads everything again."
)
HOLDER = re.compile(r'Could not set lock on file "(?P<file>[^"]*)"(?:.*\(PID (?P<pid>\d+)\))?', re.DOTALL)


@contextlib.contextmanager
def readable_errors(folder: Path | None = None) -> Iterator[None]:
    """Raise NightauditError where the block fails to open, read or write a file, or where memory, threads or handles are scarce.

    folder  the folder of the files, for the message on a full disk, as that error may name no file

    Other errors pass through unchanged. DuckDB's error for Ctrl-C during a query becomes KeyboardInterrupt again, as does that of
    Python 3.11 for Ctrl-C while a class is created.
    """
    try:
        yield
    except OSError as error:
        place = f"{error.filename2 or error.filename}: " if error.filename else ""
        raise NightauditError(f"{place}{error.strerror or error}.", hint=remedy(error, folder)) from error
    except NightauditError:
        raise
    except Exception as error:
        readable = _readable(error, folder)
        if readable is None:
            raise
        raise readable from error


def _readable(error: Exception, folder: Path | None) -> BaseException | None:
    """Return what to raise in place of an error that is no OSError; None where that is the error itself."""
    if isinstance(error, RuntimeError) and (
        str(error) == INTERRUPTED or isinstance(error.__cause__, KeyboardInterrupt)
    ):
        return KeyboardInterrupt()
    duckdb = sys.modules.get("duckdb")  # its errors can only occur where it is imported already
    if duckdb is not None and isinstance(error, duckdb.OperationalError | duckdb.FatalException):
        return _of_duckdb(str(error), folder)
    if isinstance(error, MemoryError) or _is_scarce(str(error)):
        return NightauditError(f"{str(error) or 'There is no memory left'}.", hint=LIMITS)
    return None


def remedy(error: object, folder: Path | None) -> str:
    """Return what to do where the disk is full, a file may not grow, a right lacks, or memory or handles are scarce; else ""."""
    said = str(error)
    if LARGE in said:
        return (
            "The file would exceed the limit for file sizes; `ulimit -f` shows the limit. Raise it, and run the"
            " command again."
        )
    if DENIED in said:
        return "Give this user the right to it, or run the command as the user whose it is; `ls -l` shows both."
    if _is_scarce(said):
        return LIMITS
    return (
        f"Free space on the disk of {folder}, and run the command again."
        if folder and any(words in said for words in FULL)
        else ""
    )


def is_resource_failure(said: str) -> bool:
    """Return whether a message says that disk or memory gave out or rights lack, so that the statement is not at fault."""
    return any(words in said for words in RESOURCE_FAILURES)


def _is_scarce(said: str) -> bool:
    return any(words in said for words in SCARCE)


def is_held(said: str) -> bool:
    """Return whether DuckDB's message says that another process has the file open."""
    return HOLDER.search(said) is not None


def is_damage(said: str) -> bool:
    """Return whether DuckDB's message says that a file is not a DuckDB file, or is damaged."""
    return any(words in said for words in DAMAGED)


def damage(file: Path, said: str) -> ConfigurationError:
    """Return the error for a damaged DuckDB file, with what to do; `said` is DuckDB's message, which may not name the file."""
    reason = said.splitlines()[0].rstrip(".!")
    if file.name == WORK:
        return ConfigurationError(f"The work file is damaged: {reason}.", hint=FROM_BACKUP)
    message = f"{file} is damaged: {reason}."
    return ConfigurationError(message, hint="Move it away, and run `nightaudit publish` to write a new one.")


def _of_duckdb(said: str, folder: Path | None) -> NightauditError:
    holder = HOLDER.search(said)
    if not holder:
        hint = NEWER_RELEASE if NEWER in said else remedy(said, folder)
        return NightauditError(said.splitlines()[0].rstrip(".") + ".", hint=hint)
    who = f"process {holder['pid']}" if holder["pid"] else "another program"
    return NightauditError(
        f"{holder['file']} is open in {who}.",
        hint="Close it there. To read the data, open DATA_DIR/warehouse.duckdb read-only.",
    )
