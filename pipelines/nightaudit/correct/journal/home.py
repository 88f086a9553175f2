"""Detects that a journal is a copy: it does not contain what is sent from the original, and would send it again."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def place(journal: Path) -> str:
    """Return machine, path and inode number of a journal as JSON text, as the journal stores them."""
    return json.dumps([socket.gethostname(), str(journal.resolve()), journal.stat().st_ino])


def why_not_home(kept: str, journal: Path) -> str:
    """Return why a journal is not at its stored place `kept`: it is a copy, or its file is gone; "" where it is at home.

    Two of machine, path and file are the same: a new container has another host name, a restored backup is another file, and a
    folder may be renamed. The file's number alone says nothing, as those of new volumes are often equal.
    """
    try:
        found = place(journal)
    except OSError as error:
        return f"the journal {journal} no longer exists: {error.strerror}"
    (host, path, number), (host_now, path_now, number_now) = json.loads(kept), json.loads(found)
    if sum((host == host_now, path == path_now, number == number_now)) > 1:
        return ""
    return f"this journal is a copy of {host}:{path}, without what is sent from there; start only if the original is not used"
