"""The Typer application and what its commands share: settings, options, questions, progress on stderr."""

from __future__ import annotations

import inspect
import logging
import sys
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from nightaudit.cli.output import visible
from nightaudit.errors import NightauditError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import Console
    from typer.models import CommandInfo, TyperInfo

    from nightaudit.settings import Settings

app = typer.Typer(
    name="nightaudit",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)

log = logging.getLogger("nightaudit")
Answer = TypeVar("Answer")
INTERRUPTED = 130
STOPPED = "interrupted. Everything committed so far is kept; run the same command again to continue."
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
JsonFailure = Annotated[bool, typer.Option("--json", help="Print errors as JSON too.")]
"""The option of commands whose result is always JSON."""


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        sys.stdout.write(f"nightaudit {version('nightaudit')}\n")
        raise typer.Exit


@app.callback()
def _nightaudit(
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """The night audit of a property portfolio: load the PMS, build the marts, show them, correct the source.

    Examples: nightaudit demo
              nightaudit load --help
    """


def keep_lines_of_examples(commands: typer.Typer) -> None:
    """Mark the examples at the end of each command's help, so that their lines are not joined to one paragraph."""
    described: list[CommandInfo | TyperInfo] = [*commands.registered_commands]
    if commands.registered_callback:  # a group that is a command, too
        described.append(commands.registered_callback)
    for command in described:
        text, _, examples = (inspect.getdoc(command.callback) or "").partition("Examples:")
        command.help = f"{text}\b\nExamples:{examples}"


def read_settings() -> Settings:
    """Return the settings of this deployment, and set logging to their level; raises ConfigurationError.

    Log a warning for each name that is set and is similar to the name of a setting, and for each setting inside a table of
    nightaudit.toml.
    """
    from nightaudit.settings import Settings
    from nightaudit.settings.mistakes import in_tables, meant, names_without_effect
    from nightaudit.settings.sources import TOML, variable

    settings = Settings.read()
    logging.basicConfig(
        level=settings.log_level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    logging.getLogger("httpcore").setLevel(logging.INFO)  # its DEBUG records contain headers, such as session cookies
    for name, source in names_without_effect():
        found = meant(name)
        right = " or ".join(found if source == TOML else map(variable, found))
        if right:
            log.warning("%s (set in %s) is not a setting and has no effect. Did you mean %s?", name, source, right)
    for name, table in in_tables():
        warning = (
            "%s, set in the table [%s] of nightaudit.toml, has no effect. Move it above the first table of the file."
        )
        log.warning(warning, name, table)
    return settings


def pairs(arguments: Iterable[str] | None) -> Iterator[tuple[str, str]]:
    """Yield name and value of each argument `key=value`. Raises UsageError for any other form."""
    for argument in arguments or ():
        name, separator, value = argument.partition("=")
        if not separator:
            raise UsageError(f"{argument} is not of the form key=value.")
        yield name, value


def stderr_console() -> Console:
    """Return a console on stderr. Brackets, as in texts of a service, are no markup there."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def telling(console: Console | None = None) -> Callable[[str], None]:
    """Return a function that prints a line on stderr on how far the work is.

    console  the one that shows a status meanwhile, if any
    """
    shown = console or stderr_console()
    return lambda text: shown.print(visible(text), style="dim", soft_wrap=True)


def remark(text: str) -> None:
    """Print a line on stderr that a person should read beside the result."""
    stderr_console().print(visible(text), soft_wrap=True)


class Unanswered(NightauditError):
    """A question was answered with Ctrl-C or Ctrl-D."""

    exit_code = INTERRUPTED


def answered(ask: Callable[[], Answer], otherwise: str) -> Answer:
    """Return the answer of `ask`. Raises Unanswered, which says `otherwise`, after Ctrl-C and Ctrl-D."""
    try:
        return ask()
    except typer.Abort:
        sys.stderr.write("\n")
        raise Unanswered(f"no answer was given: {otherwise}.") from None
