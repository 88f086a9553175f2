"""invoices-void-duplicates: void invoices that are duplicates of others."""

from __future__ import annotations

import contextlib
import datetime
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.activities import Note
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import (
    A_DAY,
    ALLOCATIONS,
    allocations,
    allocations_since,
    decimal,
    gross,
    no_status,
    shows_amount,
)
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.shortened import few
from nightaudit.correct.values import NEIGHBOURS, as_day, key_of, not_a_text, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

EXPORTED = {"EXPORTED", "IMPORTED", "SENT"}
ALIKE = ("organisationId", "bookingId", "contactId", "companyId", "financeAccount", "invoiceType", "currencyCode")
"""Fields in which duplicates agree, where both invoices show them."""
CHARGE = (
    *(
        "description",
        "quantity",
        "unitPriceNet",
        "totalNet",
        "totalTax",
        "productCode",
        "bookingReference",
        "roomStayId",
    ),
    *("unitId", "extraId", "chargeFrom", "chargeTo"),
)
"""Fields of the items in which duplicates agree, where both invoices show items."""


class InvoicesVoidDuplicates(RecordCorrection):
    """The states from which an invoice may be voided are not shown.

    Our rules: the row has a reason, the invoice is not exported, nothing is allocated or paid, and the other invoice is not VOID.
    """

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

    def __init__(self) -> None:
        self._since: datetime.date | None = None  # the day before the complete lists were read first
        self._earlier: dict[Any, list[str]] = {}

    def errors(self, row: Values) -> list[str]:
        """Forbid an invoice that is called a duplicate of itself."""
        is_itself = row["invoiceId"] == row["duplicateOfInvoiceId"]
        return ["column duplicateOfInvoiceId: is the invoice itself"] if is_itself else []

    def relies_on(self, row: Values) -> dict[str, str]:
        """Return the invoice that is kept."""
        return {"duplicateOfInvoiceId": self.target({"invoiceId": row["duplicateOfInvoiceId"]})}

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the invoice beside the status of the one that is kept, where that exists."""
        found: Json = {}
        with contextlib.suppress(NotFound):
            kept = reader.record(self.get, row["duplicateOfInvoiceId"])
            found = dict.fromkeys(self.relies_on(row).values(), kept.get("status"))
        return super().read(row, reader) | {NEIGHBOURS: found}

    def expected(self, row: Values, before: Json) -> Json:
        """Return the status VOID."""
        return {"status": "VOID"}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require an invoice that is not exported, with nothing allocated or paid, and another that agrees and is not VOID."""
        if unknown := no_status(now) or not_a_text(now, "status", "exportStatus"):
            return unknown
        if finance := _in_finance(now):
            return f"{finance}: credit it instead"
        if live := self._allocated(now, key_of(row["invoiceId"]), context.reader):
            return f"it has allocations: {few(live)}"
        if paid := _paid(now):
            return paid
        try:
            twin = context.reader.record(SalesInvoices.get, row["duplicateOfInvoiceId"])
        except NotFound:
            return f"duplicateOfInvoiceId: invoice {row['duplicateOfInvoiceId']} does not exist"
        return self._unfit(now, twin, row["duplicateOfInvoiceId"])

    def _allocated(self, invoice: Json, key: Any, reader: Reader) -> list[str]:
        """Return the ids of the allocations from or to the invoice with this key.

        The complete lists are read once. For an invoice that shows its open amount, those created since are enough after that:
        the amount tells of one that a filter hides.
        """
        if self._since is None or reader.holds(ALLOCATIONS) or invoice.get("outstandingAmount") is None:
            since = self._since or datetime.datetime.now(datetime.UTC).date() - A_DAY
            listed = allocations(reader)
            self._since = since
            self._earlier = reader.derived("allocations by invoice", partial(_ids_by_invoice, listed))
            return self._earlier.get(key, [])
        created = _ids_by_invoice(allocations_since(self._since, reader))
        return [*dict.fromkeys([*self._earlier.get(key, []), *created.get(key, [])])]

    def _unfit(self, one: Json, other: Json, number: int) -> str:
        """Return why one invoice must not be voided as a duplicate of the other, whose id is `number`; "" for no reason."""
        if other.get("status") == "VOID":
            return f"duplicateOfInvoiceId: invoice {number} is VOID"
        if unknown := not_a_text(other, "status"):
            return f"duplicateOfInvoiceId: invoice {number}: {unknown}"
        if not shows_amount(one):
            return "the service does not show its amount"
        if not shows_amount(other):
            return f"the service does not show the amount of invoice {number}"
        unlike = self._unlike(one, other)
        return f"it is not a duplicate of invoice {number}: {unlike}" if unlike else ""

    @staticmethod
    def _unlike(one: Json, other: Json) -> str:
        """Return the first difference of two invoices in ALIKE, gross amount or items; "" for none."""
        stated = [(field, *(_id_of(invoice.get(field)) for invoice in (one, other))) for field in ALIKE]
        compared = [pair for pair in stated if None not in pair] + [("gross amount", gross(one), gross(other))]
        unlike = next((f"{field} {own} against {its}" for field, own, its in compared if not same(own, its)), "")
        charges = [_charges(invoice) for invoice in (one, other)]
        return unlike or ("they do not charge the same items" if all(charges) and charges[0] != charges[1] else "")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return None: the operation has no body, and the reason stays in the journal."""
        return None


def _ids_by_invoice(listed: list[Json]) -> dict[Any, list[str]]:
    """Return the ids of allocations by the key of each invoice that they are from or to."""
    found: dict[Any, list[str]] = {}
    for item in listed:
        for key in {key_of(item.get(end)) for end in ("sourceInvoiceId", "targetInvoiceId")}:
            found.setdefault(key, []).append(str(item.get("id")))
    return found


def _in_finance(invoice: Json) -> str:
    """Return why finance has an invoice, or may have it; "" for no reason."""
    status = invoice.get("exportStatus")
    if status in EXPORTED:
        return f"it is {status} to finance"
    if status is None and invoice.get("externalId"):
        return f"finance may have it as {invoice['externalId']}, because the service does not show its export status"
    return ""


def _paid(invoice: Json) -> str:
    """Return why a POSTED invoice has money put against it, by its open amount; "" for no reason.

    The lists of allocations may lack that money: it may be a payment, or an allocation that is listed later.
    """
    if invoice.get("status") != "POSTED" or invoice.get("outstandingAmount") is None or not shows_amount(invoice):
        return ""
    left, total = decimal(invoice, "outstandingAmount"), gross(invoice)
    return f"only {left} of its {total} is open, so something was allocated to it" if abs(left) < abs(total) else ""


def _charges(invoice: Json) -> Counter[tuple[Any, ...]]:
    """Return how often an invoice has each item, told by the fields of CHARGE."""
    items = [item for item in invoice.get("salesInvoiceItems") or [] if isinstance(item, dict)]
    return Counter(tuple(key_of(as_day(item.get(field)) or None) for field in CHARGE) for item in items)


def _id_of(value: Any) -> Any:
    """Return the id of a nested record; any other value is returned as it is."""
    return value.get("id") if isinstance(value, dict) else value
