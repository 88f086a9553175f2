"""Generates docs/reference from the code: `python -m nightaudit.cli.reference docs/reference`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit import errors
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nightaudit.client.operation import Operation

HEADER = "<!-- Made by `python -m nightaudit.cli.reference docs/reference`; change the code, not this page. -->\n"
OTHER_ENDS = {0: "all is well", errors.NightauditError.exit_code: "something else failed", 130: "interrupted by Ctrl-C"}


def pages() -> dict[str, str]:
    """Return the text of each page of the reference by file name."""
    return {
        "cli.md": _page("Command line", _commands()),
        "settings.md": _page("Settings", _settings()),
        "operations.md": _page("Operations", _operations()),
        "tables.md": _page("Tables and columns", _tables()),
        "exit-codes.md": _page("Exit codes", _exit_codes()),
    }


def commands() -> list[tuple[str, Any]]:
    """Return every command with its full name, groups before their commands."""
    from typer.main import get_command

    import nightaudit.cli  # noqa: F401 - its modules add their commands
    from nightaudit.cli.app import app

    def below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
        yield name, command
        for word, inner in getattr(command, "commands", {}).items():
            yield from below(f"{name} {word}", inner)

    return list(below("nightaudit", get_command(app)))


def parts_of_help(command: Any) -> tuple[str, list[str]]:
    """Split the help of a command into its text and its examples, one line each."""
    text, _, examples = inspect.cleandoc((command.help or "").replace("\b", "")).partition("Examples:")
    return text.strip(), [line.strip() for line in examples.splitlines() if line.strip()]


def exit_codes() -> dict[int, list[type[errors.NightauditError]]]:
    """Return the error classes by exit code, base classes first."""
    found: dict[int, list[type[errors.NightauditError]]] = {}

    def add(kind: type[errors.NightauditError]) -> None:
        found.setdefault(kind.exit_code, []).append(kind)
        for inner in kind.__subclasses__():
            if inner.__module__ == errors.__name__:
                add(inner)

    add(errors.NightauditError)
    return found


def _page(title: str, body: Iterable[str]) -> str:
    return f"{HEADER}# {title}\n\n" + "\n".join(body).rstrip() + "\n"


def _commands() -> Iterator[str]:
    yield "Results go to stdout, progress and errors to stderr. How a command ends: [exit codes](exit-codes.md)."
    yield "`nightaudit --install-completion` teaches your shell to complete commands and options;"
    yield "`nightaudit --version` says which version is installed.\n"
    for name, command in commands()[1:]:
        text, examples = parts_of_help(command)
        yield f"## {name}\n\n{text}\n"
        shown = [parameter for parameter in command.params if not getattr(parameter, "hidden", False)]
        rows = [_parameter(parameter) for parameter in shown if "--help" not in parameter.opts]
        if rows:
            yield from _table(("argument or option", "default", "meaning"), rows)
            yield ""
        if examples:
            yield "```sh\n" + "\n".join(examples) + "\n```\n"


def _parameter(parameter: Any) -> tuple[str, str, str]:
    is_option = parameter.opts[0].startswith("-")
    name = parameter.metavar or ("" if is_option else parameter.name.upper())
    if is_option:
        name = ", ".join([*parameter.opts, *parameter.secondary_opts]) + (f" {name}" if name else "")
    if parameter.required:
        default = "required"
    elif is_option and parameter.secondary_opts:
        default = f"`{(parameter.opts if parameter.default else parameter.secondary_opts)[0]}`"
    elif parameter.default is False or parameter.default in (None, "") or callable(parameter.default):
        default = ""
    else:
        default = f"`{parameter.default}`"
    return f"`{name}`", default, parameter.help or ""


def _settings() -> Iterator[str]:
    yield "Read from the environment, then from `.env`, then from `nightaudit.toml` (`base_url = ...`), each in the folder"
    yield "where the command is started. `nightaudit doctor` shows each with where it came from.\n"
    rows = []
    for name, field in Settings.model_fields.items():
        bounds = "; ".join(_bound(one) for one in field.metadata if _bound(one))
        default = getattr(field.default, "get_secret_value", lambda value=field.default: value)()
        shown = "" if default in (None, "", ()) else f"`{default}`"
        rows.append(
            (f"`NIGHTAUDIT_{name.upper()}`", shown, (field.description or "") + (f" ({bounds})" if bounds else ""))
        )
    yield from _table(("setting", "default", "meaning"), rows)


def _bound(one: Any) -> str:
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    return next((f"{word} {getattr(one, name)}" for name, word in words.items() if hasattr(one, name)), "")


def _operations() -> Iterator[str]:
    from nightaudit.client.resources import DOCUMENTED, documented_operations, observed_operations

    yield f"The {len(documented_operations())} operations of the API document, under its headings. In Python each is a call:"
    yield "`client.units.get(7)`. Reads also run as `nightaudit call units.get id=7`; writes are left to `nightaudit correct`.\n"
    for heading, resources in DOCUMENTED.items():
        yield f"## {heading}\n"
        yield from _table(
            ("method", "path", "name", "record"), [_operation(op) for kind in resources for op in kind.operations()]
        )
        yield ""
    yield "## Seen live, not in the document\n"
    yield from _table(("method", "path", "name", "record"), [_operation(op) for op in observed_operations()])


def _operation(operation: Operation[Any]) -> tuple[str, str, str, str]:
    method, path = operation.address
    record = operation.record
    shown = "" if record in (None, type(None)) else getattr(record, "__name__", str(record))
    return method, f"`{path}`", f"`{operation.name}`", shown


def _tables() -> Iterator[str]:
    from nightaudit.cli.reference_tables import lines

    yield "What `DATA_DIR/warehouse.duckdb` holds. The same words stand in the file as comments of its tables and columns:"
    yield "`select table_name, column_name, comment from duckdb_columns() where not internal`. Why a figure is defined as it is:"
    yield "[decisions](../../dbt/DECISIONLOG.md).\n"
    for heading, columns in lines():
        yield heading
        if columns:
            yield from _table(
                ("column", "type", "meaning"), [(f"`{name}`", kind, said) for name, kind, said in columns]
            )
            yield ""


def _exit_codes() -> Iterator[str]:
    rows = []
    found = exit_codes()
    for code in sorted({*found, *OTHER_ENDS}):
        kinds = found.get(code, [])
        meaning = OTHER_ENDS.get(code) or (inspect.getdoc(kinds[0]) or "").splitlines()[0]
        rows.append((str(code), meaning, " ".join(f"`{kind.__name__}`" for kind in kinds)))
    yield from _table(("code", "meaning", "errors in Python"), rows)
    yield "\nA scheduler may run again after 1, 4 and 6, has nothing to do after 75, and needs a person after 2, 3 and 5."
    yield "A run that a signal ended has the code that the shell gives it: 143 after `kill`, 129 where the terminal was closed,"
    yield "137 after `kill -9`. What it had committed stays, and it may run again.\n"
    yield "With `--json`, a command that ends before it has an answer prints an object with `error`, `hint` (may be empty) and"
    yield "`exit_code` in its place, so that stdout is a JSON document whatever happens; stderr says the same to people.\n"
    yield "What nobody reads any more (`| head`) is dropped: the command goes on to its end, and its exit code is its own. Where"
    yield "stdout cannot be written, on a disk that is full, it also goes on, and then ends with 1."


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def main(folder: Path) -> None:
    """Write every page into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference"))
