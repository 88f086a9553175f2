"""Columns of a job's rows: reads cells as typed values, and checks them against the record dictionary."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_snake

from nightaudit.client.records.record import kind_of
from nightaudit.correct.shortened import shortened
from nightaudit.correct.values import NUMBER
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.client.records.record import Record
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.rows import Source

Values = dict[str, Any]
MOST_ERRORS = 50
CENTS = Decimal("0.01")
MOST_MONEY = Decimal(10) ** 16  # the limit of DECIMAL(18, 2)
A_NUMBER = "must be a number, written with a decimal point, without separators or a currency: 1250.50"
AN_ID = "must be a whole number, written without separators: 1250"
NO_DAY = "must be a day of the calendar, written 2026-10-31, without a time"
NO_MOMENT = "must be a date written 2026-10-31, with a time 2026-10-31T09:00:00Z"
YES_OR_NO = "must be true or false"
NO_ID = "is not an id of the service: where it shows none, the marts have one below 1. Take the id from the PMS"
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SHEET_ERROR = re.compile(
    r"#([¡¿]?[^\W\d]+(\.?/0)?[!?]|[^\W\d_]/[^\W\d_]|NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|GETTING_DATA)"
)
"""In capitals, in any language: #REF! #¿NOMBRE? #DIV/0! #N/A; and the words for #N/A that have another form."""
CALC_ERROR = re.compile("Err:[0-9]{3}")
SHEET_TOO_NARROW = re.compile("#{3,}")
SHEET_NUMBER = re.compile("[+-]?[0-9]([.,][0-9]+)?[Ee][+][0-9]+")
SHEET_FORMULA = re.compile(r'=(?![\s=<>]).*[0-9("].*', re.DOTALL)  # ="00123" is how some exports keep leading zeros
JOINER = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")  # spells Persian and Indian words, and emoji
LOST = "\N{REPLACEMENT CHARACTER}"
PERHAPS_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+")


@dataclass(frozen=True)
class Column:
    """One column of a job's rows.

    name      header of the column in a CSV, compared as `_plain_name` says
    record    the record of the dictionary that has the field
    path      wire path of the field where it is not `name`
    required  whether an empty cell is an error
    choices   the only values allowed; empty when any is
    money     whether the value must be above zero and have no more than two decimals
    past      whether a date after the business date is unlikely
    """

    name: str
    record: type[Record]
    path: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    money: bool = False
    past: bool = False

    @property
    def wire_path(self) -> str:
        """The path of the field on the wire."""
        return self.path or self.name

    @property
    def is_date(self) -> bool:
        """Whether the values are dates or date-times."""
        kind, _ = kind_of(_annotation(self.record, self.wire_path))
        return isinstance(kind, type) and issubclass(kind, datetime.date)

    def read(self, text: str) -> Any:
        """Return the typed value of a cell, never a binary float; money has two decimals. Raises ValueError with the reason.

        Texts are normalised to NFC: equal texts are then equal, in whichever Unicode form the file has their accents.
        """
        text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
        _check_characters(text)
        _check_spreadsheet(text)
        adapter: TypeAdapter[Any] = _adapter(self.record, self.wire_path)
        try:
            value = adapter.validate_python(text)
        except ValidationError as error:
            raise ValueError(_plain_words(error)) from None
        _check_written(text, value)
        if (self.money or isinstance(value, int)) and PERHAPS_THOUSANDS.fullmatch(text):
            raise ValueError("can mean thousands or thousandths: write it without the point, or with two decimals")
        if self.name.endswith("Id") and isinstance(value, int) and value < 1:
            raise ValueError(NO_ID)
        if self.choices and value not in self.choices:
            raise ValueError(f"must be one of {', '.join(self.choices)}")
        if isinstance(value, Decimal) and not value.is_finite():
            raise ValueError("must be a number")
        if self.money and not (0 < value < MOST_MONEY and value == value.quantize(CENTS)):
            raise ValueError("must be above zero, below 10^16, with no more than two decimals")
        if self.money:
            return value.quantize(CENTS)  # 12.5 and 12.50 are the same receipt
        if isinstance(value, datetime.datetime) and value.tzinfo is None:
            return value.replace(tzinfo=datetime.UTC)  # a date-time without an offset is UTC
        return value


def _check_characters(text: str) -> None:
    """Raise ValueError for a character that nobody sees, and for the sign that stands for a lost one."""
    joined = {match.start() for match in JOINER.finditer(text)}
    for place, character in enumerate(text):
        if character == LOST:
            raise ValueError(f"has {LOST} in place of a letter that was lost: save the file again, as CSV UTF-8")
        if character.isprintable() or character in "\n\t" or place in joined:
            continue
        if unicodedata.category(character) != "Zs":
            called = f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
            raise ValueError(f"has a character that nobody sees, {called}, after {text[max(place - 20, 0) : place]!r}")


