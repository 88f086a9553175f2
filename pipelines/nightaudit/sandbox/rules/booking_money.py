"""What a booking costs, owes and has paid: both answers add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings
from nightaudit.sandbox.rules.financial_allocations import OF_PAYMENTS, TO_INVOICES, is_credit_moved
from nightaudit.sandbox.rules.money import ZERO, cents, price
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

# A stay that will not happen costs nothing more than what was invoiced for it.
WITHOUT_PRICE = ("CANCELLED",)


@rule(Bookings.pricing)
def get_pricing(call: Call) -> Answer:
    """Total: room stays and their extras. Due: the total less what was paid, split in the total's own proportion."""
    booking = call.need("bookings", call.ids[0], "booking")
    net, vat = ZERO, ZERO
    for stay in booking.get("roomStays") or []:
        if stay.get("roomStayStatus") in WITHOUT_PRICE:
            continue
        net, vat = net + cents(stay.get("netAmount")), vat + cents(stay.get("vatAmount"))
        for extra in stay.get("extras") or []:
            pricing = extra.get("pricing") or {}
            net, vat = net + cents(pricing.get("net")), vat + cents(pricing.get("vat"))
    total = price(net, vat)
    due = total["gross"] - summary_of(call, booking)["payments"]
    due_net = cents(due * net / total["gross"]) if total["gross"] else due
    return {"total": total, "due": price(due_net, due - due_net)}


@rule(Bookings.financial_summary)
def get_financial_summary(call: Call) -> Answer:
    """Charges, payments and adjustments of a booking; balance = charges + adjustments - payments."""
    return summary_of(call, call.need("bookings", call.ids[0], "booking"))


def summary_of(call: Call, booking: Json) -> Json:
    """Charges are invoices that are not void, adjustments credit notes (negative), payments receipts less refunds."""
    charges, adjustments, payments = ZERO, ZERO, ZERO
    for invoice in call.records.where("salesInvoices", "bookingId", booking["id"]):
        payments += paid(call, invoice)
        if invoice.get("status") != "VOID":
            gross = cents(invoice.get("totalGross"))
            is_credit = invoice.get("invoiceType") == "CREDIT_NOTE"
            charges, adjustments = (
                charges + (ZERO if is_credit else gross),
                adjustments + (gross if is_credit else ZERO),
            )
    return {
        "charges": charges,
        "payments": payments,
        "adjustments": adjustments,
        "balance": charges + adjustments - payments,
        "currencyCode": booking.get("currencyCode"),
    }


def paid(call: Call, invoice: Json) -> Decimal:
    """Receipts against an invoice less refunds against it or out of it; a credit put against it is no payment."""
    rows = [
        row
        for name in (TO_INVOICES, OF_PAYMENTS)
        for row in call.records.find(name, '"targetInvoiceId" = ?1 OR "sourceInvoiceId" = ?1', invoice["id"])
        if (row.get("importType") or "PAYMENT") == "PAYMENT" and not is_credit_moved(call, row)
    ]
    received = (cents(row.get("amount")) for row in rows if row.get("targetInvoiceId") == invoice["id"])
    refunded = (abs(cents(row.get("amount"))) for row in rows if row.get("targetInvoiceId") is None)
    # Against a credit, or out of an invoice, only a refund is paid, whichever sign it is written with.
    if cents(invoice.get("totalGross")) < 0:
        received = (-abs(amount) for amount in received)
    return sum(received, ZERO) - sum(refunded, ZERO)
