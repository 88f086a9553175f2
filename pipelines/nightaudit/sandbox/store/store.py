"""The SQLite file of the sandbox: records as JSON text by collection and id, correct under concurrent clients."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.errors import NightauditError
from nightaudit.sandbox.store.filling import fill, start_clock
from nightaudit.sandbox.store.records import Records
from nightaudit.sandbox.store.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.options import SandboxOptions


def _lower(value: object) -> str | None:
    return None if value is None else str(value).lower()


class Store:
    """The file of the options (a temporary one without), created and filled if needed; every reader has its own connection.

    filling  the options by which the file was filled: those given for a new file, and for one that does not say so

    A reader sees one snapshot during its transaction. Writers take turns, and commit before they answer. Raises NightauditError
    where the file cannot be written, for example on a full disk.
    """

    def __init__(self, options: SandboxOptions) -> None:
        self._folder = None if options.database else tempfile.TemporaryDirectory(prefix="nightaudit-sandbox-")
        self.path = options.database or Path(self._folder.name if self._folder else ".") / "sandbox.sqlite"
        self._idle: list[sqlite3.Connection] = []
        self._opened: list[sqlite3.Connection] = []
        self._opening = threading.Lock()
        self._writing = threading.Lock()
        self._fresh = self.path.with_name(self.path.name + ".fresh")
        self._fresh.unlink(missing_ok=True)
        try:
            self.filling = fill(self.path, options.filling)
            self._writer = self._open()
            self._writer.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            hint = "Make room there, or choose another --database."
            raise NightauditError(f"{self.path} cannot be written: {error}.", hint=hint) from error

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=30)
        connection.text_factory = bytes
        # SQLite's own `lower` converts ASCII letters only, and names contain others.
        connection.create_function("lower", 1, _lower, deterministic=True)
        # A committed write must survive the end of this process; the end of the machine only for a file named by the options.
        connection.execute(f"PRAGMA synchronous = {'NORMAL' if self._folder is None else 'OFF'}")
        connection.execute("PRAGMA cache_size = -8192")
        connection.execute("PRAGMA mmap_size = 1073741824")
        with self._opening:
            self._opened.append(connection)
        return connection

    @contextmanager
    def read(self) -> Iterator[Records]:
        """Yield the records of one snapshot, in a read transaction."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._open()
        connection.execute("BEGIN")
        try:
            yield Records(connection, no_stamps=self.filling.no_stamps)
        finally:
            connection.execute("COMMIT")
            self._idle.append(connection)

    @contextmanager
    def write(self) -> Iterator[Records]:
        """Yield the records of a write transaction, committed at its end, rolled back on any error; one at a time."""
        with self._writing:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield Records(self._writer, no_stamps=self.filling.no_stamps)
                self._writer.execute("UPDATE sandbox SET version = version + 1")
                self._writer.execute("COMMIT")
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise

    def refill(self) -> None:
        """Restore the portfolio of the start, in one transaction."""
        with self._writing:
            fill(self._fresh, self.filling)
            self._writer.execute("ATTACH ? AS fresh", (str(self._fresh),))
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                for table in TABLES:
                    self._writer.execute(f'DELETE FROM main."{table}"')
                    self._writer.execute(f'INSERT INTO main."{table}" (id, body) SELECT id, body FROM fresh."{table}"')
                self._writer.execute("DELETE FROM main.hidden")
                self._writer.execute("DELETE FROM main.sequences")
                self._writer.execute("INSERT INTO main.sequences SELECT * FROM fresh.sequences")
                self._writer.execute("UPDATE main.sandbox SET version = version + 1")
                start_clock(Records(self._writer), self.filling)
                self._writer.execute("COMMIT")
            finally:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                self._writer.execute("DETACH fresh")

    def close(self) -> None:
        """Close every connection; remove temporary files."""
        self._fresh.unlink(missing_ok=True)
        for connection in self._opened:
            connection.close()
        self._opened.clear()
        if self._folder:
            self._folder.cleanup()
