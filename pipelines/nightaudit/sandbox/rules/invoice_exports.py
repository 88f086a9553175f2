"""Reports of external finance systems about an invoice: export status, external id, identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import SalesInvoices
from nightaudit.sandbox.rules.financial_allocations import check_posted
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@rule(SalesInvoices.set_export_status)
def set_export_status(call: Call) -> Answer:
    """Store external id, date and status of an export; all four fields are required, the invoice must be POSTED.

    Which organisation settings exist is not shown: any `organisationSettingsId` is accepted, and not stored (assumed).
    """
    invoice = call.addressed()
    check_posted(invoice, "status")
    change = {name: call.body[name] for name in ("externalId", "exportedDate", "exportStatus")}
    return call.change("salesInvoices", invoice, change)


@rule(SalesInvoices.mark_exported)
def mark_exported(call: Call) -> Answer:
    """Store external id and date; the export status becomes EXPORTED, the invoice must be POSTED."""
    invoice = call.addressed()
    check_posted(invoice, "status")
    change = {name: call.body[name] for name in ("externalId", "exportedDate")} | {"exportStatus": "EXPORTED"}
    return call.change("salesInvoices", invoice, change)


@rule(SalesInvoices.set_integration_identifier)
def set_integration_identifier(call: Call) -> Answer:
    """Create or update the identifier of the system in the path, whatever name the body has; its position is kept."""
    invoice, system = call.addressed(), call.ids[1]
    identifiers: list[Json] = list(invoice.get("integrationIdentifiers") or [])
    place = next((index for index, row in enumerate(identifiers) if row.get("systemName") == system), len(identifiers))
    before = identifiers[place] if place < len(identifiers) else {}
    after: Json = before | call.body | {"systemName": system}
    identifiers[place : place + 1] = [after]
    call.change("salesInvoices", invoice, {"integrationIdentifiers": identifiers})
    return after
