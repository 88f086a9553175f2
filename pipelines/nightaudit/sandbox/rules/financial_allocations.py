"""Financial allocations: receipts and credits allocated to invoices, and their export to finance systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import FinancialAllocations
from nightaudit.sandbox.portfolio.ledger_shapes import OF_PAYMENTS, TO_INVOICES
from nightaudit.sandbox.problem import invalid, not_found, wrong_state
from nightaudit.sandbox.rules.money import amount_of, cents
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

ENDS = ("sourceInvoiceId", "targetInvoiceId")


@rule(FinancialAllocations.to_sales_invoices)
def list_allocations_to_invoices(call: Call) -> Answer:
    """List allocations to sales invoices; dates filter the created date, inclusive, accounts the target invoice."""
    return call.page(TO_INVOICES)


@rule(FinancialAllocations.of_sales_payments)
def list_allocations_of_payments(call: Call) -> Answer:
    """List receipts against sales invoices and refunds against sales credits."""
    return call.page(OF_PAYMENTS)


@rule(FinancialAllocations.create)
def create_allocation(call: Call) -> Answer:
    """Create a payment or allocation against a POSTED invoice, up to its outstanding amount; answer it (not shown: assumed).

    Mandatory fields besides the account (id or code) are not shown: importType, amount and targetInvoiceId, and
    sourceInvoiceId for an ALLOCATION. With a source, the amount is taken from the source and reduces the target; then no
    money moves, even for a PAYMENT. The record is in the list it was posted to, whatever its import type.
    """
    body = call.body
    if body.get("accountId") is None and not body.get("nominalCode"):
        raise invalid("accountId", "accountId is required when nominalCode is not given.")
    amount = amount_of(body)
    target = call.need("salesInvoices", body["targetInvoiceId"], "targetInvoiceId")
    check_covers(target, amount, "targetInvoiceId")
    if body["importType"] == "ALLOCATION":
        require(body, "sourceInvoiceId")
    source = None
    if body.get("sourceInvoiceId") is not None:
        source = call.need("salesInvoices", body["sourceInvoiceId"], "sourceInvoiceId")
        check_covers(source, -amount, "sourceInvoiceId")
        check_same_currency(source, target)
    settle(call, target, -amount, source)
    if source is not None:
        settle(call, source, amount, target)
    given = {name: value for name, value in body.items() if name != "accountId"}
    account = {"financeAccountId": body["accountId"]} if body.get("accountId") is not None else {}
    return call.records.insert(TO_INVOICES, new_allocation(call, target, given | account | {"amount": amount}))


def new_allocation(call: Call, target: Json, given: Json) -> Json:
    """Return a new allocation to an invoice, not exported; account and date default to the invoice's account and today."""
    now = call.now
    return {
        "financeAccountId": (target.get("financeAccount") or {}).get("id"),
        **dict.fromkeys(("importType", "nominalCode", "paymentReference", "externalReference", "sourceInvoiceId")),
        **given,
        "date": given.get("date") or call.today.isoformat(),
        "targetInvoiceId": target["id"],
        "currencyCode": target.get("currencyCode"),
        "exportStatus": "PENDING",
        "externalId": None,
        "exportedDate": None,
        "createdDate": now,
        "lastModifiedDate": now,
    }


def check_posted(invoice: Json, field: str) -> None:
    """Raise Problem 400 unless the invoice is POSTED (document: Errors)."""
    if invoice.get("status") != "POSTED":
        raise wrong_state(field, f"Sales invoice {invoice['id']} is {invoice.get('status')}, not POSTED.")


def check_covers(invoice: Json, amount: Decimal, field: str) -> None:
    """Raise Problem 400 unless the invoice is POSTED and its outstanding amount (negative for a credit) covers `amount`."""
    check_posted(invoice, field)
    outstanding = cents(invoice.get("outstandingAmount"))
    if outstanding * amount < 0 or abs(amount) > abs(outstanding):
        raise wrong_state("amount", f"{amount} exceeds the outstanding {outstanding} of sales invoice {invoice['id']}.")


def check_same_currency(source: Json, target: Json) -> None:
    """Raise Problem 400 for invoices in different currencies, whose amounts cannot balance (assumed)."""
    currencies = source.get("currencyCode"), target.get("currencyCode")
    if None not in currencies and len({*currencies}) > 1:
        reason = f"Sales invoice {source['id']} is in {currencies[0]}, sales invoice {target['id']} in {currencies[1]}."
        raise wrong_state("sourceInvoiceId", reason)


