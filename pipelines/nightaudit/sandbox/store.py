"""The SQLite file behind the sandbox: records as JSON text by collection and id, correct under concurrent clients."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.sandbox.records import Records
from nightaudit.sandbox.tables import TABLES, ddl

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOOKKEEPING = (
    "CREATE TABLE IF NOT EXISTS sandbox (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS hidden (collection TEXT, id INTEGER, PRIMARY KEY (collection, id)) WITHOUT ROWID",
    "INSERT OR IGNORE INTO sandbox VALUES ('version', 0)",
)


class Store:
    """Opens the file (a temporary one when `path` is None); every thread reads through its own connection.

    Readers see one snapshot for as long as their transaction lasts; writers take turns and commit before they answer.
    """

    def __init__(self, path: Path | None, *, no_stamps: bool = False) -> None:
        self._folder = None if path else tempfile.TemporaryDirectory(prefix="nightaudit-sandbox-")
        self.path = path or Path(self._folder.name if self._folder else ".") / "sandbox.sqlite"
        self.no_stamps = no_stamps
        self._durable = path is not None
        self._threads = threading.local()
        self._opened: list[sqlite3.Connection] = []
        self._opening = threading.Lock()
        self._writing = threading.Lock()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = self._open()
        self._writer.execute("PRAGMA journal_mode = WAL")
        for statement in _BOOKKEEPING:
            self._writer.execute(statement)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        connection.text_factory = bytes
        # A committed write must survive the end of this process; of the machine only where the file was asked for.
        connection.execute(f"PRAGMA synchronous = {'NORMAL' if self._durable else 'OFF'}")
        connection.execute("PRAGMA cache_size = -65536")
        connection.execute("PRAGMA mmap_size = 1073741824")
        with self._opening:
            self._opened.append(connection)
        return connection

    @property
    def is_filled(self) -> bool:
        """Whether a portfolio has been loaded into this file completely."""
        return bool(self._writer.execute("SELECT 1 FROM sandbox WHERE name = 'filled'").fetchone())

    @contextmanager
    def filling(self) -> Iterator[Records]:
        """A transaction that starts from empty tables and marks the file as filled at its end."""
        with self._writing:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                for collection in TABLES:
                    self._writer.execute(f'DROP TABLE IF EXISTS "{collection}"')
                    self._writer.execute(ddl(collection)[0])
                self._writer.execute("DELETE FROM hidden")
                self._writer.execute("DELETE FROM sequences")
                yield Records(self._writer, no_stamps=self.no_stamps)
                for collection in TABLES:
                    for statement in ddl(collection)[1:]:
                        self._writer.execute(statement)
                self._writer.execute("INSERT OR REPLACE INTO sandbox VALUES ('filled', 1)")
                self._writer.execute("UPDATE sandbox SET value = value + 1 WHERE name = 'version'")
                self._writer.execute("COMMIT")
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise

    @contextmanager
    def read(self) -> Iterator[Records]:
        """One snapshot of everything."""
        connection = getattr(self._threads, "connection", None)
        if connection is None:
            connection = self._threads.connection = self._open()
        connection.execute("BEGIN")
        try:
            yield Records(connection, no_stamps=self.no_stamps)
        finally:
            connection.execute("COMMIT")

    @contextmanager
    def write(self) -> Iterator[Records]:
        """One transaction, committed at its end and rolled back on any error; one at a time."""
        with self._writing:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield Records(self._writer, no_stamps=self.no_stamps)
                self._writer.execute("UPDATE sandbox SET value = value + 1 WHERE name = 'version'")
                self._writer.execute("COMMIT")
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close every connection; a temporary file is removed."""
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        if self._folder:
            self._folder.cleanup()
