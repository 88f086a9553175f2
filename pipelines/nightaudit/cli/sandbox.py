"""The sandbox commands: serve the complete API on this machine, and control a running sandbox."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nightaudit.cli.app import JsonFailure, pairs, remark
from nightaudit.cli.output import print_json
from nightaudit.errors import ConfigurationError, UsageError

if TYPE_CHECKING:
    from nightaudit.sandbox.options import Filling

sandbox_app = typer.Typer(name="sandbox", invoke_without_command=True, rich_markup_mode=None)
Url = Annotated[
    str, typer.Option("--url", envvar="NIGHTAUDIT_BASE_URL", help="The base_url that the running sandbox printed.")
]
Key = Annotated[str, typer.Option("--api-key", help="The api_key that it printed; needed only from another machine.")]
Units = Annotated[int, typer.Option(help="Number of units of the generated portfolio.")]
Years = Annotated[int, typer.Option(help="Years of history.")]
Seed = Annotated[int, typer.Option(help="Seed of the generator; each seed gives another portfolio.")]
Day = typer.Option(formats=["%Y-%m-%d"], help="Business date of the sandbox's clock (default: the current date).")


@sandbox_app.callback()
def sandbox(
    context: typer.Context,
    *,
    portfolio: Annotated[
        Path | None,
        typer.Option(
            help="Folder to serve instead of a generated portfolio: JSON lines, a file for each list, as salesInvoices.jsonl."
        ),
    ] = None,
    units: Units = 300,
    years: Years = 2,
    seed: Seed = 1,
    today: Annotated[datetime | None, Day] = None,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on. With any address but this machine's own, you must protect the port yourself."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes a free one.")] = 0,
    database: Annotated[
        Path | None,
        typer.Option(
            help="SQLite file for the state (default: a temporary file). An existing file is served unchanged, as it was filled."
        ),
    ] = None,
    dialect: Annotated[
        str,
        typer.Option(
            help="document: as the API document says. observed: as running services answer, but with all fields in each row."
        ),
    ] = "document",
    page_base: Annotated[int, typer.Option(help="Number of the first page: 0 or 1.")] = 0,
    max_page_size: Annotated[int, typer.Option(help="Maximum number of rows per page.")] = 500,
    no_sort: Annotated[bool, typer.Option("--no-sort", help="Ignore `sort`.")] = False,
    no_stamps: Annotated[bool, typer.Option("--no-stamps", help="Leave out created and modified stamps.")] = False,
    bare_lists: Annotated[bool, typer.Option("--bare-lists", help="Answer lists as bare arrays.")] = False,
    short_rows: Annotated[
        bool,
        typer.Option(
            "--short-rows", help="With dialect observed: rows of room stays and units have only the fields seen there."
        ),
    ] = False,
    revision: Annotated[
        str | None, typer.Option(help="Serve only the addresses of this revision of the API: 3.0.4 to 3.0.22.")
    ] = None,
    client_id: Annotated[
        str | None,
        typer.Option(
            help="OAuth client id to accept. Loads treat all sandboxes that accept the default, `sandbox`, as one service."
        ),
    ] = None,
    client_secret: Annotated[str | None, typer.Option(help="OAuth client secret to accept (default: random).")] = None,
    api_key: Annotated[
        str | None, typer.Option(help="X-Auth-Token to accept (default: random, beginning with `sandbox-`).")
    ] = None,
) -> None:
    """Serve the API; print one line of JSON when ready (addresses and credentials); stop on SIGTERM or Ctrl-C.

    Examples: nightaudit sandbox
              nightaudit sandbox --portfolio my-portfolio --dialect observed --max-page-size 50 --port 8700
    """
    if context.invoked_subcommand:
        return
    try:
        from nightaudit.sandbox import SandboxOptions, serve
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The sandbox needs {error.name}.", hint="Install it: pip install 'nightaudit[sandbox]'."
        ) from None
    credentials: dict[str, Any] = {"client_id": client_id, "client_secret": client_secret, "api_key": api_key}
    options = SandboxOptions(
        portfolio=portfolio,
        units=units,
        years=years,
        seed=seed,
        today=today.date() if today else None,
        host=host,
        port=port,
        database=database,
        dialect=dialect,  # type: ignore[arg-type]  # SandboxOptions refuses other words
        page_base=page_base,
        max_page_size=max_page_size,
        no_sort=no_sort,
        no_stamps=no_stamps,
        bare_lists=bare_lists,
        short_rows=short_rows,
        revision=revision,
        **{name: value for name, value in credentials.items() if value},
    )
    if database and database.exists():
        _warn_of_ignored_options(context, database, options.filling)
    serve(options)


def _warn_of_ignored_options(context: typer.Context, database: Path, wanted: Filling) -> None:
    """Name on stderr the given options that differ from those by which the database file was filled."""
    from nightaudit.sandbox.store.filling import filling_of

    filled = filling_of(database)
    if filled is None:
        remark(f"{database} does not say how it was filled; the options of this run apply to a reset.")
        return
    ignored = [
        f"--{field.name.replace('_', '-')}"
        for field in fields(filled)
        if (source := context.get_parameter_source(field.name)) and source.name != "DEFAULT"
        if getattr(wanted, field.name) != getattr(filled, field.name)
    ]
    if ignored:
        unused = ", ".join(ignored)
        remark(
            f"{database} exists and is served as it was filled; {unused} had no effect. Remove the file to start again."
        )


@sandbox_app.command()
def advance(
    url: Url,
    *,
    days: Annotated[int, typer.Option(help="Days to simulate.")] = 1,
    api_key: Key = "",
    _as_json: JsonFailure = False,
) -> None:
    """Simulate further days in a running sandbox: bookings, arrivals, invoices, payments, corrections of old records, deletions.

    Examples: nightaudit sandbox advance --url http://127.0.0.1:8700
              nightaudit sandbox advance --url http://127.0.0.1:8700 --days 7
    """
    _send_and_print(url, "POST", "/advance", {"days": days}, api_key)


@sandbox_app.command()
def fault(
    kind: Annotated[
        str, typer.Argument(help="status, reset, truncate, html, late-commit, revoke ...; `list` or `clear`.")
    ],
    values: Annotated[
        list[str] | None,
        typer.Argument(help="key=value: route, method, count (default 1; null: without end), probability, seed ..."),
    ] = None,
    *,
    url: Url,
    api_key: Key = "",
    _as_json: JsonFailure = False,
) -> None:
    """Make chosen requests to a running sandbox fail.

    Examples: nightaudit sandbox fault status route=/bookings status=429 retry_after=seconds count=3 --url http://127.0.0.1:8700
              nightaudit sandbox fault clear --url http://127.0.0.1:8700
    """
    if kind in {"list", "clear"}:
        if values:
            raise UsageError(f"`fault {kind}` concerns all faults; it takes no {values[0]}.", hint="Leave it out.")
        _send_and_print(url, "GET" if kind == "list" else "DELETE", "/faults", None, api_key)
        return
    given = {"kind": kind} | {name: _json_value(text) for name, text in pairs(values)}
    _send_and_print(url, "POST", "/faults", given, api_key)


@sandbox_app.command()
def reset(url: Url, *, api_key: Key = "", _as_json: JsonFailure = False) -> None:
    """Reset a running sandbox to its start: its portfolio, its clock, no faults.

    Examples: nightaudit sandbox reset --url http://127.0.0.1:8700
              NIGHTAUDIT_BASE_URL=http://127.0.0.1:8700 nightaudit sandbox reset
    """
    _send_and_print(url, "POST", "/reset", {}, api_key)


def _send_and_print(url: str, method: str, path: str, body: object, api_key: str) -> None:
    from nightaudit.sandbox.control.remote import ask

    print_json(ask(url.rstrip("/"), method, path, body, api_key=api_key))


def _json_value(text: str) -> int | float | str | None:
    """Return the number or null that a text is in JSON, or the text."""
    if text == "null":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
