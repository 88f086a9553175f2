"""report and notebook: the commands that show the published warehouse to people."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from nightaudit.cli.app import Json, read_settings
from nightaudit.cli.output import print_json
from nightaudit.errors import ConfigurationError, NightauditError, UsageError
from nightaudit.files import HTML, refuse_to_overwrite, write_atomically

PACKAGE = Path(__file__).parents[1]


def report(
    *,
    out: Annotated[Path | None, typer.Option(help="File to write (default: DATA_DIR/report.html).")] = None,
    mail: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the mail form: mail.html, a PNG per chart beside it, and mail.txt."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write the report of the published warehouse as one HTML file that can be printed, or its mail form.

    Examples: nightaudit report --out friday.html
              nightaudit report --mail outbox
    """
    from nightaudit import warehouse
    from nightaudit.report import write_mail, write_page

    if out and mail:
        raise UsageError("Give --out or --mail, not both.")
    if out:
        refuse_to_overwrite(out, *HTML)
    settings = read_settings()
    try:
        page = write_mail(settings, mail) if mail else write_page(settings, out or warehouse.report_file(settings))
    except NightauditError as error:
        if error.hint or not isinstance(error.__cause__, OSError):
            raise
        hint = (
            "Give a folder that you may write to with --mail." if mail else "Give a file that you may write with --out."
        )
        raise NightauditError(error.message, hint=hint) from error
    if as_json:
        print_json({"report": page})
    else:
        typer.echo(str(page))


def notebook(
    name: Annotated[str | None, typer.Argument(help="Name of a notebook (default: all).")] = None,
    *,
    edit: Annotated[
        bool, typer.Option("--edit", help="Show and edit the cells; without this option, the notebook opens as a page.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(min=1, max=65_535, help="Port on this machine (default: a free one).")
    ] = None,
    headless: Annotated[
        bool, typer.Option("--headless", help="Do not open a browser; the address is printed.")
    ] = False,
) -> None:
    """Open the notebooks on the published warehouse, read-only, until Ctrl-C.

    With an installed package, --edit opens a copy in DATA_DIR/notebooks, and opens the same copy again later.

    Examples: nightaudit notebook
              nightaudit notebook receivables --edit
    """
    from nightaudit import warehouse

    if find_spec("marimo") is None:
        raise ConfigurationError(
            "The notebooks need marimo, which is not installed.", hint="pip install 'nightaudit[notebooks]'"
        )
    folder = notebooks_dir()
    names = sorted(path.stem for path in folder.glob("*.py"))
    if name is not None and name not in names:
        raise UsageError(f"No notebook is called {name}.", hint=f"Notebooks: {' '.join(names)}.")
    settings = read_settings()
    with warehouse.read_only(settings):
        pass  # raises an error with a hint when nothing is published yet
    if edit and folder.parent == PACKAGE:
        folder = _copied(folder, settings.data_dir / "notebooks")
    target = folder if name is None else folder / f"{name}.py"
    if port:
        _require_free(port)
    opened = ["edit"] if edit else ["run", "--show-tracebacks"]  # else a page leaves out what failed, without a word
    command = [sys.executable, "-m", "marimo", *opened, str(target), "--token"]
    command += ["--port", str(port)] if port else []
    command += ["--headless"] if headless else []
    sys.stdout.flush()
    os.execve(sys.executable, command, os.environ | {"MARIMO_SKIP_UPDATE_CHECK": "1"})  # noqa: S606 - ends as marimo ends


def _require_free(port: int) -> None:
    """Raise UsageError where we cannot listen on this port: another program does, or we lack the permission."""
    import socket

    try:
        with socket.create_server(("127.0.0.1", port)):
            pass
    except OSError as error:
        message = f"Port {port} cannot be used: {os.strerror(error.errno or 0)}."
        raise UsageError(message, hint="Choose another --port, or leave it out to use a free one.") from None


def notebooks_dir() -> Path:
    """Return the folder of the notebooks: in the installed package, or in the checkout. Raises ConfigurationError."""
    for place in (PACKAGE / "notebooks", PACKAGE.parents[1] / "notebooks"):
        if place.is_dir():
            return place
    raise ConfigurationError("The notebooks are missing from this installation.", hint="Install nightaudit again.")


def _copied(folder: Path, to: Path) -> Path:
    """Copy the notebooks that `to` does not have yet, for editing; return `to`."""
    to.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.py"):
        if not (to / path.name).exists():
            write_atomically(to / path.name, path.read_bytes())
    return to
