"""Turns bookings into invoices: issue dates, and corrections: voided, credited, issued again, refunded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.amounts import part, tax_on
from nightaudit.sandbox.portfolio.estate import SHORT, TimeFrame
from nightaudit.sandbox.portfolio.model import Booking, Invoice, Line, Stay
from nightaudit.sandbox.portfolio.randomness import chance, fate, spread
from nightaudit.sandbox.stay_statuses import BOOKED

if TYPE_CHECKING:
    from random import Random

RENT_AHEAD = 7
DRAFT_AHEAD = 14
WHOLE = 100
# Corrections of an invoice: voided or credited and issued again, or credited in part, which lowers the stay's amount.
TROUBLE = {"void": 0.015, "credit in full": 0.005, "credit in part": 0.025}
COMPANY_TERMS = 30


def bill(booking: Booking, frame: TimeFrame, rng: Random) -> list[Invoice]:
    """Return the invoices of a booking that exist today, corrections last."""
    short = [stay for stay in booking.stays if stay.use == SHORT and stay.status in BOOKED]
    invoices = _stay_invoices(booking, short, frame, rng) if short else []
    for stay in booking.stays:
        if stay.use != SHORT and stay.status in BOOKED:
            invoices.extend(_period_invoices(booking, stay, frame))
        elif stay.refund:
            invoices.extend(_refunded(booking, stay, frame))
    troubled = [
        extra
        for invoice in invoices
        if invoice.status == "POSTED" and invoice.balances is None and invoice.net > 0
        for extra in _trouble(invoice, frame, rng)
    ]
    return invoices + troubled


def _stay_invoices(booking: Booking, stays: list[Stay], frame: TimeFrame, rng: Random) -> list[Invoice]:
    first, last = min(stay.start for stay in stays), max(stay.end for stay in stays)
    when = "at departure" if booking.company else fate(rng, {"prepaid": 0.3, "on arrival": 0.3})
    day = {"prepaid": min(booking.booked + 1, first), "on arrival": first}.get(when, last)
    lines = [line for stay in stays for line in stay.lines]
    invoice = Invoice(booking, day, day + (COMPANY_TERMS if booking.company else 0), lines).total()
    if day > frame.today or invoice.gross == 0:
        return []
    if day >= frame.today - 2 and chance(rng, 0.3):
        invoice.status = "DRAFT"
    return [invoice]


def _period_invoices(booking: Booking, stay: Stay, frame: TimeFrame) -> list[Invoice]:
    periods: dict[int, list[Line]] = {}
    for line in stay.lines:
        periods.setdefault(line.start, []).append(line)
    result = []
    for start, lines in sorted(periods.items()):
        day = max(stay.booked, start - RENT_AHEAD) if start > stay.start else max(stay.booked, start - 2)
        due = max(day, start) + (COMPANY_TERMS if booking.company else 0)
        if day <= frame.today:
            result.append(Invoice(booking, day, due, lines).total())
        elif day <= frame.today + DRAFT_AHEAD:
            result.append(Invoice(booking, frame.today, due, lines, "DRAFT").total())
    return result


def _refunded(booking: Booking, stay: Stay, frame: TimeFrame) -> list[Invoice]:
    day = min(stay.booked + 1, stay.cancelled or stay.booked)
    invoice = Invoice(booking, day, day, list(stay.lines)).total()
    credit = credit_note(invoice, stay.cancelled or day, 100)
    return [invoice, credit] if credit.day <= frame.today and invoice.gross > 0 else []


def credit_note(invoice: Invoice, day: int, percent: int) -> Invoice:
    """Return a credit note over a share of every line of an invoice; set `balances` of both to each other."""
    lines = []
    for line in invoice.lines:
        net = -part(line.net, percent, 100)
        tax = -line.tax if percent == WHOLE else tax_on(net, line.code.basis_points)
        lines.append(
            Line(line.stay, f"Credit: {line.text}", line.start, line.end, 1, net, net, tax, line.code, line.extra)
        )
    credit = Invoice(invoice.booking, day, day, lines, balances=invoice).total()
    invoice.balances = credit
    return credit


def _trouble(invoice: Invoice, frame: TimeFrame, rng: Random) -> list[Invoice]:
    trouble, day = fate(rng, TROUBLE), invoice.day + spread(rng, 1, 15)
    if not trouble or day > frame.today:
        return []
    again = Invoice(invoice.booking, day, max(invoice.due, day), invoice.lines)
    if trouble == "void":
        invoice.status, invoice.voided = "VOID", day
        return [again.total()]
    if trouble == "credit in full":
        return [credit_note(invoice, day, 100), again.total()]
    rooms = Invoice(invoice.booking, day, day, [line for line in invoice.lines if line.extra is None and line.net])
    credit = credit_note(rooms, day, spread(rng, 1, 4) * 5)
    credit.balances, invoice.balances = invoice, credit
    for line in credit.lines:
        line.stay.adjusted_net += line.net
        line.stay.adjusted_tax += line.tax
    return [credit]
