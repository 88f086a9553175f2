"""Payments of bookings and extras: allocated to outstanding invoices, which are posted where needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings, Extras
from nightaudit.sandbox.portfolio.ledger_shapes import OF_PAYMENTS
from nightaudit.sandbox.problem import invalid, not_found, wrong_state
from nightaudit.sandbox.rules.booking_money import summary_of
from nightaudit.sandbox.rules.financial_allocations import new_allocation
from nightaudit.sandbox.rules.money import ZERO, amount_of, cents
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.sales_invoices import posting
from nightaudit.sandbox.rules.taken import LAST_DAY
from nightaudit.sandbox.store.tables import LARGEST_INTEGER

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@rule(Bookings.pay)
def pay_booking(call: Call) -> Answer:
    """Pay a booking's outstanding invoices, oldest due date first (assumed); all of it or nothing.

    `payDueBefore` leaves out invoices due on or after that date, and invoices without a due date. Rejected when the amount
    exceeds the outstanding amounts of the remaining invoices.
    """
    booking = call.addressed()
    amount = positive(call.body)
    limit = call.body.get("payDueBefore")
    invoices = [
        invoice
        for invoice in call.records.where("salesInvoices", "bookingId", booking["id"])
        if is_open(invoice) and (limit is None or (invoice.get("invoiceDueDate") or LAST_DAY) < limit)
    ]
    outstanding = sum((cents(invoice["outstandingAmount"]) for invoice in invoices), ZERO)
    if amount > outstanding:
        raise wrong_state("amount", f"The payment of {amount} exceeds the outstanding {outstanding}.")
    for invoice in sorted(invoices, key=lambda row: (row.get("invoiceDueDate") or LAST_DAY, row["id"])):
        part = min(amount, cents(invoice["outstandingAmount"]))
        if part > 0:
            reconcile(call, invoice, part)
            amount -= part
    return summary_of(call, booking)


@rule(Extras.pay)
def pay_extra(call: Call) -> Answer:
    """Pay the invoice of one extra of a room stay; errors when the extra is unknown, has no invoices, or is already paid."""
    extra, stay = sold_extra(call)
    lines = [
        line
        for line in call.records.where("salesInvoiceItems", "roomStayId", stay["roomStayId"])
        if line.get("extraId") == extra.get("extraId")
    ]
    found = (call.records.get("salesInvoices", line["salesInvoiceId"]) for line in lines)
    invoices = {invoice["id"]: invoice for invoice in found if invoice and invoice.get("status") != "VOID"}
    if not invoices:
        raise wrong_state("roomStayExtraId", f"There are no invoices for extra {call.ids[0]}.")
    invoice = next((row for row in invoices.values() if is_open(row)), None)
    if invoice is None:
        raise wrong_state("roomStayExtraId", f"The invoices of extra {call.ids[0]} are already paid.")
    amount = positive(call.body)
    if amount > cents(invoice["outstandingAmount"]):
        raise wrong_state("amount", f"The payment of {amount} exceeds the outstanding {invoice['outstandingAmount']}.")
    after = reconcile(call, invoice, amount)
    return {
        "paymentReference": call.body.get("paymentReference"),
        "invoiceId": after["id"],
        "invoiceStatus": after["status"],
        "outstandingAmount": after["outstandingAmount"],
    }


def sold_extra(call: Call) -> tuple[Json, Json]:
    """Return the extra in the path and its room stay; raises Problem 404."""
    sold = "EXISTS (SELECT 1 FROM json_each(body, '$.extras') WHERE json_extract(value, '$.roomStayExtraId') = ?1)"
    wanted = call.ids[0] if abs(call.ids[0]) <= LARGEST_INTEGER else 0
    # An id assigned by the sandbox contains the id of its stay; ids of a folder may be any, so then every stay is searched.
    for stays in (f"id = ?1 / 10 AND {sold}", sold):
        for stay in call.records.find("roomStays", stays, wanted):
            return next(extra for extra in stay["extras"] if extra.get("roomStayExtraId") == wanted), stay
    raise not_found("extra of a room stay", call.ids[0], "roomStayExtraId")


def positive(body: Json) -> Decimal:
    """Return the amount of a payment; raises Problem 400 unless it is above zero."""
    amount = amount_of(body)
    if amount < 0:
        raise invalid("amount", "The amount of a payment must be above zero.")
    return amount


def is_open(invoice: Json) -> bool:
    """Return whether an invoice is not VOID and has an outstanding amount above zero."""
    return invoice.get("status") != "VOID" and cents(invoice.get("outstandingAmount")) > 0


def reconcile(call: Call, invoice: Json, amount: Decimal) -> Json:
    """Pay an amount of an invoice: post the invoice where needed, reduce its outstanding amount, create the allocation."""
    change = {} if invoice.get("status") == "POSTED" else posting(call, invoice)
    change["outstandingAmount"] = cents(invoice["outstandingAmount"]) - amount
    after = call.change("salesInvoices", invoice, change)
    receipt = {name: call.body.get(name) for name in ("date", "paymentReference")}
    allocation = new_allocation(call, invoice, receipt | {"importType": "PAYMENT", "amount": amount})
    call.records.insert(OF_PAYMENTS, allocation)
    return after
