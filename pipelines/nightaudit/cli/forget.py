"""forget: erase one contact from everything this data directory holds."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from nightaudit.cli.app import Json, answered, read_settings, stderr_console
from nightaudit.cli.output import print_json
from nightaudit.errors import UsageError


def _id_of(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise typer.BadParameter(
            f"{text!r} is not the id of a contact, which is a number. The PMS shows it; so does `nightaudit call contacts.list"
            " emailAddress=...` while the PMS still has the person. Nobody was forgotten."
        )
    return int(text)


def forget(
    contact: Annotated[
        int, typer.Argument(metavar="CONTACT", help="The contact's id in the PMS, a number.", parser=_id_of)
    ],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    as_json: Json = False,
) -> None:
    """Forget a contact: erase names, addresses and notes here, and leave them out of every later load.

    The PMS itself is not touched. This cannot be undone. After an interruption, run it again. While the PMS still has the person,
    `nightaudit call contacts.list emailAddress=...` prints the id.

    Examples: nightaudit forget 4711
              nightaudit forget 4711 --yes --json
    """
    from nightaudit.forget import forget as forget_contact

    settings = read_settings()
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(
                "Forgetting cannot be undone.", hint="There is no terminal to ask on; add --yes to confirm."
            )
        ask = partial(typer.confirm, f"Forget contact {contact}? This cannot be undone.", err=True)
        if not answered(ask, "nobody was forgotten"):
            typer.echo("Nobody was forgotten.", err=True)
            raise typer.Exit(1)
    with stderr_console().status(f"Forgetting contact {contact}") as status:
        done = forget_contact(settings, contact, status.update)
    if as_json:
        print_json(done.as_dict())
        return
    typer.echo(
        f"Contact {contact} is forgotten: {done.versions} versions of records masked, {done.journal_rows} corrections erased."
    )
    for name in done.files:
        typer.echo(f"  rewritten: {name}")
