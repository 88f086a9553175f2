"""The Typer application and what its commands share: settings, output on stdout, progress on stderr."""

from __future__ import annotations

import inspect
import itertools
import json
import logging
import math
import sys
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

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
    context_settings={"help_option_names": ["-h", "--help"]},
)

log = logging.getLogger("nightaudit")
Answer = TypeVar("Answer")
INTERRUPTED = 130
STOPPED = "interrupted. Everything committed so far is kept; run the same command again to continue."
SENTENCE = 30  # a column of wider cells with blanks may be wrapped, but not to less than this width
GAP = 2  # blanks between two columns
MOST_WRAPPED = 1_000  # rows of a table with wrapped sentences
UNSEEN = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}
UNSEEN |= {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Escapes for control characters except tab and newline, and for those that turn round what follows. A record may contain any."""
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
JsonFailure = Annotated[bool, typer.Option("--json", help="Print errors as JSON too.")]
"""The option of commands whose result is always JSON."""


@dataclass
class Printed:
    """The number of JSON documents that the running command has printed."""

    documents: int = 0


printed = Printed()


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
    from nightaudit.settings.sources import PREFIX, in_tables, meant, names_without_effect

    settings = Settings.read()
    logging.basicConfig(
        level=settings.log_level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    logging.getLogger("httpcore").setLevel(logging.INFO)  # its DEBUG records contain headers, such as session cookies
    for name, source in names_without_effect(Settings):
        found = meant(name, Settings)
        right = " or ".join(found if source == "nightaudit.toml" else (PREFIX + one.upper() for one in found))
        if right:
            log.warning("%s (set in %s) is not a setting and has no effect. Did you mean %s?", name, source, right)
    for name, table in in_tables(Settings):
        warning = (
            "%s, set in the table [%s] of nightaudit.toml, has no effect. Move it above the first table of the file."
        )
        log.warning(warning, name, table)
    return settings


def stderr_console() -> Console:
    """Return a console on stderr, for progress and remarks. Brackets, as in texts of a service, are no markup there."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def telling(console: Console) -> Callable[[str], None]:
    """Return a function that prints a line on how far the work is."""
    return lambda text: console.print(visible(text), style="dim", soft_wrap=True)


def visible(text: object) -> str:
    """Return a text in which control characters, which a terminal would obey, are escaped."""
    return str(text).translate(UNSEEN)


def print_json(value: Any) -> None:
    """Print one JSON document on stdout."""
    text = json_text(value)
    printed.documents += 1
    sys.stdout.write(text)


def json_text(value: Any) -> str:
    """Return a JSON document: dates as ISO text; Decimals as text, to keep all digits; NaN and Infinity as text."""
    written = partial(json.dumps, default=str, indent=2, ensure_ascii=False, allow_nan=False)
    try:
        return written(value) + "\n"
    except ValueError:  # NaN or Infinity
        return written(_finite(value)) + "\n"


def _finite(value: Any) -> Any:
    """Return the value with text for NaN and Infinity, in a form that `float` and JavaScript's `Number` can read."""
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return json.dumps(value) if isinstance(value, float) and not math.isfinite(value) else value


def print_csv(columns: Iterable[Any], rows: Iterable[Iterable[Any]]) -> None:
    """Print comma-separated values on stdout, a header first, with the same line ends as all output."""
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def answered(ask: Callable[[], Answer], otherwise: str) -> Answer:
    """Return the answer of `ask`. Ctrl-C and Ctrl-D print `otherwise` and end the command with the exit code of Ctrl-C."""
    try:
        return ask()
    except typer.Abort:
        sys.stderr.write(f"\nnightaudit: no answer was given: {otherwise}.\n")
        raise typer.Exit(INTERRUPTED) from None


def print_table(columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print a plain table on stdout: numbers right-aligned, no colour, one line per row, no trailing blanks.

    On a terminal that is wide enough, sentences of up to MOST_WRAPPED rows are wrapped; names, instants and numbers never are.
    """
    lines = [["" if cell is None else _text(cell) for cell in row] for row in rows]
    justify: list[Literal["right", "left"]] = []
    for place in range(len(columns)):
        is_numeric = bool(rows) and all(_is_number(row[place]) or row[place] is None for row in rows)
        justify.append("right" if is_numeric else "left")
    if not (sys.stdout.isatty() and len(lines) <= MOST_WRAPPED and _wrapped(columns, lines, justify)):
        sys.stdout.writelines(f"{line}\n" for line in _in_columns(columns, lines, justify))


def _wrapped(columns: list[str], lines: list[list[str]], justify: list[Literal["right", "left"]]) -> bool:
    """Print the table with sentences wrapped where the terminal is wide enough for all else; return whether it is."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table

    table, least = Table(box=None, pad_edge=False, header_style="bold"), GAP * (len(columns) - 1)
    for place, name in enumerate(columns):
        cells = [name, *(line[place] for line in lines)]
        width = max(map(cell_len, cells))
        is_sentence = width > SENTENCE and any(" " in cell for cell in cells)
        table.add_column(name, justify=justify[place], no_wrap=not is_sentence)
        least += SENTENCE if is_sentence else width
    for line in lines:
        table.add_row(*line)
    terminal = Console(highlight=False, markup=False, emoji=False)
    if least > terminal.width:
        return False
    terminal.print(table)
    return True


def _in_columns(columns: list[str], lines: list[list[str]], justify: list[Literal["right", "left"]]) -> Iterator[str]:
    """Yield the lines of the table, every cell complete: rich cuts what is wider than its console, and is slow for many rows."""
    from rich.cells import cell_len

    def width(text: str) -> int:
        return len(text) if text.isascii() else cell_len(text)

    split = [[cell.expandtabs().split("\n") for cell in line] for line in (columns, *lines)]
    widths = [max(width(part) for line in split for part in line[place]) for place in range(len(columns))]
    for line in split:
        for parts in itertools.zip_longest(*line, fillvalue=""):
            blanks = [" " * (most - width(part)) for part, most in zip(parts, widths, strict=True)]
            cells = [b + part if j == "right" else part + b for part, b, j in zip(parts, blanks, justify, strict=True)]
            yield (" " * GAP).join(cells).rstrip(" ")


def _is_number(cell: Any) -> bool:
    from decimal import Decimal

    return isinstance(cell, int | float | Decimal)


def _text(cell: Any) -> str:
    """Format a cell: thousands separators, floats to four decimals, instants to the second, escaped control characters."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return f"{cell:,}"
    if isinstance(cell, float):
        return str(round(cell, 4))
    return cell.isoformat(" ", "seconds") if isinstance(cell, datetime) else visible(cell)