def _check_spreadsheet(text: str) -> None:
    """Raise ValueError for what a spreadsheet shows instead of a value: a formula, its error, or a number without all digits."""
    if (text.isupper() and SHEET_ERROR.fullmatch(text)) or CALC_ERROR.fullmatch(text):
        raise ValueError("is the error of a spreadsheet formula: write its value, or a text without #")
    if SHEET_FORMULA.fullmatch(text):
        raise ValueError("is a spreadsheet formula: write its value instead")
    if SHEET_NUMBER.fullmatch(text):
        raise ValueError("was shortened by a spreadsheet: format the column as text there, so that all digits are kept")
    if SHEET_TOO_NARROW.fullmatch(text):
        raise ValueError(
            "is what a spreadsheet shows in a column that is too narrow: widen it, and save the file again"
        )


def _plain_words(error: ValidationError) -> str:
    """Return why a cell is not of its type, in words for the person who wrote the file."""
    first = error.errors()[0]
    kind = str(first["type"])
    if kind.startswith(("decimal", "finite", "int")):
        return AN_ID if kind.startswith("int") else A_NUMBER
    if kind.startswith("date"):
        return NO_MOMENT if kind.startswith("datetime") else NO_DAY
    if kind.startswith("bool"):
        return YES_OR_NO
    return str(first["msg"].removeprefix("Value error, "))


def _check_written(text: str, value: object) -> None:
    """Raise ValueError for texts that parse but are likely mistakes: 1e3, 1_000, spreadsheet serial dates."""
    if isinstance(value, Decimal | int) and not isinstance(value, bool) and not NUMBER.fullmatch(text):
        raise ValueError(AN_ID if isinstance(value, int) else A_NUMBER)
    if isinstance(value, datetime.date) and not DATE.match(text):
        raise ValueError(NO_MOMENT if isinstance(value, datetime.datetime) else NO_DAY)


@cache
def _adapter(record: type[Record], path: str) -> TypeAdapter[Any]:
    return TypeAdapter(_annotation(record, path))


def _annotation(record: type[Record], path: str) -> Any:
    """Return the type annotation of a field, by its wire path."""
    first, _, rest = path.partition(".")
    info = record.model_fields[to_snake(first)]
    if not rest:
        return info.annotation
    return _annotation(kind_of(info.annotation)[0], rest)


def _plain_name(name: str) -> str:
    """Return what counts of a column's name: its letters, digits, signs of currencies, and %.

    The same for invoiceId, invoice_id and "Invoice-ID", but not for "amount (€)": that amount may be in another currency.
    """
    return "".join(one for one in name if one.isalnum() or one == "%" or unicodedata.category(one) == "Sc").lower()


def read_rows(job: Correction, source: Source) -> list[Values]:
    """Return the rows of a source as typed values for a job; empty cells are left out.

    Raises UsageError that lists every error, with the place of its row and its column.
    """
    rows = source.rows
    known = {column.name: column for column in job.columns}
    wanted = {_plain_name(name): name for name in known}
    headers = [wanted.get(_plain_name(name), name) for name in (rows[0] if rows else ())]
    unknown = ", ".join(name for name in headers if name not in known)
    errors = [f"column {unknown}: not one of {', '.join(known)}"] if unknown else []
    errors += [
        f"column {name}: is in the header more than once" for name, count in Counter(headers).items() if count > 1
    ]
    needed = [column.name for column in job.columns if column.required and column.name not in headers]
    errors += [f"column {name}: missing" for name in needed if rows]
    found = []
    for number, row in enumerate(rows, 1):
        values: Values = {}
        before = len(errors)
        for name, cell in zip(headers, row.values(), strict=True):
            column = known.get(name)
            if column is None:
                continue
            text = "" if cell is None else str(cell).strip()
            if not text:
                errors += [f"{source.place(number)}, column {name}: empty"] if column.required else []
                continue
            try:
                values[name] = column.read(text)
            except ValueError as error:
                errors.append(f"{source.place(number)}, column {name}: {text[:40]!r} {error}")
        found.append(values)
        if len(errors) == before and not needed:
            errors += [f"{source.place(number)}, {error}" for error in job.errors(values)]
    if errors:
        raise refused(errors)
    return found


def refused(errors: Sequence[str]) -> UsageError:
    """Return the error that lists what is wrong with the rows; of more than MOST_ERRORS the others by kind."""
    lines = "".join(f"\n  {line}" for line in shortened(errors, MOST_ERRORS))
    return UsageError(f"{len(errors)} error(s) in the rows. Nothing was planned:{lines}")
