"""Where a journal is at home: a copy of it does not know what is sent from the other."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def place(journal: Path) -> str:
    """Machine, path and file number of a journal, as the journal keeps them of itself."""
    return json.dumps([socket.gethostname(), str(journal.resolve()), journal.stat().st_ino])


def away(kept: str, journal: Path) -> str:
    """Why a journal is not the one at the place it keeps, but a copy, or its file is gone; "" where it is that one.

    A container gets a new name and keeps the file; a backup put back has the old path and another file: neither is a copy.
    """
    try:
        found = place(journal)
    except OSError as error:
        return f"the journal {journal} is not there any more: {error.strerror}"
    (host, path, number), (host_now, path_now, number_now) = json.loads(kept), json.loads(found)
    if number == number_now or (host, path) == (host_now, path_now):
        return ""
    return f"this journal is a copy of {host}:{path}, and what is sent from there is not in it; start only what is used alone"
