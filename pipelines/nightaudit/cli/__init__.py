"""The command line: commands only; every heavy import stands inside the command that needs it."""

from __future__ import annotations

import sys

from nightaudit.cli import demo, forget, init, look, run, show  # noqa: F401 - each adds its commands to the app
from nightaudit.cli.app import app, keep_lines_of_examples
from nightaudit.cli.correct import correct_app
from nightaudit.cli.sandbox import sandbox_app
from nightaudit.errors import NightauditError

INTERRUPTED = 130
app.add_typer(correct_app)
app.add_typer(sandbox_app)
keep_lines_of_examples(app)
keep_lines_of_examples(correct_app)
keep_lines_of_examples(sandbox_app)


def main() -> None:
    """Run the command line; a NightauditError becomes its message on stderr and its exit code."""
    try:
        app()
    except NightauditError as error:
        sys.stderr.write(f"nightaudit: {error.message}\n")
        if error.hint:
            sys.stderr.write(f"  {error.hint}\n")
        raise SystemExit(error.exit_code) from None
    except SystemExit as end:
        if end.code == INTERRUPTED:
            sys.stderr.write("nightaudit: interrupted; what is committed stays, run the same command again.\n")
        raise
