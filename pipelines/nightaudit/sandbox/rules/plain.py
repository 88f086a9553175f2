"""The default rules, for operations without a special rule: list, get, create, update and delete of one collection."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Delete, Get, Operation, Pages, Post, Put
from nightaudit.client.records.record import Stamped
from nightaudit.sandbox.calls.call import Call, json_text
from nightaudit.sandbox.problem import not_found, singular
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
    return call.page(call.collection)


def get_record(call: Call) -> Answer:
    """Answer one record by id; 404 when unknown."""
    return json_text(addressed_text(call))


def addressed_text(call: Call) -> bytes:
    """Return the record that the path names as the text that is stored; raises Problem 404."""
    text = call.records.text(call.collection, call.ids[0])
    if text is None:
        raise not_found(singular(call.collection), call.ids[0])
    return text


def create_record(call: Call) -> Answer:
    """Create a record and answer it with its id."""
    check_references(call, call.body)
    return call.records.insert(call.collection, stamped(call, call.body))


def update_record(call: Call) -> Answer:
    """Replace a record: fields left out of the body are removed, except the id and fields that the service maintains."""
    before = call.addressed()
    check_references(call, call.body, before)
    return call.records.put(call.collection, replaced(call, before, call.body))


def delete_record(call: Call) -> Answer:
    """Delete a record; 204 as for a unit type (the status of the others is not shown)."""
    call.records.delete(call.collection, call.addressed()["id"])
    return None


def replaced(call: Call, before: Json, body: Json, *kept: str) -> Json:
    """Return the result of a PUT: the body, with id, creation stamp, `deleted` and the fields `kept` of the old record."""
    fixed = {name: before[name] for name in ("id", "createdDate", "deleted", *kept) if name in before}
    stamp = {"lastModifiedDate": call.now} if has_stamps(call) else {}
    return {"id": before["id"]} | body | fixed | stamp


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


def stamped(call: Call, record: Json) -> Json:
    """Return a new record with its stamps, if the records of the operation have stamps."""
    return record | (dict.fromkeys(("createdDate", "lastModifiedDate"), call.now) if has_stamps(call) else {})


def has_stamps(call: Call) -> bool:
    """Return whether the records of the operation have stamps."""
    kind = call.operation.record
    return isinstance(kind, type) and issubclass(kind, Stamped)


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
