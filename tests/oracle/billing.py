"""Differences between stays and their invoices: nights never invoiced, and invoices without nights."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from oracle.invoices import invoices
from oracle.revenue import charged
from oracle.rules import ONE, SOLD, UNKNOWN, Day, days, month

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.invoices import Invoice, Line
    from oracle.model import Portfolio, Stay

    Charge = tuple[Invoice, Line]
    Found = tuple[str, str, int, int | None, Day | None]  # kind, record type, id, building, date

CREDIT = "CREDIT_NOTE"


def trouble(portfolio: Portfolio) -> Iterator[Found]:
    """Exceptions between stays and the room lines of posted invoices that are not void; none if no line names a stay."""
    charges = room_charges(portfolio)
    by_stay: dict[int, list[Charge]] = defaultdict(list)
    for invoice, line in charges:
        if line.stay:
            by_stay[line.stay].append((invoice, line))
    if not by_stay:
        return
    for stay in portfolio.stays.values():
        if nights := never_invoiced(stay, by_stay.get(stay.id, []), portfolio.rules.business_date):
            yield "nights never invoiced", "room stay", stay.id, stay.building, nights[0]
    for key, lines in by_stay.items():
        yield from _without_nights(key, lines, portfolio.stays.get(key))
    yield from _without_a_stay(charges)


def _without_nights(key: int, lines: list[Charge], stay: Stay | None) -> Iterator[Found]:
    if outside := without_nights(stay, lines):
        building = stay.building if stay else min(line.building or UNKNOWN for _, line in outside)
        date = min(_from(line) or _date(invoice) for invoice, line in outside)
        yield "invoiced without nights", "room stay", key, building, date


def _without_a_stay(charges: list[Charge]) -> Iterator[Found]:
    loose: dict[int, int] = defaultdict(int)
    for invoice, line in charges:
        loose[invoice.id] += 0 if line.stay else line.net
    for invoice in {invoice.id: invoice for invoice, _ in charges}.values():
        if loose[invoice.id]:
            yield "invoiced without a stay", "sales invoice", invoice.id, invoice.building, _date(invoice)


def _date(invoice: Invoice) -> Day:
    return invoice.date or invoice.posted or Day.max


def room_charges(portfolio: Portfolio) -> list[Charge]:
    """The lines for rooms of all invoices and credit notes that are posted and not void, outside excluded buildings."""
    return [
        (invoice, line)
        for invoice in invoices(portfolio).values()
        if invoice.posted and not invoice.voided
        for line in charged(invoice, portfolio)
        if line.item and line.item.get("extraId") is None
    ]


def never_invoiced(stay: Stay, lines: list[Charge], today: Day) -> list[Day]:
    """Nights of a sold stay with a price that no invoice charges, although the stay or the night's month is over."""
    if stay.status not in SOLD or stay.net <= 0:
        return []
    over = today if stay.end <= today else month(today)
    billed = [line for invoice, line in lines if not _is_credit(invoice, line)]
    due = [night for night in _held(stay) if night < min(over, today)]
    return [night for night in due if not any(_charges(line, night) for line in billed)]


def without_nights(stay: Stay | None, lines: list[Charge]) -> list[Charge]:
    """Charges for nights outside the stay, if its charges in a currency exceed its price after credits."""
    sold = stay is not None and stay.status in SOLD
    held = _held(stay) if stay and sold else []
    found = []
    for currency in {invoice.currency for invoice, _ in lines}:
        mine = [(invoice, line) for invoice, line in lines if invoice.currency == currency]
        price = stay.net if stay and sold and stay.currency == currency else 0
        if sum(line.net for _, line in mine) > price:
            found += [
                (invoice, line)
                for invoice, line in mine
                if not _is_credit(invoice, line) and not _is_within(line, held)
            ]
    return found


def _is_credit(invoice: Invoice, line: Line) -> bool:
    """Whether the line gives money back, so that it charges no night."""
    return invoice.type == CREDIT or (line.net or invoice.gross) < 0


def _held(stay: Stay) -> list[Day]:
    return days(stay.start, stay.end) or [stay.start]


def _from(line: Line) -> Day | None:
    return Day.fromisoformat(line.item["chargeFrom"]) if line.item.get("chargeFrom") else None


def _to(line: Line) -> Day | None:
    return Day.fromisoformat(line.item["chargeTo"]) if line.item.get("chargeTo") else None


def _charges(line: Line, night: Day) -> bool:
    """Whether the line charges the night: from its start up to its end, at least one night; a missing date does not limit it."""
    first, end = _from(line), _to(line)
    return (first is None or first <= night) and (end is None or night < end or night == first)


def _is_within(line: Line, held: list[Day]) -> bool:
    """Whether the first and the last night of the line are nights of the stay."""
    first, end = _from(line), _to(line)
    last = max(end - ONE, first or end - ONE) if end else first
    return bool(held) and all(night in held for night in (first, last) if night)
