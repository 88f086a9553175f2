"""The journal's SQLite file: opens and checks it, gives transactions, and locks it for the one process that moves rows."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from nightaudit import warehouse
from nightaudit.correct.journal.clock import Clock
from nightaudit.correct.journal.home import place
from nightaudit.correct.journal.read_only import connected, is_writable
from nightaudit.correct.journal.schema import LATER_INDEXES, MOVE_ROWS, TABLES, VERSION
from nightaudit.correct.journal.soundness import damage, lock_of, require_kept
from nightaudit.errors import ConfigurationError, Locked
from nightaudit.files import PRIVATE
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

    from nightaudit.settings import Settings

BUSY_SECONDS = 30
MEND = (
    "Nothing is sent without the journal. If its disk is full, make room; if the file is damaged, repair it. Then run the"
    " same command again."
)


def journal_file(settings: Settings) -> Path:
    """Return the file of the journal, beside the work file."""
    return warehouse.private_dir(settings) / "corrections.sqlite"


class JournalFailed(ConfigurationError):
    """The journal cannot be read or written, for example because the disk is full; nothing may be sent then."""


class JournalFile:
    """The file of a journal, for use in a `with` block. With WAL and synchronous=FULL, a commit is on disk when it returns.

    Raises JournalFailed where it cannot be opened, and ConfigurationError where it is not a journal of this version.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._is_absent = read_only and not path.exists()
        self.clock = Clock()
        self._applier = FileLock(lock_of(path), mode=PRIVATE)
        try:
            if read_only:
                self.sql = connected(path)
                self._version()
                return
            self.sql = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
            self.sql.execute("pragma journal_mode = wal")
            self.sql.execute("pragma synchronous = full")
            self.sql.execute("pragma foreign_keys = on")
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise JournalFailed(f"The journal {path} cannot be used: {error}.", hint=MEND) from None

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Open the journal beside the warehouse, creating it when absent; only its owner may read the file.

        Raises ConfigurationError where rows were moved in a journal that is missing or empty now: with a new journal, they would
        be sent again.
        """
        warehouse.prepare(settings)
        path = journal_file(settings)
        require_kept(path)
        with readable_errors():
            path.touch(mode=PRIVATE)
        return cls(path)

    @classmethod
    def reading(cls, settings: Settings) -> Self:
        """Open the journal for a command that only reads, also on a full disk, or where it cannot be written to.

        Where there is none, it creates none: `standing` would take that for a journal with plans to stop.
        """
        path = journal_file(settings)
        with readable_errors():
            if path.exists() and is_writable(path):
                with contextlib.suppress(JournalFailed):
                    return cls.open(settings)
            require_kept(path)
            return cls(path, read_only=True)

    @classmethod
    def of_plans(cls, settings: Settings) -> Self:
        """Open the journal for a command on a plan. Where there is none, it creates none, as `reading`: the plan is missed."""
        return cls.open(settings) if journal_file(settings).exists() else cls.reading(settings)

    @classmethod
    def standing(cls, settings: Settings) -> Self:
        """Open the existing journal. Raises ConfigurationError where there is none: the switch of a new one would stop nobody."""
        path = journal_file(settings)
        require_kept(path)
        if not path.exists():
            message = (
                f"There is no journal {path}, because {settings.data_dir} has no plans. The switch was not changed."
            )
            hint = "Set NIGHTAUDIT_DATA_DIR to the folder with the plans; `nightaudit correct status` lists them."
            raise ConfigurationError(message, hint=hint)
        return cls.open(settings)

    def _version(self) -> int:
        """Return the version of the file, 0 for a new one. Raises ConfigurationError for another version than this program's."""
        found = int(self.sql.execute("pragma user_version").fetchone()[0])
        if found not in {0, VERSION}:
            message = f"The journal {self.path} has version {found}; this program writes version {VERSION}."
            raise ConfigurationError(message, hint="Use the version of nightaudit that wrote the journal.")
        return found

    def _prepare(self) -> None:
        """Create what a new file lacks, and add moves that it does not know. Raises ConfigurationError for another version."""
        if self._version() == 0:
            self.sql.executescript(f"begin immediate; {TABLES} commit;")
        for index in LATER_INDEXES:
            self.sql.execute(index)
        if self.sql.execute("select count(*) from move").fetchone()[0] < len(MOVE_ROWS):
            with self.transaction():
                self.sql.executemany("insert or ignore into move values (?, ?)", MOVE_ROWS)
                self.sql.execute(f"pragma user_version = {VERSION}")
        if not self._control("home"):
            self._keep_home()

    def _keep_home(self) -> None:
        """Store the present place of the journal as its home."""
        with self.transaction() as sql:
            sql.execute("insert or replace into control values ('home', ?)", (place(self.path),))

    def _control(self, name: str) -> str:
        """Return a value of the table `control`, "" where there is none."""
        return "".join(value for (value,) in self.sql.execute("select value from control where name = ?", (name,)))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Give a transaction; a nested one joins the outer one. Raises JournalFailed when it cannot be written."""
        if self.sql.in_transaction:
            yield self.sql
            return
        try:
            self.sql.execute("begin immediate")
            yield self.sql
            self.sql.execute("commit")
        except BaseException as error:
            if self.sql.in_transaction:  # SQLite may have rolled back already, as on a full disk
                self.sql.execute("rollback")
            self._refuse(error)
            raise

    def _refuse(self, error: BaseException | None) -> None:
        """Raise JournalFailed for an error of the file itself; an IntegrityError is an error of our code, not of the file."""
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.IntegrityError):
            raise JournalFailed(f"The journal {self.path} cannot be used: {error}.", hint=MEND) from None

    @contextlib.contextmanager
    def applier(self) -> Iterator[None]:
        """Hold the lock of the one process that may move rows; it is reentrant, and free again when its holder dies.

        Raises Locked at once when another process holds the lock, and JournalFailed where the file is damaged: a row that is
        missing in an index could be written twice.
        """
        if self._is_absent:  # it has no rows to move, and the lock would create its folder
            yield
            return
        try:
            lock = self._applier.acquire(timeout=0)
        except Timeout:
            raise Locked(
                "Another run is applying corrections from this journal.",
                hint="Wait until that run ends, then run the command again.",
            ) from None
        with lock:
            if found := damage(self.sql):
                message = f"The journal {self.path} cannot be used: database disk image is malformed ({found})."
                raise JournalFailed(message, hint=MEND)
            yield

    def select(self, query: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each as its values by column."""
        cursor = self.sql.execute(query, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def close(self) -> None:
        """Close the file."""
        self.sql.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self.close()
        self._refuse(error)
