"""Every record of a made-up portfolio is one of the dictionary, under an id of its own, with exact amounts."""

from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from nightaudit.client.records import bookings
from nightaudit.sandbox.store.complete import RECORDS
from sandbox.portfolio.portfolio_books import Books

LINKS = {"unitTypes_featuresFacilities", "developments_featuresFacilities"}
# The parent of a child kept apart, and the custom fields the document gives contacts but their record does not name.
BESIDE = {"activityId", "bookingId", "contactId", "buildingId", "unitTypeId", "developmentId", "customFields"}


def unknown_fields(value: Any) -> set[str]:
    """Names of fields, at any depth, that no record declares."""
    if isinstance(value, list):
        return {name for item in value for name in unknown_fields(item)}
    if not isinstance(value, BaseModel):
        return set()
    inside = {name for field in type(value).model_fields for name in unknown_fields(getattr(value, field))}
    return set(value.model_extra or {}) | inside


def test_every_record_is_one_of_the_dictionary(books: Books) -> None:
    assert LINKS == books.rows.keys() - RECORDS.keys()
    strange = {
        (collection, name)
        for collection in books.rows.keys() - LINKS
        for record in books.rows[collection]
        for name in unknown_fields(RECORDS[collection].model_validate(record)) - BESIDE
    }
    assert not strange


def test_an_unknown_field_would_be_seen() -> None:
    booking = bookings.Booking.model_validate({"id": 1, "roomStays": [{"unit": {"colour": "red"}}]})
    assert {"colour"} == unknown_fields(booking)


def test_ids_ascend_within_a_collection_and_name_one_record(books: Books) -> None:
    for collection, records in books.rows.items():
        ids = [record["id"] for record in records]
        assert ids == sorted(set(ids)), collection
    stays = [stay["roomStayId"] for stay in books.stays]
    items = [item["id"] for invoice in books.rows["salesInvoices"] for item in invoice["salesInvoiceItems"]]
    assert len(set(stays)) == len(stays)
    assert items == sorted(set(items))
    both = books.ids("financialAllocations_salesInvoices") & books.ids("financialAllocations_salesPayments")
    assert not both


def test_amounts_are_exact_decimals_with_two_places(books: Books) -> None:
    def numbers(value: Any) -> Any:
        if isinstance(value, dict):
            return [n for item in value.values() for n in numbers(item)]
        if isinstance(value, list):
            return [n for item in value for n in numbers(item)]
        return [value] if isinstance(value, float | Decimal) else []

    for collection, records in books.rows.items():
        found = [number for record in records for number in numbers(record)]
        if collection != "cities":  # latitude and longitude are no money
            assert not [number for number in found if isinstance(number, float)], collection
        if collection in {"bookings", "salesInvoices", "rates", "extras"}:
            assert {-2} == {number.as_tuple().exponent for number in found}


def test_a_stay_shows_its_rate_as_the_rate_shows_itself(books: Books) -> None:
    known = {
        rate["id"]: {name: rate[name] for name in ("id", "name", "rateCode", "rateType")}
        for rate in books.rows["rates"]
    }
    assert not [stay["roomStayId"] for stay in books.stays if stay["rate"] != known[stay["rate"]["id"]]]


def test_a_guest_stay_was_changed_when_its_room_stay_was(books: Books) -> None:
    """Its status is the room stay's: a reader of what changed since then would not see the guests leave."""
    changed = {stay["roomStayId"]: stay["lastModifiedDate"] for stay in books.stays}
    assert not [
        guest["id"] for guest in books.rows["guestStays"] if guest["lastModifiedDate"] != changed[guest["roomStayId"]]
    ]
