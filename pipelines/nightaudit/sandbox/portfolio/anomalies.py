"""Plants all anomalies of the portfolio, and notes the ids of their records.

Every building with enough stays has one of each; the Test Building, which all marts exclude, has none.

`Run.planted` maps each name below to tuples of ids; `generate` fills a mapping of its caller.

| name | ids | what is wrong |
| --- | --- | --- |
| double_booked | (room stay, room stay) | two stays share at least one night of one unit |
| stay_outside_unit_life | (room stay,) | begins before the first night of its unit's life |
| overdue_arrival | (room stay,) | CONFIRMED and in the past |
| day_use | (room stay,) | begins and ends on one day, with an amount |
| negative_rate | (room stay,) | sold at a negative price; its invoice is a credit note |
| never_invoiced | (room stay,) | checked out, has an amount, no invoice |
| over_allocated | (invoice, allocation) | allocations exceed the invoice: outstanding is negative |
| void_with_live_allocations | (invoice, allocation) | voided after payment, the receipt is still allocated |
| unallocated_receipt | (allocation,) | a receipt without an invoice |
| posted_not_exported | (invoice,) | posted more than 20 days ago, export still PENDING |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.estate import SHORT, Building, Run, TimeFrame
from nightaudit.sandbox.portfolio.model import Booking, Invoice, Receipt, Stay
from nightaudit.sandbox.portfolio.randomness import spread
from nightaudit.sandbox.portfolio.receipts import allocate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

OLD = 20


def plant_stays(building: Building, stays: list[Stay], frame: TimeFrame, rng: Random) -> dict[str, tuple[Stay, ...]]:
    """Add the anomalous stays of a building to `stays`; return them by name of anomaly."""
    planted: dict[str, tuple[Stay, ...]] = {}
    past = _past(stays)
    if len(past) < OLD or building.test:
        return planted

    def copy(like: Stay, start: int, end: int) -> Stay:
        stay = Stay(like.unit, start, end, SHORT, start - spread(rng, 3, 30), "CHECKED_OUT")
        stays.append(stay)
        return stay

    young = next((unit for unit in building.units if unit.use == SHORT and unit.last is None and unit.bookable), None)
    if young and len(building.units) > 1:
        young.first = young.first or frame.start + 40
        for stay in [s for s in stays if s.unit is young and s.start < young.first]:
            stays.remove(stay)
        past = _past(stays)
        early = Stay(young, 0, 0, SHORT, 0)
        planted["stay_outside_unit_life"] = (copy(early, young.first - 6, young.first - 3),)
    first, late, sour, lost = past[len(past) // 4], past[-1], past[len(past) // 2], past[len(past) // 3]
    planted["double_booked"] = (first, copy(first, first.end - 1, first.end))
    planted["day_use"] = (copy(past[-3], past[-3].start, past[-3].start),)
    late.status = "CONFIRMED"
    planted["overdue_arrival"] = (late,)
    planted["negative_rate"] = (sour,)
    planted["never_invoiced"] = (lost,)
    return planted


def _past(stays: list[Stay]) -> list[Stay]:
    """Return past short stays of two nights or more that are alone in their booking, in order of arrival."""
    leaders = {id(stay.joins) for stay in stays if stay.joins}
    alone = (stay for stay in stays if stay.joins is None and id(stay) not in leaders)
    over = (s for s in alone if s.use == SHORT and s.status == "CHECKED_OUT" and s.end - s.start > 1)
    return sorted(over, key=lambda s: (s.start, s.unit.id))


def plant_receipts(
    bookings: list[Booking], receipts: list[Receipt], frame: TimeFrame
) -> dict[str, tuple[Invoice | Receipt, ...]]:
    """Plant anomalies in some settled invoices of a building and add receipts; return the records by name of anomaly."""
    planted: dict[str, tuple[Invoice | Receipt, ...]] = {}
    settled = [
        invoice
        for item in bookings
        for invoice in item.invoices
        if not item.building.test
        and invoice.status == "POSTED"
        and invoice.balances is None
        and invoice.gross > 0
        and invoice.open == 0
        and invoice.day < frame.today - OLD
    ]
    if len(settled) < OLD:
        return planted
    paid = settled[len(settled) // 4]
    second = allocate(paid.booking, paid.due + 9, 2500, paid)
    planted["over_allocated"] = (paid, second)
    loose = allocate(settled[-2].booking, frame.today - 11, 18000, None)
    planted["unallocated_receipt"] = (loose,)
    receipts.extend((second, loose))
    voided = settled[len(settled) // 2]
    receipt = next(r for r in receipts if r.target is voided)
    voided.status, voided.voided = "VOID", min(receipt.day + 5, frame.today)
    planted["void_with_live_allocations"] = (voided, receipt)
    stuck = settled[-1]
    stuck.stuck = "PENDING"
    planted["posted_not_exported"] = (stuck,)
    return planted


def note(planted: Mapping[str, tuple[Stay | Invoice | Receipt, ...]], run: Run) -> None:
    """Note the ids of the planted records, once assigned, in `run.planted`."""
    for anomaly, records in planted.items():
        run.planted.setdefault(anomaly, []).append(tuple(record.id for record in records))
