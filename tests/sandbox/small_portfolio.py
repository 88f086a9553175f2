"""A portfolio small enough to know by heart: one building, three units, six bookings, five invoices."""

from typing import Any

from sandbox.small_stock import STAMP, STOCK, TODAY


def stay(number: int, booking: int, status: str, start: str, end: str, unit: int | None = 1, **more: Any) -> Any:
    return {
        "roomStayId": number,
        "bookingId": booking,
        "bookingReference": f"20260105-{booking:05d}",
        "roomStayStatus": status,
        "startDate": start,
        "endDate": end,
        "netAmount": 100.00,
        "vatAmount": 20.00,
        "bookingContact": {"id": 1, "firstName": "Ada", "lastName": "Quill", "emailAddress": "ada@example.invalid"},
        "unit": {"id": unit, "name": f"A{unit}" if unit else None, "unitTypeId": 1, "buildingId": 1},
        "numberOfAdults": 2,
        "rate": {"id": 1, "name": "Nightly", "rateCode": "N1", "rateType": "DAILY"},
        "extras": [],
        **more,
    }


def booking(number: int, *stays: Any) -> Any:
    return {
        "id": number,
        "bookingReference": f"20260105-{number:05d}",
        "bookingContactId": 1,
        "billingContactId": 1,
        "channelId": 1,
        "marketSegmentId": 1,
        "bookingTypeId": 1,
        "bookingTermsId": 1,
        "currencyCode": "GBP",
        "createdDate": STAMP,
        "lastModifiedDate": STAMP,
        "roomStays": list(stays),
        "salesInvoices": [],
        "notes": ["Late arrival"] if number == 1 else [],
        "tags": ["VIP"] if number == 1 else [],
        "customFields": [{"id": 1, "name": "parking", "type": "TEXT", "value": "yes"}],
    }


def invoice(number: int, status: str, due: str, gross: float, booking_id: int = 1, **more: Any) -> Any:
    net = round(gross / 1.2, 2)
    return {
        "id": number,
        "invoiceNumber": f"INV{number:07d}",
        "invoiceType": "INVOICE",
        "status": status,
        "organisationId": 1,
        "invoiceDate": "2026-02-01",
        "invoiceDueDate": due,
        "currencyCode": "GBP",
        "totalNet": net,
        "totalTax": round(gross - net, 2),
        "totalGross": gross,
        "outstandingAmount": gross,
        "financeAccount": {"id": 7, "type": "CONTACT", "accountNumber": "AC7", "accountName": "Ada Quill"},
        "bookingId": booking_id,
        "contactId": 1,
        "balancedInvoiceNumbers": None,
        "exportStatus": "PENDING",
        "externalId": None,
        "exportedDate": None,
        "integrationIdentifiers": [
            {"systemName": "ledger", "syncStatus": "SENT", "externalId": "L1", "externalValue": "1"}
        ],
        "customFields": [
            {"id": 1, "templateId": 5, "templateName": "cost", "name": "cost", "type": "TEXT", "value": "a"}
        ],
        "salesInvoiceItems": [
            {
                "id": number * 10,
                "description": "Nights",
                "quantity": 1,
                "unitPriceNet": net,
                "totalNet": net,
                "totalTax": round(gross - net, 2),
                "roomStayId": 11,
                "extraId": 1 if number == 2 else None,
                "chargeFrom": "2026-03-01",
                "chargeTo": "2026-03-05",
            }
        ],
        "createdDate": STAMP,
        "lastModifiedDate": STAMP,
        **more,
    }


def allocation(number: int, created: str, **more: Any) -> Any:
    base = {"id": number, "financeAccountId": 7, "importType": "PAYMENT", "nominalCode": "1200", "date": created[:10]}
    base |= {
        "amount": 10.0,
        "sourceInvoiceId": None,
        "targetInvoiceId": 4,
        "currencyCode": "GBP",
        "createdDate": created,
    }
    return base | {"exportStatus": "PENDING", "externalId": None, "exportedDate": None} | more


SOLD = {
    "roomStayExtraId": 111,
    "extraId": 1,
    "description": "Parking",
    "pricing": {"gross": 12.0, "net": 10.0, "vat": 2.0},
}
CREDIT = {
    "invoiceType": "CREDIT_NOTE",
    "invoiceNumber": "CN0000005",
    "balancedInvoiceNumbers": "INV0000001, INV0000004",
}

__all__ = ["PORTFOLIO", "TODAY"]

PORTFOLIO: dict[str, list[Any]] = {
    **STOCK,
    "bookings": [
        booking(
            1,
            stay(11, 1, "CHECKED_OUT", "2026-03-01", "2026-03-05", extras=[SOLD]),
            stay(12, 1, "CANCELLED", "2026-03-01", "2026-03-05", 2),
        ),
        booking(2, stay(21, 2, "CHECKED_IN", "2026-03-08", "2026-03-12")),
        booking(3, stay(31, 3, "CONFIRMED", "2026-03-20", "2026-03-25")),
        booking(4, stay(41, 4, "PENDING", "2026-04-01", "2026-04-04")),
        booking(5, stay(51, 5, "ENQUIRY", "2026-05-01", "2026-05-04")),
        booking(6, stay(61, 6, "CONFIRMED", "2026-06-01", "2026-06-04", None)),
    ],
    "guestStays": [
        {
            "id": number,
            "roomStayId": number,
            "bookingId": number // 10,
            "bookingReference": f"20260105-{number // 10:05d}",
            "contactId": 1,
            "unitId": 1,
            "status": status,
            "checkInDate": start,
            "checkOutDate": end,
            "guest": {"firstName": "Ada", "lastName": "Quill", "email": "ada@example.invalid"},
        }
        for number, status, start, end in (
            (11, "CHECKED_OUT", "2026-03-01", "2026-03-04"),
            (21, "CHECKED_IN", "2026-03-08", "2026-03-12"),
            (31, "CONFIRMED", "2026-03-20", "2026-03-25"),
            (51, "ENQUIRY", "2026-05-01", "2026-05-04"),
        )
    ],
    "salesInvoices": [
        invoice(1, "DRAFT", "2026-03-31", 120.00),
        invoice(2, "POSTED", "2026-02-28", 12.00),
        invoice(3, "VOID", "2026-02-28", 60.00, outstandingAmount=0.0),
        invoice(4, "POSTED", "2026-02-15", 240.00, booking_id=2),
        invoice(5, "POSTED", "2026-02-15", -48.00, booking_id=2, **CREDIT),
    ],
    "financialAllocations_salesInvoices": [allocation(3, "2026-02-20T12:00:00Z", exportStatus="EXPORTED")],
    "financialAllocations_salesPayments": [
        allocation(1, "2026-02-18T00:00:00Z"),
        allocation(2, "2026-02-19T23:59:59Z", exportStatus="IMPORTED"),
    ],
}
