"""Builds records in wire names: invoices and allocations, with their export status."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import shapes
from nightaudit.sandbox.portfolio.amounts import money
from nightaudit.sandbox.portfolio.calendar_days import iso

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.sandbox.portfolio.estate import TimeFrame
    from nightaudit.sandbox.portfolio.model import Invoice, Json, Receipt

EXPORT_AFTER = 2
TO_INVOICES = "financialAllocations_salesInvoices"
OF_PAYMENTS = "financialAllocations_salesPayments"


def number(invoice: Invoice) -> str:
    """Return the number of an invoice."""
    return number_of(invoice.id, is_credit=invoice.gross < 0)


def number_of(invoice_id: int, *, is_credit: bool) -> str:
    """Return the number of the invoice, or credit note, with this id."""
    return f"{'CN' if is_credit else 'INV'}{invoice_id:07d}"


def unused_number(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """Return this number for an invoice, with a suffix where another invoice has it (not shown: assumed)."""
    further = itertools.chain([wanted], (f"{wanted}-{again}" for again in itertools.count(2)))
    return next(number for number in further if not is_taken(number))


def export_of(key: int, day: int, frame: TimeFrame, stuck: str = "") -> tuple[str, int | None]:
    """Return export status and day of a record posted on a day: exported after two days, rarely failed, else `stuck` if given."""
    if stuck:
        return stuck, None
    if day + EXPORT_AFTER > frame.today:
        return ("SENT", None) if day + 1 <= frame.today and key % 3 == 0 else ("PENDING", None)
    if key % 97 == 0:
        return "FAILED", None
    return "EXPORTED", day + EXPORT_AFTER


def sales_invoice(invoice: Invoice, items: Iterable[int], frame: TimeFrame) -> Json:
    """Return the record of an invoice with its items; `items` yields their ids."""
    booking, who = invoice.booking, invoice.booking.contact
    status, exported = ("PENDING", None)
    if invoice.status == "POSTED":
        status, exported = export_of(invoice.id, invoice.day, frame, invoice.stuck)
    elif invoice.status == "VOID":
        status = "SKIPPED"
    external = f"GL-{invoice.id:08d}" if exported else None
    changed = max(invoice.day, invoice.voided or 0, exported or 0)
    return {
        "id": invoice.id,
        "status": invoice.status,
        "organisationId": booking.building.organisation,
        "exportStatus": status,
        "externalId": external,
        "exportedDate": frame.stamp(exported, 2) if exported else None,
        "balancedInvoiceNumbers": number(invoice.balances) if invoice.balances else None,
        "invoiceNumber": number(invoice),
        "invoiceType": "CREDIT_NOTE" if invoice.gross < 0 else "INVOICE",
        "invoiceDate": iso(invoice.day),
        "invoiceDueDate": iso(invoice.due),
        "currencyCode": booking.building.currency,
        "totalNet": money(invoice.net),
        "totalTax": money(invoice.tax),
        "totalGross": money(invoice.gross),
        "outstandingAmount": money(invoice.open),
        "financeAccount": shapes.account(booking.company, who.id, f"{who.first} {who.last}"),
        "bookingId": booking.id,
        "contactId": who.id or None,
        "companyId": booking.company,
        "postedDate": None if invoice.status == "DRAFT" else iso(invoice.day),
        "voidedDate": iso(invoice.voided) if invoice.voided else None,
        "salesInvoiceItems": [
            shapes.invoice_item(item, line, invoice) for line, item in zip(invoice.lines, items, strict=False)
        ],
        "customFields": [{"id": 5, "name": "purchaseOrder", "type": "TEXT", "value": f"PO-{booking.id:06d}"}]
        if booking.company
        else [],
        "integrationIdentifiers": [
            {"systemName": "generalLedger", "syncStatus": "SYNCED", "externalId": external, "externalValue": None}
        ]
        if exported
        else [],
        "createdDate": frame.stamp(invoice.day, 6),
        "lastModifiedDate": frame.stamp(changed, 7),
    }


def allocation(receipt: Receipt, frame: TimeFrame) -> Json:
    """Return an allocation: PAYMENT for receipts and refunds, ALLOCATION for credits allocated to an invoice."""
    status, exported = export_of(receipt.id, receipt.day, frame)
    status = "IMPORTED" if status in ("SENT", "FAILED") else status
    return new_allocation(receipt.id, receipt.day, receipt.amount, frame.stamp(receipt.day, 16)) | {
        "financeAccountId": receipt.booking.account,
        "importType": "ALLOCATION" if receipt.source else "PAYMENT",
        "sourceInvoiceId": receipt.source.id if receipt.source else None,
        "targetInvoiceId": receipt.target.id if receipt.target else None,
        "currencyCode": receipt.booking.building.currency,
        "exportStatus": status,
        "externalId": f"GA-{receipt.id:08d}" if exported else None,
        "exportedDate": frame.stamp(exported, 3) if exported else None,
        "lastModifiedDate": frame.stamp(exported or receipt.day, 16),
    }


def new_allocation(number: int, day: int, cents: int, created: str) -> Json:
    """Return an allocation of a day that is not exported, without account, invoices and currency."""
    return {
        "id": number,
        "financeAccountId": None,
        "importType": "PAYMENT",
        "nominalCode": "1200",
        "date": iso(day),
        "paymentReference": f"RCPT{number:08d}",
        "externalReference": None,
        "amount": money(cents),
        "sourceInvoiceId": None,
        "targetInvoiceId": None,
        "currencyCode": None,
        "exportStatus": "PENDING",
        "externalId": None,
        "exportedDate": None,
        "createdDate": created,
        "lastModifiedDate": created,
    }


def list_of(source: object) -> str:
    """Return the collection of an allocation from `source`: credits of invoices in one, receipts and refunds in the other."""
    return TO_INVOICES if source else OF_PAYMENTS
