"""query, doctor, operations, call: the commands that read and change nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from nightaudit.cli.app import Json, JsonFailure, app, read_settings
from nightaudit.cli.output import print_csv, print_json, print_table
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    import duckdb

ALTERED, NESTED = ("INTERVAL", "BLOB"), ("[", "STRUCT(", "MAP(", "UNION(")
"""Parts of the names of types whose values Python changes, and of types whose values Python prints as its own literals."""

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


@app.command(cls=CommandOfSql)
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
    import duckdb

    from nightaudit import database, warehouse
    from nightaudit.machine_errors import is_damage

    if as_json and as_csv:
        raise UsageError("Give --json or --csv, not both.")
    try:
        asked = (sys.stdin.read() if sql == "-" else sql).encode(errors="surrogateescape").decode()
    except UnicodeError:
        raise UsageError("The query is not UTF-8 text.") from None
    if asked.lower().rstrip("; \n").split() == ["show", "tables"]:
        asked = TABLES  # DuckDB would show those of the schema `main`, where none are
    with warehouse.read_only(read_settings()) as connection:

        def ask() -> tuple[list[str], list[tuple[Any, ...]]]:
            found = connection.sql(database.read_only_statement(asked))
            return found.columns, _with_texts(found, as_json=as_json).fetchall()

        try:
            columns, rows = database.unless_interrupted(connection, ask)
        except duckdb.Error as error:
            if is_damage(str(error)):
                raise
            hint = '`nightaudit query "show tables"` lists all tables, "describe SCHEMA.TABLE" the columns of one.'
            raise UsageError(f"The query failed: {error}", hint=hint) from None
    if as_json:
        twice = sorted({name for name in columns if columns.count(name) > 1})
        if twice:
            raise UsageError(
                f"The result cannot be printed as JSON, because several columns have the same name: {', '.join(twice)}.",
                hint="Give each column a name of its own: select a.id as a_id, ...",
            )
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif as_csv:
        print_csv(columns, rows)
    else:
        print_table(columns, rows)


def _with_texts(found: duckdb.DuckDBPyRelation, *, as_json: bool) -> duckdb.DuckDBPyRelation:
    """Return the rows with DuckDB's text for types that Python changes: it turns an interval of a month into thirty days."""
    wanted = ALTERED if as_json else ALTERED + NESTED
    columns = []
    for place, (name, kind) in enumerate(zip(found.columns, map(str, found.types), strict=True), 1):
        alias = name.replace('"', '""')
        columns.append(f'#{place}{"::varchar" if any(word in kind for word in wanted) else ""} as "{alias}"')
    return found.project(", ".join(columns)) if any("::varchar" in column for column in columns) else found


@app.command()
def doctor(*, as_json: Json = False) -> None:
    """Check settings, service, credentials and warehouse, and say what to do about each problem.

    Examples: nightaudit doctor
              nightaudit doctor --json
    """
    from nightaudit.doctor import examine

    findings = examine()
    if as_json:
        print_json([finding.as_dict() for finding in findings])
    else:
        rows = []
        for finding in findings:
            rows.append((finding.mark, finding.check, finding.found))
            rows += [("", "", f"-> {finding.advice}")] if finding.advice else []
        print_table(["", "check", "found, and what to do"], rows)
    worst = max((finding.exit_code for finding in findings), default=0)
    if worst:
        raise typer.Exit(worst)


@app.command()
def operations(*, as_json: Json = False) -> None:
    """List the documented operations of the API.

    Examples: nightaudit operations
              nightaudit operations --json
    """
    from nightaudit.client.resources import documented_operations

    rows = [{"method": op.method, "path": op.address.path, "name": op.name} for op in documented_operations()]
    if as_json:
        print_json(rows)
    else:
        print_table(["method", "path", "name"], [(row["method"], row["path"], row["name"]) for row in rows])


@app.command()
def call(
    name: Annotated[str, typer.Argument(help="An operation's name, as `nightaudit operations` prints it.")],
    arguments: Annotated[list[str] | None, typer.Argument(help="key=value: path values and filters.")] = None,
    *,
    _as_json: JsonFailure = False,
) -> None:
    """Call one read operation and print its JSON as it came; a list prints all its records, a download its bytes.

    Examples: nightaudit call units.get id=12
              nightaudit call bookings.list statuses=PENDING dateFrom=2026-01-01
    """
    import msgspec

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Download, Pages
    from nightaudit.client.resources import operation_named

    operation = operation_named(name)
    if operation is None:
        raise UsageError(f"No operation is called {name}.", hint="`nightaudit operations` lists them.")
    if operation.method != "GET":
        raise UsageError(f"{name} writes to the PMS; `nightaudit call` only reads.", hint="Use `nightaudit correct`.")
    given: dict[str, Any] = {}
    for argument in arguments or ():
        key, separator, value = argument.partition("=")
        if not separator:
            raise UsageError(f"{argument} is not of the form key=value.")
        given.setdefault(key, []).append(value)
    missing = [parameter for parameter in operation.path_parameters if len(given.get(parameter, ())) != 1]
    if missing:
        raise UsageError(f"{name} needs one {' and one '.join(missing)}.")
    ids = [given.pop(parameter)[0] for parameter in operation.path_parameters]
    filters = {key: values[0] if len(values) == 1 else values for key, values in given.items()}
    operation.query(filters)  # refuses any other word: the client's methods have parameters of their own
    if isinstance(operation, Download) and sys.stdout.isatty():
        raise UsageError(
            f"{name} returns a file, which cannot be shown on a terminal.", hint=f"nightaudit call {name} ... > FILE"
        )
    settings = read_settings()
    settings.require_service()
    with Client(settings) as client:
        if isinstance(operation, Download):
            sys.stdout.buffer.write(client.download(operation, *ids, **filters))
            return
        if isinstance(operation, Pages):
            paging = {key: _whole_number(key, filters.pop(key)) for key in ("page", "size") if key in filters}
            text = b"[" + b",".join(client.rows(operation, *ids, **paging, **filters)) + b"]"
        else:
            text = client.raw(operation, *ids, **filters)
    sys.stdout.write(msgspec.json.format(text, indent=2).decode() + "\n")


def _whole_number(name: str, text: object) -> int:
    if not (isinstance(text, str) and text.isascii() and text.isdigit()):
        raise UsageError(f"{name} must be one whole number, 0 or greater.")
    return int(text)
