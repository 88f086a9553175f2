"""The types of settings: each validates what somebody wrote, and says in words what is wrong with it."""

from __future__ import annotations

import datetime
import zoneinfo
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, SecretStr
from pydantic_settings import NoDecode

from nightaudit.addresses import checked, one_spelling

SPACE = 32  # code of the first printable character


def _split(value: object) -> object:
    if isinstance(value, list):  # of nightaudit.toml, where an id may stand without quotes
        return tuple(str(part) if type(part) is int else part for part in value)
    if isinstance(value, str) or type(value) is int:
        return tuple(part.strip() for part in str(value).split(",") if part.strip())
    return value


def _known_zone(value: str) -> str:
    if not _is_zone(value):
        raise ValueError("is not an IANA time zone, such as Europe/London")
    return value


def _is_zone(name: str) -> bool:
    """Return whether `name` is an IANA time zone; others in a machine's folder (`localtime`, `posix/...`) begin in lower case."""
    try:
        return name[:1].isupper() and bool(zoneinfo.ZoneInfo(name))
    except (LookupError, OSError, ValueError):
        return False


def _fit_for_a_header(value: SecretStr) -> SecretStr:
    if any(ord(character) < SPACE for character in value.get_secret_value()):
        raise ValueError("contains a line break or another character that is not allowed in an HTTP header")
    return value


def _without_blanks(value: object) -> object:
    if isinstance(value, str):
        return value.strip() or Path("data")  # a line's end, for example
    if isinstance(value, Path):
        return value
    raise ValueError("is not the path of a folder")


def _in_the_home(value: Path) -> Path:
    try:
        return value.expanduser()
    except RuntimeError:
        raise ValueError("begins with the home folder of a user that does not exist on this machine") from None


def _day(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return datetime.date.fromisoformat(value.strip())  # pydantic would count seconds in 20261102
    except ValueError:
        raise ValueError("is not a date such as 2026-11-01") from None


def listed(names: tuple[str, ...]) -> str:
    """Return names as one text for people: separated by commas, a name with a comma in quotes."""
    return ", ".join(f'"{name}"' if "," in name else name for name in names)


Address = Annotated[str, AfterValidator(checked)]
BaseAddress = Annotated[Address, AfterValidator(one_spelling)]
Day = Annotated[datetime.date | None, BeforeValidator(_day)]
Folder = Annotated[Path, BeforeValidator(_without_blanks), AfterValidator(_in_the_home)]
HeaderSecret = Annotated[SecretStr, AfterValidator(_fit_for_a_header)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
"""Names separated by commas."""
Zone = Annotated[str, AfterValidator(_known_zone)]
