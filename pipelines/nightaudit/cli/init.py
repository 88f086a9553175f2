"""init: asks for the settings of a new tenant, checks them against the service, and writes .env."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nightaudit.addresses import checked
from nightaudit.cli.app import Json, answered, stderr_console
from nightaudit.cli.output import print_json
from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NotFound, UnreadableAnswer, UsageError

if TYPE_CHECKING:
    from nightaudit.settings import Settings

FILE = Path(".env")
LONGEST = 15.0  # seconds that the check may take, because a person is waiting
NEXT = "nightaudit doctor"
AGAIN = "Check that this is the right address, or try again later."


def init(
    *,
    base_url: Annotated[str, typer.Option(help="Address of the service, without /api/v3.")] = "",
    token_url: Annotated[str, typer.Option(help="Token endpoint of OAuth 2.0; not needed with an API key.")] = "",
    client_id: Annotated[str, typer.Option(help="OAuth client id.")] = "",
    client_secret: Annotated[
        str,
        typer.Option(
            help="OAuth client secret; safer in NIGHTAUDIT_CLIENT_SECRET, which the list of processes does not show."
        ),
    ] = "",
    api_key: Annotated[str, typer.Option(help="API key instead of OAuth; safer in NIGHTAUDIT_API_KEY.")] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Replace the address and the credentials in an existing .env.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write .env for a tenant: ask for what is not set yet, check it with one token and one page.

    Settings of the environment or nightaudit.toml are not asked for. Without a terminal nothing is asked. Other settings
    in .env are kept.

    Examples: nightaudit init
              nightaudit init --base-url https://pms.example.com --api-key 0123456789abcdef --force
    """
    from nightaudit.cli import dotenv
    from nightaudit.settings import Settings

    dotenv.refuse_existing(FILE, force=force)
    given = {
        "base_url": base_url,
        "token_url": token_url,
        "client_id": client_id,
        "client_secret": client_secret,
        "api_key": api_key,
    }
    given = {name: value for name, value in given.items() if value}
    if "api_key" in given and not given.keys() & {"client_id", "client_secret", "token_url"}:
        given |= {"client_id": "", "client_secret": "", "token_url": ""}  # an API key option overrides OAuth settings
    values = _ask(given)
    settings = Settings.read(_env_file=None, **dotenv.others(FILE), **given, **values)
    with stderr_console().status("Requesting a token and one page"):
        records = _check(settings)
    dotenv.write(FILE, _kept(settings), force=force)
    if as_json:
        print_json({"file": FILE, "base_url": settings.base_url, "units": records, "next": NEXT})
        return
    units = "an unknown number of units" if records is None else f"{records:,} unit{'' if records == 1 else 's'}"
    typer.echo(f"{settings.base_url} answers: {units}. Written: {FILE}, readable by you alone.\nNext: {NEXT}")


def _ask(given: dict[str, str]) -> dict[str, str]:
    """Ask for settings that neither options, environment nor nightaudit.toml give.

    Raises UsageError without a terminal, ConfigurationError for a file that cannot be read.
    """
    from nightaudit.settings import Settings
    from nightaudit.settings.mistakes import naming_mistakes
    from nightaudit.settings.sources import Environment, Toml

    with naming_mistakes():
        found = {**Toml(Settings)(), **Environment(Settings)(), **given}
    wanted = [] if found.get("base_url") else ["base_url"]
    if found.get("client_id") or not found.get("api_key"):
        wanted += [name for name in ("client_id", "token_url", "client_secret") if not found.get(name)]
    if wanted and not sys.stdin.isatty():
        options = ", ".join("--" + name.replace("_", "-") for name in wanted)
        raise UsageError(
            f"There is no terminal to ask on, and these options are missing: {options}.",
            hint="--api-key replaces --client-id, --token-url and --client-secret.",
        )
    answers: dict[str, str] = {}
    for name in wanted:
        if name in {"token_url", "client_secret"} and "api_key" in answers:
            continue
        answers[name] = _prompt(name)
        if name == "client_id" and not answers[name]:
            del answers[name]
            answers["api_key"] = _prompt("api_key")
    return answers


def _prompt(name: str) -> str:
    """Ask on stderr until there is an answer; only a client id may be empty, and typed secrets are hidden."""
    from nightaudit.settings import Settings

    label = Settings.model_fields[name].description or name
    if name == "client_id":
        label += " (leave empty if you have an API key)"
    hidden = name in {"client_secret", "api_key"}
    default = "" if name == "client_id" else None
    convert = _address if name in {"base_url", "token_url"} else str
    ask = partial(
        typer.prompt, label, default=default, show_default=False, hide_input=hidden, err=True, value_proc=convert
    )
    return str(answered(ask, "nothing was written")).strip()


def _address(answer: str) -> str:
    """Return the address; the question is asked again where it is none, before others are answered in vain."""
    try:
        return checked(answer.strip())
    except ValueError as error:
        raise typer.BadParameter(f"This {error}.") from None


def _check(settings: Settings) -> int | None:
    """Request a token and a page; return the number of units, None where not stated. Errors have hints for setting up."""
    from nightaudit.client.client import Client
    from nightaudit.client.resources import Units

    settings.require_service()
    try:
        with Client(settings.hurried(LONGEST)) as client:
            return client.first_page(Units.list).total_elements
    except Forbidden as error:
        error.hint = (
            "The service accepts the credentials, but they may not read units. Ask for the right to read (scope"
            " api/read)."
        )
        raise
    except (NotFound, UnreadableAnswer) as error:
        if error.hint:  # the error is from the token endpoint
            raise ConfigurationError(error.message, hint=error.hint) from None
        raise ConfigurationError(
            f"{settings.base_url} answers, but it is not the API: {error.message}",
            hint="Give the address without /api/v3, without a page and without a user name.",
        ) from None
    except ApiError as error:
        error.hint = f"{error.hint or AGAIN} Nothing was written."
        raise


def _kept(settings: Settings) -> dict[str, str]:
    """Return the settings for the file: the address, and either OAuth credentials or the API key."""
    oauth = ("base_url", "token_url", "client_id", "client_secret")
    names = oauth if settings.client_id else ("base_url", "api_key")
    values = {name: getattr(settings, name) for name in names}
    return {name: value if isinstance(value, str) else value.get_secret_value() for name, value in values.items()}
