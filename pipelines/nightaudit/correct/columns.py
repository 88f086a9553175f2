"""The columns of a correction's rows, and their check against the record dictionary."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_snake

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
MOST_MONEY = Decimal(10) ** 16  # what DECIMAL(18, 2) holds
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
SHEET_ERROR = re.compile(r"#(N/A|NV|(REF|VALUE|NAME|NULL|NUM|DIV/0|BEZUG|WERT|ZAHL)[!?])")  # in English and German
SHEET_NUMBER = re.compile(r"[0-9]([.,][0-9]+)?E\+[0-9]+")
PERHAPS_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{3})+")


@dataclass(frozen=True)
class Column:
    """One column of a job's rows.

    name      as the CSV header has it; snake case, other capitals and blanks are understood, too
    record    the record of the dictionary that holds the field; `path` is the field's wire path when its name differs
    required  whether an empty cell is an error
    choices   the only values allowed, none for any
    money     greater than zero and no more than two decimals
    """

    name: str
    record: type[Record]
    path: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    money: bool = False

    @property
    def is_date(self) -> bool:
        """Whether its values are days or instants."""
        kinds = getattr(_kind(self.record, self.path or self.name), "__args__", ())
        return any(isinstance(kind, type) and issubclass(kind, datetime.date) for kind in kinds)

    def read(self, text: str) -> Any:
        """The typed value of a cell; raises ValueError with the reason. Never a binary float; money has two decimals.

        Texts are composed (NFC), however the file writes their accents: the same receipt is then the same.
        """
        text = normalize("NFC", text.replace("\r\n", "\n"))
        if not all(character in "\n\t" or character.isprintable() or category(character) == "Zs" for character in text):
            raise ValueError("has a control character")
        if SHEET_ERROR.fullmatch(text):
            raise ValueError("is an error of a spreadsheet's formula")
        adapter: TypeAdapter[Any] = _adapter(self.record, self.path or self.name)
        try:
            value = adapter.validate_python(text)
        except ValidationError as error:
            raise ValueError(_plain_words(error)) from None
        _check_written(text, value)
        if (self.money or isinstance(value, int)) and PERHAPS_THOUSANDS.fullmatch(text):
            raise ValueError("may be thousands, or thousandths: write it without the point, or with two decimals")
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


def _plain_words(error: ValidationError) -> str:
    """Why a cell is not of its type, in words for whoever made the file."""
    said = error.errors()[0]
    kind = str(said["type"])
    if kind.startswith(("decimal", "int")):
        return "must be a number, written with a decimal point and without separators: 1250.50"
    if kind.startswith("date"):
        return "must be a date written 2026-10-31, with a time 2026-10-31T09:00:00Z"
    return str(said["msg"].removeprefix("Value error, "))


def _check_written(text: str, value: object) -> None:
    """Refuse what a parser reads but no person means: 1e3, 1_000, shortened numbers, serial numbers of spreadsheets as dates."""
    if isinstance(value, Decimal | int) and not isinstance(value, bool) and not NUMBER.fullmatch(text):
        raise ValueError("must be a number, written with a decimal point and without separators: 1250.50")
    if isinstance(value, str) and SHEET_NUMBER.fullmatch(text):
        raise ValueError("must be all its digits: a spreadsheet has shortened it; format the column as text there")
    if isinstance(value, datetime.date) and not DATE.match(text):
        raise ValueError("must be a date written 2026-10-31, with a time 2026-10-31T09:00:00Z")


@cache
def _adapter(record: type[Record], path: str) -> TypeAdapter[Any]:
    return TypeAdapter(_kind(record, path))


def _kind(record: type[Record], path: str) -> Any:
    """The annotation of a field by its wire path."""
    first, _, rest = path.partition(".")
    info = record.model_fields[to_snake(first)]
    if not rest:
        return info.annotation
    inner = next(kind for kind in getattr(info.annotation, "__args__", ()) if isinstance(kind, type))
    return _kind(inner, rest)


def _plain_name(name: str) -> str:
    """A column as it may be called: invoiceId, InvoiceID, invoice_id and "Invoice Id" are one."""
    return name.replace("_", "").replace(" ", "").lower()


def read_rows(job: Correction, source: Source) -> list[Values]:
    """Typed rows of a source's text rows for a job; empty cells are left out.

    Raises UsageError naming the place of the row and the column of every error: all are told, or none is there.
    """
    rows = source.rows
    known = {column.name: column for column in job.columns}
    wanted = {_plain_name(name): name for name in known}
    headers = [wanted.get(_plain_name(name), name) for name in (rows[0] if rows else ())]
    errors = [f"column {name}: not one of {', '.join(known)}" for name in headers if name not in known]
    errors += [f"column {name}: stands there more than once" for name, count in Counter(headers).items() if count > 1]
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
    """The error that tells everything wrong with the rows."""
    more = f"\n  and {len(errors) - MOST_ERRORS} more" if len(errors) > MOST_ERRORS else ""
    lines = "".join(f"\n  {error}" for error in errors[:MOST_ERRORS])
    return UsageError(f"{len(errors)} error(s) in the rows; nothing was planned:{lines}{more}")
