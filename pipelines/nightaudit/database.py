"""How DuckDB files are opened, and what every part of the package asks of a connection to one."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit import memory
from nightaudit.errors import UsageError
from nightaudit.files import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import duckdb

Config = dict[str, str | bool | int | float | list[str]]
WORK_CONFIG: Config = {"force_compression": "zstd", "memory_limit": memory.OF_A_LOAD}
QUESTIONS = ("SELECT", "EXPLAIN", "PRAGMA", "CALL", "MULTI")
"""The kinds of statement that read, by DuckDB's own names; MULTI is `pivot`, which it takes apart."""
ROW_GROUP_ROWS = 30_720
"""Rows of the work file's tables that are compressed and read at a time, a quarter of DuckDB's own choice.

A table of fewer is read by one thread, and written to the log first, uncompressed, where one of more goes to its place at once.
"""


@contextlib.contextmanager
def writing(file: Path, config: Config) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a work file for writing, its tables in use by their names, in UTC; `cursors_of` gives further connections to it."""
    import duckdb

    with duckdb.connect(config=config | spilling(file)) as connection:
        connection.execute(attached(file, file.stem))  # the name that dbt's adapter gives it, and its statements have
        connection.execute(f'use "{file.stem}"')
        connection.execute("set global TimeZone = 'UTC'")  # of cursors too, which else take the machine's
        yield connection


@contextlib.contextmanager
def reading(file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open a file of DuckDB for reading, in UTC. Raises duckdb.Error while somebody writes to it."""
    import duckdb

    with duckdb.connect(str(file), read_only=True) as connection:
        connection.execute("set global TimeZone = 'UTC'")
        yield connection


def attached(file: Path, name: str) -> str:
    """SQL that attaches a work file for writing; attached otherwise, DuckDB would put its row groups together."""
    return f"attach '{quoted(file)}' as \"{name}\" (row_group_size {ROW_GROUP_ROWS})"


def cursors_of(connection: duckdb.DuckDBPyConnection) -> Callable[[], duckdb.DuckDBPyConnection]:
    """What gives cursors in the database that is in use, to any thread; DuckDB's own begin in the first one attached."""
    ((database,),) = connection.execute("select current_database()").fetchall()
    return lambda: connection.cursor().execute(f'use "{database}"')


def spilling(file: Path) -> Config:
    """Where a connection to a work file puts what does not fit in memory: beside it, not in `.tmp` in the current folder."""
    return {"temp_directory": f"{file}.tmp"}


@contextlib.contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Commit what is done meanwhile, or, where anything is raised, nothing of it."""
    connection.begin()
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def has_table(connection: duckdb.DuckDBPyConnection, name: str, database: str | None = None) -> bool:
    """Whether a table, `schema.name`, stands in an attached database, by default the one in use."""
    found = """from duckdb_tables()
        where database_name = coalesce($2, current_database()) and schema_name || '.' || table_name = $1"""
    return bool(connection.execute(found, [name, database]).fetchall())


def one_question(sql: str) -> str:
    """The statement itself, where it is one, and reads. Raises UsageError where it is none, several, or does something else.

    Of several only the last would be answered, and a file that is open read-only keeps nobody from writing others.
    Raises duckdb.Error where it is no SQL.
    """
    import duckdb

    statements = duckdb.extract_statements(sql)
    if not statements:
        raise UsageError("There is no SQL statement in the query.")
    if len(statements) > 1:
        raise UsageError(
            f"The query is {len(statements)} statements; one is answered at a time.",
            hint="Ask each by itself, or make one of them: with ... select ...",
        )
    kind = statements[0].type.name
    if kind not in QUESTIONS:
        message = f"The query is a statement of the kind {kind}, which is not carried out: only questions are."
        raise UsageError(message, hint='What is asked can be kept: nightaudit query "select ..." --csv > FILE.csv')
    return sql


def content_of(rows: str) -> str:
    """SQL of the same text for the same rows in any order; `rows` is what is hashed of each."""
    return f"count(*) || ' ' || coalesce(sum(hash({rows})), 0)"
