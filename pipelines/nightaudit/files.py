"""Writes files atomically; those for their owner alone over no file of another kind."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
import sys
from typing import TYPE_CHECKING

from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

WORK = "work.duckdb"
"""The name of the work file."""
BEGINNING = 1_000  # bytes of a file in which its first word is searched
HTML = ("an HTML page", (b"<!doctype html", b"<html"))
PRIVATE = 0o600
"""The mode of a file that only its owner may read."""


def write_atomically(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Replace the content of a file atomically; the new content is on disk when this returns.

    mode  of a file that is created, as far as the umask allows it; one that is replaced keeps its rights, unless mode is PRIVATE

    Readers, also after a kill, see the old content or the new, never a part. Two processes may write at once: the file then has
    the content of one of them. A symbolic link stays a link; a device or a pipe is written to directly.
    """
    content = content if isinstance(content, bytes) else content.encode()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path = path.resolve()
    fresh = _beside(path)
    try:
        # Whoever may not read the old file must not open the new one before `take_rights`.
        first = mode & path.stat().st_mode | PRIVATE if path.exists() else mode
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, first)
    except OSError as error:
        error.filename = str(path)  # the file that the caller named
        raise
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
        put_in_place(fresh, path, keep_rights=mode != PRIVATE)
    except OSError as error:
        error.filename = error.filename or str(path)  # a full disk's error names no file
        raise
    finally:
        fresh.unlink(missing_ok=True)


def put_in_place(fresh: Path, replaced: Path, *, keep_rights: bool = False) -> None:
    """Replace a file by another one, atomically; the content, and where possible the name, is on disk on return.

    keep_rights  whether the file gets the rights of the one that it replaces, see `take_rights`

    A symbolic link stays a link: the file that it names is replaced, also on another disk.
    """
    replaced = replaced.resolve()
    _sync(fresh, os.O_RDWR)
    if keep_rights:
        take_rights(fresh, replaced)
    try:
        fresh.replace(replaced)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        _put_on_other_disk(fresh, replaced)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # some network folders cannot be synced, and the file is in place
            _sync(replaced.parent, os.O_RDONLY)


def _put_on_other_disk(fresh: Path, replaced: Path) -> None:
    beside = _beside(replaced)
    try:
        beside.touch(PRIVATE, exist_ok=False)
        shutil.copyfile(fresh, beside)
        take_rights(beside, fresh)
        put_in_place(beside, replaced)
    finally:
        beside.unlink(missing_ok=True)
    fresh.unlink()


def _beside(path: Path) -> Path:
    """Return a path in the folder of a file, which nobody can guess where many users may write there."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")


def _sync(path: Path, how: int) -> None:
    opened = os.open(path, how)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def take_rights(fresh: Path, replaced: Path) -> None:
    """Give a file the mode and, where allowed, the group of the file that it will replace: the same users can read it then."""
    if not replaced.is_file():
        return
    rights = replaced.stat()
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # only members of a group may give a file to it
            os.chown(fresh, -1, rights.st_gid)
    fresh.chmod(stat.S_IMODE(rights.st_mode))


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
