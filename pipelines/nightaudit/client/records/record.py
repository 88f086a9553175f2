"""The base of all records, lenient and exact, and the marks that say of each field where we know it from."""

import datetime as dt
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeGuard, TypeVar, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel
from pydantic.fields import FieldInfo

T = TypeVar("T")


class Evidence(Enum):
    """How we know that a field exists."""

    DOCUMENTED = "named in the API document"
    OBSERVED = "observed on the wire of running services"
    ASSUMED = "not shown in the document: our assumption, in the document's style"


Documented = Annotated[T | None, Evidence.DOCUMENTED]
Observed = Annotated[T | None, Evidence.OBSERVED]
Assumed = Annotated[T | None, Evidence.ASSUMED]

Codes = dict[str, tuple[str, ...]]
Money = Decimal
Date = dt.date
DateTime = dt.datetime


def kind_of(annotation: Any) -> tuple[Any, bool]:
    """Return the type inside `Optional` and list of a field's annotation, and whether the field is a list."""
    if get_origin(annotation) in {Union, UnionType}:
        annotation = next(kind for kind in get_args(annotation) if kind is not NoneType)
    is_list = get_origin(annotation) is list
    return (get_args(annotation)[0] if is_list else annotation), is_list


class Record(BaseModel):
    """A JSON object of the API. Wire names are the camelCase of the attributes; an alias renames a single field.

    `AliasChoices` give a field further names. The first that is there is read, null or not; staging reads the first with a
    value.

    Every field may be absent or null ("required flags: not shown"), and unknown fields are kept as received.

    codes  wire names of fields that hold codes, which a service may spell otherwise (Credit Note), with the words that are known;
           none for a field whose codes are any capitals (GBP)
    """

    codes: ClassVar[Codes] = {}

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="allow",
        defer_build=True,  # a load does not build models of records
    )


def other_names(field: FieldInfo) -> list[str]:
    """Return the further names of a field on the wire: those after the first of its `AliasChoices`."""
    return _names(field)[1:]


def _names(field: FieldInfo) -> list[str]:
    return list(map(str, field.validation_alias.choices)) if isinstance(field.validation_alias, AliasChoices) else []


@cache
def _renamed(kind: object) -> dict[str, str]:
    """Return the first name of a field by each of its others."""
    fields = kind.model_fields.values() if is_record(kind) else ()
    return {other: names[0] for names in map(_names, fields) for other in names[1:]}


def letters(text: str) -> str:
    """Return the letters and digits of a text in small letters, which several spellings of it have in common."""
    return "".join(character for character in text.casefold() if character.isalnum())


def as_declared(record: dict[str, Any], kind: object) -> dict[str, Any]:
    """Return a record as received, but the fields of `kind`, its type, under their first names, and its `codes` as known."""
    moved = {other: first for other, first in _renamed(kind).items() if other in record and record.get(first) is None}
    found = {moved.get(name, name): value for name, value in record.items() if name not in moved.values()}
    known = kind.codes if is_record(kind) else {}
    stated = {name: (found.get(name), words) for name, words in known.items()}
    return found | {name: _as_known(code, words) for name, (code, words) in stated.items() if isinstance(code, str)}


def _as_known(code: str, words: tuple[str, ...]) -> str:
    """Return the one of the words that a code spells, else the code as received; in capitals where no words are known."""
    if not words:
        return code.strip().upper()
    return next((word for word in words if letters(word) == letters(code)), code)


def is_record(kind: object) -> TypeGuard[type[Record]]:
    """Return whether a type is that of a record, not of a plain value."""
    return isinstance(kind, type) and issubclass(kind, Record)


class Stamped(Record):
    """A record that may have created and modified stamps; nothing depends on them."""

    created_date: Assumed[DateTime] = None
    last_modified_date: Assumed[DateTime] = None


class Reference(Record):
    """Another record, by id and name."""

    id: Documented[int] = None
    name: Documented[str] = None
