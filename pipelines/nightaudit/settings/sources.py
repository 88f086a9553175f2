"""Reads the environment, `.env` and `nightaudit.toml` for the settings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from dotenv.parser import parse_stream
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, TomlConfigSettingsSource

PREFIX = "NIGHTAUDIT_"
DOTENV, TOML = ".env", "nightaudit.toml"


def variable(name: str) -> str:
    """Return the name of a setting in the environment and in `.env`."""
    return f"{PREFIX}{name.upper()}"


class Environment(EnvSettingsSource):
    """The settings in the environment. An empty value counts as not set, except for the scope: an empty scope asks for none."""

    def __call__(self) -> dict[str, Any]:
        """Return the values by name."""
        return {name: value for name, value in super().__call__().items() if value != "" or name == "scope"}


class Dotenv(Environment, DotEnvSettingsSource):
    """The settings in `.env`, with the same rule for empty values."""


class Toml(TomlConfigSettingsSource):
    """The settings in `nightaudit.toml`, which may begin with a byte order mark, as editors on Windows write one."""

    def _read_file(self, file_path: Any) -> dict[str, Any]:
        return tomllib.loads(file_path.read_text(encoding="utf-8-sig"))


def by_source(kind: type[BaseSettings]) -> dict[str, dict[str, Any]]:
    """Return the values that each source sets, by source, in order of precedence."""
    return {"environment": Environment(kind)(), DOTENV: Dotenv(kind)(), TOML: Toml(kind)()}


def require_lines(file: Path) -> None:
    """Raise ValueError for a line of `.env` that sets nothing; pydantic would silently skip the line."""
    require_file(file)
    if not file.is_file():
        return
    with file.open(encoding="utf-8") as lines:
        wrong = [
            f"line {binding.original.line}"
            for binding in parse_stream(lines)
            if binding.error or (binding.key is not None and binding.value is None)
        ]
    if wrong:
        raise ValueError(f"{file}, {', '.join(wrong)}: not of the form NAME=value, or wrong quotes")


def require_file(file: Path) -> None:
    """Raise ValueError for a folder, which would be skipped: containers create one where the file to mount does not exist."""
    if file.is_dir():
        raise ValueError("it is a folder, not a file")


def unreadable_file(kind: type[BaseSettings], error: Exception) -> Path | None:
    """Return the settings file that cannot be read for this error, None where neither has it."""
    for file in map(Path, (DOTENV, TOML)):
        try:
            require_file(file)
            if file.name == TOML:
                Toml(kind)
            else:
                require_lines(file)
        except (OSError, ValueError) as found:
            if str(found) == str(error):
                return file.resolve()
    return None


def where_no_settings_are() -> str:
    """Return a hint where the current folder has no settings file, as when a scheduler starts elsewhere; "" where it has one."""
    here = Path.cwd()
    return "" if any((here / name).exists() for name in (DOTENV, TOML)) else f" There is no {DOTENV} in {here}."
