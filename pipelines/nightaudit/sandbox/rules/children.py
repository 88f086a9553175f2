"""The lists that hang on one record: each is a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import Activities, Bookings, Contacts, SalesInvoices, Units
from nightaudit.sandbox.rules.plain import collection_of, singular
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.calls.call import Call

# operation -> the collection its rows come from, and the field that names the parent
CHILDREN: dict[Operation[Any], tuple[str, str]] = {
    Activities.notes: ("activities_notes", "activityId"),
    Bookings.notes: ("bookings_notes", "bookingId"),
    Bookings.sales_invoices: ("salesInvoices", "bookingId"),
    Contacts.notes: ("contacts_notes", "contactId"),
    SalesInvoices.items: ("salesInvoiceItems", "salesInvoiceId"),
    Units.contracts: ("unitContracts", "unitId"),
    Units.locations: ("unitLocations", "unitId"),
}


@rule(*CHILDREN)
def list_children(call: Call) -> Answer:
    """Rows that name the parent; 404 when the parent is unknown."""
    parent = collection_of(call.operation)
    call.need(parent, call.ids[0], singular(parent))
    collection, field = CHILDREN[call.operation]
    return call.page(collection, f'"{field}" = ?', [call.ids[0]])
