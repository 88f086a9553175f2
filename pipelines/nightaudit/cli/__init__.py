"""The command line: commands only; every heavy import stands inside the command that needs it.

the application:          app, failure, progress, standard_streams
to begin with:            demo, init, dotenv, sandbox
every night:              run
to look:                  look, show
to correct:               correct, correct_plans, correct_sending, correct_after, correct_records, correct_reload
to forget somebody:       forget
pages of the reference:   reference, reference_tables
"""

from __future__ import annotations

import logging
import sys

from nightaudit.cli import demo, failure, forget, init, look, run, show  # noqa: F401 - each adds its commands to the app
from nightaudit.cli.app import INTERRUPTED, STOPPED, app, keep_lines_of_examples
from nightaudit.cli.correct import correct_app
from nightaudit.cli.sandbox import sandbox_app
from nightaudit.cli.standard_streams import lost_output, make_fit
from nightaudit.ending import quick_end
from nightaudit.errors import NightauditError
from nightaudit.files import in_words
from nightaudit.memory import collect_garbage_seldom

app.add_typer(correct_app)
app.add_typer(sandbox_app)
keep_lines_of_examples(app)
keep_lines_of_examples(correct_app)
keep_lines_of_examples(sandbox_app)


def program() -> None:
    """What `nightaudit` is: the command line in a process of its own."""
    make_fit()
    logging.raiseExceptions = False  # a log whose disk is full is no traceback: what needs the room says so itself
    collect_garbage_seldom()
    with quick_end():
        main()


def main() -> None:
    """Run the command line; a NightauditError becomes its message on stderr and its exit code."""
    failure.begin()
    try:
        with in_words():
            _run()
    except NightauditError as error:
        sys.stderr.write(f"nightaudit: {error.message}\n")
        if error.hint:
            sys.stderr.write(f"  {error.hint}\n")
        failure.tell(error.message, error.hint, error.exit_code)
        raise SystemExit(error.exit_code) from None
    except SystemExit as end:
        if end.code == INTERRUPTED:
            sys.stderr.write(f"nightaudit: {STOPPED}\n")
        failure.tell_end(end)
        raise
    except Exception as error:
        failure.tell(f"A defect of nightaudit: {type(error).__name__}: {error}", "Standard error says where.", 1)
        raise


def _run() -> None:
    """Run the command; raises NightauditError where what it printed cannot be written."""
    try:
        app()
    except SystemExit as end:
        lost = None if end.code else lost_output()
        if lost:
            raise NightauditError(f"What was to be printed cannot be written: {lost.strerror}.") from lost
        raise
