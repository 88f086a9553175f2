"""query: read the published warehouse with SQL."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from nightaudit.cli.app import Json, read_settings
from nightaudit.cli.output import print_csv, print_json, print_table
from nightaudit.database import read_only_statement, unless_interrupted
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

AT_ONCE = 10_000  # rows of CSV
ALTERED, NESTED = ("INTERVAL", "BLOB"), ("[", "STRUCT(", "MAP(", "UNION(")
"""Parts of the names of types whose values Python changes, and of types whose values Python prints as its own literals."""

OTHER_FILES = "A query reads the published file alone. To join others, attach it in DuckDB: docs/how-to/use.md."
WHAT_THERE_IS = '`nightaudit query "show tables"` lists all tables, "describe SCHEMA.TABLE" the columns of one.'
COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
SHOWS_TABLES = (["show", "tables"], ["pragma", "show_tables"])
TABLES = """select schema_name || '.' || table_name as name from (
    select schema_name, table_name from duckdb_tables()
    union all select schema_name, view_name from duckdb_views() where not internal
) order by name"""


class CommandOfSql(TyperCommand):
    """A command whose argument is SQL, which may begin with a comment: `-- nights sold` is no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of the command line, of which no option contains white space."""
        sql = [f" {word}" if word.startswith("--") and word.split() != [word] else word for word in args]
        return super().parse_args(ctx, sql)


def query(
    sql: Annotated[str, typer.Argument(help="One SQL statement; `-` reads it from standard input.")],
    *,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the rows as CSV.")] = False,
) -> None:
    """Query the published warehouse, read-only: one statement; statements that write, such as `copy ... to`, are refused.

    Examples: nightaudit query "select * from occupancy.fct_occupancy_monthly limit 5"
              nightaudit query "select * from receivables.ageing(date '2026-06-30')" --csv
    """
    from nightaudit import warehouse

    if as_json and as_csv:
        raise UsageError("Give --json or --csv, not both.")
    asked = _read(sql)
    with warehouse.read_only(read_settings()) as connection, _readable_failures():
        columns = unless_interrupted(connection, partial(_ask, connection, asked, as_json=as_json))
        if as_csv:
            fetch = partial(unless_interrupted, connection, partial(connection.fetchmany, AT_ONCE))
            some = fetch()  # before the header is printed: a query that fails early prints nothing
            print_csv(columns, chain(some, chain.from_iterable(iter(fetch, []))))
            return
        rows = unless_interrupted(connection, connection.fetchall)
    if as_json:
        twice = sorted({name for name in columns if columns.count(name) > 1})
        if twice:
            raise UsageError(
                f"The result cannot be printed as JSON, because several columns have the same name: {', '.join(twice)}.",
                hint="Give each column a name of its own: select a.id as a_id, ...",
            )
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(columns, rows)


def _read(sql: str) -> str:
    """Return the SQL of the command line or of standard input, with our own for a list of the tables."""
    try:
        asked = (sys.stdin.read() if sql == "-" else sql).encode(errors="surrogateescape").decode()
    except UnicodeError:
        raise UsageError("The query is not UTF-8 text.") from None
    # DuckDB would show the tables of the schema `main`, where none are
    return TABLES if COMMENT.sub(" ", asked).lower().replace(";", " ").split() in SHOWS_TABLES else asked


@contextmanager
def _readable_failures() -> Iterator[None]:
    """Raise UsageError where DuckDB cannot answer the query. The error of a damaged file passes unchanged."""
    import duckdb

    from nightaudit.machine_errors import is_damage

    try:
        yield
    except duckdb.Error as error:
        if is_damage(str(error)):
            raise
        hint = OTHER_FILES if isinstance(error, duckdb.PermissionException) else WHAT_THERE_IS
        raise UsageError(f"The query failed: {error}", hint=hint) from None


def _ask(connection: duckdb.DuckDBPyConnection, asked: str, *, as_json: bool) -> list[str]:
    """Send the query, whose rows can then be fetched from the connection; return the names of their columns."""
    found = connection.sql(read_only_statement(asked))
    connection.execute(_with_texts(found, as_json=as_json).sql_query())
    return found.columns


def _with_texts(found: duckdb.DuckDBPyRelation, *, as_json: bool) -> duckdb.DuckDBPyRelation:
    """Return the rows with DuckDB's text for types that Python changes: it turns an interval of a month into thirty days."""
    wanted = ALTERED if as_json else ALTERED + NESTED
    columns = []
    for place, (name, kind) in enumerate(zip(found.columns, map(str, found.types), strict=True), 1):
        alias = name.replace('"', '""')
        columns.append(f'#{place}{"::varchar" if any(word in kind for word in wanted) else ""} as "{alias}"')
    return found.project(", ".join(columns)) if any("::varchar" in column for column in columns) else found
