"""Sales invoices and allocations as facts: their dates, their amounts in cents, and the building they belong to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.rules import Day, cents, day

if TYPE_CHECKING:
    from oracle.portfolio import Json, Portfolio


@dataclass(slots=True)
class Line:
    """What an invoice charges for one building; cents."""

    building: int | None
    net: int
    vat: int


@dataclass(slots=True)
class Invoice:
    """An invoice or credit note; `posted` is None while it is a draft, `voided` is None while it stands; cents."""

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


@dataclass(slots=True)
class Allocation:
    """An amount put against a target invoice, out of a source invoice or from outside; cents; a refund is negative."""

    id: int
    type: str | None
    date: Day | None
    amount: int
    source: int | None
    target: int | None
    building: int | None
    currency: str


@lru_cache(maxsize=1)
def _all_invoices(portfolio: Portfolio) -> dict[int, Invoice]:
    return {key: _invoice(record, portfolio) for key, record in portfolio.invoices.items()}


def invoices(portfolio: Portfolio) -> dict[int, Invoice]:
    """Every invoice but those of excluded buildings."""
    made = _all_invoices(portfolio)
    return {key: made[key] for key in sorted(made) if made[key].building not in portfolio.excluded}


def _invoice(record: Json, portfolio: Portfolio) -> Invoice:
    lines = [
        Line(_building_of_item(item, record, portfolio), cents(item.get("totalNet")), cents(item.get("totalTax")))
        for item in record.get("salesInvoiceItems") or []
    ]
    building = lines[0].building if lines else portfolio.building_of_booking.get(record.get("bookingId") or 0)
    zone, status = portfolio.zone(building), str(record.get("status"))
    date = day(record.get("invoiceDate"), zone)
    posted = None
    if status == "POSTED" or (status == "VOID" and not _states_postings(portfolio)):
        posted = day(record.get("postedDate"), zone) or date
    elif status == "VOID":
        posted = day(record.get("postedDate"), zone)  # one that states no posting never became a claim
    net, vat = cents(record.get("totalNet")), cents(record.get("totalTax"))
    gross = net + vat if record.get("totalGross") is None else cents(record["totalGross"])
    turn = -1 if record.get("invoiceType") == "CREDIT_NOTE" and net > 0 else 1  # amounts of a credit are negative
    for line in lines:
        line.net, line.vat = turn * line.net, turn * line.vat
    return Invoice(
        id=record["id"],
        number=record.get("invoiceNumber"),
        type=record.get("invoiceType"),
        status=status,
        date=date,
        due=day(record.get("invoiceDueDate"), zone),
        posted=posted,
        voided=(day(record.get("voidedDate"), zone) or posted) if status == "VOID" else None,
        account=(record.get("financeAccount") or {}).get("id"),
        building=building,
        currency=record.get("currencyCode") or portfolio.currency(building),
        net=turn * net,
        vat=turn * vat,
        gross=turn * gross,
        export_status=record.get("exportStatus"),
        lines=lines or [Line(building, turn * net, turn * vat)],
    )


@lru_cache(maxsize=1)
def _states_postings(portfolio: Portfolio) -> bool:
    """The tenant's invoices say when they were posted: the field is our assumption."""
    return any(record.get("postedDate") for record in portfolio.invoices.values())


def _building_of_item(item: Json, record: Json, portfolio: Portfolio) -> int | None:
    return (
        portfolio.building_of_unit.get(item.get("unitId") or 0)
        or portfolio.building_of_stay.get(item.get("roomStayId") or 0)
        or portfolio.building_of_booking.get(record.get("bookingId") or 0)
    )


def allocations(portfolio: Portfolio) -> dict[int, Allocation]:
    """Every allocation but those against or out of an invoice of an excluded building."""
    known = _all_invoices(portfolio)
    result = {}
    for key, record in sorted(portfolio.allocations.items()):
        target, source = record.get("targetInvoiceId"), record.get("sourceInvoiceId")
        invoice = known.get(target or 0) or known.get(source or 0)
        building = invoice.building if invoice else None
        if building in portfolio.excluded:
            continue
        against, amount = known.get(target or 0), cents(record.get("amount"))
        result[key] = Allocation(
            id=key,
            type=record.get("importType"),
            date=day(record.get("date"), portfolio.zone(building)),
            amount=-abs(amount) if against and against.gross < 0 else amount,
            source=source,
            target=target,
            building=building,
            currency=record.get("currencyCode") or (invoice.currency if invoice else portfolio.rules.base_currency),
        )
    return result
