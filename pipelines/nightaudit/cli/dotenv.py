"""Writes `.env` atomically, readable by its owner only, and replaces an existing file only with `force`."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from nightaudit.errors import ConfigurationError
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.settings import Settings
from nightaudit.settings.mistakes import naming_mistakes
from nightaudit.settings.sources import Dotenv, Environment, variable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WRITTEN = ("base_url", "token_url", "client_id", "client_secret", "api_key")
"""The settings that are written; all other settings of the file are kept."""
HEAD = "# Written by `nightaudit init`. Every other setting has a default: docs/reference/settings.md.\n"


def refuse_existing(path: Path, *, force: bool) -> None:
    """Raise ConfigurationError when `path` exists and may not be written over."""
    if path.exists() and not force:
        raise ConfigurationError(
            f"{path} exists already; it was not changed.",
            hint="Run `nightaudit init --force` to replace the address and the credentials in it.",
        )


def others(path: Path) -> dict[str, str]:
    """Return the kept settings of this file that have an effect: a setting in the environment overrides the file."""
    with naming_mistakes():
        found = Dotenv(Settings, env_file=path)() if path.is_file() else {}
    elsewhere = {*WRITTEN, *Environment(Settings)()}
    return {name: value for name, value in found.items() if name in Settings.model_fields.keys() - elsewhere}


def _lines_to_keep(path: Path) -> str:
    """Return the text of the file without the settings that are replaced, the head line and invalid lines, newline at the end."""
    if not path.is_file():
        return ""
    with naming_mistakes(), path.open(encoding="utf-8-sig") as lines:
        found = [one for one in parse_stream(lines) if not one.error and one.original.string != HEAD]
    replaced = {variable(name).lower() for name in WRITTEN}
    kept = [one.original.string for one in found if (one.key or "").lower() not in replaced]
    text = "".join(kept)
    return f"{text}\n" if text and not text.endswith("\n") else text


def write(path: Path, values: Mapping[str, str], *, force: bool) -> None:
    """Write these settings (field name to value) to `path`, mode 0600; keep its other settings.

    A symbolic link stays a link. Raises ConfigurationError when the file exists and `force` is not given, when it cannot be
    written, or when a value cannot be kept in such a file.
    """
    refuse_existing(path, force=force)
    ours = {variable(name): value for name, value in values.items()}
    text = HEAD + "".join(f"{name}={_quoted(value)}\n" for name, value in ours.items()) + _lines_to_keep(path)
    read_back = dotenv_values(stream=StringIO(text, newline=None))
    for name, value in ours.items():
        if read_back[name] != value:
            raise ConfigurationError(
                f"{name} contains characters that a .env file cannot store.",
                hint="Set it in the environment instead of the file.",
            )
    try:
        write_atomically(path, text, mode=PRIVATE)
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from error


def _quoted(value: str) -> str:
    """Return the value in single quotes, with backslashes and single quotes escaped."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
