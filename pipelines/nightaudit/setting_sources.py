"""How the environment and `.env` are read for the settings."""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from dotenv.parser import parse_stream
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, TomlConfigSettingsSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

PREFIX = "NIGHTAUDIT_"
DOTENV, TOML = ".env", "nightaudit.toml"
ALIKE = 0.8  # two names of which one may be the other, misspelt
SHORT = 3  # letters that may be a part of a name by chance


class Environment(EnvSettingsSource):
    """The settings that the environment gives. An empty one is not set, but for the scope: empty asks for none."""

    def __call__(self) -> dict[str, Any]:
        """The values by name."""
        return _given(super().__call__())


class Dotenv(DotEnvSettingsSource):
    """The settings that `.env` gives, in the same way."""

    def __call__(self) -> dict[str, Any]:
        """The values by name."""
        return _given(super().__call__())


def by_source(kind: type[BaseSettings]) -> dict[str, dict[str, Any]]:
    """What each source sets, the one that goes first before the others."""
    return {"environment": Environment(kind)(), DOTENV: Dotenv(kind)(), TOML: TomlConfigSettingsSource(kind)()}


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value != "" or name == "scope"}


def require_lines(file: Path) -> None:
    """Raise ValueError for a line of `.env` that sets nothing; read by itself it would be left out."""
    require_file(file)
    if not file.is_file():
        return
    with file.open(encoding="utf-8") as lines:
        wrong = [
            f"line {found.original.line}"
            for found in parse_stream(lines)
            if found.error or (found.key is not None and found.value is None)
        ]
    if wrong:
        raise ValueError(f"{file}, {', '.join(wrong)}: not NAME=value, or quoted wrongly")


def require_file(file: Path) -> None:
    """Raise ValueError for a folder, which would be left out: containers make one where the file to mount is not there."""
    if file.is_dir():
        raise ValueError("it is a folder")


def unreadable(files: Iterable[Path]) -> Path | None:
    """The first of these settings files that cannot be read, None where it is none of them."""
    for file in files:
        try:
            require_file(file)
            text = file.read_text(encoding="utf-8") if file.exists() else ""
            if file.suffix == ".toml":
                tomllib.loads(text)
            else:
                require_lines(file)
        except (OSError, ValueError):
            return file.resolve()
    return None


def wrong_with(kind: type[BaseSettings], error: str, said: str, place: tuple[int | str, ...]) -> str:
    """What pydantic finds wrong with a setting, in words: `error` is its name for it, `said` what it says of it itself."""
    if error == "string_pattern_mismatch":
        field = kind.model_fields[str(place[0])]
        return f"is not written like {(field.examples or [''])[0]} ({field.description})"
    if error == "path_type":
        return "has letters that the machine's locale does not know: leave PYTHONUTF8 unset, or set it to 1"
    return said.removeprefix("Value error, ")


def names_without_effect(kind: type[BaseSettings]) -> Iterator[tuple[str, str]]:
    """What is set under a name that no setting of this kind has, each with its source.

    In `.env` that is a setting's name without the prefix, too, where the setting itself is not set: of the environment such a
    name (`API_KEY`, `TENANT`) is another program's.
    """
    given = set[str]().union(*by_source(kind).values())
    for source, values in (("the environment", Environment(kind)), (DOTENV, Dotenv(kind))):
        for name in sorted(values.env_vars):
            bare = name.removeprefix(PREFIX.lower())
            bare_in_dotenv = source == DOTENV and name in kind.model_fields.keys() - given and values.env_vars[name]
            if bare_in_dotenv or bare not in {name, *kind.model_fields}:
                yield name.upper(), source
    for name in sorted(TomlConfigSettingsSource(kind).toml_data.keys() - kind.model_fields.keys()):
        yield name, TOML


def meant(name: str, kind: type[BaseSettings]) -> list[str]:
    """The settings that have a word beginning so, such as `timeout`; else the one that it may stand for, misspelt."""
    bare = name.lower().removeprefix(PREFIX.lower())
    parts = [field for field in kind.model_fields if f"_{bare}" in f"_{field}"] if len(bare) > SHORT else []
    return parts or get_close_matches(bare, kind.model_fields, 1, ALIKE)


def in_tables(kind: type[BaseSettings]) -> Iterator[tuple[str, str]]:
    """Settings that `nightaudit.toml` gives in a table, where they are not read, each with the table's name."""
    for table, values in TomlConfigSettingsSource(kind).toml_data.items():
        if isinstance(values, dict):
            for name in values:
                if name.lower().removeprefix(PREFIX.lower()) in kind.model_fields:
                    yield name, table
