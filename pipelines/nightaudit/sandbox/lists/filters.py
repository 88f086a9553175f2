"""The filters of each list, as SQL conditions on the columns of its collection."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from pydantic.alias_generators import to_snake

from nightaudit.client.operation import Operation, Pages
from nightaudit.client.records.record import kind_of
from nightaudit.client.resources import documented_operations
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.stay_statuses import BOOKED
from nightaudit.sandbox.store.tables import LARGEST_INTEGER, TABLES, collection_at, column

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Kind = Literal["integer", "string", "date", "boolean"]
KINDS: dict[Any, Kind] = {int: "integer", str: "string", bool: "boolean"}
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
RANGE = ("dateFrom", "dateTo")


@dataclass(frozen=True, slots=True)
class Filter:
    """One query parameter: the kind of its values, and the SQL condition for them.

    `{values}` in the condition stands for a list of values (the parameter may be repeated or separated by commas); a
    condition without `{values}` takes one value. `default` applies when the parameter is absent. `within` is SQL around the
    condition: its `{}` is replaced by all conditions with the same `within`, joined by AND, so that one row must meet them all.
    """

    kind: Kind
    condition: str
    default: tuple[str, ...] = ()
    within: str = "{}"

    @property
    def is_list(self) -> bool:
        """Whether the parameter takes several values."""
        return "{values}" in self.condition

    def sql(self, name: str, given: list[str]) -> tuple[str, list[object]]:
        """Return the condition and its values. Raises Problem 400 for a value of another kind."""
        if self.is_list:
            values = values_of(self.kind, name, given)
            marks = ",".join("?" * len(values))
            return self.condition.replace("{values}", marks), values * self.condition.count("{values}")
        values = [_value(self.kind, name, text.strip()) for text in given]
        return self.condition, values[-1:] * self.condition.count("?")


def values_of(kind: Kind, name: str, given: Sequence[str]) -> list[object]:
    """Return the values of a parameter that is repeated or has commas. Raises Problem 400 for a value of another kind."""
    return [_value(kind, name, part.strip()) for text in given for part in text.strip(",").split(",")]


def _value(kind: Kind, name: str, text: str) -> object:
    if kind == "integer":
        if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdigit():
            raise invalid(name, f"{text!r} is not an integer.")
        return max(min(int(text[:40]), LARGEST_INTEGER), -LARGEST_INTEGER)
    if kind == "boolean":
        if text.lower() not in {"true", "false"}:
            raise invalid(name, f"{text!r} is neither true nor false.")
        return int(text.lower() == "true")
    return date_of(name, text).isoformat() if kind == "date" else text


def date_of(name: str, text: str) -> datetime.date:
    """Parse a date in the document's format (YYYY-MM-DD) and no other of ISO 8601. Raises Problem 400."""
    try:
        if _DATE.fullmatch(text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass
    raise invalid(name, f"{text!r} is not a date (YYYY-MM-DD).")


def _until(day: str) -> str:
    """Return the condition "up to the end of this date": a stored value may be a date or a date with a time."""
    return f"{day} <= ? || '~'"


def _equal(collection: str, path: str, kind: Kind = "integer", default: tuple[str, ...] = ()) -> Filter:
    return Filter(kind, f"{column(collection, path)} IN ({{values}})", default)


def _contains(collection: str, path: str) -> Filter:
    return Filter("string", f"instr(lower({column(collection, path)}), lower(?)) > 0")


def _allocations(collection: str) -> dict[str, Filter]:
    invoice = '"targetInvoiceId" IN (SELECT id FROM "salesInvoices" WHERE "{}" IN ({{values}}))'
    return {
        # Inclusive, against the created date (document: Financial allocations).
        "dateFrom": Filter("date", '"createdDate" >= ?'),
        "dateTo": Filter("date", _until('"createdDate"')),
        "organisationId": Filter("integer", invoice.format("organisationId")),
        "financeAccountId": Filter("integer", invoice.format("financeAccount.id")),
        "exportStatuses": _equal(collection, "exportStatus", "string"),
    }


def conditions(
    filters: Mapping[str, Filter], names: Sequence[str], query: Mapping[str, list[str]]
) -> tuple[list[str], list[object]]:
    """Return the SQL conditions, and their values, for the filters `names` of a query.

    Raises Problem 400. A name that is not in `filters` is skipped: the rule of the operation reads that parameter.
    """
    groups: dict[str, tuple[list[str], list[object]]] = {}
    for name in names:
        known = filters.get(name)
        given = known and (query.get(name) or list(known.default))
        if known and given:
            condition, values = known.sql(name, given)
            met, all_values = groups.setdefault(known.within, ([], []))
            met.append(condition)
            all_values += values
    where = [within.replace("{}", " AND ".join(met)) for within, (met, _) in groups.items()]
    dates = [filters[name].sql(name, query[name])[1][-1] for name in RANGE if name in {*filters} & {*names} & {*query}]
    if len(dates) == len(RANGE) and str(dates[1]) < str(dates[0]):
        # The range is empty, but a long stay would meet both conditions.
        where.append("0")
    return where, [value for within, (_, values) in groups.items() for value in values * within.count("{}")]


_UNIT_OF_BUILDING = '"unitId" IN (SELECT id FROM units WHERE "buildingId" IN ({values}))'
_ACCOUNT = 'id IN (SELECT "contactId" FROM "salesInvoices" WHERE "financeAccount.id" IN ({values}))'
# A dated amount covers its day, or the week or month that begins on that day.
_PRICED = """(EXISTS (SELECT 1 FROM (SELECT json_extract(value, '$.date') AS first, date(json_extract(value, '$.date'),
 iif("rateType" = 'MONTHLY', '+1 month', iif("rateType" = 'WEEKLY', '+7 days', '+1 day')), '-1 day') AS last
 FROM json_each(body, '$.rates')) WHERE {})
 OR id IN (SELECT "rateId" FROM (SELECT "rateId", "dateFrom" AS first, "dateTo" AS last FROM "rateSegments") WHERE {}))"""
_STAY_OF_BOOKING = 'id IN (SELECT "bookingId" FROM "roomStays" WHERE {})'
_STAYS = {
    # Stay overlap (observed). Not shown whether the bounds are inclusive: they are here, so that no stay falls between windows.
    "dateFrom": Filter("date", '"endDate" >= ?'),
    "dateTo": Filter("date", _until('"startDate"')),
    "statuses": _equal("roomStays", "roomStayStatus", "string"),
    "unitIds": _equal("roomStays", "unit.id"),
}
_OTHERS: dict[str, dict[str, Filter]] = {
    "accessGroups": {"name": _contains("accessGroups", "name")},
    "cities": {"name": _contains("cities", "name")},
    "countries": {"countryName": _contains("countries", "countryName")},
    "teams": {"teamName": _contains("teams", "name")},
    "bookings": {name: replace(of_stay, within=_STAY_OF_BOOKING) for name, of_stay in _STAYS.items()}
    | {"bookingContactIds": _equal("bookings", "bookingContactId")},
    "roomStays": _STAYS
    | {
        "bookingContactIds": _equal("roomStays", "bookingContact.id"),
        "bookingReference": _equal("roomStays", "bookingReference", "string"),
        "checkOutDateFrom": Filter("date", '"endDate" >= ?'),
        "checkOutDateTo": Filter("date", _until('"endDate"')),
        "bookingContactId": _equal("roomStays", "bookingContact.id"),
    },
    "guestStays": {
        "dateFrom": Filter("date", '"checkOutDate" >= ?'),
        "dateTo": Filter("date", _until('"checkInDate"')),
        **dict.fromkeys(
            ("emailAddress", "guestEmail"),
            Filter("string", f"lower({column('guestStays', 'guest.email')}) = lower(?)"),
        ),
        "firstName": _contains("guestStays", "guest.firstName"),
        "lastName": _contains("guestStays", "guest.lastName"),
        "status": _equal("guestStays", "status", "string", BOOKED),
    },
    "buildings": {"name": _contains("buildings", "name")},
    "developments": {
        "developmentName": _contains("developments", "name"),
        "areaName": Filter(
            "string",
            f"{column('developments', 'areaId')} IN"
            f" (SELECT id FROM areas WHERE instr(lower({column('areas', 'name')}), lower(?)) > 0)",
        ),
    },
    "unitLocations": {"buildingId": Filter("integer", _UNIT_OF_BUILDING)},
    "contacts": {
        "emailAddress": Filter("string", '"primaryContactEmailAddress.email" = ? COLLATE NOCASE'),
        "firstName": _contains("contacts", "firstName"),
        "lastName": _contains("contacts", "lastName"),
        "telephoneNumber": _contains("contacts", "primaryContactTelephoneNumber.number"),
        "accountId": Filter("integer", _ACCOUNT),
    },
    "rates": {
        "dateFrom": Filter("date", "last >= ?", within=_PRICED),
        "dateTo": Filter("date", _until("first"), within=_PRICED),
        "rateId": _equal("rates", "id"),
        "companyId": _equal("rates", "companyId"),
    },
    "rateSegments": {"dateFrom": Filter("date", '"dateTo" >= ?'), "dateTo": Filter("date", _until('"dateFrom"'))},
    "extras": {
        # An extra of no building is sold in all of them (assumed).
        "buildingId": Filter("integer", f"ifnull({column('extras', 'buildingId')} IN ({{values}}), 1)"),
    },
    "salesInvoices": {
        "dateFrom": Filter("date", '"invoiceDate" >= ?'),
        "dateTo": Filter("date", _until('"invoiceDate"')),
        "exportStatuses": _equal("salesInvoices", "exportStatus", "string"),
    },
    "financialAllocations_salesInvoices": _allocations("financialAllocations_salesInvoices"),
    "financialAllocations_salesPayments": _allocations("financialAllocations_salesPayments"),
}


def _filters(operation: Operation[Any]) -> dict[str, Filter]:
    """Return the filters of a list: one for each that is named after a field of its records, and the others."""
    collection, fields = collection_at(operation.path), operation.record.model_fields
    named = [(name, fields[field]) for name in operation.filters if (field := to_snake(name)) in fields]
    kinds = {name: KINDS.get(kind_of(field.annotation)[0]) for name, field in named}
    return {name: _equal(collection, name, kind) for name, kind in kinds.items() if kind} | _OTHERS.get(collection, {})


FILTERS: dict[str, dict[str, Filter]] = _OTHERS | {
    collection_at(operation.path): _filters(operation)
    for operation in documented_operations()
    if isinstance(operation, Pages) and collection_at(operation.path) in TABLES
}
