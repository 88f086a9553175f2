"""Turns invoices into allocations: receipts on time, late, in parts, before the invoice; refunds; allocated credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.estate import SHORT, TimeFrame
from nightaudit.sandbox.portfolio.model import Booking, Invoice, Receipt
from nightaudit.sandbox.portfolio.randomness import chance, fate, spread

if TYPE_CHECKING:
    from random import Random

PAID = {"never": 0.004, "in parts": 0.04, "with deposit": 0.07, "late": 0.09}


def settle(invoices: list[Invoice], frame: TimeFrame, rng: Random) -> list[Receipt]:
    """Return the allocations of a booking's invoices up to today; update `allocated` of the invoices."""
    result: list[Receipt] = []
    if not invoices:
        return result
    slow = chance(rng, 0.04)
    for invoice in invoices:
        if invoice.status != "POSTED" or invoice.gross < 0:
            continue
        credit = invoice.balances
        if credit is not None and credit.status == "POSTED":
            result.extend(_credited(invoice, credit, frame, rng))
        else:
            result.extend(_received(invoice, frame, rng, slow=slow))
    return result


def _credited(invoice: Invoice, credit: Invoice, frame: TimeFrame, rng: Random) -> list[Receipt]:
    """Settle a credited invoice: allocate the credit to the invoice, or refund it if the stay is refunded."""
    booking = invoice.booking
    result: list[Receipt] = []
    if any(stay.refund for stay in booking.stays):
        paid = invoice.day + spread(rng, 0, 1)
        back = max(paid, credit.day) + spread(rng, 1, 12)
        if paid <= frame.today:
            result.append(allocate(booking, paid, invoice.gross, invoice))
        if back <= frame.today:
            result.append(allocate(booking, back, credit.gross, credit))
        return result
    result.append(allocate(booking, credit.day, -credit.gross, invoice, credit))
    if invoice.open > 0:
        result.extend(_received(invoice, frame, rng, slow=False, earliest=credit.day))
    return result


def allocate(booking: Booking, day: int, amount: int, target: Invoice | None, source: Invoice | None = None) -> Receipt:
    """Allocate an amount to a target, from a credit note when `source` is given."""
    if target:
        target.allocated += amount
    if source:
        source.allocated -= amount
    return Receipt(booking, day, amount, target, source)


def _received(invoice: Invoice, frame: TimeFrame, rng: Random, *, slow: bool, earliest: int = 0) -> list[Receipt]:
    booking, amount, how = invoice.booking, invoice.open, fate(rng, PAID)
    short = booking.stays[0].use == SHORT
    if slow:
        dates = [(invoice.due + spread(rng, 25, 100), amount)]
    elif how == "never":
        dates = []
    elif how == "in parts":
        half = amount * spread(rng, 3, 7) // 10
        dates = [(invoice.due + spread(rng, 0, 9), half), (invoice.due + spread(rng, 10, 75), amount - half)]
    elif how == "with deposit" and short and not booking.company:
        deposit = amount * 3 // 10
        dates = [(min(booking.booked, invoice.day), deposit), (max(invoice.day, invoice.due), amount - deposit)]
    elif how == "late" or booking.company:
        dates = [(invoice.due + (spread(rng, -4, 25) if booking.company else spread(rng, 2, 24)), amount)]
    else:
        dates = [(invoice.due if invoice.due > invoice.day else invoice.day + spread(rng, 0, 1), amount)]
    return [
        allocate(booking, max(day, earliest), part, invoice)
        for day, part in dates
        if max(day, earliest) <= frame.today and part
    ]
