"""Revenue by month on three clocks (earned by night, invoiced by invoice date, cash), and what is deferred."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from oracle.invoices import allocations, invoices
from oracle.nights import revenue_nights
from oracle.rules import UNKNOWN, Day, money_months, month, next_month

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.invoices import Invoice, Line
    from oracle.model import Portfolio

FLOWS = ["room_earned_net", "extras_earned_net", "invoiced_net", "invoiced_vat", "invoiced_gross", "cash_received"]
OF_STAYS = ["room_earned_net", "extras_earned_net", "invoiced_net"]
Key = tuple[Day, int | None, str]


def flows(portfolio: Portfolio) -> dict[Key, dict[str, int]]:
    """Cents earned, invoiced and received by month, building and currency; only months in which something moved."""
    rows: dict[Key, dict[str, int]] = defaultdict(lambda: dict.fromkeys(FLOWS, 0))
    for part in revenue_nights(portfolio):
        row = rows[month(part.night), part.stay.building, part.stay.currency]
        row["room_earned_net"] += part.net
        row["extras_earned_net"] += part.extras_net
    for invoice in invoices(portfolio).values():
        for when, sign in invoice.moves():
            for line in charged(invoice, portfolio):
                row = rows[month(when), line.building, invoice.currency]
                row["invoiced_net"] += sign * line.net
                row["invoiced_vat"] += sign * line.vat
                row["invoiced_gross"] += sign * (line.net + line.vat)
    for item in allocations(portfolio).values():
        if item.date and item.is_cash:
            rows[month(item.date), item.building, item.currency]["cash_received"] += item.amount
    return dict(rows)


def charged(invoice: Invoice, portfolio: Portfolio) -> list[Line]:
    """The lines of an invoice outside excluded buildings."""
    return [line for line in invoice.lines if line.building not in portfolio.excluded]


def monthly(portfolio: Portfolio) -> dict[Key, dict[str, int]]:
    """Flows and the bridge: deferred_opening + invoiced_net - room and extras earned = deferred_closing.

    Each building and currency has every month from its first to its last, also those without a flow; and where something
    stays deferred, every month up to the business date's. Beyond the months laid out only those with a flow.
    """
    moved, now = flows(portfolio), month(portfolio.rules.business_date)
    result: dict[Key, dict[str, int]] = {}
    for building, currency in {(b, c) for _, b, c in moved}:
        months = {m for m, b, c in moved if (b, c) == (building, currency)}
        first, last = min(months), max(months)
        if sum(_added(moved[at, building, currency]) for at in months):
            last = max(last, now)
        earliest, latest = money_months(now)
        beyond = [at for at in months if not earliest <= at <= latest and any(moved[at, building, currency].values())]
        deferred = 0
        for at in sorted([*beyond, *_months(max(first, earliest), min(last, latest))]):
            row = moved.get((at, building, currency)) or dict.fromkeys(FLOWS, 0)
            closing = deferred + _added(row)
            result[at, building, currency] = {**row, "deferred_opening": deferred, "deferred_closing": closing}
            deferred = closing
    return result


def _added(row: dict[str, int]) -> int:
    """What a month's flows add to what is deferred."""
    return row["invoiced_net"] - row["room_earned_net"] - row["extras_earned_net"]


def _months(first: Day, last: Day) -> Iterator[Day]:
    while first <= last:
        yield first
        first = next_month(first)


def of_stays(portfolio: Portfolio) -> dict[tuple[int, Day, int | None, str], dict[str, int]]:
    """The bridge of each stay: cents by stay, month, building and currency, where something moved; stay -1 is none.

    `next_month` is not among them: it is the next key of the same stay, building and currency.
    """
    moved: dict[tuple[int, int | None, str], dict[Day, dict[str, int]]] = defaultdict(
        lambda: defaultdict(lambda: dict.fromkeys(OF_STAYS, 0))
    )
    for part in revenue_nights(portfolio):
        row = moved[part.stay.id, part.stay.building, part.stay.currency][month(part.night)]
        row["room_earned_net"] += part.net
        row["extras_earned_net"] += part.extras_net
    for invoice in invoices(portfolio).values():
        for when, sign in invoice.moves():
            for line in charged(invoice, portfolio):
                moved[line.stay or UNKNOWN, line.building, invoice.currency][month(when)]["invoiced_net"] += (
                    sign * line.net
                )
    result = {}
    for (stay, building, currency), months in moved.items():
        deferred = 0
        for at in sorted(months):
            row = months[at]
            if any(row.values()):
                closing = deferred + _added(row)
                result[stay, at, building, currency] = {
                    **row,
                    "deferred_opening": deferred,
                    "deferred_closing": closing,
                }
                deferred = closing
    return result
