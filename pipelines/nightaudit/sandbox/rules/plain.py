"""The default rules, for operations without a special rule: list, get, create, update and delete of one collection."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Delete, Get, Operation, Pages, Post, Put
from nightaudit.client.records.record import Stamped
from nightaudit.sandbox.calls.call import Call, json_text
from nightaudit.sandbox.problem import not_found
from nightaudit.sandbox.store.tables import TABLES

if TYPE_CHECKING:
    from nightaudit.sandbox.rules.registry import Answer, Rule
    from nightaudit.sandbox.wire import Json

# The collection that a field refers to: the record must exist (assumed: otherwise 404 names it, as for an id in the path).
REFERENCES = {
    "buildingId": "buildings",
    "unitTypeId": "unitTypes",
    "unitId": "units",
    "developmentId": "developments",
    "areaId": "areas",
    "parentAreaId": "areas",
    "cityId": "cities",
    "countryId": "countries",
    "contactId": "contacts",
    "bookingContactId": "contacts",
    "billingContactId": "contacts",
    "bookingId": "bookings",
    "channelId": "channels",
    "marketSegmentId": "marketSegments",
    "bookingTypeId": "bookingTypes",
    "bookingTermsId": "bookingTerms",
    "assignedTeamId": "teams",
    "roomStayId": "roomStays",
    "extraId": "extras",
    "taxCodeId": "taxCodes",
}


def collection_of(operation: Operation[Any]) -> str:
    """Return the collection of an operation: the first part of its path."""
    return operation.path.split("/")[1]


def singular(collection: str) -> str:
    """Return what error texts call a record of the collection: `unit type` for `unitTypes`."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in collection)
    return words[:-3] + "y" if words.endswith("ies") else words.removesuffix("s")


def plain_rule(operation: Operation[Any]) -> Rule:
    """Return the default rule of an operation; raises KeyError for an operation that needs a special rule."""
    parts = operation.path.split("/")[1:]
    found = BY_VERB.get(type(operation)) if parts[0] in TABLES and parts[1:] in ([], ["{id}"]) else None
    if found is None:
        advice = "write one in sandbox/rules; for a list and its records by id, name the collection in sandbox/store/tables.py"
        raise KeyError(f"{operation.name} has no rule: {advice}")
    return found


def list_records(call: Call) -> Answer:
    """Answer a page of a collection, with the declared filters and order."""
    return call.page(collection_of(call.operation))


def get_record(call: Call) -> Answer:
    """Answer one record by id; 404 when unknown."""
    collection = collection_of(call.operation)
    text = call.records.text(collection, call.ids[0])
    if text is None:
        raise not_found(singular(collection), call.ids[0])
    return json_text(text)


def create_record(call: Call) -> Answer:
    """Create a record and answer it with its id."""
    collection = collection_of(call.operation)
    check_references(call, call.body)
    return call.records.insert(collection, stamped(call, call.body, created=True))


def update_record(call: Call) -> Answer:
    """Replace a record: fields left out of the body are removed, except the id and fields that the service maintains."""
    collection = collection_of(call.operation)
    before = call.need(collection, call.ids[0], singular(collection))
    check_references(call, call.body, before)
    return call.records.put(collection, replaced(call, before, call.body))


def delete_record(call: Call) -> Answer:
    """Delete a record; 204 as for a unit type (the status of the others is not shown)."""
    collection = collection_of(call.operation)
    call.need(collection, call.ids[0], singular(collection))
    call.records.delete(collection, call.ids[0])
    return None


def replaced(call: Call, before: Json, body: Json, *kept: str) -> Json:
    """Return the result of a PUT: the body, with id, creation stamp, `deleted` and the fields `kept` of the old record."""
    fixed = {name: before[name] for name in ("id", "createdDate", "deleted", *kept) if name in before}
    return {"id": before["id"]} | stamped(call, body | fixed)


def is_same(given: Any, kept: Any) -> bool:
    """Return whether a value sent equals the stored one: a field may be null or absent, and times are equal as instants.

    A time in milliseconds equals all instants of its millisecond: JavaScript cannot send back what comes after.
    """
    if isinstance(given, dict) and isinstance(kept, dict):
        return all(is_same(given.get(name), kept.get(name)) for name in given.keys() | kept.keys())
    if isinstance(given, list) and isinstance(kept, list):
        return len(given) == len(kept) and all(map(is_same, given, kept))
    if isinstance(given, str) and isinstance(kept, str) and given != kept:
        try:
            sent, stored = datetime.datetime.fromisoformat(given), datetime.datetime.fromisoformat(kept)
        except ValueError:
            return False
        return sent in (stored, stored.replace(microsecond=stored.microsecond // 1000 * 1000))
    return bool(given == kept)


def stamped(call: Call, record: Json, *, created: bool = False) -> Json:
    """Return the record with new change stamps, if its type has stamps."""
    kind = call.operation.record
    if not (isinstance(kind, type) and issubclass(kind, Stamped)):
        return record
    now = call.world.clock.stamp()
    return record | ({"createdDate": now} if created else {}) | {"lastModifiedDate": now}


def check_references(call: Call, body: Json, before: Json | None = None, path: str = "") -> None:
    """Raise Problem 404 for an id of no record, unless the field already had it `before`: that record may be deleted since.

    `path` leads to the record in the body ("salesInvoiceItems.").
    """
    for name, collection in REFERENCES.items():
        value = body.get(name)
        if value is None or value == (before or {}).get(name):
            continue
        if call.records.get(collection, value) is None:
            raise not_found(singular(collection), value, path + name)


BY_VERB: dict[type[Operation[Any]], Rule] = {
    Pages: list_records,
    Get: get_record,
    Post: create_record,
    Put: update_record,
    Delete: delete_record,
}
