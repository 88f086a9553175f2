"""Checks a portfolio while it is read: fields that rules compute with must have the types of the record dictionary."""

from __future__ import annotations

import datetime
import functools
import re
from codecs import BOM_UTF8
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import msgspec

from nightaudit.client.records.record import Record, kind_of
from nightaudit.sandbox.store.complete import RECORDS
from nightaudit.sandbox.store.derived import DERIVED
from nightaudit.sandbox.store.tables import LARGEST_INTEGER, TABLES
from nightaudit.sandbox.wire import decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# A value of a wrong type: its path in the record, the value, and the expected type; None where the type is right.
Wrong = tuple[str, Any, str] | None
Check = Callable[[Any], Wrong]
_SHOWN = 60
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Compared(str):
    """Marks a date that rules compare as text and do not parse."""

    __slots__ = ()


# The paths that rules compute with: a value of another type would cause a 500. All other fields are served unchecked, so that
# a folder can also represent a service whose records have unexpected types.
READ = {
    "activities": "unitId startDateTime dueDate status",
    "bookings": "bookingContactId createdDate currencyCode holdUntil salesInvoices notes tags customFields"
    " roomStays.startDate roomStays.endDate roomStays.createdDate roomStays.roomStayStatus roomStays.netAmount"
    " roomStays.vatAmount roomStays.bookingContact.id roomStays.unit.id roomStays.unit.unitTypeId roomStays.unit.buildingId"
    " roomStays.extras.extraId roomStays.extras.roomStayExtraId roomStays.extras.pricing.net roomStays.extras.pricing.vat",
    "buildings": "name currencyCode customFields",
    "contacts": "firstName lastName primaryContactEmailAddress.email customFields",
    "developments_featuresFacilities": "developmentId featureFacilityId",
    "extras": "name billingFrequencyId pricing.gross pricing.net pricing.vat taxCodeId",
    "financialAllocations_salesInvoices": "amount importType sourceInvoiceId targetInvoiceId exportStatus createdDate date",
    "financialAllocations_salesPayments": "amount importType sourceInvoiceId targetInvoiceId exportStatus createdDate date",
    "guestStays": "roomStayId unitId contactId checkInDate checkOutDate status",
    "rateSegments": "rateId name dateFrom dateTo amount unitTypeId",
    "rates": "unitTypeId rateType rates.date rates.amount minimumStay leadTimeDays closedToArrival promotionalCode taxCodeId",
    "salesInvoices": "status bookingId contactId currencyCode invoiceNumber invoiceType invoiceDate invoiceDueDate postedDate"
    " totalNet totalTax totalGross outstandingAmount financeAccount.id balancedInvoiceNumbers"
    " integrationIdentifiers.systemName customFields.id salesInvoiceItems.roomStayId salesInvoiceItems.extraId"
    " salesInvoiceItems.totalNet salesInvoiceItems.totalTax salesInvoiceItems.taxCodeId salesInvoiceItems.chargeTo",
    "tags": "name",
    "taxCodes": "rate code name",
    "unitAccessGroups": "unit.id accessGroup.id",
    "unitContracts": "unitId",
    "unitTypes": "name maxOccupancy buildingId",
    "unitTypes_featuresFacilities": "unitTypeId featureFacilityId",
    "units": "unitName buildingId unitTypeId availableFrom availableTo accessGroups customFields.name",
}
READ["roomStays"] = " ".join(path.removeprefix("roomStays.") for path in READ["bookings"].split() if "." in path)
READ["salesInvoiceItems"] = "salesInvoiceId " + " ".join(
    path.removeprefix("salesInvoiceItems.")
    for path in READ["salesInvoices"].split()
    if path.startswith("salesInvoiceItems.")
)
# Fields that no record of the dictionary declares: holds, restrictions of rates, links, and parents of child records.
_UNDECLARED: dict[str, Any] = {
    "holdUntil": Compared,
    "promotionalCode": str,
    "closedToArrival": list[str],
    **dict.fromkeys(("leadTimeDays", "minimumStay", "taxCodeId", "featureFacilityId"), int),
    **dict.fromkeys(("unitTypeId", "developmentId"), int),
}
_ONLY_COMPARED: dict[str, Any] = dict.fromkeys(
    ("startDate", "endDate", "checkInDate", "checkOutDate", "dateFrom", "dateTo"), Compared
)


