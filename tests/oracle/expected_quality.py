"""Expected rows of those lists of schema `quality` that follow from the records alone."""

from __future__ import annotations

import calendar
from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from oracle import billing, occupancy, receivables
from oracle import invoices as documents
from oracle.revenue import charged
from oracle.rules import (
    ONE,
    SOLD,
    TENTATIVE,
    UNKNOWN,
    Rows,
    cents,
    day,
    known_day,
    money,
    money_months,
    next_month,
    rate,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.invoices import Allocation, Invoice, Line
    from oracle.model import Json, Portfolio, Stay
    from oracle.rules import Day

    Found = tuple[str, str, int, int | None, Day | None]  # kind, record type, id, building, date

NO_RATE = "no rate for the currency"
BEYOND = "dated beyond the months laid out"
KNOWN = frozenset({"POSTED", "VOID", "DRAFT", "PENDING", "CREATED"})


def exceptions(portfolio: Portfolio) -> Rows:
    """Exceptions by kind and record, at their first date."""
    rows: Rows = {}
    today = portfolio.rules.business_date
    for kind, record_type, key, building, date in [
        *_of_nights(portfolio),
        *_of_stays(portfolio),
        *_of_money(portfolio),
        *_without_a_rate(portfolio),
        *billing.trouble(portfolio),
    ]:
        row = {"building_id": building or UNKNOWN, "on_date": date or today}
        before = rows.setdefault((kind, record_type, key), row)
        before["on_date"] = min(before["on_date"], row["on_date"])
    return rows


def _of_nights(portfolio: Portfolio) -> Iterator[Found]:
    for item in occupancy.laid_out(portfolio):
        if item.is_conflict:
            yield "double booking", "unit", item.unit.id, item.unit.building, item.night
        if item.state == occupancy.OCCUPIED and item.is_blocked and item.holder:
            yield "stay on a blocked unit", "room stay", item.holder.id, item.unit.building, item.night

    for record in portfolio.kept.get("activities", {}).values():
        if record.get("blockAvailability") and record.get("status") != "CANCELLED":
            yield from _of_block(record, portfolio)


def _of_block(record: Json, portfolio: Portfolio) -> Iterator[Found]:
    named = record.get("unitId") or 0
    unit = portfolio.units.get(named)
    building = unit.building if unit else None
    start, due = (day(record.get(name), portfolio.zone(building)) for name in ("startDateTime", "dueDate"))
    stated = [date for date in (start, due) if date]
    is_over = bool(stated) and max(stated) < portfolio.rules.business_date
    if named not in portfolio.building_of_unit and not is_over:
        kind = "block on an unknown unit, not counted"
    elif unit and not (start and due):
        kind = "block without dates, not counted"
    elif unit and start and due and due < start and not is_over:
        kind = "block that ends before it begins, not counted"
    else:
        return
    yield kind, "activity", record["id"], building, start or due


def _of_stays(portfolio: Portfolio) -> Iterator[Found]:
    lives: dict[int, list[Day]] = defaultdict(list)
    for item in occupancy.laid_out(portfolio):
        lives[item.unit.id].append(item.night)
    rules = portfolio.rules
    for stay in portfolio.stays.values():
        for kind in _troubles(stay, lives.get(stay.unit or 0), rules.business_date):
            yield kind, "room stay", stay.id, stay.building, stay.start
        into = (rules.base_currency, portfolio.currency(stay.building))
        nights = [stay.start + at * ONE for at in range(max(stay.nights, 1))]
        if stay.status in SOLD and any(
            rate(stay.currency, one, night, rules) is None for one in into for night in nights
        ):
            yield NO_RATE, "room stay", stay.id, stay.building, stay.start


def _troubles(stay: Stay, life: list[Day] | None, today: Day) -> Iterator[str]:
    if stay.status not in SOLD | TENTATIVE:
        return
    if stay.end < stay.start:
        yield "stay that ends before it begins"
    if (stay.end - stay.start).days > stay.nights:
        yield "stay of more than fifty years, counted for fifty"
    if stay.status == "CONFIRMED" and stay.start < today:
        yield "arrival overdue"
    if stay.status == "CHECKED_OUT" and stay.end > today:
        yield "checked out before its end, all nights counted"
    if not stay.building:
        yield "stay without a building"
    if stay.unit and stay.nights and (not life or stay.start < life[0] or (stay.end - life[-1]).days > 1):
        yield "stay outside the supply"
    if stay.status in SOLD and stay.net <= 0:
        yield "negative rate" if stay.net else "zero rate"
    if stay.status in SOLD and stay.has_gross_alone:
        yield "extras of which neither net nor VAT is stated"


def _of_money(portfolio: Portfolio) -> Iterator[Found]:
    known = documents.invoices(portfolio)
    for item in documents.allocations(portfolio).values():
        for kind in _of_allocation(item, known, portfolio):
            yield kind, "financial allocation", item.id, item.building, item.date
    for key, refunds in _refunds(portfolio, known).items():
        if min(item.written for item in refunds) < 0 < max(item.written for item in refunds):
            last_date = max((item.date for item in refunds if item.date), default=None)
            yield "refunds of both signs, all taken as paid out", "sales invoice", key, known[key].building, last_date
    applied = _applied(portfolio)
    for invoice in known.values():
        found, last = applied.get(invoice.id, (0, None))
        for kind, date in _of_invoice(invoice, found, last, portfolio.rules.time_zone):
            yield kind, "sales invoice", invoice.id, invoice.building, date
        if any(_is_beyond(date, portfolio) for date in (invoice.date, invoice.posted, invoice.voided)):
            yield BEYOND, "sales invoice", invoice.id, invoice.building, invoice.date or invoice.posted


def _without_a_rate(portfolio: Portfolio) -> Iterator[Found]:
    """Invoices and cash without a rate into the base currency at the end of their month."""
    invoices, allocations = documents.invoices(portfolio).values(), documents.allocations(portfolio).values()
    dated: list[tuple[str, Invoice | Allocation, Day | None]] = [
        *(("sales invoice", one, one.date or one.posted) for one in invoices if one.posted),
        *(("financial allocation", one, one.date) for one in allocations if one.is_cash),
    ]
    for record_type, one, date in dated:
        end = date and date.replace(day=calendar.monthrange(date.year, date.month)[1])
        if end and rate(one.currency, portfolio.rules.base_currency, end, portfolio.rules) is None:
            yield NO_RATE, record_type, one.id, one.building, date


def _of_allocation(item: Allocation, known: dict[int, Invoice], portfolio: Portfolio) -> Iterator[str]:
    if item.is_lost:
        yield "allocation to an unknown invoice"
    is_receipt = item.is_cash and item.target
    if item.source and item.source not in portfolio.invoices and item.drawn and not is_receipt:
        yield "allocation from an unknown invoice"
    ends = [known[key] for key in (item.target, item.source) if key in known]
    if any(end.currency != (item.record.get("currencyCode") or ends[0].currency) for end in ends):
        yield "allocation in another currency, taken as written"
    if _is_beyond(item.date, portfolio):
        yield BEYOND
    if item.record.get("amount") is None:
        yield "allocation without an amount"
    if not item.date:
        yield "allocation without a date, no cash of any month"
    if item.type and item.type.upper() not in {"PAYMENT", "ALLOCATION"}:
        yield "allocation of an unknown type, no cash"
    if item.type and item.type.upper() == "ALLOCATION" and item.source is None and item.written:
        yield "allocation without a source, no cash"
    if item.type == "PAYMENT" and item.is_moved:
        yield "payment out of an invoice against another, no cash"


def _is_beyond(date: Day | None, portfolio: Portfolio) -> bool:
    first, last = money_months(portfolio.rules.business_date)
    return date is not None and not first <= date < next_month(last)


def _told_since(invoice: Invoice, zone: str) -> bool:
    """Whether the invoice was exported after its void, so that finance has the void."""
    exported, voided = (known_day(invoice.record.get(name), zone) for name in ("exportedDate", "voidedDate"))
    return bool(exported and voided and exported > voided)


def _of_invoice(invoice: Invoice, applied: int, last: Day | None, zone: str) -> Iterator[tuple[str, Day | None]]:
    if invoice.status == "VOID" and invoice.export_status == "EXPORTED" and not _told_since(invoice, zone):
        yield "void after its export", invoice.voided
    if invoice.status == "VOID" and applied:
        yield "void invoice with live allocations", last
    elif last and (applied > invoice.gross if invoice.gross >= 0 else applied < invoice.gross):
        yield "allocated above the invoice", last
    elif last and (applied < 0 if invoice.gross >= 0 else applied > 0):
        yield "more taken back than allocated", last
    net, vat = invoice.of_items("totalNet"), invoice.of_items("totalTax")
    gross = None if net is None or vat is None else net + vat
    if any(invoice.is_off(*sums) for sums in ((invoice.net, net), (invoice.vat, vat), (invoice.gross, gross))):
        yield "invoice differs from its items", invoice.date
    if gross is None and abs(invoice.net + invoice.vat - invoice.gross) > 1:
        yield "net and VAT are not the gross", invoice.date
    yield from _unstated(invoice)


def _unstated(invoice: Invoice) -> Iterator[tuple[str, Day | None]]:
    if invoice.type and invoice.type.upper() not in {"INVOICE", "CREDIT_NOTE"}:
        yield "invoice of an unknown type, taken as an invoice", invoice.date
    if invoice.status == "POSTED" and not invoice.posted:
        yield "posted invoice without a date, not counted", None
    if invoice.status == "POSTED" and not invoice.states_an_amount:
        yield "posted invoice without an amount", invoice.date
    if (
        invoice.status == "POSTED"
        and invoice.of_items("totalNet") is not None
        and any(map(_is_priced_alone, invoice.lines))
    ):
        yield "invoice items without an amount", invoice.date
    if invoice.status not in KNOWN:
        yield "invoice of an unknown status, not counted", invoice.date


def _is_priced_alone(line: Line) -> bool:
    return line.item.get("totalNet") is None and bool(Decimal(str(line.item.get("unitPriceNet") or 0)))


def _refunds(portfolio: Portfolio, known: dict[int, Invoice]) -> dict[int, list[Allocation]]:
    """Money paid out against each credit, and out of each invoice."""
    result: dict[int, list[Allocation]] = defaultdict(list)
    for item in documents.allocations(portfolio).values():
        end = known.get((item.source if item.is_drawn_out else item.target) or 0)
        if end and item.is_cash and (item.is_drawn_out or end.gross < 0):
            result[end.id].append(item)
    return result


def _applied(portfolio: Portfolio) -> dict[int, tuple[int, Day]]:
    """Cents allocated to each invoice less those drawn from it, and the last date of either."""
    result: dict[int, tuple[int, Day]] = {}
    for item in documents.allocations(portfolio).values():
        for key, amount in ((item.target, item.amount), (item.source, -item.drawn)):
            if key and item.date:
                before, last = result.get(key, (0, item.date))
                result[key] = before + amount, max(last, item.date)
    return result


def excluded_buildings(portfolio: Portfolio) -> Rows:
    """The excluded buildings, with the figures that they would have added."""
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
    """Our figures beside the API's: stated outstanding amounts, invoice items, and amounts invoiced for stays that have left."""
    pairs: dict[tuple[str, str], list[tuple[int, int, int]]] = defaultdict(list)  # ours, theirs, tolerance in cents
    open_now = receivables.open_at(receivables.balance_intervals(portfolio), portfolio.rules.business_date)
    invoiced: dict[tuple[int | None, str], int] = defaultdict(int)
    for invoice in documents.invoices(portfolio).values():
        stated = invoice.record.get("outstandingAmount")
        if invoice.status == "POSTED" and stated is not None:
            ours = open_now[invoice.id].open if invoice.id in open_now else 0
            theirs = cents(stated) * (-1 if invoice.is_turned else 1)
            pairs["open amount of invoices", invoice.currency].append((ours, theirs, 0))
        if (net := invoice.of_items("totalNet")) is not None:
            items = sum(bool(line.item) for line in invoice.lines)
            pairs["net of invoices", invoice.currency].append((invoice.net, net, (items + 1) // 2))
        if invoice.posted and not invoice.voided:
            for line in charged(invoice, portfolio):
                if line.item and line.item.get("extraId") is None:
                    invoiced[line.stay, invoice.currency] += line.net
    for stay in portfolio.stays.values():
        if stay.status == "CHECKED_OUT":
            pairs["net of stays that have left", stay.currency].append(
                (stay.net, invoiced.get((stay.id, stay.currency), 0), 1)
            )
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
