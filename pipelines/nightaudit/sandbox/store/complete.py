"""Completes records: every field that the record dictionary declares is present, null or an empty list where it has no value."""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Pages
from nightaudit.client.records.activities import Note
from nightaudit.client.records.properties import AccessCode, FeatureFacility, Image
from nightaudit.client.records.rates import RateSegment
from nightaudit.client.records.record import Record, Stamped, is_record, kind_of
from nightaudit.client.records.sales_invoices import SalesInvoiceItem
from nightaudit.client.resources import documented_operations, observed_operations
from nightaudit.sandbox.store.tables import OTHER_NAMES, collection_at

if TYPE_CHECKING:
    from nightaudit.sandbox.wire import Json

# The declared record of each collection whose records the API shows.
RECORDS: dict[str, type[Record]] = {
    collection_at(operation.path): operation.record
    for operation in (*observed_operations(), *documented_operations())
    if isinstance(operation, Pages) and not operation.path_parameters
} | {
    "accessCodes": AccessCode,
    "activities_notes": Note,
    "bookings_notes": Note,
    "contacts_notes": Note,
    "featuresFacilities": FeatureFacility,
    "images": Image,
    "rateSegments": RateSegment,
    "salesInvoiceItems": SalesInvoiceItem,
}
# Further names of fields that only the observed dialect shows, with their values: a null beside the value would deny it.
_OBSERVED = {RECORDS[collection]: names.keys() for collection, names in OTHER_NAMES.items()}


@dataclass(frozen=True, slots=True)
class _Fields:
    """The declared fields of a record, those that are lists, and those whose values are records or lists of them."""

    names: dict[str, None]
    lists: tuple[str, ...]
    below: dict[str, _Fields]


def completed(kind: Any, record: Json) -> Json:
    """Return the record with the declared fields of `kind` that it lacks, and [] for lists that are null.

    The same object if nothing changes.

    Change stamps are not added: records may or may not carry them, and null stamps would look like those of a service that has
    them. Nor are the names that only one dialect shows. A `kind` that is no record type declares no fields.
    """
    return _completed(_fields(kind), record) if is_record(kind) else record


@functools.cache
def _fields(kind: type[Record]) -> _Fields:
    unshown = {*(Stamped.model_fields if issubclass(kind, Stamped) else ()), *_OBSERVED.get(kind, ())}
    declared = {
        field.alias or name: kind_of(field.annotation)
        for name, field in kind.model_fields.items()
        if not unshown & {name, field.alias}
    }
    return _Fields(
        dict.fromkeys(declared),
        tuple(name for name, (_, is_list) in declared.items() if is_list),
        {name: _fields(inner) for name, (inner, _) in declared.items() if is_record(inner)},
    )


def _completed(fields: _Fields, record: Json) -> Json:
    changes: Json = {}
    if not record.keys() >= fields.names.keys():
        changes = {name: None for name in fields.names if name not in record}
    changes |= {name: [] for name in fields.lists if record.get(name) is None}
    for name, below in fields.below.items():
        value = record.get(name)
        if isinstance(value, dict):
            whole: Any = _completed(below, value)
        elif isinstance(value, list) and value:
            whole = [_completed(below, row) if isinstance(row, dict) else row for row in value]
            if all(map(operator.is_, whole, value)):
                continue
        else:
            continue
        if whole is not value:
            changes[name] = whole
    return record | changes if changes else record
