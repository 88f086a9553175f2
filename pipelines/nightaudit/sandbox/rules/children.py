"""The lists that hang on one record: each is a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Activities, Bookings, Contacts, SalesInvoices, Units
from nightaudit.sandbox.rules.plain import collection_of, singular
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.call import Call

# operation -> the collection its rows come from, and the field that names the parent
CHILDREN = {
    Activities.notes.name: ("activities_notes", "activityId"),
    Bookings.notes.name: ("bookings_notes", "bookingId"),
    Bookings.sales_invoices.name: ("salesInvoices", "bookingId"),
    Contacts.notes.name: ("contacts_notes", "contactId"),
    SalesInvoices.items.name: ("salesInvoiceItems", "salesInvoiceId"),
    Units.contracts.name: ("unitContracts", "unitId"),
    Units.locations.name: ("unitLocations", "unitId"),
}


@rule(
    Activities.notes,
    Bookings.notes,
    Bookings.sales_invoices,
    Contacts.notes,
    SalesInvoices.items,
    Units.contracts,
    Units.locations,
)
def list_children(call: Call) -> Answer:
    """Rows that name the parent; 404 when the parent is unknown."""
    parent = collection_of(call.operation)
    call.need(parent, call.ids[0], singular(parent))
    collection, field = CHILDREN[call.operation.name]
    return call.page(collection, f'"{field}" = ?', [call.ids[0]])
