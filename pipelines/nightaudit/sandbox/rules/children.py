"""Lists below one record: records of another collection that name it, and rows that it contains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import Activities, Bookings, Buildings, Contacts, Rates, SalesInvoices, Units
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.calls.call import Call

# operation -> collection of its rows, and their field with the parent's id
CHILDREN: dict[Operation[Any], tuple[str, str]] = {
    Activities.notes: ("activities_notes", "activityId"),
    Bookings.notes: ("bookings_notes", "bookingId"),
    Bookings.sales_invoices: ("salesInvoices", "bookingId"),
    Buildings.access_codes: ("accessCodes", "buildingId"),
    Contacts.notes: ("contacts_notes", "contactId"),
    Rates.rate_segments: ("rateSegments", "rateId"),
    SalesInvoices.items: ("salesInvoiceItems", "salesInvoiceId"),
    Units.contracts: ("unitContracts", "unitId"),
    Units.locations: ("unitLocations", "unitId"),
}
# operation -> field of the record with its rows
CONTAINED: dict[Operation[Any], str] = {
    Bookings.custom_fields: "customFields",
    Bookings.room_stays: "roomStays",
    Buildings.custom_fields: "customFields",
    Contacts.custom_fields: "customFields",
    SalesInvoices.custom_fields: "customFields",
    SalesInvoices.integration_identifiers: "integrationIdentifiers",
    Units.custom_fields: "customFields",
}


@rule(*CHILDREN)
def list_children(call: Call) -> Answer:
    """List the records of a parent; 404 when the parent is unknown."""
    parent = call.addressed()
    collection, field = CHILDREN[call.operation]
    return call.page(collection, f'"{field}" = ?', [parent["id"]])


@rule(*CONTAINED)
def list_contained(call: Call) -> Answer:
    """List the rows that a record contains; 404 when the record is unknown."""
    return call.page_of(call.addressed().get(CONTAINED[call.operation]) or [])
