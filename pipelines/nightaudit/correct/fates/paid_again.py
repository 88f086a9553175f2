"""Finds payments that the service has more often than they were sent: a payment carries no token that could be counted."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.correct.correction import ZERO
from nightaudit.correct.jobs.booking_payments import BookingPayments
from nightaudit.correct.jobs.money import A_DAY, allocations_since, decimal
from nightaudit.correct.journal import amounts
from nightaudit.correct.values import Json, key_of, same
from nightaudit.errors import NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from nightaudit.correct.columns import Values
    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run

MARKS = ("paymentReference", "date")
"""Columns of a payment that we assume its allocations to show, too (not shown)."""


def paid_again(run: Run, rows: Sequence[Row]) -> dict[int, str]:
    """Return, by row id, the finding about a written payment that something on the way has sent once more.

    Two things must agree: on the invoices that the payment could pay, allocations with its reference and date exceed what was
    sent by the row's amount, or by a multiple of it; and the booking's sum of payments has grown by at least as much since.
    Rows without a reference, and services without such allocations, have no findings.
    """
    rows = [row for row in rows if row.before and row.input.get("paymentReference")]
    if not isinstance(run.job, BookingPayments) or not rows:
        return {}
    try:
        listed = allocations_since(_first_day(run, rows), run.reader)
    except Refused:
        return {}
    by_invoice: dict[object, list[Json]] = {}
    for item in listed:
        by_invoice.setdefault(key_of(item.get("targetInvoiceId")), []).append(item)
    findings = {}
    for row in rows:
        invoices = (row.before or {}).get("invoices") or ()
        paid = [item for invoice in invoices for item in by_invoice.get(key_of(invoice["id"]), ())]
        beyond = sum((decimal(item, "amount") for item in paid if _is_alike(row.input, item)), ZERO) - _sent(run, row)
        if row.amount and beyond > ZERO and not beyond % row.amount and _has_grown(run, row, beyond):
            findings[row.row_id] = (
                f"the PMS has {beyond} more with the reference and date of this payment than was sent: it is perhaps there"
                " more than once; look at the payments of the booking, and remove what is too much"
            )
    return findings


def _first_day(run: Run, rows: Sequence[Row]) -> datetime.date:
    """Return the day before the plan was made, or the earliest date of a row: clock and time zone of the service may differ."""
    days = [run.plan.created[:10], *(str(row.input["date"]) for row in rows if row.input.get("date"))]
    first = min(map(datetime.date.fromisoformat, days))
    return first if first == datetime.date.min else first - A_DAY


def _is_alike(row: Values, record: Json) -> bool:
    return all(same(record.get(name), row[name]) for name in MARKS if name in row)


def _sent(run: Run, row: Row) -> Decimal:
    """Return the money that this journal sent, or may have sent, to the booking with the same reference and date."""
    sent = amounts.sent_to(run.journal, run.plan, row.target)
    return sum((amount for given, amount in sent if _is_alike(row.input, given)), ZERO)


def _has_grown(run: Run, row: Row, beyond: Decimal) -> bool:
    """Return whether the sum of payments is at least `beyond` higher than this row and later rows of this journal made it."""
    try:
        view = run.job.read(row.input, run.reader)
    except NotFound:
        return False
    later = amounts.written_since_row(run.journal, run.plan, row)
    wanted = decimal(run.job.expected(row.input, row.before or {}), "payments") + later
    return decimal(view, "payments") - wanted >= beyond
