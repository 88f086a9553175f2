"""Simulates the money of a day: invoices, posted drafts, receipts, refunds of credits, exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import ledger_shapes
from nightaudit.sandbox.portfolio.amounts import part
from nightaudit.sandbox.portfolio.billing import RENT_AHEAD
from nightaudit.sandbox.portfolio.calendar_days import iso, next_month, ordinal
from nightaudit.sandbox.portfolio.living import from_records
from nightaudit.sandbox.portfolio.living.from_records import NO_TAX, RESIDENTIAL_FROM, amount, nearest
from nightaudit.sandbox.portfolio.living.life import payer
from nightaudit.sandbox.portfolio.model import Invoice, Line
from nightaudit.sandbox.portfolio.randomness import chance, spread
from nightaudit.sandbox.stay_statuses import BOOKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.portfolio.living.life import Life
    from nightaudit.sandbox.portfolio.model import Json, Stay

EXPORT_UNTIL = 10


def invoice_rents(life: Life) -> None:
    """Invoice the next period of every month-long stay and tenancy a week ahead."""
    for booking, stay, start, end in life.live_stays():
        if end - start < RESIDENTIAL_FROM or stay["roomStayStatus"] not in BOOKED:
            continue
        begin = life.billed[stay["roomStayId"]][0].until or start
        if begin < end and begin - RENT_AHEAD <= life.day:
            bill(life, booking, stay, begin, min(end, next_month(begin)))


def bill(life: Life, booking: Json, stay: Json, start: int, end: int) -> None:
    """Invoice a stay's nights from start to end: their share of the amount not billed yet, all of it for the last nights."""
    room = life.room(stay)
    if room is None:
        return
    lines = [line for line in _lines(life, stay, from_records.stay(stay, room), start, end) if line.net or line.tax]
    due = max(life.day, start) + (30 if booking.get("companyId") else 0)
    if lines:
        issue(life, booking, Invoice(from_records.booking(booking, room.building), life.day, due, lines))


def _lines(life: Life, stay: Json, model: Stay, start: int, end: int) -> Iterator[Line]:
    last = model.end
    text = "Rent" if last - model.start >= RESIDENTIAL_FROM else "Accommodation"
    wanted = [(0, text, amount(stay, "netAmount"), amount(stay, "vatAmount"))]
    for extra in stay.get("extras") or []:
        price = extra.get("pricing") or {}
        wanted.append((extra["extraId"], extra.get("description") or "", amount(price, "net"), amount(price, "vat")))
    for extra_id, name, net, tax in wanted:
        billed = life.billed[stay["roomStayId"]][extra_id]
        net_left, tax_left = net - billed.net, tax - billed.tax
        if end < last:
            net_left = part(net_left, end - start, last - start)
            tax_left = part(tax_left, end - start, last - start)
        code = life.codes.get(billed.code) or nearest(life.codes.values(), net, tax)
        add_on = life.extras.get(extra_id)
        yield Line(model, name, start, max(end, start), 1, net_left, net_left, tax_left, code or NO_TAX, add_on)


def issue(life: Life, booking: Json, invoice: Invoice, balances: Json | None = None) -> Json:
    """Post an invoice or credit note on this day, count it as billed and add it to the booking; return its record."""
    invoice.total()
    invoice.id = life.run.next("salesInvoices")
    ids = iter(lambda: life.run.next("salesInvoiceItems"), 0)
    record = ledger_shapes.sales_invoice(invoice, ids, life.frame)
    record["invoiceNumber"] = life.number(record["invoiceNumber"])
    record["currencyCode"] = booking.get("currencyCode") or record["currencyCode"]
    known = life.accounts.get(payer(record), {})
    if known.get("type") == record["financeAccount"]["type"]:
        record["financeAccount"] = known
    if balances:
        record["balancedInvoiceNumbers"] = balances.get("invoiceNumber")
        others = [balances["balancedInvoiceNumbers"]] if balances.get("balancedInvoiceNumbers") else []
        balances["balancedInvoiceNumbers"] = ", ".join([*others, record["invoiceNumber"]])
        life.save("salesInvoices", balances)
    life.invoices[invoice.id] = record
    life.count(record)
    life.save("salesInvoices", record)
    booking["salesInvoices"] = [*(booking.get("salesInvoices") or []), invoice.id]
    life.save("bookings", booking)
    return record


