"""How a command that failed is told to a script: with --json, stdout is a JSON document whatever happens."""

from __future__ import annotations

import itertools
import sys

from nightaudit.cli.app import INTERRUPTED, STOPPED, print_json, printed


def begin() -> None:
    """A command begins: it has printed nothing yet."""
    printed.documents = 0


def tell_end(end: SystemExit) -> None:
    """Print what ended a command without an error of ours: Ctrl-C, an answer, or words that Typer does not know."""
    code = end.code if isinstance(end.code, int) else 1
    of_typer = getattr(end.__context__, "format_message", None)
    said = STOPPED if code == INTERRUPTED else "The command was not carried out; standard error says why."
    tell(of_typer() if of_typer else said, "", code)


def tell(error: str, hint: str, exit_code: int) -> None:
    """Print what failed as the JSON document of a command that was asked for one and has printed none.

    Whatever a command answers otherwise, this is an object with `error`, `hint` ("" for none) and `exit_code`.
    """
    words = itertools.takewhile(lambda word: word != "--", sys.argv[1:])
    if exit_code and "--json" in words and not printed.documents:
        print_json({"error": error, "hint": hint, "exit_code": exit_code})
        sys.stdout.flush()
