"""Reports of external finance systems about an invoice: export status, external id, identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import SalesInvoices
from nightaudit.sandbox.rules.financial_allocations import check_posted
from nightaudit.sandbox.rules.plain import stamped
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.sales_invoices import need_invoice

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@rule(SalesInvoices.set_export_status)
def set_export_status(call: Call) -> Answer:
    """Store external id, date and status of an export; all four fields are required, the invoice must be POSTED."""
    invoice = need_invoice(call)
    check_posted(invoice, "status")
    change = {name: call.body[name] for name in ("externalId", "exportedDate", "exportStatus")}
    return call.records.put("salesInvoices", stamped(call, invoice | change))


@rule(SalesInvoices.mark_exported)
def mark_exported(call: Call) -> Answer:
    """Store external id and date; the export status becomes EXPORTED, the invoice must be POSTED."""
    invoice = need_invoice(call)
    check_posted(invoice, "status")
    change = {name: call.body[name] for name in ("externalId", "exportedDate")} | {"exportStatus": "EXPORTED"}
    return call.records.put("salesInvoices", stamped(call, invoice | change))


@rule(SalesInvoices.set_integration_identifier)
def set_integration_identifier(call: Call) -> Answer:
    """Create or update the identifier of the system in the path, whatever name the body has; its position is kept."""
    invoice, system = need_invoice(call), call.ids[1]
    identifiers: list[Json] = list(invoice.get("integrationIdentifiers") or [])
    place = next((index for index, row in enumerate(identifiers) if row.get("systemName") == system), len(identifiers))
    before = identifiers[place] if place < len(identifiers) else {}
    after: Json = before | call.body | {"systemName": system}
    identifiers[place : place + 1] = [after]
    call.records.put("salesInvoices", call.changed(invoice, {"integrationIdentifiers": identifiers}))
    return after
