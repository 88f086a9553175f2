"""Financial allocations: receipts and credits put against invoices, and their export to finance systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import FinancialAllocations
from nightaudit.sandbox.problem import invalid, not_found, wrong_state
from nightaudit.sandbox.rules.money import amount_of, cents
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

TO_INVOICES = "financialAllocations_salesInvoices"
OF_PAYMENTS = "financialAllocations_salesPayments"
ENDS = ("sourceInvoiceId", "targetInvoiceId")


@rule(FinancialAllocations.to_sales_invoices)
def list_allocations_to_invoices(call: Call) -> Answer:
    """Allocations to sales invoices; dates inclusive against the created date, accounts against the target invoice."""
    return call.page(TO_INVOICES)


@rule(FinancialAllocations.of_sales_payments)
def list_allocations_of_payments(call: Call) -> Answer:
    """Receipts against sales invoices and refunds against sales credits."""
    return call.page(OF_PAYMENTS)


@rule(FinancialAllocations.create)
def create_allocation(call: Call) -> Answer:
    """A payment or allocation against a POSTED invoice, within what it owes. The response is not shown: the record.

    Required beyond the account (id or code) are not shown: importType, amount and targetInvoiceId, and sourceInvoiceId
    for an ALLOCATION. What it draws on its source, it takes off the target; no money moves then, even for a PAYMENT. It
    stands in the list it was posted to, whatever its import type.
    """
    body = call.body
    if body.get("accountId") is None and not body.get("nominalCode"):
        raise invalid("accountId", "accountId is required when nominalCode is not given.")
    amount = amount_of(body)
    target = call.need("salesInvoices", body["targetInvoiceId"], "sales invoice", "targetInvoiceId")
    check_covers(target, amount, "targetInvoiceId")
    if body["importType"] == "ALLOCATION":
        require(body, "sourceInvoiceId")
    source = None
    if body.get("sourceInvoiceId") is not None:
        source = call.need("salesInvoices", body["sourceInvoiceId"], "sales invoice", "sourceInvoiceId")
        check_covers(source, -amount, "sourceInvoiceId")
        check_same_currency(source, target)
    settle(call, target, -amount)
    if source is not None:
        settle(call, source, amount)
    given = {name: value for name, value in body.items() if name != "accountId"}
    account = {"financeAccountId": body["accountId"]} if body.get("accountId") is not None else {}
    return call.records.insert(TO_INVOICES, new_allocation(call, target, given | account | {"amount": amount}))


def new_allocation(call: Call, target: Json, given: Json) -> Json:
    """An allocation against an invoice, created now: of its account unless given, today unless dated, not exported."""
    now = call.world.clock.stamp()
    return {
        "financeAccountId": (target.get("financeAccount") or {}).get("id"),
        **dict.fromkeys(("importType", "nominalCode", "paymentReference", "externalReference", "sourceInvoiceId")),
        **given,
        "date": given.get("date") or call.world.clock.today().isoformat(),
        "targetInvoiceId": target["id"],
        "currencyCode": target.get("currencyCode"),
        "exportStatus": "PENDING",
        "externalId": None,
        "exportedDate": None,
        "createdDate": now,
        "lastModifiedDate": now,
    }


def check_covers(invoice: Json, amount: Decimal, field: str) -> None:
    """Raise Problem 400 unless the invoice is POSTED and owes (a credit note: holds) at least the amount."""
    if invoice.get("status") != "POSTED":
        raise wrong_state(field, f"Sales invoice {invoice['id']} is {invoice.get('status')}, not POSTED.")
    outstanding = cents(invoice.get("outstandingAmount"))
    if outstanding * amount < 0 or abs(amount) > abs(outstanding):
        raise wrong_state("amount", f"{amount} exceeds the outstanding {outstanding} of sales invoice {invoice['id']}.")


def check_same_currency(source: Json, target: Json) -> None:
    """Raise Problem 400 for two invoices in two currencies: their amounts do not balance (assumed)."""
    currencies = source.get("currencyCode"), target.get("currencyCode")
    if None not in currencies and len({*currencies}) > 1:
        reason = f"Sales invoice {source['id']} is in {currencies[0]}, sales invoice {target['id']} in {currencies[1]}."
        raise wrong_state("sourceInvoiceId", reason)


def settle(call: Call, invoice: Json, change: Decimal) -> None:
    """Change what an invoice owes."""
    owed = cents(invoice.get("outstandingAmount")) + change
    call.records.put("salesInvoices", call.changed(invoice, {"outstandingAmount": owed}))


def release(call: Call, invoice: Json) -> None:
    """Take off an invoice that is cancelled what is allocated to it or out of it (not shown: assumed).

    Money stays received: a receipt or refund stands in its list without an invoice, as one that was never allocated. What
    was allocated between two invoices is undone: it is gone, and the other one owes, or holds, that much again.
    """
    for collection in (TO_INVOICES, OF_PAYMENTS):
        at_either_end = '"targetInvoiceId" = ?1 OR "sourceInvoiceId" = ?1'
        for allocation in call.records.find(collection, at_either_end, invoice["id"]):
            release_one(call, collection, allocation, invoice["id"])


def is_credit_moved(call: Call, allocation: Json) -> bool:
    """Whether an allocation moves a credit from its source to its target, so that no money came in or went out.

    So does one that draws on an invoice and is put against another, whatever its import type: were it money, too, the books
    would not balance (which types name a source is not shown: assumed).
    """
    kind, source = allocation.get("importType"), allocation.get("sourceInvoiceId")
    if kind == "ALLOCATION" or not kind:
        return bool(kind) or source is not None
    return allocation.get("targetInvoiceId") is not None and call.records.get("salesInvoices", source) is not None


def release_one(call: Call, collection: str, allocation: Json, void: int) -> None:
    """Take one allocation off an invoice that is cancelled. A refund out of it that names no target stays: it was paid."""
    source, target = (allocation.get(end) for end in ENDS)
    amount, is_moved = cents(allocation.get("amount")), is_credit_moved(call, allocation)
    if target == void:
        give_back(call, source, -amount)
    elif is_moved:
        give_back(call, target, amount)
    if is_moved:
        call.records.delete(collection, allocation["id"])
    elif target is not None:
        left = dict.fromkeys(ENDS if target == void else ENDS[:1])
        call.records.put(collection, call.changed(allocation, left))


def give_back(call: Call, invoice_id: int | None, change: Decimal) -> None:
    """Change what the other invoice of an allocation owes; one that is void owes nothing."""
    invoice = call.records.get("salesInvoices", invoice_id)
    if invoice is not None and invoice.get("status") != "VOID":
        settle(call, invoice, change)


@rule(FinancialAllocations.set_export_status)
def set_allocation_export_status(call: Call) -> Answer:
    """EXPORTED is final: an allocation that has it is not updated, and the answer is an error."""
    for collection in (TO_INVOICES, OF_PAYMENTS):
        allocation = call.records.get(collection, call.ids[0])
        if allocation is not None:
            break
    else:
        raise not_found("financial allocation", call.ids[0])
    if allocation.get("exportStatus") == "EXPORTED":
        raise wrong_state("exportStatus", f"Financial allocation {allocation['id']} is EXPORTED; nothing was updated.")
    change = {
        "exportStatus": call.body["exportStatus"],
        "exportedDate": call.body.get("exportedDate") or call.world.clock.stamp(),
        "externalId": call.body.get("externalId") or allocation.get("externalId"),
    }
    return call.records.put(collection, call.changed(allocation, change))
