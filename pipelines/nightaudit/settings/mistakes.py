"""Says what is wrong with settings: with a value, with a file, and what somebody has set without effect."""

from __future__ import annotations

from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from nightaudit.errors import ConfigurationError
from nightaudit.machine_errors import remedy
from nightaudit.settings.settings import Settings
from nightaudit.settings.sources import (
    DOTENV,
    PREFIX,
    TOML,
    Dotenv,
    Environment,
    Toml,
    by_source,
    unreadable_file,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

ALIKE = 0.8  # similarity from which one name may be a misspelling of another
SHORT = 3  # letters or fewer are part of a name by chance


def require_known(given: Collection[str]) -> None:
    """Raise ConfigurationError for a name of an argument of `Settings.read` that is no setting."""
    for name in given:
        # pydantic-settings has arguments like _env_file
        if name not in Settings.model_fields and not name.startswith("_"):
            found = ", ".join(meant(name))
            raise ConfigurationError(f"No setting is called {name}.", hint=f"Perhaps: {found}." if found else "")


@contextmanager
def naming_mistakes(given: Collection[str] = ()) -> Iterator[None]:
    """Raise ConfigurationError for settings that cannot be read: it names each wrong one, without its value, or the file.

    given  names of arguments, which no file and no environment sets
    """
    try:
        yield
    except (OSError, ValueError) as error:
        raise _told(error, given) from None  # pydantic's has the values in it


def _told(error: OSError | ValueError, given: Collection[str]) -> ConfigurationError:
    if isinstance(error, ValidationError):
        wrong = "; ".join(_wrong(item["type"], item["msg"], item["loc"], given) for item in error.errors())
        return ConfigurationError(
            f"Settings are wrong: {wrong}.", hint="docs/reference/settings.md lists all settings."
        )
    hint = "Save it as UTF-8 text." if isinstance(error, UnicodeError) else remedy(error, None)
    return ConfigurationError(
        f"{unreadable_file(Settings, error) or 'A settings file'} cannot be read: {error}.", hint=hint
    )


def _wrong(kind: str, message: str, place: Sequence[object], given: Collection[str]) -> str:
    """Return in words what is wrong with a setting, and where it is set; a file with its folder, as each may have its own."""
    said = message.removeprefix("Value error, ")
    if not place:
        return said
    name = str(place[0])
    if kind == "string_pattern_mismatch":
        field = Settings.model_fields[name]
        said = f"is not written like {(field.examples or [''])[0]} ({field.description})"
    elif kind == "path_type":
        said = "has letters that the machine's locale does not support: unset PYTHONUTF8, or set it to 1"
    source = "" if name in given else next((one for one, values in by_source(Settings).items() if name in values), "")
    where = Path(source).resolve() if source in {DOTENV, TOML} else source and f"the {source}"
    return f"{variable(name)} {f'(set in {where}) ' if where else ''}{said}"


def meant(name: str) -> list[str]:
    """Return the settings that `name` may mean: those with a word that begins so (`timeout`), else the one it may misspell."""
    bare = name.lower().removeprefix(PREFIX.lower())
    parts = [field for field in Settings.model_fields if f"_{bare}" in f"_{field}"] if len(bare) > SHORT else []
    return parts or get_close_matches(bare, Settings.model_fields, 1, ALIKE)


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
    for name in sorted(Toml(Settings).toml_data):
        if name.lower() not in Settings.model_fields:
            yield name, TOML


def in_tables() -> Iterator[tuple[str, str]]:
    """Yield each setting that `nightaudit.toml` has inside a table, where it is not read, with the table's name."""
    for table, values in Toml(Settings).toml_data.items():
        if isinstance(values, dict):
            for name in values:
                if name.lower().removeprefix(PREFIX.lower()) in Settings.model_fields:
                    yield name, table
