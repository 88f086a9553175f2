"""The command line: commands only. Heavy imports are inside the commands that need them, so that others start fast.

the application:          app, output, progress, standard_streams
set up and try out:       demo, init, dotenv, sandbox
load, build, publish:     run
read only:                api, doctor, query, show
write back:               correct
erase a contact:          forget
pages of documentation:   questions, reference, reference_tables
"""

from __future__ import annotations

import itertools
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nightaudit.cli import api, demo, doctor, forget, init, query, run, show
from nightaudit.cli.app import INTERRUPTED, STOPPED, app, keep_lines_of_examples
from nightaudit.cli.correct import correct_app
from nightaudit.cli.output import print_json, printed, visible
from nightaudit.cli.sandbox import sandbox_app
from nightaudit.cli.standard_streams import lost_output, make_fit
from nightaudit.errors import NightauditError
from nightaudit.fast_exit import fast_exit
from nightaudit.garbage import collect_garbage_seldom
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS: tuple[Callable[..., None], ...] = (
    demo.demo,
    init.init,
    doctor.doctor,
    run.load,
    run.build,
    run.publish,
    run.nightly,
    run.status,
    query.query,
    show.report,
    show.notebook,
    api.operations,
    api.call,
    forget.forget,
)
"""In the order of `nightaudit --help` and of the reference; the groups `correct` and `sandbox` follow."""

for command in COMMANDS:
    app.command(cls=query.CommandOfSql if command is query.query else None)(command)
app.add_typer(correct_app)
app.add_typer(sandbox_app)
for commands in (app, correct_app, sandbox_app):
    keep_lines_of_examples(commands)


def program() -> None:
    """Run the `nightaudit` executable: prepare the process, run the command line, and end the process quickly."""
    make_fit()
    _have_home()
    logging.raiseExceptions = False  # no traceback for a log that cannot be written: commands report a full disk
    collect_garbage_seldom()
    # httpx works without its command line where that cannot be imported. Importing it takes a sixth of our start.
    sys.modules.setdefault("httpx._main", cast("Any", None))
    with fast_exit():
        main()


def _have_home() -> None:
    """Set HOME to `/`, as containers do, for a user of whom no home is known: some packages cannot be imported without one."""
    try:
        Path.home()
    except RuntimeError:
        os.environ["HOME"] = "/"


def main() -> None:
    """Run the command line; a NightauditError becomes its message on stderr and its exit code."""
    printed.documents = 0
    try:
        with readable_errors():
            _run()
    except NightauditError as error:
        sys.stderr.write(f"nightaudit: {visible(error.message)}\n")
        if error.hint:
            sys.stderr.write(f"  {visible(error.hint)}\n")
        _print_failure(error.message, error.hint, error.exit_code)
        raise SystemExit(error.exit_code) from None
    except SystemExit as end:
        if end.code == INTERRUPTED:
            sys.stderr.write(f"nightaudit: {STOPPED}\n")
        _print_end(end)
        raise
    except KeyboardInterrupt:  # outside of the command, or in a place that Python or DuckDB reports otherwise
        sys.stderr.write(f"nightaudit: {STOPPED}\n")
        _print_failure(STOPPED, "", INTERRUPTED)
        raise SystemExit(INTERRUPTED) from None
    except Exception as error:
        _print_failure(
            f"This is a defect of nightaudit: {type(error).__name__}: {error}", "The traceback is on standard error.", 1
        )
        raise


def _run() -> None:
    """Run the command; raises NightauditError where its output cannot be written."""
    try:
        app()
    except SystemExit as end:
        lost = None if end.code else lost_output()
        if lost:
            raise NightauditError(f"The output cannot be written: {lost.strerror}.") from lost
        raise


def _print_end(end: SystemExit) -> None:
    """Print, as `_print_failure`, why a command ended without our error: Ctrl-C, an exit code, or a usage error of Typer."""
    code = end.code if isinstance(end.code, int) else 1
    of_typer = getattr(end.__context__, "format_message", None)
    reason = STOPPED if code == INTERRUPTED else "The command failed; the reason is on standard error."
    _print_failure(of_typer() if of_typer else reason, "", code)


def _print_failure(error: str, hint: str, exit_code: int) -> None:
    """Print a failure as JSON, if the command was called with --json and has not printed a document.

    So stdout is a JSON document whatever happens: here an object with `error`, `hint` ("" for none) and `exit_code`.
    """
    words = itertools.takewhile(lambda word: word != "--", sys.argv[1:])
    if exit_code and "--json" in words and not printed.documents:
        print_json({"error": error, "hint": hint, "exit_code": exit_code})
        sys.stdout.flush()
