"""Opens DuckDB files, and holds the helpers for their connections that several parts of the package share."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Any, TypeVar

from nightaudit import memory
from nightaudit.errors import UsageError
from nightaudit.machine_errors import damage, is_damage, is_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import duckdb

Found = TypeVar("Found")
Config = dict[str, str | bool | int | float | list[str]]
WORK_CONFIG: Config = {"force_compression": "zstd", "memory_limit": memory.LOAD_LIMIT}
QUESTIONS = ("SELECT", "EXPLAIN", "PRAGMA", "CALL", "MULTI")
"""The kinds of statement that only read, by DuckDB's names; MULTI is `pivot`, which DuckDB splits into several."""
PATIENCE = 10.0
"""Seconds to wait while another process has a work file open: `status` and `doctor` read it for a moment, also during a night."""
PAUSE = 0.05  # seconds between two attempts
ROW_GROUP_ROWS = 30_720
"""Rows in a row group of the work file's tables: a quarter of DuckDB's default.

One thread reads a row group. A table smaller than one is first written to the log, uncompressed; a larger one goes directly into
the file.
"""


def quoted(text: str | Path) -> str:
    """Return the text or path escaped for use between the single quotes of SQL."""
    return str(text).replace("'", "''")


@contextlib.contextmanager
def writing(file: Path, config: Config) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a work file for writing, as the default database and in UTC; `cursors_of` returns further connections to it."""
    import duckdb

    with telling_damage(file), duckdb.connect(config=config | spilling(file)) as connection:
        attach(connection, file, file.stem)  # dbt's adapter uses this name, and so do its statements
        connection.execute(f'use "{file.stem}"')
        connection.execute("set global TimeZone = 'UTC'")  # for cursors too, which otherwise use the machine's
        yield connection


@contextlib.contextmanager
def reading(file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a DuckDB file for reading, in UTC. Raises duckdb.Error while another process has it open for writing.

    Nothing but this file can be read or written: else a view in a file that somebody has sent, or `explain analyze copy ... to`,
    could reach other files, and fetch extensions over the network. The file is attached: a process that connects to it gets what
    another of its connections has open, also after the file was replaced, and must do so with the same configuration.
    """
    import duckdb

    with telling_damage(file), duckdb.connect(config=spilling(file)) as connection:
        connection.execute(f"attach '{quoted(file)}' as \"{file.stem}\" (read_only, type duckdb)")
        connection.execute(f'use "{file.stem}"')
        connection.execute("set global TimeZone = 'UTC'")
        connection.execute("set global enable_external_access = false")
        connection.execute("set lock_configuration = true")
        yield connection


@contextlib.contextmanager
def telling_damage(file: Path) -> Iterator[None]:
    """Raise ConfigurationError, with what to do, where the block finds that this file is damaged in any part."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        if not is_damage(str(error)):
            raise
        raise damage(file, str(error)) from error


def attach(connection: duckdb.DuckDBPyConnection, file: Path, name: str) -> None:
    """Attach a work file for writing. Without the option DuckDB would merge the row groups.

    Raises duckdb.IOException where another process has the file open for longer than PATIENCE.
    """
    import duckdb

    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"attach '{quoted(file)}' as \"{name}\" (type duckdb, row_group_size {ROW_GROUP_ROWS})")
        except duckdb.IOException as error:
            if not is_held(str(error)) or time.monotonic() > until:
                raise
            time.sleep(PAUSE)
        else:
            return


def cursors_of(connection: duckdb.DuckDBPyConnection) -> Callable[[], duckdb.DuckDBPyConnection]:
    """Return a function that opens cursors on the database in use, for any thread; `cursor()` alone uses the first attached."""
    ((database,),) = connection.execute("select current_database()").fetchall()
    return lambda: connection.cursor().execute(f'use "{database}"')


def spilling(file: Path) -> Config:
    """Return the option that puts data which do not fit in memory beside the file, not into `.tmp` in the current folder."""
    return {"temp_directory": f"{file}.tmp"}


@contextlib.contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Run the block in a transaction: commit at its end, roll back where the block raises."""
    connection.begin()
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def insert(
    connection: duckdb.DuckDBPyConnection, table: str, kinds: Iterable[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows into a table, whose columns have these types. `executemany` takes milliseconds of CPU time per row."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    if columns:
        cells = ", ".join(f"unnest(?::{kind}[])" for kind in kinds)
        connection.execute(f"insert into {table} select {cells}", columns)


def has_table(connection: duckdb.DuckDBPyConnection, name: str, database: str | None = None) -> bool:
    """Return whether an attached database, by default the one in use, has the table `name` (`schema.name`)."""
    query = """from duckdb_tables()
        where database_name = coalesce($2, current_database()) and schema_name || '.' || table_name = $1"""
    return bool(connection.execute(query, [name, database]).fetchall())


def read_only_statement(sql: str) -> str:
    """Return `sql` where it is one statement that only reads. Raises UsageError where it is none, several, or another kind.

    DuckDB would answer only the last of several, and a read-only connection can still write to other files.
    Raises duckdb.Error where `sql` cannot be parsed.
    """
    import duckdb

    statements = duckdb.extract_statements(sql)
    if not statements:
        raise UsageError("There is no SQL statement in the query.")
    if len(statements) > 1:
        raise UsageError(
            f"The query has {len(statements)} statements; only one is allowed.",
            hint="Run each statement separately, or combine them into one: with ... select ...",
        )
    kind = statements[0].type.name
    if kind not in QUESTIONS:
        message = f"{kind} statements are refused: the query may only read."
        raise UsageError(message, hint='To save a result: nightaudit query "select ..." --csv > FILE.csv')
    return sql


def content_of(rows: str) -> str:
    """Return SQL for a fingerprint of rows, which does not depend on their order; `rows` is the expression hashed of each row."""
    return f"count(*) || ' ' || coalesce(sum(hash({rows})), 0)"


def unless_interrupted(connection: duckdb.DuckDBPyConnection, ask: Callable[[], Found]) -> Found:
    """Return the result of `ask`, a query on `connection`. Ctrl-C ends the query at once, with KeyboardInterrupt.

    DuckDB checks for Ctrl-C only in the thread that sent the query. While other threads work on the query, Ctrl-C has no effect
    until its end, so the query is sent from a second thread here.
    """
    from concurrent.futures import ThreadPoolExecutor, wait

    with ThreadPoolExecutor(1) as other:
        found = other.submit(ask)
        try:
            return found.result()
        except KeyboardInterrupt:
            while not found.done():  # again and again: the query may not have begun
                connection.interrupt()
                wait([found], timeout=0.1)
            raise
