"""invoices-mark-exported: mark invoices as exported, with external id and exported date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.records.sales_invoices import Exported, SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import not_posted
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.values import not_a_text

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.values import Json


IN_ACCOUNTING = {"EXPORTED", "IMPORTED"}
"""Export statuses of an invoice that accounting has under its external id; IMPORTED in this meaning is not shown: assumed."""


class InvoicesMarkExported(RecordCorrection):
    """Document: the invoice must be POSTED; external id, export status and exported date are recorded."""

    name = "invoices-mark-exported"
    summary = "Mark posted invoices as exported, with their external id"
    columns = (
        Column("invoiceId", SalesInvoice, "id", required=True),
        Column("externalId", Exported, required=True),
        Column("exportedDate", Exported, required=True, past=True),
    )
    streams = ("sales_invoices",)
    calls = (SalesInvoices.mark_exported, SalesInvoices.get)
    watch = ("status", "exportStatus")
    may_change = ("exportStatus",)
    undo = "The document has no operation that removes an export mark; correct the status with invoices-export-status."

    def expected(self, row: Values, before: Json) -> Json:
        """Return external id and date of the row, and the status EXPORTED where the invoice shows a status.

        An invoice may have the id and the date before it is EXPORTED.
        """
        status = {} if before.get("exportStatus") is None else {"exportStatus": "EXPORTED"}
        return {"externalId": row["externalId"], "exportedDate": row["exportedDate"]} | status

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require an invoice that is POSTED, and not in accounting under another id."""
        if not_ready := not_posted(now) or not_a_text(now, "exportStatus"):
            return not_ready
        status = now.get("exportStatus")
        if status in IN_ACCOUNTING and now.get("externalId") not in (None, "", row["externalId"]):
            return f"it is already {status.lower()} as {now['externalId']}"
        return ""

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return external id and exported date."""
        return {"externalId": row["externalId"], "exportedDate": row["exportedDate"]}
