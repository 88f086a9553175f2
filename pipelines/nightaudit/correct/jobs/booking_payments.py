"""booking-payments: record a payment against a booking's outstanding invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.bookings import Booking, BookingPayment
from nightaudit.client.resources import Bookings
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import complete, decimal, other_currency, outstanding
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.values import NEIGHBOURS, ZERO, as_day, currency_of

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Ambiguity, Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class BookingPayments(RecordCorrection):
    """Document: the outstanding amount must be sufficient; the payment posts invoices that need to be posted.

    A payment has no field that is stored and listed, so only one per booking is sent at a time, and one whose answer is lost is
    left to a person. Whether a draft counts as a charge before it is posted is not shown.
    """

    name = "booking-payments"
    summary = "Record payments against bookings (may post their draft invoices)"
    columns = (
        Column("bookingId", Booking, "id", required=True),
        Column("amount", BookingPayment, required=True, money=True),
        Column("paymentType", BookingPayment),
        Column("date", BookingPayment, past=True),
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
    undo = "The document has no operation that removes a payment: refund it in the PMS."

    def duplicate_key(self, row: Values) -> Json:
        """Return booking, amount and day; the payment reference does not count."""
        return {name: row.get(name) for name in ("bookingId", "amount", "date")}

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the figures of the booking, the open amount, and the invoices that the payment may pay, beside the others.

        Those are invoices in the booking's currency. Where it states none, it is that of the invoices, unless they have several.
        """
        number = self.record_id(row)
        booking = reader.record(Bookings.get, number)
        summary = reader.record(Bookings.financial_summary, number)
        currency = currency_of(summary) or currency_of(booking)
        listed = [complete(item, reader) for item in reader.list(Bookings.sales_invoices, number)]
        payable = [item for item in listed if self._may_pay(row, item, currency)]
        invoices = [
            {
                "id": item["id"],
                "status": item.get("status"),
                "currencyCode": currency_of(item),
                "open": outstanding(item, reader) or ZERO,
            }
            for item in payable
        ]
        of_invoices = {item["currencyCode"] for item in invoices}
        only = of_invoices.pop() if len(of_invoices) == 1 else None
        return {
            "createdDate": booking.get("createdDate"),
            "payments": decimal(summary, "payments"),
            "charges": summary.get("charges"),
            "currencyCode": currency or only,
            "open": sum((item["open"] for item in invoices), ZERO),
            "invoices": sorted((item for item in invoices if item["open"]), key=lambda item: str(item["id"])),
            NEIGHBOURS: {_name(item): item.get("status") for item in listed if item not in payable},
        }

    def names(self, row: Values, record: Json) -> set[str]:
        """Return the names of the invoices that the payment may pay, and post."""
        return {_name(item) for item in record.get("invoices") or ()}

    @staticmethod
    def _may_pay(row: Values, invoice: Json, currency: str | None) -> bool:
        """Return whether the payment may pay an invoice: not VOID, no credit note, and due before `payDueBefore` if given.

        currency  that of the booking, in which the invoice must be; None where the booking states none
        """
        if invoice.get("status") == "VOID" or invoice.get("invoiceType") == "CREDIT_NOTE":
            return False
        if currency and currency_of(invoice) not in {None, currency}:
            return False
        limit, due = row.get("payDueBefore"), invoice.get("invoiceDueDate")
        # Whether invoices due on that day, and those without a due date, are paid is not shown: we assume that neither are.
        return not limit or bool(due and str(as_day(due)) < str(limit))

    def is_done(self, row: Values, now: Json) -> bool:
        """Return False: an equal payment is not the same one."""
        return False

    def expected(self, row: Values, before: Json) -> Json:
        """Return the sum of payments, this payment included."""
        return {"payments": decimal(before, "payments") + decimal(row, "amount")}

    def with_claimed(self, before: Json, claimed: Decimal) -> Json:
        """Return the record with `claimed` added to the sum of payments, and taken off the open amount."""
        moved = {"payments": claimed, "open": -claimed}
        return before | {name: decimal(before, name) + moved[name] for name in moved if name in before}

    def watched(self, row: Values, record: Json) -> Json:
        """Return the sum of payments, the open amount, the currency, and the drafts that the payment may post.

        The first two, because a payment that somebody else records meanwhile may be the same one; not every service shows a sum.
        """
        watched = {name: record.get(name) for name in ("payments", "open", "currencyCode")}
        return watched | {"drafts": _drafts(record)}

    def holds(self, path: str, approved: Any, found: Any) -> bool:
        """Return whether the value is as approved; drafts may have become fewer, by an earlier payment, but none may be new.

        A new draft would be posted without approval, and posting is final. The open amount may be higher, by a new invoice.
        """
        if path == "open":
            return bool(found >= approved)
        return {*found} <= {*approved} if path == "drafts" else super().holds(path, approved, found)

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require one currency, that of the row, and enough open on the invoices that the payment may pay."""
        if other := other_currency(row.get("currencyCode"), now):
            return other
        if len(currencies := {item["currencyCode"] for item in now["invoices"]} - {None}) > 1:
            return f"the booking states no currency, and its invoices are in {' and '.join(sorted(currencies))}"
        left = decimal(now, "open") - context.claimed
        return (
            "" if decimal(row, "amount") <= left else f"the amount {row['amount']} is more than the open amount {left}"
        )

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Name the invoices that the payment may post."""
        return [f"may post invoice {number}" for number in _drafts(now)]

    def amount(self, row: Values) -> Decimal | None:
        """The payment, in the booking's currency."""
        return decimal(row, "amount")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the columns of the row, without the booking and the currency, which is only compared with the booking's."""
        return {name: value for name, value in row.items() if name not in {"bookingId", *self.checked}}


def _name(invoice: Json) -> str:
    return f"salesInvoices/{invoice['id']}"


def _drafts(booking: Json) -> list[str]:
    """Return the ids of the invoices that a payment may post."""
    return [str(item["id"]) for item in booking.get("invoices") or () if item["status"] != "POSTED"]
