"""Finds payments that the service has more often than they were sent: a payment carries no token that could be counted."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.correct.jobs.booking_payments import BookingPayments
from nightaudit.correct.jobs.money import A_DAY, allocations_since, decimal
from nightaudit.correct.journal import amounts
from nightaudit.correct.values import ZERO, Json, key_of, same
from nightaudit.errors import NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.run import Run

ByReference = dict[tuple[Any, Any], list[Json]]
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
    allocated = _by_reference((item.get("targetInvoiceId"), item) for item in listed)
    targets = {row.target for row in rows}
    sent = _by_reference((target, one) for target in targets for one in amounts.sent_to(run.journal, run.plan, target))
    findings = {}
    for row in rows:
        invoices = [invoice["id"] for invoice in (row.before or {}).get("invoices") or ()]
        beyond = _like(row, allocated, invoices) - _like(row, sent, [row.target])
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


def _by_reference(payments: Iterable[tuple[Any, Json]]) -> ByReference:
    """Return payments by keys of what they are for and of their reference: each of many is compared with few."""
    found: ByReference = {}
    for paid, payment in payments:
        found.setdefault((key_of(paid), key_of(payment.get("paymentReference"))), []).append(payment)
    return found


def _like(row: Row, payments: ByReference, paid: Iterable[Any]) -> Decimal:
    """Return the sum of the payments for these, invoices or a booking, that have the reference and date of the row."""
    reference = key_of(row.input["paymentReference"])
    marks = {name: row.input[name] for name in MARKS if name in row.input}
    likely = [payment for one in paid for payment in payments.get((key_of(one), reference), ())]
    found = [payment for payment in likely if all(same(payment.get(name), mark) for name, mark in marks.items())]
    return sum((decimal(payment, "amount") for payment in found), ZERO)


def _has_grown(run: Run, row: Row, beyond: Decimal) -> bool:
    """Return whether the sum of payments is at least `beyond` higher than this row and later rows of this journal made it."""
    try:
        view = run.job.read(row.input, run.reader)
    except NotFound:
        return False
    later = amounts.written_since_row(run.journal, run.plan, row)
    wanted = decimal(run.job.expected(row.input, row.before or {}), "payments") + later
    return decimal(view, "payments") - wanted >= beyond
