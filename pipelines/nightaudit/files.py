"""Writes files atomically, and turns failures of files (a lock, a full disk, no permission) into readable errors."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError, NightauditError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INTERRUPTED = "Query interrupted"
FULL = (os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT))
LARGE = os.strerror(errno.EFBIG)
OUT_OF_MEMORY = "Out of Memory Error"
RESOURCE_FAILURES = (*FULL, LARGE, *map(os.strerror, (errno.EIO, errno.EROFS, errno.EACCES)), OUT_OF_MEMORY)
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
WORK = "work.duckdb"
"""The name of the work file."""
FROM_BACKUP = (
    "The file has every version of every record: restore its folder from a backup. If there is no backup,"
    " move the file away; the next load then reads everything again."
)
BEGINNING = 1_000  # bytes of a file in which its first word is searched
HTML = ("an HTML page", (b"<!doctype html", b"<html"))
PRIVATE = 0o600
"""The mode of a file that only its owner may read."""
HOLDER = re.compile(r'Could not set lock on file "(?P<file>[^"]*)"(?:.*\(PID (?P<pid>\d+)\))?', re.DOTALL)


def write_atomically(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Replace the content of a file atomically; the new content is on disk when this returns.

    mode  of a file that is created, as far as the umask allows it

    Readers, also after a kill, see the old content or the new, never a part. Two processes may write at once: the file then has
    the content of one of them. A symbolic link stays a link; a device or a pipe is written to directly.
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
        error.filename = str(path)  # the file that the caller named
        raise
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        error.filename = error.filename or str(path)  # a full disk's error names no file
        raise
    finally:
        fresh.unlink(missing_ok=True)


def refuse_to_overwrite(file: Path, kind: str, beginnings: tuple[bytes, ...]) -> None:
    """Raise UsageError where `file` has content that is not of this kind: it may be the warehouse, with history to lose.

    kind        what is to be written, with its article
    beginnings  how such files begin, in lower case
    """
    if not file.is_file():
        return
    with file.open("rb") as opened:
        head = opened.read(BEGINNING).lstrip().lower()
    if head and not head.startswith(beginnings):
        raise UsageError(f"{file} exists and is not {kind}; it was not overwritten.", hint="Name another file.")


def write_for_owner(file: Path, text: str, kind: str, beginnings: tuple[bytes, ...]) -> Path:
    """Write a file that only its owner may read, because it may name persons; return its path.

    Raises UsageError where it cannot be written, and as `refuse_to_overwrite` does.
    """
    try:
        refuse_to_overwrite(file, kind, beginnings)
        write_atomically(file, text, mode=PRIVATE)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None
    return file


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
        raise NightauditError(f"{place}{error.strerror or error}.", hint=room(error, folder)) from error
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


def room(error: object, folder: Path | None) -> str:
    """Return what to do where the disk is full, a file may not grow, or memory or handles are scarce; "" for any other error."""
    said = str(error)
    if LARGE in said:
        return (
            "The file would exceed the limit for file sizes; `ulimit -f` shows the limit. Raise it, and run the"
            " command again."
        )
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
    return ConfigurationError(message, hint="Remove it, and run `nightaudit publish` to write a new one.")


def _of_duckdb(said: str, folder: Path | None) -> NightauditError:
    holder = HOLDER.search(said)
    if not holder:
        hint = NEWER_RELEASE if NEWER in said else room(said, folder)
        return NightauditError(said.splitlines()[0].rstrip(".") + ".", hint=hint)
    who = f"process {holder['pid']}" if holder["pid"] else "another program"
    return NightauditError(
        f"{holder['file']} is open in {who}.",
        hint="Close it there. To read the data, open DATA_DIR/warehouse.duckdb read-only.",
    )
