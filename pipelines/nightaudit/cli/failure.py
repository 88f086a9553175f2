"""Reports failures to scripts: with --json, stdout is a JSON document whatever happens."""

from __future__ import annotations

import itertools
import sys

from nightaudit.cli.app import INTERRUPTED, STOPPED
from nightaudit.cli.output import print_json, printed


def begin() -> None:
    """Reset the count of printed documents, at the start of a command."""
    printed.documents = 0


def print_end(end: SystemExit) -> None:
    """Print, as `print_failure`, why a command ended without our error: Ctrl-C, an exit code, or a usage error of Typer."""
    code = end.code if isinstance(end.code, int) else 1
    of_typer = getattr(end.__context__, "format_message", None)
    reason = STOPPED if code == INTERRUPTED else "The command failed; the reason is on standard error."
    print_failure(of_typer() if of_typer else reason, "", code)


def print_failure(error: str, hint: str, exit_code: int) -> None:
    """Print a failure as JSON, if the command was called with --json and has not printed a document.

    The document is an object with `error`, `hint` ("" for none) and `exit_code`, whatever the command prints on success.
    """
    words = itertools.takewhile(lambda word: word != "--", sys.argv[1:])
    if exit_code and "--json" in words and not printed.documents:
        print_json({"error": error, "hint": hint, "exit_code": exit_code})
        sys.stdout.flush()
