"""booking-payments: record a payment against a booking's outstanding invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.bookings import Booking, BookingPayment
from nightaudit.client.resources import Bookings
from nightaudit.correct.columns import Column
from nightaudit.correct.correction import ZERO
from nightaudit.correct.jobs.money import decimal, other_currency, outstanding
from nightaudit.correct.jobs.record import RecordCorrection

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Ambiguity, Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class BookingPayments(RecordCorrection):
    """Document: the outstanding amount must be sufficient; invoices that need it are posted by the payment.

    A payment has no field that is stored and listed: one per booking at a time, and a lost one is left to a person. Whether
    a draft is a charge before it is posted is not shown.
    """

    name = "booking-payments"
    summary = "Record payments against bookings (may post their draft invoices)"
    columns = (
        Column("bookingId", Booking, "id", required=True),
        Column("amount", BookingPayment, required=True, money=True),
        Column("date", BookingPayment),
        Column("paymentReference", BookingPayment),
        Column("payDueBefore", BookingPayment),
        Column("currencyCode", Booking),
    )
    streams = (
        "bookings",
        "sales_invoices",
        "financial_allocations_sales_payments",
        "financial_allocations_sales_invoices",
    )
    ambiguous: ClassVar[Ambiguity] = "quarantine"
    checked = ("currencyCode",)
    calls = (Bookings.pay, Bookings.get)
    may_change = ("open", "invoices", "payments", "charges")
    no_model = "payments come from the bank or the card terminal"
    undo = "The document has no operation that takes a payment back: refund it in the PMS."

    def likeness(self, row: Values) -> Json:
        """Day, amount and booking, whatever the bank calls it."""
        return {name: row.get(name) for name in ("bookingId", "amount", "date")}

    def read(self, row: Values, reader: Reader) -> Json:
        """The financial summary, the open amount, and the booking's invoices that a payment may touch."""
        booking = self.record_id(row)
        reader.record(Bookings.get, booking)
        summary = reader.record(Bookings.financial_summary, booking)
        invoices = [
            {"id": item["id"], "status": item.get("status"), "open": outstanding(item, reader) or ZERO}
            for item in reader.list(Bookings.sales_invoices, booking)
            if self._may_pay(row, item)
        ]
        return {
            "payments": decimal(summary, "payments"),
            "charges": summary.get("charges"),
            "currencyCode": summary.get("currencyCode"),
            "open": sum((item["open"] for item in invoices), ZERO),
            "invoices": sorted((item for item in invoices if item["open"]), key=lambda item: str(item["id"])),
        }

    @staticmethod
    def _may_pay(row: Values, invoice: Json) -> bool:
        if invoice.get("status") == "VOID" or invoice.get("invoiceType") == "CREDIT_NOTE":
            return False
        limit, due = row.get("payDueBefore"), invoice.get("invoiceDueDate")
        # Whether the day itself counts, and an invoice without a due date, is not shown: the narrow reading, neither does.
        return not limit or bool(due and str(due) < str(limit))

    def is_so(self, row: Values, now: Json) -> bool:
        """Never by its looks: two equal payments are two payments."""
        del row, now
        return False

    def expected(self, row: Values, before: Json) -> Json:
        """The sum of payments, this one included."""
        return {"payments": decimal(before, "payments") + decimal(row, "amount")}

    def ahead(self, before: Json, claimed: Decimal) -> Json:
        """Earlier payments are in the sum."""
        return before | {"payments": decimal(before, "payments") + claimed}

    def watched(self, row: Values, record: Json) -> Json:
        """What was paid, for a payment that somebody else recorded meanwhile may be this very one; and what it may post."""
        del row
        return {name: record.get(name) for name in ("payments", "currencyCode")} | {"drafts": _drafts(record)}

    def holds(self, path: str, approved: Any, found: Any) -> bool:
        """Of the drafts that it may post none is new: posting is final. Fewer there may be, by a payment before."""
        return {*found} <= {*approved} if path == "drafts" else super().holds(path, approved, found)

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Enough open on the invoices it may pay, in the currency the file says."""
        if other := other_currency(row, now):
            return other
        left = decimal(now, "open") - context.claimed
        return "" if decimal(row, "amount") <= left else f"the amount {row['amount']} is more than the {left} open"

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Which invoices may be posted by it."""
        del row, reader
        return [f"may post invoice {number}" for number in _drafts(now)]

    def amount(self, row: Values) -> Decimal | None:
        """The payment, in the booking's currency."""
        return decimal(row, "amount")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The row's columns without the booking, and without the currency, which is held against the booking's and not sent."""
        del now, token
        return {name: value for name, value in row.items() if name not in {"bookingId", *self.checked}}


def _drafts(booking: Json) -> list[str]:
    """Ids of the invoices that a payment may post."""
    return [str(item["id"]) for item in booking.get("invoices") or () if item["status"] != "POSTED"]
