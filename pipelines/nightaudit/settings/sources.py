"""Reads the environment, `.env` and `nightaudit.toml` for the settings, and says what is wrong with a value or a file."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotenv.parser import parse_stream
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, TomlConfigSettingsSource

if TYPE_CHECKING:
    from collections.abc import Iterable

PREFIX = "NIGHTAUDIT_"
DOTENV, TOML = ".env", "nightaudit.toml"
ALIKE = 0.8  # similarity from which one name may be a misspelling of another
SHORT = 3  # letters or fewer are part of a name by chance


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


def by_source(kind: type[BaseSettings]) -> dict[str, dict[str, Any]]:
    """Return the values that each source sets, by source, in order of precedence."""
    return {"environment": Environment(kind)(), DOTENV: Dotenv(kind)(), TOML: TomlConfigSettingsSource(kind)()}


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


def unreadable(files: Iterable[Path]) -> Path | None:
    """Return the first of these settings files that cannot be read, None where all can be."""
    for file in files:
        try:
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            if file.suffix == ".toml":
                tomllib.loads(text)
            else:
                require_lines(file)
        except (OSError, ValueError):
            return file.resolve()
    return None


def wrong_with(kind: type[BaseSettings], error: str, said: str, place: tuple[int | str, ...]) -> str:
    """Return in words what is wrong with a setting, from pydantic's name of the error and pydantic's message `said`."""
    if error == "string_pattern_mismatch":
        field = kind.model_fields[str(place[0])]
        return f"is not written like {(field.examples or [''])[0]} ({field.description})"
    if error == "path_type":
        return "has letters that the machine's locale does not support: unset PYTHONUTF8, or set it to 1"
    return said.removeprefix("Value error, ")


def meant(name: str, kind: type[BaseSettings]) -> list[str]:
    """Return the settings that `name` may mean: those with a word that begins so (`timeout`), else the one it may misspell."""
    bare = name.lower().removeprefix(PREFIX.lower())
    parts = [field for field in kind.model_fields if f"_{bare}" in f"_{field}"] if len(bare) > SHORT else []
    return parts or get_close_matches(bare, kind.model_fields, 1, ALIKE)


def where_no_settings_are() -> str:
    """Return a hint where the current folder has no settings file, as when a scheduler starts elsewhere; "" where it has one."""
    here = Path.cwd()
    return "" if any((here / name).exists() for name in (DOTENV, TOML)) else f" There is no {DOTENV} in {here}."