def checked(collection: str, lines: Iterable[bytes]) -> Iterator[tuple[str, Any]]:
    """Yield text and record of each line that is not blank, checked: a record with the types that rules need.

    An empty text counts as null. Raises ValueError that names line, record, field, value and expected type.
    """
    check, ids = _checks(collection), {collection: set[int]()}
    for number, line in enumerate(lines, 1):
        try:
            # A file written on Windows begins with a byte order mark; concatenated files have one in the middle, too.
            if not (text := line.removeprefix(BOM_UTF8).decode().strip()):
                continue
            record = decode(text)
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
            raise ValueError(f"line {number} is not JSON in UTF-8: {error}") from error
        wrong = check(record) or _key(record, collection, ids)
        if wrong:
            path, value, expected = wrong
            name = record.get(TABLES[collection].key) if isinstance(record, dict) else None
            record_name = f" (record {name})" if isinstance(name, int) else ""
            where = f"{path} is {_text(value)}" if path else f"it is {_text(value)}"
            raise ValueError(f"line {number}{record_name}: {where}, not {expected}")
        yield text, record


def _key(record: Any, collection: str, ids: dict[str, set[int]]) -> Wrong:
    """Return what is wrong with the id of a record or of a row derived from it: not an integer, or not unique."""
    rows = [("", record, collection)]
    if derived := DERIVED.get(collection):
        rows += [(f"{derived.field}.", child, derived.collection) for child in record.get(derived.field) or ()]
    for prefix, row, name in rows:
        key, known = TABLES[name].key, ids.setdefault(name, set())
        value = row.get(key)
        if not isinstance(value, int) or value in known:
            return prefix + key, value, "an integer that no other record has"
        known.add(value)
    return None


def _text(value: Any) -> str:
    text = encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


@functools.cache
def _checks(collection: str) -> Check:
    return _object(RECORDS.get(collection), READ.get(collection, "").split())


def _object(model: Any, paths: Sequence[str]) -> Check:
    fields = model.model_fields.items() if model else ()
    kinds = _UNDECLARED | {field.alias or name: field.annotation for name, field in fields} | _ONLY_COMPARED
    below: dict[str, list[str]] = {}
    for path in paths:
        name, _, rest = path.partition(".")
        below.setdefault(name, []).extend([rest] if rest else [])
    checks = {name: _check(kinds[name], rest) for name, rest in below.items()}

    def check(value: Any) -> Wrong:
        if not isinstance(value, dict):
            return "", value, "an object"
        for name, of in checks.items():
            item = value.get(name)
            if item is not None and (wrong := of(item)):
                path, found, expected = wrong
                return f"{name}.{path}" if path else name, found, expected
        return None

    return check


def _check(kind: Any, below: Sequence[str]) -> Check:
    kind, is_list = kind_of(kind)
    if is_list:
        return _list(_check(kind, below))
    if issubclass(kind, Record):
        return _object(kind, below)
    expected, is_one = _SCALARS[kind]

    def check(value: Any) -> Wrong:
        return None if is_one(value) or value == "" else ("", value, expected)

    return check


def _list(of: Check) -> Check:
    def check(value: Any) -> Wrong:
        if not isinstance(value, list):
            return "", value, "a list"
        return next((wrong for item in value if (wrong := of(item))), None)

    return check


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        try:
            return not value.strip() or Decimal(value).is_finite()
        except InvalidOperation:
            return False
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _is_date(value: Any) -> bool:
    """Return whether a text begins with a date that exists."""
    try:
        return isinstance(value, str) and bool(_DATE.match(value) and datetime.date.fromisoformat(value[:10]))
    except ValueError:
        return False


_A_DATE = "a date (YYYY-MM-DD)"
_NUMBER = ("a number", _is_number)
_SCALARS: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    int: ("an integer", lambda value: type(value) is int and -LARGEST_INTEGER <= value <= LARGEST_INTEGER),
    bool: ("true or false", lambda value: isinstance(value, bool)),
    # Numbers are accepted as text, because exports write postcodes and references without quotes.
    str: ("text", lambda value: not isinstance(value, dict | list)),
    float: _NUMBER,
    Decimal: _NUMBER,
    datetime.date: (_A_DATE, _is_date),
    datetime.datetime: (_A_DATE, _is_date),
    Compared: (_A_DATE, lambda value: isinstance(value, str)),
}
