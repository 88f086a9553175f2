"""Finds what somebody has set without effect: names that are no settings, and settings inside a table of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_settings import TomlConfigSettingsSource

from nightaudit.settings.settings import Settings
from nightaudit.settings.sources import DOTENV, PREFIX, TOML, Dotenv, Environment, by_source

if TYPE_CHECKING:
    from collections.abc import Iterator


def names_without_effect() -> Iterator[tuple[str, str]]:
    """Yield each name that is set although no setting has that name, with the source that sets it.

    In `.env` that includes the name of an unset setting without the prefix. In the environment such a name (`API_KEY`, `TENANT`)
    belongs to another program.
    """
    given = set[str]().union(*by_source(Settings).values())
    for source, values in (("the environment", Environment(Settings)), (DOTENV, Dotenv(Settings))):
        for name in sorted(values.env_vars):
            bare = name.removeprefix(PREFIX.lower())
            bare_in_dotenv = source == DOTENV and name in Settings.model_fields.keys() - given and values.env_vars[name]
            if bare_in_dotenv or bare not in {name, *Settings.model_fields}:
                yield name.upper(), source
    for name in sorted(TomlConfigSettingsSource(Settings).toml_data):
        if name.lower() not in Settings.model_fields:
            yield name, TOML


def in_tables() -> Iterator[tuple[str, str]]:
    """Yield each setting that `nightaudit.toml` has inside a table, where it is not read, with the table's name."""
    for table, values in TomlConfigSettingsSource(Settings).toml_data.items():
        if isinstance(values, dict):
            for name in values:
                if name.lower().removeprefix(PREFIX.lower()) in Settings.model_fields:
                    yield name, table
