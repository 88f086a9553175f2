"""From invoices to money: receipts in time, late, in parts, before the invoice; refunds; credits put against invoices."""

from __future__ import annotations


from nightaudit.sandbox.portfolio.model import SHORT, Booking, Invoice, Receipt, World
from nightaudit.sandbox.portfolio.play import chance, spread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


def settle(invoices: list[Invoice], world: World, rng: Random) -> list[Receipt]:
    """The allocations of a booking's invoices up to today; every invoice's `allocated` is moved by them."""
    result: list[Receipt] = []
    if not invoices:
        return result
    slow = chance(rng, 0.04)
    for invoice in invoices:
        if invoice.status != "POSTED":
            continue
        if invoice.gross < 0:
            continue
        credit = invoice.balances
        if credit is not None and credit.status == "POSTED":
            result.extend(_credited(invoice, credit, world, rng))
        elif invoice.gross > 0:
            result.extend(_received(invoice, world, rng, slow=slow))
    return result


def _credited(invoice: Invoice, credit: Invoice, world: World, rng: Random) -> list[Receipt]:
    """A credited invoice: unpaid, the credit is put against it; paid before, the credit is refunded."""
    booking = invoice.booking
    result: list[Receipt] = []
    if any(stay.refund for stay in booking.stays):
        paid = invoice.day + spread(rng, 0, 1)
        back = max(paid, credit.day) + spread(rng, 1, 12)
        if paid <= world.today:
            result.append(allocate(booking, paid, invoice.gross, invoice))
        if back <= world.today:
            result.append(allocate(booking, back, credit.gross, credit))
        return result
    result.append(allocate(booking, credit.day, -credit.gross, invoice, credit))
    if invoice.open > 0:
        rest = _received(invoice, world, rng, slow=False, earliest=credit.day)
        result.extend(rest)
    return result


def allocate(booking: Booking, day: int, amount: int, target: Invoice | None, source: Invoice | None = None) -> Receipt:
    """Put an amount against a target, out of a credit note when `source` is given."""
    if target:
        target.allocated += amount
    if source:
        source.allocated -= amount
    return Receipt(booking, day, amount, target, source)


def _received(invoice: Invoice, world: World, rng: Random, *, slow: bool, earliest: int = 0) -> list[Receipt]:
    booking, amount, draw = invoice.booking, invoice.open, rng.random()
    short = booking.stays[0].use == SHORT
    if slow:
        dates = [(invoice.due + spread(rng, 30, 140), amount)]
    elif draw < 0.012:
        dates = []
    elif draw < 0.05:
        half = amount * spread(rng, 3, 7) // 10
        dates = [(invoice.due + spread(rng, 0, 9), half), (invoice.due + spread(rng, 10, 200), amount - half)]
    elif short and draw < 0.12 and not booking.company:
        deposit = amount * 3 // 10
        dates = [(min(booking.booked, invoice.day), deposit), (max(invoice.day, invoice.due), amount - deposit)]
    elif draw < 0.2 or booking.company:
        dates = [(invoice.due + (spread(rng, -4, 25) if booking.company else spread(rng, 2, 24)), amount)]
    else:
        dates = [(invoice.due if invoice.due > invoice.day else invoice.day + spread(rng, 0, 1), amount)]
    return [
        allocate(booking, max(day, earliest), part, invoice)
        for day, part in dates
        if max(day, earliest) <= world.today and part
    ]
