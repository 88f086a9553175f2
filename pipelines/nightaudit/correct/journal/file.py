"""The journal's file: opened, checked, written in whole transactions, and held by one process that sends."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from nightaudit import warehouse
from nightaudit.correct.journal.clock import Clock
from nightaudit.correct.journal.home import place
from nightaudit.correct.journal.schema import MOVE_ROWS, TABLES, VERSION
from nightaudit.correct.journal.soundness import damage, lock_of, require_kept
from nightaudit.errors import ConfigurationError, Locked
from nightaudit.files import PRIVATE, in_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

    from nightaudit.settings import Settings

BUSY_SECONDS = 30
MEND = "Nothing is sent that is not in it. Mend that, and run the same command again."


def _path(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "corrections.sqlite"


class JournalFailed(ConfigurationError):
    """The journal cannot be read or written, for example because the disk is full: nothing may be sent."""


class JournalFile:
    """The file of a journal, for use in a `with` block. WAL, synchronous=FULL: a commit is on disk.

    Raises ConfigurationError when the file is not a journal of this version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = Clock()
        self._applier = FileLock(lock_of(path), mode=PRIVATE)
        try:
            self.sql = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
            self.sql.execute("pragma journal_mode = wal")
            self.sql.execute("pragma synchronous = full")
            self.sql.execute("pragma foreign_keys = on")
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise ConfigurationError(f"The journal {path} cannot be used: {error}.", hint=MEND) from None

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """The journal beside the warehouse, made when absent; readable by its owner only.

        Raises ConfigurationError where there was one that rows were sent from, and it is gone or empty: a new one would send
        them again.
        """
        warehouse.prepare(settings)
        path = _path(settings)
        require_kept(path)
        with in_words():
            path.touch(mode=PRIVATE)
        return cls(path)

    @classmethod
    def standing(cls, settings: Settings) -> Self:
        """The journal that is there. Raises ConfigurationError where none is: its switch would stop nobody."""
        path = _path(settings)
        if not path.exists():
            message = (
                f"There is no journal {path}: nothing was ever planned in {settings.data_dir}, and nothing is switched."
            )
            hint = "Set NIGHTAUDIT_DATA_DIR to the folder of the plans: `nightaudit correct status` lists those of one."
            raise ConfigurationError(message, hint=hint)
        return cls.open(settings)

    def _prepare(self) -> None:
        found = self.sql.execute("pragma user_version").fetchone()[0]
        if found not in {0, VERSION}:
            message = f"The journal {self.path} is of version {found}; this program writes {VERSION}."
            raise ConfigurationError(message, hint="Use the version of nightaudit that wrote it.")
        if found == 0:
            self.sql.executescript(f"begin immediate; {TABLES} commit;")
        if self.sql.execute("select count(*) from move").fetchone()[0] < len(MOVE_ROWS):
            with self.transaction():
                self.sql.executemany("insert or ignore into move values (?, ?)", MOVE_ROWS)
                self.sql.execute(f"pragma user_version = {VERSION}")
        if not self._control("home"):
            self._keep_home()

    def _keep_home(self) -> None:
        """Keep where the journal is at home: here."""
        with self.transaction() as sql:
            sql.execute("insert or replace into control values ('home', ?)", (place(self.path),))

    def _control(self, name: str) -> str:
        """A value that is kept of the journal itself, "" where there is none."""
        return "".join(value for (value,) in self.sql.execute("select value from control where name = ?", (name,)))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One atomic change; within another it is part of that one. Raises JournalFailed when it cannot be written."""
        if self.sql.in_transaction:
            yield self.sql
            return
        try:
            self.sql.execute("begin immediate")
            yield self.sql
            self.sql.execute("commit")
        except BaseException as error:
            if self.sql.in_transaction:  # a full disk may have rolled it back already
                self.sql.execute("rollback")
            self._refuse(error)
            raise

    def _refuse(self, error: BaseException | None) -> None:
        """Raise JournalFailed for an error of the file itself; a move that is not allowed is one of ours."""
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.IntegrityError):
            raise JournalFailed(f"The journal {self.path} cannot be used: {error}.", hint=MEND) from None

    @contextlib.contextmanager
    def applier(self) -> Iterator[None]:
        """Be the one process that moves rows. Raises Locked at once when another does; a dead holder's lock is free.

        Within itself it holds already. Raises JournalFailed where the file is damaged: an index that lacks a row would let it be
        written twice.
        """
        try:
            held = self._applier.acquire(timeout=0)
        except Timeout:
            raise Locked("Another run is applying corrections from this journal.", hint="Wait for it to end.") from None
        with held:
            if found := damage(self.sql):
                message = f"The journal {self.path} cannot be used: database disk image is malformed ({found})."
                raise JournalFailed(message, hint=MEND)
            yield

    def _all(self, query: str, *values: object) -> list[dict[str, Any]]:
        cursor = self.sql.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def close(self) -> None:
        """Close the file."""
        self.sql.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        self.close()
        self._refuse(error)
