"""invoices-post-drafts: finalise draft invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import no_status
from nightaudit.correct.jobs.record import RecordCorrection

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.values import Json


class InvoicesPostDrafts(RecordCorrection):
    """Document: not already POSTED. Our rule: not VOID (source states of posting are not shown)."""

    name = "invoices-post-drafts"
    summary = "Post draft invoices"
    columns = (Column("invoiceId", SalesInvoice, "id", required=True),)
    streams = ("sales_invoices",)
    calls = (SalesInvoices.post, SalesInvoices.get)
    watch = ("totalNet", "totalTax", "totalGross", "financeAccount", "currencyCode")
    may_change = (
        "postedDate",
        "invoiceNumber",
        "invoiceReference",
        "invoiceDate",
        "invoiceDueDate",
        "outstandingAmount",
        "exportStatus",
    )
    undo = "A posted invoice is final: the document has no way to make it a draft again."

    def expected(self, row: Values, before: Json) -> Json:
        """Return the status POSTED."""
        return {"status": "POSTED"}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Forbid an invoice that is VOID, or shows no status."""
        return no_status(now) or ("the invoice is VOID" if now["status"] == "VOID" else "")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return None: the operation has no body."""
        return None
