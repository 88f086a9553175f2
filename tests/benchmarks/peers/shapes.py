"""The fields of the measured records, nested as on the wire; what each contestant declares its types from.

`int`, `text`, `bool`, `money`, `date`, `time` are scalars, a dictionary is an object, a list of one dictionary a nested list that
must end as a table, `json` a small list (tags, custom fields) that may stay JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Shape = dict[str, Any]

PRICING: Shape = {"net": "money", "vat": "money", "gross": "money"}
EXTRA: Shape = {
    "roomStayExtraId": "int",
    "extraId": "int",
    "description": "text",
    "billingFrequencyId": "int",
    "pricing": PRICING,
}
ROOM_STAY: Shape = {
    "roomStayId": "int",
    "bookingId": "int",
    "bookingReference": "text",
    "roomStayStatus": "text",
    "startDate": "date",
    "endDate": "date",
    "netAmount": "money",
    "vatAmount": "money",
    "bookingContact": {"id": "int", "firstName": "text", "lastName": "text", "emailAddress": "text"},
    "unit": {
        "id": "int",
        "name": "text",
        "unitTypeId": "int",
        "unitTypeName": "text",
        "buildingId": "int",
        "buildingName": "text",
    },
    "numberOfAdults": "int",
    "numberOfChildren": "int",
    "numberOfInfants": "int",
    "rate": {"id": "int", "name": "text", "rateCode": "text", "rateType": "text"},
    "originalRate": "money",
    "discountDailyRate": "money",
    "conversionDate": "time",
    "confirmedDate": "time",
    "contractSignedDate": "time",
    "lastStatusChangeDate": "time",
    "cancelledDate": "date",
    "extras": [EXTRA],
}
BOOKING: Shape = {
    "id": "int",
    "bookingReference": "text",
    "bookingContactId": "int",
    "billingContactId": "int",
    "companyId": "int",
    "channelId": "int",
    "marketSegmentId": "int",
    "bookingTypeId": "int",
    "bookingTermsId": "int",
    "currencyCode": "text",
    "createdDate": "time",
    "lastModifiedDate": "time",
    "roomStays": [ROOM_STAY],
    "salesInvoices": "json",
    "notes": "json",
    "tags": "json",
    "customFields": "json",
}
GUEST_STAY: Shape = {
    "id": "int",
    "roomStayId": "int",
    "bookingId": "int",
    "bookingReference": "text",
    "contactId": "int",
    "unitId": "int",
    "status": "text",
    "checkInDate": "date",
    "checkOutDate": "date",
    "guest": {"firstName": "text", "lastName": "text", "email": "text"},
    "primary": "bool",
    "createdDate": "time",
    "lastModifiedDate": "time",
}
ITEM: Shape = {
    "id": "int",
    "salesInvoiceId": "int",
    "description": "text",
    "quantity": "int",
    "unitPriceNet": "money",
    "totalNet": "money",
    "totalTax": "money",
    "productCode": "text",
    "taxType": "text",
    "costCenter": "text",
    "bookingReference": "text",
    "chargeFrom": "date",
    "chargeTo": "date",
    "nominalCode": "text",
    "taxCodeId": "int",
    "roomStayId": "int",
    "unitId": "int",
    "extraId": "int",
}
SALES_INVOICE: Shape = {
    "id": "int",
    "status": "text",
    "organisationId": "int",
    "exportStatus": "text",
    "externalId": "text",
    "exportedDate": "time",
    "balancedInvoiceNumbers": "text",
    "invoiceNumber": "text",
    "invoiceType": "text",
    "invoiceDate": "date",
    "invoiceDueDate": "date",
    "currencyCode": "text",
    "totalNet": "money",
    "totalTax": "money",
    "totalGross": "money",
    "outstandingAmount": "money",
    "financeAccount": {"id": "int", "type": "text", "accountNumber": "text", "accountName": "text"},
    "bookingId": "int",
    "contactId": "int",
    "companyId": "int",
    "postedDate": "date",
    "voidedDate": "date",
    "salesInvoiceItems": [ITEM],
    "customFields": "json",
    "integrationIdentifiers": "json",
    "createdDate": "time",
    "lastModifiedDate": "time",
}
LISTS: dict[str, tuple[str, Shape]] = {
    "bookings": ("/api/v3/bookings", BOOKING),
    "guest_stays": ("/api/v3/guestStays", GUEST_STAY),
    "sales_invoices": ("/api/v3/salesInvoices", SALES_INVOICE),
}
"""Table, path and record of each measured list."""
CHILDREN = {
    "room_stays": ("bookings", "roomStays"),
    "room_stay_extras": ("room_stays", "extras"),
    "sales_invoice_items": ("sales_invoices", "salesInvoiceItems"),
}
"""The nested lists: table, the table it is taken from, and the field."""

SQL = {
    "int": "bigint",
    "text": "varchar",
    "bool": "boolean",
    "money": "decimal(18,4)",
    "date": "date",
    "time": "timestamptz",
    "json": "json",
}


def snake(name: str) -> str:
    """The name of a column: roomStayId is room_stay_id."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def scalars(shape: Shape, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Path and kind of each field that is no nested list, objects opened."""
    for name, inner in shape.items():
        if isinstance(inner, dict):
            yield from scalars(inner, (*path, name))
        elif isinstance(inner, str):
            yield (*path, name), inner


def shape_of(table: str) -> Shape:
    """The record of a table, nested ones too."""
    if table in LISTS:
        return LISTS[table][1]
    parent, name = CHILDREN[table]
    found: Shape = shape_of(parent)[name][0]
    return found
