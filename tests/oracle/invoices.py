"""Sales invoices and allocations with their dates, amounts in cents, and buildings."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.rules import Day, cents, day, known_day

if TYPE_CHECKING:
    from oracle.model import Json, Portfolio


@dataclass(slots=True)
class Line:
    """A line of an invoice with its building; amounts in cents."""

    building: int | None
    net: int
    vat: int
    item: Json = field(default_factory=dict)  # the original record; empty if the invoice has no items
    stay: int | None = None  # the room stay that it charges


@dataclass(slots=True)
class Invoice:
    """An invoice or credit note; `posted` is None for a draft, `voided` is None unless it is void; amounts in cents."""

    id: int
    number: str | None
    type: str | None
    status: str
    date: Day | None
    due: Day | None
    posted: Day | None
    voided: Day | None
    account: int | None
    building: int | None
    currency: str
    net: int
    vat: int
    gross: int
    export_status: str | None
    lines: list[Line] = field(default_factory=list)
    record: Json = field(default_factory=dict)
    is_turned: bool = False  # a credit note whose record has positive amounts

    def moves(self) -> list[tuple[Day, int]]:
        """When it counts as invoiced (1), and when a void takes that back (-1), not before; none of a draft."""
        on = self.date or self.posted
        if not (self.posted and on):
            return []
        return [(on, 1), (max(on, self.voided), -1)] if self.voided else [(on, 1)]

    def of_items(self, name: str) -> int | None:
        """The sum of the items' `totalNet` or `totalTax`; None if no item states it."""
        stated = [line for line in self.lines if line.item.get(name) is not None]
        return sum(line.net if name == "totalNet" else line.vat for line in stated) if stated else None

    @property
    def states_an_amount(self) -> bool:
        """Whether its header or an item of it states any amount."""
        sums = (self.record.get(name) for name in ("totalNet", "totalTax", "totalGross"))
        return any(one is not None for one in (*sums, self.of_items("totalNet"), self.of_items("totalTax")))

    def is_off(self, stated: int, charged: int | None) -> bool:
        """Whether a stated sum differs from the items' by more than half a cent for each item and for the header."""
        items = sum(bool(line.item) for line in self.lines)
        return charged is not None and abs(stated - charged) > (items + 1) / 2


@dataclass(slots=True)
class Allocation:
    """An amount in cents allocated to a target invoice, from a source invoice or from outside; a refund is negative."""

    id: int
    type: str | None
    date: Day | None
    written: int
    amount: int  # with the sign of its effect: a refund of a credit is negative, whatever the sign in the record
    source: int | None
    target: int | None
    building: int | None
    currency: str
    record: Json = field(default_factory=dict)
    is_moved: bool = False  # from one invoice to another
    is_lost: bool = False  # its target is none of the invoices

    @property
    def is_cash(self) -> bool:
        """Whether it is money in or out; without a type, whether it names no source invoice."""
        return not self.is_moved and (self.type == "PAYMENT" if self.type else self.source is None)

    @property
    def is_drawn_out(self) -> bool:
        """Whether it is a refund that names only the invoice or credit it comes from."""
        return self.type == "PAYMENT" and bool(self.source) and self.target is None

    @property
    def drawn(self) -> int:
        """The amount taken from the source invoice: all of a refund; of other allocations 0 until they have a target."""
        if self.is_drawn_out:
            return abs(self.written)
        return self.amount if self.target else 0

    @property
    def is_unapplied(self) -> bool:
        """Whether it is not allocated to an invoice, and is no refund out of one."""
        return self.target is None and not self.is_drawn_out


@lru_cache(maxsize=1)
def _all_invoices(portfolio: Portfolio) -> dict[int, Invoice]:
    return {key: _invoice(record, portfolio) for key, record in portfolio.invoices.items()}


def told(portfolio: Portfolio) -> dict[int, Invoice]:
    """Every invoice, and every deleted one as it last was."""
    gone = {key: _invoice(record, portfolio) for key, record in portfolio.gone_invoices.items()}
    return gone | _all_invoices(portfolio)


def invoices(portfolio: Portfolio) -> dict[int, Invoice]:
    """Every invoice except those of excluded buildings."""
    made = _all_invoices(portfolio)
    return {key: made[key] for key in sorted(made) if made[key].building not in portfolio.excluded}


