"""invoices-void-duplicates: void invoices that stand for the same thing as another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.records.activities import Note
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import allocations, decimal, gross
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.values import same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.values import Json

EXPORTED = {"EXPORTED", "IMPORTED", "SENT"}
ALIKE = ("organisationId", "bookingId", "contactId", "companyId", "financeAccount", "invoiceType", "currencyCode")
"""What two invoices for the same thing agree in, where both state it."""


class InvoicesVoidDuplicates(RecordCorrection):
    """Source states of voiding are not shown. Our rules: a reason, nothing put against it, not exported, the other one lives."""

    name = "invoices-void-duplicates"
    summary = "Void duplicate invoices, each with a reason"
    columns = (
        Column("invoiceId", SalesInvoice, "id", required=True),
        Column("duplicateOfInvoiceId", SalesInvoice, "id", required=True),
        Column("reason", Note, "content", required=True),
    )
    streams = ("sales_invoices",)
    calls = (SalesInvoices.void, SalesInvoices.get)
    watch = ("totalNet", "totalTax", "exportStatus", "outstandingAmount")
    may_change = ("voidedDate", "outstandingAmount")
    undo = "VOID is final: create the invoice again."

    def errors(self, row: Values) -> list[str]:
        """An invoice is no duplicate of itself."""
        is_itself = row["invoiceId"] == row["duplicateOfInvoiceId"]
        return ["column duplicateOfInvoiceId: is the invoice itself"] if is_itself else []

    def leans_on(self, row: Values) -> dict[str, str]:
        """The invoice that is kept."""
        return {"duplicateOfInvoiceId": self.target({"invoiceId": row["duplicateOfInvoiceId"]})}

    def expected(self, row: Values, before: Json) -> Json:
        """VOID."""
        del row, before
        return {"status": "VOID"}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Not exported, nothing allocated or paid, and a living twin of the same amount, for the same payer and booking."""
        if now.get("exportStatus") in EXPORTED:
            return f"it is {now['exportStatus']} to finance: credit it instead"
        live = [item.get("id") for item in allocations(context.reader) if self._touches(item, row["invoiceId"])]
        if live:
            return f"it has allocations: {', '.join(map(str, live[:5]))}"
        if paid := _paid(now):
            return paid
        try:
            twin = context.reader.record(SalesInvoices.get, row["duplicateOfInvoiceId"])
        except NotFound:
            return f"the invoice {row['duplicateOfInvoiceId']} it would duplicate does not exist"
        return self._unfit(now, twin, row["duplicateOfInvoiceId"])

    def _unfit(self, one: Json, other: Json, number: int) -> str:
        """Why one invoice is not to be voided for another of that number; empty where nothing is against it."""
        if other.get("status") == "VOID":
            return f"the invoice {number} it would duplicate is VOID"
        if not _shows_amount(one):
            return "its amount is not shown"
        if not _shows_amount(other):
            return f"the amount of the invoice {number} it would duplicate is not shown"
        unlike = self._unlike(one, other)
        return f"it is no duplicate: {unlike} of invoice {number}" if unlike else ""

    @staticmethod
    def _unlike(one: Json, other: Json) -> str:
        """In what two invoices differ that would agree in it if they stood for the same thing; empty where in nothing."""
        stated = [(field, *(_id_of(invoice.get(field)) for invoice in (one, other))) for field in ALIKE]
        compared = [pair for pair in stated if None not in pair] + [("gross amount", gross(one), gross(other))]
        return next((f"{field} {own} against {its}" for field, own, its in compared if not same(own, its)), "")

    @staticmethod
    def _touches(allocation: Json, invoice: int) -> bool:
        return any(same(allocation.get(end), invoice) for end in ("sourceInvoiceId", "targetInvoiceId"))

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The operation has no body: the reason stays in the journal."""
        del row, now, token
        return None


def _paid(invoice: Json) -> str:
    """Why a posted invoice has money put against it that no list of allocations shows: a payment, or one that is listed later."""
    if invoice.get("status") != "POSTED" or invoice.get("outstandingAmount") is None or not _shows_amount(invoice):
        return ""
    left, total = decimal(invoice, "outstandingAmount"), gross(invoice)
    return f"only {left} of its {total} is open: something was put against it" if abs(left) < abs(total) else ""


def _shows_amount(invoice: Json) -> bool:
    return any(invoice.get(name) is not None for name in ("totalGross", "totalNet"))


def _id_of(value: Any) -> Any:
    """A record that is named by its id, or with it, as that id; any other value as it is."""
    return value.get("id") if isinstance(value, dict) else value
