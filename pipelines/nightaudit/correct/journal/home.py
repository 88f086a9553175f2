"""Detects that a journal is a copy: it does not contain what is sent from the original, and would send it again."""

from __future__ import annotations

import json
import os
import socket
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def place(journal: Path) -> str:
    """Return machine, path, inode number and file system of a journal as JSON text, as the journal stores them."""
    file_system = os.statvfs(journal).f_fsid if sys.platform != "win32" else 0
    return json.dumps([socket.gethostname(), str(journal.resolve()), journal.stat().st_ino, file_system])


def why_not_home(kept: str, journal: Path) -> str:
    """Return why a journal is not at its stored place `kept`: it is a copy, or its file is gone; "" where it is at home.

    The same file, or the same path on the same machine, is no copy: a new container has another host name but the same file, and
    a restored backup has another file but the old path. Files of two file systems may have one number. Some file systems have
    no id, and journals of before did not store it: their number alone decides.
    """
    try:
        found = place(journal)
    except OSError as error:
        return f"the journal {journal} no longer exists: {error.strerror}"
    (host, path, *file), (host_now, path_now, *file_now) = json.loads(kept), json.loads(found)
    if file == file_now[: len(file)] or (host, path) == (host_now, path_now):
        return ""
    return f"this journal is a copy of {host}:{path}, without what is sent from there; start only if the original is not used"
