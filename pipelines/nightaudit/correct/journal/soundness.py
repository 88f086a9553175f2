"""Checks that the journal's file is there and undamaged: a journal that lost what was sent would send it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path


def lock_of(journal: Path) -> Path:
    """Return the lock file of the process that moves rows; it exists from the first time rows were moved."""
    return journal.with_suffix(".lock")


def require_kept(journal: Path) -> None:
    """Raise ConfigurationError where rows were moved in this journal, as its lock file shows, and it is missing or empty now."""
    lock = lock_of(journal)
    if lock.exists() and not (journal.exists() and journal.stat().st_size):
        raise ConfigurationError(
            f"The journal {journal} is {'empty' if journal.exists() else 'gone'}, so it is unknown what was sent"
            " before.",
            hint=f"Restore a copy of the journal. If you remove {lock}, a new journal begins, and rows that were sent"
            " before may be sent again.",
        )


def damage(sql: sqlite3.Connection) -> str:
    """Return the first damage that SQLite finds in the file, "" for none; an index that lacks a row is damage, too."""
    found = " ".join(line for (line,) in sql.execute("pragma integrity_check(1)"))
    return "" if found == "ok" else " ".join(found.split())
