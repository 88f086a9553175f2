"""Sales invoices: created with their items, posted once, voided, balanced against each other, downloaded."""

from __future__ import annotations

import functools
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from starlette.responses import Response

from nightaudit.client.resources import SalesInvoices
from nightaudit.sandbox.portfolio.ledger_shapes import number_of, unused_number
from nightaudit.sandbox.problem import invalid, not_found, wrong_state
from nightaudit.sandbox.rules.finance_accounts import account_of, payer
from nightaudit.sandbox.rules.financial_allocations import balanced_numbers, release
from nightaudit.sandbox.rules.invoice_pdf import render
from nightaudit.sandbox.rules.money import ZERO, cents, exact, given_cents
from nightaudit.sandbox.rules.plain import check_references, stamped
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require
from nightaudit.sandbox.store.tables import column

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

# The status before POSTED is not shown: assumed.
FIRST_STATUS = "DRAFT"
# What a custom field is found by; the first that is given counts.
NAMES_OF_FIELD = ("id", "templateId", "templateName", "name")


@rule(SalesInvoices.create)
def create_invoice(call: Call) -> Answer:
    """Create an invoice, not posted yet; its totals are the sums of its items."""
    body = call.body
    check_references(call, body)
    booking = call.records.get("bookings", body.get("bookingId")) or {}
    check_new(call, body, booking)
    number = call.records.next_id("salesInvoices")
    items = [new_item(call, item) | {"salesInvoiceId": number} for item in body.get("salesInvoiceItems") or []]
    paid_by = payer(body, booking)
    defaults: Json = paid_by | {
        "invoiceType": "INVOICE",
        "invoiceDate": call.today.isoformat(),
        "currencyCode": booking.get("currencyCode"),
        "balancedInvoiceNumbers": None,
        "integrationIdentifiers": [],
    }
    own = {"id": number, "status": FIRST_STATUS, "salesInvoiceItems": items, **totals(body, items)}
    own["customFields"] = [{**field, "id": place} for place, field in enumerate(body.get("customFields") or [], 1)]
    own |= {"exportStatus": "PENDING"} | dict.fromkeys(("externalId", "exportedDate", "postedDate", "voidedDate"))
    given = {name: value for name, value in body.items() if value is not None}
    if "financeAccount" not in given:
        given["financeAccount"] = account_of(call, paid_by)
    # Without blanks around it, as in the lists of balanced numbers. A blank number is replaced when the invoice is posted.
    given["invoiceNumber"] = given.get("invoiceNumber", "").strip() or None
    invoice = call.records.put("salesInvoices", {"id": number} | stamped(call, defaults | given | own))
    if booking:
        numbers = [*(booking.get("salesInvoices") or []), number]
        call.change("bookings", booking, {"salesInvoices": numbers})
    return invoice


def totals(body: Json, items: list[Json]) -> Json:
    """Return the amounts of a new invoice: the sums of its items, or without items those of the body. Raises Problem 400."""
    net, tax = (
        cents(sum((item[name] for item in items), ZERO) if items else body.get(name), name)
        for name in ("totalNet", "totalTax")
    )
    gross = cents(net + tax, "totalGross")
    if body.get("invoiceType") == "CREDIT_NOTE" and gross > 0:
        reason = f"The amounts of a credit note must be negative; the total of this one is {gross}."
        raise invalid("salesInvoiceItems", reason)
    return {"totalNet": net, "totalTax": tax, "totalGross": gross, "outstandingAmount": gross}


def check_new(call: Call, body: Json, booking: Json) -> None:
    """Raise Problem 400 for a number that another invoice has, or a currency that is not the booking's (both assumed).

    The sums and payments of a booking are in one currency, and balanced invoices are identified by their numbers, which an
    invoice lists separated by commas (document: Sales invoices).
    """
    number, currency = (body.get("invoiceNumber") or "").strip(), body.get("currencyCode")
    if "," in number:
        raise invalid(
            "invoiceNumber", "An invoice number cannot have a comma: commas separate balanced invoice numbers."
        )
    if number and is_taken(call, number):
        raise invalid("invoiceNumber", f"A sales invoice {number} already exists.")
    if None not in (currency, booking.get("currencyCode")) and currency != booking["currencyCode"]:
        raise invalid("currencyCode", f"Booking {booking['id']} is in {booking['currencyCode']}, not in {currency}.")


def is_taken(call: Call, number: str) -> bool:
    """Return whether an invoice has this number."""
    return bool(call.records.where("salesInvoices", "invoiceNumber", number))


