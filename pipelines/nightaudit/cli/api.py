"""operations, call: the commands that show the API, and read from it."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from nightaudit.cli.app import Json, JsonFailure, pairs, read_settings
from nightaudit.cli.output import print_json, print_table
from nightaudit.errors import UsageError


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
    for key, value in pairs(arguments):
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
    with Client(read_settings()) as client:
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