def post_drafts(life: Life) -> None:
    """Post most of the drafts that are due within a week."""
    for invoice in life.invoices.values():
        due = ordinal(invoice.get("invoiceDueDate") or iso(life.day))
        if invoice["status"] == "DRAFT" and due - RENT_AHEAD <= life.day and chance(life.rng, 0.7):
            is_credit = invoice.get("invoiceType") == "CREDIT_NOTE"
            by_id = ledger_shapes.number_of(invoice["id"], is_credit=is_credit)
            number = invoice.get("invoiceNumber") or life.number(by_id)
            invoice.update(status="POSTED", invoiceNumber=number, invoiceDate=iso(life.day), postedDate=iso(life.day))
            life.save("salesInvoices", invoice)


def allocate(life: Life, invoice: Json, cents: int, *, day: int, source: Json | None = None) -> None:
    """Allocate a receipt, or a credit note when `source` is given, to an invoice."""
    key = life.run.next("financialAllocations")
    record = ledger_shapes.new_allocation(key, day, cents, life.stamp(10)) | {
        "financeAccountId": (invoice.get("financeAccount") or {}).get("id"),
        "importType": "ALLOCATION" if source else "PAYMENT",
        "sourceInvoiceId": source["id"] if source else None,
        "targetInvoiceId": invoice["id"],
        "currencyCode": invoice.get("currencyCode"),
    }
    collection = ledger_shapes.list_of(source)
    life.owe(invoice, cents)
    if source:
        life.owe(source, -cents)
    life.allocations[key] = (collection, record)
    life.save(collection, record)


def receive(life: Life) -> None:
    """Create the receipts of the day: most on the due date, some later, a few in part; refund some open credit notes."""
    for invoice in list(life.invoices.values()):
        left = amount(invoice, "outstandingAmount")
        if invoice["status"] != "POSTED" or left == 0:
            continue
        if left < 0:
            if invoice.get("invoiceType") == "CREDIT_NOTE" and chance(life.rng, 0.1):
                allocate(life, invoice, left, day=life.day)
            continue
        late = life.day - ordinal(invoice.get("invoiceDueDate") or iso(life.day))
        if (late == 0 and chance(life.rng, 0.75)) or (
            late > 0 and chance(life.rng, 0.08 if late < RESIDENTIAL_FROM else 0.015)
        ):
            share = spread(life.rng, 3, 7) if chance(life.rng, 0.05) else 10
            allocate(life, invoice, max(1, left * share // 10), day=life.day)


def export(life: Life) -> None:
    """Export invoices posted two to ten days ago, some failed ones again, and about half of the waiting allocations."""
    for invoice in life.invoices.values():
        if invoice["status"] != "POSTED" or not invoice.get("postedDate"):
            continue
        waiting = invoice.get("exportStatus") in ("PENDING", "SENT", "CREATED")
        ready = ledger_shapes.EXPORT_AFTER <= life.day - ordinal(invoice["postedDate"]) <= EXPORT_UNTIL
        if (waiting and ready) or (invoice.get("exportStatus") == "FAILED" and chance(life.rng, 0.05)):
            failed = waiting and chance(life.rng, 0.01)
            _exported(life, invoice, f"GL-{invoice['id']:08d}", failed="FAILED" if failed else "")
            life.save("salesInvoices", invoice)
    for collection, allocation in life.allocations.values():
        made = allocation.get("createdDate") or allocation.get("date")
        if allocation.get("exportStatus") != "EXPORTED" and made and life.day > ordinal(made) and chance(life.rng, 0.5):
            _exported(
                life, allocation, f"GA-{allocation['id']:08d}", failed="IMPORTED" if chance(life.rng, 0.01) else ""
            )
            life.save(collection, allocation)


def _exported(life: Life, record: Json, external: str, failed: str) -> None:
    record["exportStatus"] = failed or "EXPORTED"
    if not failed:
        record.update(externalId=external, exportedDate=life.stamp(2))


def settle_loose(life: Life) -> None:
    """Allocate some unallocated receipts to an invoice of the same account that is large enough."""
    for collection, allocation in life.allocations.values():
        if allocation.get("targetInvoiceId") or amount(allocation, "amount") <= 0 or not chance(life.rng, 0.05):
            continue
        for invoice in life.invoices.values():
            account = (invoice.get("financeAccount") or {}).get("id")
            fits = account == allocation.get("financeAccountId") and invoice["status"] == "POSTED"
            fits = fits and allocation.get("currencyCode") in (None, invoice.get("currencyCode"))
            if fits and amount(invoice, "outstandingAmount") >= amount(allocation, "amount"):
                allocation["targetInvoiceId"] = invoice["id"]
                life.owe(invoice, amount(allocation, "amount"))
                life.save(collection, allocation)
                break