def new_item(call: Call, item: Json) -> Json:
    """Return an item with id and totals: quantity times unit price, and tax by its tax code. Raises Problem 400 or 404."""
    require(item, "description", "quantity", "unitPriceNet", path="salesInvoiceItems.")
    check_references(call, item, path="salesInvoiceItems.")
    if item.get("chargeFrom") and item.get("chargeTo") and item["chargeTo"] < item["chargeFrom"]:
        raise invalid("salesInvoiceItems.chargeTo", "chargeTo is before chargeFrom.")
    code = call.records.get("taxCodes", item.get("taxCodeId")) or {"rate": 0}
    stated = given_cents(item, ("totalNet", "totalTax"), "salesInvoiceItems")
    price = Decimal(str(item["quantity"])) * Decimal(str(item["unitPriceNet"]))
    net = stated.get("totalNet", cents(price, "salesInvoiceItems.unitPriceNet"))
    tax = stated.get("totalTax", cents(net * exact(code.get("rate")) / 100, "salesInvoiceItems.totalTax"))
    return item | {"id": call.records.next_id("salesInvoiceItems"), "totalNet": net, "totalTax": tax}


@rule(SalesInvoices.item)
def get_item(call: Call) -> Answer:
    """Answer one item by its id."""
    return call.need("salesInvoiceItems", call.ids[0])


@rule(SalesInvoices.post)
def post_invoice(call: Call) -> Answer:
    """Post an invoice; an error when it is already POSTED (or VOID: assumed)."""
    invoice = call.addressed()
    if invoice.get("status") in {"POSTED", "VOID"}:
        raise wrong_state("status", f"Sales invoice {invoice['id']} is {invoice['status']}; it cannot be posted.")
    return call.change("salesInvoices", invoice, posting(call, invoice))


def posting(call: Call, invoice: Json) -> Json:
    """Return the change that posts an invoice: status, date, and a number by its id, with a suffix where that is taken."""
    by_id = number_of(invoice["id"], is_credit=invoice.get("invoiceType") == "CREDIT_NOTE")
    number = invoice.get("invoiceNumber") or unused_number(by_id, functools.partial(is_taken, call))
    return {"status": "POSTED", "invoiceNumber": number, "postedDate": call.today.isoformat()}


@rule(SalesInvoices.void)
def void_invoice(call: Call) -> Answer:
    """Void an invoice: its outstanding amount becomes 0, and its allocations are released.

    Source-state conditions are not shown: any status but VOID.
    """
    invoice = call.addressed()
    if invoice.get("status") == "VOID":
        raise wrong_state("status", f"Sales invoice {invoice['id']} is already VOID.")
    released = release(call, invoice)
    change = {"status": "VOID", "voidedDate": call.today.isoformat(), "outstandingAmount": ZERO}
    return call.change("salesInvoices", invoice, released | change)


@rule(SalesInvoices.balance_invoices)
def list_balance_invoices(call: Call) -> Answer:
    """List related invoices, by the comma-separated balanced invoice numbers on the invoice."""
    numbers = balanced_numbers(call.addressed())
    marks = ",".join("?" * len(numbers))
    return call.page("salesInvoices", f"{column('salesInvoices', 'invoiceNumber')} IN ({marks})", numbers)


@rule(SalesInvoices.set_custom_fields)
def set_custom_fields(call: Call) -> Answer:
    """Update custom fields matched by id, template id or template name, create others; answer all.

    The name of a template is the name of its fields; an id that no field has is unknown (404). Null is a value, but no name,
    template or type: generated clients write it for what they leave out. All not shown: assumed.
    """
    invoice = call.addressed()
    fields: list[Json] = list(invoice.get("customFields") or [])
    for body in call.body:
        given = {name: value for name, value in body.items() if value is not None or name == "value"}
        if not any(given.get(name) is not None for name in NAMES_OF_FIELD):
            raise invalid("id", "Give the custom field by id, templateId, templateName or name.")
        place = next((index for index, field in enumerate(fields) if is_same_field(field, given)), None)
        if place is None:
            if given.get("id") is not None:
                raise not_found("custom field of this invoice", given["id"], "id")
            last = max((field.get("id") or 0 for field in fields), default=0)
            fields.append({"name": given.get("templateName")} | given | {"id": last + 1})
        else:
            fields[place] = fields[place] | {name: value for name, value in given.items() if name != "id"}
    call.change("salesInvoices", invoice, {"customFields": fields})
    return call.list_of(fields)


def is_same_field(field: Json, given: Json) -> bool:
    """Return whether both are the same custom field, by the first given of id, template id, template name and name."""
    own = {"templateName": field.get("name"), "name": field.get("templateName")}
    own |= {name: value for name, value in field.items() if value is not None}
    first = next(name for name in NAMES_OF_FIELD if given.get(name) is not None)
    return bool(own.get(first) == given[first])


@rule(SalesInvoices.download)
def download_invoice(call: Call) -> Answer:
    """Answer a PDF of the invoice."""
    invoice = call.addressed()
    name = re.sub(r"[^\w.-]+", "_", str(invoice.get("invoiceNumber") or invoice["id"]), flags=re.ASCII)
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return Response(render(invoice), media_type="application/pdf", headers=headers)
