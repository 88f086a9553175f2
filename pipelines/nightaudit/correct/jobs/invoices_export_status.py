"""invoices-export-status: set export status, external id and exported date of invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.sales_invoices import EXPORT_STATUSES, ExportStatusUpdate, SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import not_posted
from nightaudit.correct.jobs.record import RecordCorrection

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.values import Json

STORED = ("externalId", "exportedDate", "exportStatus")


class InvoicesExportStatus(RecordCorrection):
    """Document: POSTED only; all four fields are required; seven statuses."""

    name = "invoices-export-status"
    summary = "Set export status, external id and exported date of posted invoices"
    columns = (
        Column("invoiceId", SalesInvoice, "id", required=True),
        Column("externalId", ExportStatusUpdate, required=True),
        Column("exportedDate", ExportStatusUpdate, required=True, past=True),
        Column("exportStatus", ExportStatusUpdate, required=True, choices=EXPORT_STATUSES),
        Column("organisationSettingsId", ExportStatusUpdate, required=True),
    )
    streams = ("sales_invoices",)
    calls = (SalesInvoices.set_export_status, SalesInvoices.get)
    watch = ("status",)
    undo = (
        "Restores the three former values. A row without former values cannot be undone, since all three are required."
    )
    undoable: ClassVar[bool] = True

    def expected(self, row: Values, before: Json) -> Json:
        """Return the three fields that the invoice shows."""
        return {name: row[name] for name in STORED}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require an invoice that is POSTED."""
        return not_posted(now)

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return all four fields."""
        return {name: row[name] for name in (*STORED, "organisationSettingsId")}

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the three former values, or why there is none: one of them was empty."""
        if any(before.get(name) in (None, "") for name in STORED):
            return "it had no external id, date or status before, but the document requires all three"
        return row | {name: before[name] for name in STORED}
