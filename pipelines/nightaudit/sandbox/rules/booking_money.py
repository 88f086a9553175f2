"""Pricing and financial summary of a booking, computed from the same records so that both add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings
from nightaudit.sandbox.portfolio.ledger_shapes import OF_PAYMENTS, TO_INVOICES
from nightaudit.sandbox.rules.financial_allocations import is_credit_moved
from nightaudit.sandbox.rules.money import ZERO, cents, price
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

# A fee that is invoiced for a cancelled stay is in the financial summary only.
WITHOUT_PRICE = ("CANCELLED",)


@rule(Bookings.pricing)
def get_pricing(call: Call) -> Answer:
    """Answer total and due. Total: room stays and their extras. Due: total less payments, split into net and vat as the total."""
    booking = call.addressed()
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
    """Answer charges, payments and adjustments of a booking; balance = charges + adjustments - payments."""
    return summary_of(call, call.addressed())


def summary_of(call: Call, booking: Json) -> Json:
    """Return charges (invoices) and adjustments (credit notes, negative), both without VOID, and payments less refunds."""
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
    """Return the receipts of an invoice less refunds against it or out of it; an allocated credit is not a payment."""
    rows = [
        row
        for name in (TO_INVOICES, OF_PAYMENTS)
        for row in call.records.find(name, '"targetInvoiceId" = ?1 OR "sourceInvoiceId" = ?1', invoice["id"])
        if (row.get("importType") or "PAYMENT") == "PAYMENT" and not is_credit_moved(call, row)
    ]
    received = (cents(row.get("amount")) for row in rows if row.get("targetInvoiceId") == invoice["id"])
    refunded = (abs(cents(row.get("amount"))) for row in rows if row.get("targetInvoiceId") is None)
    # A payment against a credit note, or out of an invoice, is a refund, whatever its sign.
    if cents(invoice.get("totalGross")) < 0:
        received = (-abs(amount) for amount in received)
    return sum(received, ZERO) - sum(refunded, ZERO)
