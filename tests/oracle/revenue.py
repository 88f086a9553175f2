"""Revenue by month on three clocks (earned by night, invoiced by invoice date, cash), and what is deferred."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from oracle.invoices import allocations, invoices
from oracle.nights import revenue_nights
from oracle.rules import Day, month, next_month

if TYPE_CHECKING:
    from oracle.model import Portfolio

FLOWS = ["room_earned_net", "extras_earned_net", "invoiced_net", "invoiced_vat", "invoiced_gross", "cash_received"]
Key = tuple[Day, int | None, str]


def flows(portfolio: Portfolio) -> dict[Key, dict[str, int]]:
    """Cents earned, invoiced and received by month, building and currency; only months in which something moved."""
    rows: dict[Key, dict[str, int]] = defaultdict(lambda: dict.fromkeys(FLOWS, 0))
    for part in revenue_nights(portfolio):
        row = rows[month(part.night), part.stay.building, part.stay.currency]
        row["room_earned_net"] += part.net
        row["extras_earned_net"] += part.extras_net
    for invoice in invoices(portfolio).values():
        if invoice.posted and invoice.date:
            for when, sign in ((invoice.date, 1), (invoice.voided, -1)):
                for line in invoice.lines:
                    if when is None:
                        break
                    row = rows[month(when), line.building, invoice.currency]
                    row["invoiced_net"] += sign * line.net
                    row["invoiced_vat"] += sign * line.vat
                    row["invoiced_gross"] += sign * (line.net + line.vat)
    for item in allocations(portfolio).values():
        if item.date and item.is_cash:
            rows[month(item.date), item.building, item.currency]["cash_received"] += item.amount
    return dict(rows)


def monthly(portfolio: Portfolio, until: Day | None = None) -> dict[Key, dict[str, int]]:
    """Flows and the bridge: deferred_opening + invoiced_net - room and extras earned = deferred_closing.

    Each building and currency has every month from its first to its last (or to `until`), also those without a flow.
    """
    moved = flows(portfolio)
    result: dict[Key, dict[str, int]] = {}
    for building, currency in {(b, c) for _, b, c in moved}:
        months = [m for m, b, c in moved if (b, c) == (building, currency)]
        at, last, deferred = min(months), max([*months, *([until] if until else [])]), 0
        while at <= last:
            row = moved.get((at, building, currency)) or dict.fromkeys(FLOWS, 0)
            closing = deferred + row["invoiced_net"] - row["room_earned_net"] - row["extras_earned_net"]
            result[at, building, currency] = {**row, "deferred_opening": deferred, "deferred_closing": closing}
            at, deferred = next_month(at), closing
    return result
