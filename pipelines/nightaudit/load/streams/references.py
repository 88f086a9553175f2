"""Foreign keys: the fields that hold keys of other streams' records."""

from __future__ import annotations

from typing import NamedTuple


class Reference(NamedTuple):
    """A foreign key: `field` of the records of `stream` holds the key of a record of `parent`."""

    stream: str
    field: str
    parent: str


REFERENCES = (
    Reference("units", "buildingId", "buildings"),
    Reference("units", "unitTypeId", "unit_types"),
    Reference("bookings", "bookingId", "bookings"),  # a row per room stay names its booking
    Reference("bookings", "bookingContactId", "contacts"),
    Reference("bookings", "bookingContact.id", "contacts"),
    Reference("bookings", "unit.id", "units"),
    Reference("bookings", "roomStays[*].unit.id", "units"),
    Reference("guest_stays", "bookingId", "bookings"),
    Reference("guest_stays", "contactId", "contacts"),
    Reference("sales_invoices", "bookingId", "bookings"),
    Reference("sales_invoices", "contactId", "contacts"),
    Reference("financial_allocations_sales_payments", "targetInvoiceId", "sales_invoices"),
    Reference("financial_allocations_sales_invoices", "targetInvoiceId", "sales_invoices"),
    Reference("financial_allocations_sales_invoices", "sourceInvoiceId", "sales_invoices"),
)

# Foreign keys of, or to, lists that only some tenants have (`extra`).
EXTRA_REFERENCES = (
    Reference("room_stays", "unit.id", "units"),
    Reference("room_stays", "bookingContact.id", "contacts"),
    Reference("activities", "assignedCompanyId", "companies"),
    Reference("bookings", "companyId", "companies"),
)


NO_RECORD = frozenset({"0", "-1"})
"""Keys that services write where there is no record (not shown: our assumption); staging reads them as none (`reference`)."""


def fields_of(stream: str) -> tuple[str, ...]:
    """Return the fields of a stream's records that are foreign keys."""
    return tuple(dict.fromkeys(ref.field for ref in (*REFERENCES, *EXTRA_REFERENCES) if ref.stream == stream))