def settle(call: Call, invoice: Json, change: Decimal, balances: Json | None = None) -> None:
    """Add `change` to the outstanding amount of an invoice, and to its balanced numbers that of the invoice it `balances`.

    What writes the balanced numbers is not shown: assumed.
    """
    after: Json = {"outstandingAmount": cents(invoice.get("outstandingAmount")) + change}
    numbers = balanced_numbers(invoice)
    if balances is not None and (number := balances.get("invoiceNumber")) and number not in numbers:
        after["balancedInvoiceNumbers"] = ", ".join([*numbers, number])
    call.change("salesInvoices", invoice, after)


def balanced_numbers(invoice: Json) -> list[str]:
    """Return the comma-separated balanced invoice numbers of an invoice as a list."""
    parts = str(invoice.get("balancedInvoiceNumbers") or "").split(",")
    return [number for part in parts if (number := part.strip())]


def release(call: Call, invoice: Json) -> Json:
    """Release the allocations to and from an invoice that is being voided (not shown: assumed); return what changes in it.

    Money stays received: a receipt or refund stays in its list without an invoice, as if never allocated. Nothing that a
    receipt shows names its booking, so the booking's financial summary and price no longer count it. An allocation
    between two invoices is deleted, the outstanding amount of the other invoice is restored, and neither balances the other.
    """
    freed: set[str | None] = set()
    for collection in (TO_INVOICES, OF_PAYMENTS):
        at_either_end = '"targetInvoiceId" = ?1 OR "sourceInvoiceId" = ?1'
        for allocation in call.records.find(collection, at_either_end, invoice["id"]):
            freed.add(release_one(call, collection, allocation, invoice))
    return without_balanced(invoice, freed)


def is_credit_moved(call: Call, allocation: Json) -> bool:
    """Return whether an allocation moves a credit from its source to its target, so that no money came in or went out.

    True also for an allocation from one invoice to another of any import type: the books would not balance if money had moved,
    too (which types have a source is not shown: assumed).
    """
    kind, source = allocation.get("importType"), allocation.get("sourceInvoiceId")
    if kind == "ALLOCATION" or not kind:
        return bool(kind) or source is not None
    return allocation.get("targetInvoiceId") is not None and call.records.get("salesInvoices", source) is not None


def release_one(call: Call, collection: str, allocation: Json, void: Json) -> str | None:
    """Release one allocation of an invoice being voided; return the number of the invoice at its other end, None without one.

    A refund out of it without a target stays: it was paid.
    """
    source, target = (allocation.get(end) for end in ENDS)
    amount, is_moved = cents(allocation.get("amount")), is_credit_moved(call, allocation)
    other = None
    if target == void["id"]:
        other = give_back(call, source, -amount, void)
    elif is_moved:
        other = give_back(call, target, amount, void)
    if is_moved:
        call.records.delete(collection, allocation["id"])
    elif target is not None:
        left = dict.fromkeys(ENDS if target == void["id"] else ENDS[:1])
        call.change(collection, allocation, left)
    return other


def give_back(call: Call, invoice_id: int | None, change: Decimal, void: Json) -> str | None:
    """Change the outstanding amount of the other invoice of an allocation unless that invoice is VOID; return its number."""
    invoice = call.records.get("salesInvoices", invoice_id)
    if invoice is None:
        return None
    if invoice.get("status") != "VOID":
        settle(call, invoice | without_balanced(invoice, {void.get("invoiceNumber")}), change)
    number: str | None = invoice.get("invoiceNumber")
    return number


def without_balanced(invoice: Json, numbers: set[str | None]) -> Json:
    """Return the balanced numbers of an invoice without these, as a change of the invoice."""
    left = [number for number in balanced_numbers(invoice) if number not in numbers]
    return {"balancedInvoiceNumbers": ", ".join(left) or None}


@rule(FinancialAllocations.set_export_status)
def set_allocation_export_status(call: Call) -> Answer:
    """Set the export status; an error for an allocation that is already EXPORTED, because EXPORTED is final."""
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
        "exportedDate": call.body.get("exportedDate") or call.now,
        "externalId": call.body.get("externalId") or allocation.get("externalId"),
    }
    return call.change(collection, allocation, change)