def _invoice(record: Json, portfolio: Portfolio) -> Invoice:
    lines = [
        Line(
            _building_of_item(item, record, portfolio),
            cents(item.get("totalNet")),
            cents(item.get("totalTax")),
            item,
            _stay_of_item(item, portfolio),
        )
        for item in map(_priced, record.get("salesInvoiceItems") or [])
    ]
    placed = (line.building for line in lines if line.building)
    building = next(placed, portfolio.building_of_booking.get(record.get("bookingId") or 0))
    for line in lines:
        line.building = line.building or building
    zone, status = portfolio.zone(building), str(record.get("status"))
    date = day(record.get("invoiceDate"), zone)
    posted = None
    # Only a load that found it not yet void tells what it was before.
    stood = portfolio.stood.get(record["id"]) if status == "VOID" else record
    was = stood.get("status") if stood else None if _states_postings(portfolio) else "POSTED"
    if status in {"POSTED", "VOID"}:
        posted = known_day(record.get("postedDate"), zone)
        if was == "POSTED":
            posted = posted or known_day((stood or {}).get("postedDate"), zone) or date
    net, vat, gross = _sums(record, lines)
    is_credit = str(record.get("invoiceType")).upper() == "CREDIT_NOTE"  # its amounts are negative
    turn = -1 if is_credit and (net or gross) > 0 else 1
    turn_of_items = -1 if is_credit and (sum(line.net for line in lines) or sum(line.vat for line in lines)) > 0 else 1
    for line in lines:
        line.net, line.vat = turn_of_items * line.net, turn_of_items * line.vat
    rest = Line(  # what no item states is charged where the invoice is
        building,
        turn * net if _of_items("totalNet", lines) is None else 0,
        turn * vat if _of_items("totalTax", lines) is None else 0,
    )
    return Invoice(
        id=record["id"],
        number=record.get("invoiceNumber"),
        type=record.get("invoiceType"),
        status=status,
        date=date,
        due=known_day(record.get("invoiceDueDate"), zone),
        posted=posted,
        voided=_voided(record, zone, posted or date) if status == "VOID" else None,
        account=(record.get("financeAccount") or {}).get("id"),
        building=building,
        currency=record.get("currencyCode") or portfolio.currency(building),
        net=turn * net,
        vat=turn * vat,
        gross=turn * gross,
        is_turned=turn < 0,
        export_status=record.get("exportStatus"),
        lines=[*lines, rest] if rest.net or rest.vat or not lines else lines,
        record=record,
    )


def _priced(item: Json) -> Json:
    """The item with the total that its quantity and price give, where it states none."""
    quantity, price = item.get("quantity"), item.get("unitPriceNet")
    if item.get("totalNet") is not None or quantity is None or price is None:
        return item
    return item | {"totalNet": Decimal(str(quantity)) * Decimal(str(price))}


def _sums(record: Json, lines: list[Line]) -> tuple[int, int, int]:
    """Net, VAT and gross: from the header, where two of them give the third; else from the items, and again the third."""
    net, vat, gross = (
        None if record.get(name) is None else cents(record[name]) for name in ("totalNet", "totalTax", "totalGross")
    )
    for _ in ("of the header", "of the items"):
        if gross is not None and net is None and vat is not None:
            net = gross - vat
        elif gross is not None and vat is None and net is not None:
            vat = gross - net
        net = _of_items("totalNet", lines) if net is None else net
        vat = _of_items("totalTax", lines) if vat is None else vat
    net, vat = net or 0, vat or 0
    return net, vat, net + vat if gross is None else gross


def _of_items(name: str, lines: list[Line]) -> int | None:
    stated = [cents(line.item[name]) for line in lines if line.item.get(name) is not None]
    return sum(stated) if stated else None


def _voided(record: Json, zone: str, otherwise: Day | None) -> Day | None:
    return known_day(record.get("voidedDate"), zone) or known_day(record.get("postedDate"), zone) or otherwise


@lru_cache(maxsize=1)
def _states_postings(portfolio: Portfolio) -> bool:
    """Whether most posted invoices of the tenant state when they were posted: the field is our assumption."""
    posted = [record for record in portfolio.invoices.values() if record.get("status") == "POSTED"]
    return 2 * sum(known_day(record.get("postedDate")) is not None for record in posted) > len(posted)


def _stay_of_item(item: Json, portfolio: Portfolio) -> int | None:
    """The room stay of its id, else the one behind its booking's reference (R7/71), if it is of that booking."""
    reference, _, named = (item.get("bookingReference") or "").partition("/")
    stay = int(named) if named.isdigit() else 0
    return item.get("roomStayId") or (
        stay if reference and portfolio.reference_of_stay.get(stay) == reference else None
    )


def _building_of_item(item: Json, record: Json, portfolio: Portfolio) -> int | None:
    stay = _stay_of_item(item, portfolio) or 0
    return (
        portfolio.building_of_unit.get(item.get("unitId") or 0)
        or portfolio.building_of_stay.get(stay)
        or portfolio.building_of_gone_stay.get(stay)
        or portfolio.building_of_booking.get(record.get("bookingId") or 0)
    )


def allocations(portfolio: Portfolio) -> dict[int, Allocation]:
    """Every allocation except those to or from an invoice of an excluded building, unless the other end counts.

    A deleted invoice still tells where the money is, in which currency, and whether it was a credit.
    """
    known = _all_invoices(portfolio)
    told_by = told(portfolio)
    result = {}
    for key, record in sorted(portfolio.allocations.items()):
        target, source = record.get("targetInvoiceId"), record.get("sourceInvoiceId")
        ends = [told_by[end] for end in (target, source) if end in told_by]
        counted = [end for end in ends if end.building not in portfolio.excluded]
        if len(counted) < len(ends) and not any(end.id in known for end in counted):
            continue
        invoice = counted[0] if counted else None
        building = invoice.building if invoice else None
        against, amount = told_by.get(target or 0), cents(record.get("amount"))
        is_refund = not target and bool(source) and record.get("importType") == "PAYMENT"
        result[key] = Allocation(
            id=key,
            type=record.get("importType"),
            date=day(record.get("date"), portfolio.zone(building)),
            written=amount,
            amount=-abs(amount) if is_refund or (against and against.gross < 0) else amount,
            source=source,
            target=target,
            building=building,
            currency=record.get("currencyCode") or (invoice.currency if invoice else portfolio.rules.base_currency),
            record=record,
            is_moved=bool(target) and source in told_by,
            is_lost=bool(target) and target not in known,
        )
    return result
