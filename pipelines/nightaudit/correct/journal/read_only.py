"""Opens the journal's file for commands that only read, where the file or its folder cannot be written to."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from nightaudit.correct.journal.schema import TABLES
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path


def is_writable(path: Path) -> bool:
    """Return whether the file and its folder can be written to."""
    return os.access(path.parent, os.W_OK | os.X_OK) and os.access(path, os.W_OK)


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection that reads the file, and writes nothing; one to an empty journal where there is no file.

    Raises ConfigurationError where what was written last can only be read in a folder that can be written to.
    """
    if not path.exists() or not path.stat().st_size:
        empty = sqlite3.connect(":memory:", isolation_level=None)
        empty.executescript(TABLES)
        return empty
    log = path.with_name(f"{path.name}-wal")
    size = log.stat().st_size if log.exists() else None
    # Whoever has the file open has a log, also an empty one. Where that cannot be used, nobody has, and the file does not change.
    ways = {None: ("immutable=1",), 0: ("mode=ro", "immutable=1")}.get(size, ("mode=ro",))
    for how in ways:
        sql = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, isolation_level=None)
        try:
            sql.execute("select 1 from sqlite_schema").fetchall()
        except sqlite3.OperationalError as error:
            sql.close()
            failed = error
        else:
            return sql
    raise ConfigurationError(
        f"The journal {path} cannot be read where it is: {failed}.",
        hint=f"A run was ended before it could close it. Copy {path.parent} to where you can write, and read it there.",
    ) from failed
