"""What the lists of schema `quality` should hold that follow from the records alone."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from oracle import invoices as documents
from oracle import occupancy, receivables
from oracle.rules import SOLD, TENTATIVE, UNKNOWN, Rows, cents, money, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Portfolio, Stay
    from oracle.rules import Day

    Found = tuple[str, str, int, int | None, Day | None]  # kind, record type, id, building, date


def exceptions(portfolio: Portfolio) -> Rows:
    """Kind and record, at the first date it was found at."""
    rows: Rows = {}
    today = portfolio.rules.business_date
    for kind, record_type, key, building, date in [
        *_of_nights(portfolio),
        *_of_stays(portfolio),
        *_of_money(portfolio),
    ]:
        row = {"record_type": record_type, "building_id": building or UNKNOWN, "on_date": date or today}
        before = rows.setdefault((kind, key), row)
        before["on_date"] = min(before["on_date"], row["on_date"])
    return rows


def _of_nights(portfolio: Portfolio) -> Iterator[Found]:
    for item in occupancy.laid_out(portfolio):
        if item.is_conflict:
            yield "double booking", "unit", item.unit.id, item.unit.building, item.night
        if item.state == occupancy.OCCUPIED and item.is_blocked and item.holder:
            yield "stay on a blocked unit", "room stay", item.holder.id, item.unit.building, item.night


def _of_stays(portfolio: Portfolio) -> Iterator[Found]:
    lives: dict[int, list[Day]] = defaultdict(list)
    for item in occupancy.laid_out(portfolio):
        lives[item.unit.id].append(item.night)
    rules = portfolio.rules
    for stay in portfolio.stays.values():
        if stay.status in SOLD | TENTATIVE and (kind := _trouble(stay, lives.get(stay.unit or 0), rules.business_date)):
            yield kind, "room stay", stay.id, stay.building, stay.start
        if stay.status in SOLD and rate(stay.currency, rules.base_currency, stay.start, rules) is None:
            yield "no rate for the currency", "room stay", stay.id, stay.building, stay.start


def _trouble(stay: Stay, life: list[Day] | None, today: Day) -> str | None:
    if stay.end < stay.start:
        return "stay that ends before it begins"
    if stay.status == "CONFIRMED" and stay.start < today:
        return "arrival overdue"
    if not stay.building:
        return "stay without a building"
    nights_outside = stay.unit and stay.nights and (not life or stay.start < life[0] or (stay.end - life[-1]).days > 1)
    return "stay outside the supply" if nights_outside else None


def _of_money(portfolio: Portfolio) -> Iterator[Found]:
    known = documents.invoices(portfolio)
    applied: dict[int, int] = defaultdict(int)
    last: dict[int, Day | None] = {}
    for item in documents.allocations(portfolio).values():
        if item.target and item.target not in known:
            yield "allocation to an unknown invoice", "financial allocation", item.id, item.building, item.date
        if item.target and item.date:
            applied[item.target] += item.amount
            last[item.target] = max(item.date, last.get(item.target) or item.date)
    for invoice in known.values():
        found = applied.get(invoice.id, 0)
        kind = None
        if invoice.status == "VOID" and found:
            kind = "void invoice with live allocations"
        elif (invoice.gross >= 0 and found > invoice.gross) or (invoice.gross < 0 and found < invoice.gross):
            kind = "allocated above the invoice" if invoice.id in applied else None
        if kind:
            yield kind, "sales invoice", invoice.id, invoice.building, last[invoice.id]
        if invoice.net_of_items and abs(invoice.net - invoice.net_of_items) > 1:
            yield "invoice differs from its items", "sales invoice", invoice.id, invoice.building, invoice.date
        if invoice.status == "POSTED" and not invoice.posted:
            kind = "posted invoice without a date, not counted"
            yield kind, "sales invoice", invoice.id, invoice.building, None


def excluded_buildings(portfolio: Portfolio) -> Rows:
    """What an excluded building would have added."""
    of_units, of_stays = portfolio.building_of_unit.values(), portfolio.building_of_stay.values()
    return {
        (key,): {
            "building_name": portfolio.buildings[key].get("name"),
            "units": sum(building == key for building in of_units),
            "room_stays": sum(building == key for building in of_stays),
        }
        for key in portfolio.excluded
    }


def reconciliations(portfolio: Portfolio) -> Rows:
    """What invoices state as outstanding, their items, and what stays that have left were invoiced, beside our figures."""
    pairs: dict[tuple[str, str], list[tuple[int, int, int]]] = defaultdict(list)  # ours, theirs, tolerance in cents
    open_now = receivables.open_at(receivables.balance_intervals(portfolio), portfolio.rules.business_date)
    invoiced: dict[int | None, int] = defaultdict(int)
    for invoice in documents.invoices(portfolio).values():
        stated = invoice.record.get("outstandingAmount")
        if invoice.status == "POSTED" and stated is not None:
            ours = open_now[invoice.id].open if invoice.id in open_now else 0
            pairs["open amount of invoices", invoice.currency].append((ours, cents(stated), 0))
        if invoice.net_of_items:
            pairs["net of invoices", invoice.currency].append((invoice.net, invoice.net_of_items, 1))
        if invoice.posted and not invoice.voided:
            for line in invoice.lines:
                if line.item and line.item.get("extraId") is None:
                    invoiced[line.item.get("roomStayId")] += line.net
    for stay in portfolio.stays.values():
        if stay.status == "CHECKED_OUT":
            pairs["net of stays that have left", stay.currency].append((stay.net, invoiced.get(stay.id, 0), 1))
    return {
        key: {
            "records": len(items),
            "records_off": sum(abs(ours - theirs) > tolerance for ours, theirs, tolerance in items),
            "ours": money(sum(ours for ours, _, _ in items)),
            "theirs": money(sum(theirs for _, theirs, _ in items)),
            "difference": money(sum(ours - theirs for ours, theirs, _ in items)),
        }
        for key, items in pairs.items()
    }
