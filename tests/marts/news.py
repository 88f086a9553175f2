"""What can happen to a tenant between two evenings: the changes that incremental models get wrong."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from oracle.rules import Day

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.model import Json

    Pair = tuple[str, Json]
    Event = Callable[[Json, int], None]  # a record (of a booking: one of its stays) and how much of it


def _shift(text: str | None, days: int) -> str:
    return str(Day.fromisoformat(text or "2024-03-30") + datetime.timedelta(days=days))


def shortened(stay: Json, size: int) -> None:
    """The guest leaves earlier."""
    stay["endDate"] = max(stay["startDate"], _shift(stay["endDate"], -1 - size % 5))


def prolonged(stay: Json, size: int) -> None:
    """The guest stays on."""
    stay["endDate"] = _shift(stay["endDate"], 1 + size)


def put_off(stay: Json, size: int) -> None:
    """Other dates, as many nights."""
    stay["startDate"], stay["endDate"] = (_shift(stay[name], size - 15) for name in ("startDate", "endDate"))


def cancelled(stay: Json, size: int) -> None:
    """Given up."""
    stay["roomStayStatus"], stay["cancelledDate"] = "CANCELLED", _shift("2024-03-30", size % 3)


def confirmed(stay: Json, _: int) -> None:
    """Sold after all."""
    stay["roomStayStatus"], stay["cancelledDate"] = "CONFIRMED", None


def repriced(stay: Json, size: int) -> None:
    """Another price."""
    stay["netAmount"] = Decimal(size * 37) + Decimal("0.01")


def moved(stay: Json, size: int) -> None:
    """Another unit, or none."""
    stay["unit"] = stay["unit"] | {"id": [1, 2, 3, None][size % 4]}


def posted(invoice: Json, size: int) -> None:
    """A draft becomes a claim."""
    invoice["status"], invoice["postedDate"], invoice["voidedDate"] = "POSTED", _shift("2024-03-30", -size), None


def voided(invoice: Json, size: int) -> None:
    """The claim is taken back, perhaps dated back too."""
    invoice["status"], invoice["voidedDate"] = "VOID", _shift(invoice["invoiceDate"], size)


def exported(invoice: Json, _: int) -> None:
    """Finance has it."""
    invoice["exportStatus"], invoice["externalId"] = "EXPORTED", "F-2"


def retired(unit: Json, size: int) -> None:
    """Supply ends."""
    unit["availableTo"] = _shift("2024-04-15", size)


def carried_over(unit: Json, _: int) -> None:
    """The unit belongs to another building from now on, and always did."""
    building = 1 if unit["buildingName"] == "House 2" else 2
    unit["buildingName"], unit["buildingId"] = f"House {building}", building


def freed(activity: Json, _: int) -> None:
    """Nothing blocks the unit any more."""
    activity["status"] = "CANCELLED"


NEWS: dict[str, tuple[str, Event | None]] = {
    **{event.__name__: ("bookings", event) for event in (shortened, prolonged, put_off, cancelled, confirmed)},
    **{event.__name__: ("bookings", event) for event in (repriced, moved)},
    **{event.__name__: ("salesInvoices", event) for event in (posted, voided, exported)},
    **{event.__name__: ("units", event) for event in (retired, carried_over)},
    "freed": ("activities", freed),
    "paid back-dated": ("financialAllocations_salesPayments", None),
    "booking gone": ("bookings", None),
    "receipt gone": ("financialAllocations_salesPayments", None),
}


def apply(name: str, records: list[Pair], which: int, size: int, fresh: int) -> list[Pair]:
    """The records after the event; unchanged where there is nothing it can happen to. `fresh` is an id not yet used."""
    collection, event = NEWS[name]
    if name == "paid back-dated":
        return [*records, *_paid(records, which, size, fresh)]
    at = [i for i, (found, _) in enumerate(records) if found == collection]
    if not at:
        return records
    chosen = at[which % len(at)]
    if event is None:
        return [pair for i, pair in enumerate(records) if i != chosen]
    record = records[chosen][1]
    event(record["roomStays"][size % len(record["roomStays"])] if collection == "bookings" else record, size)
    return records


def _paid(records: list[Pair], which: int, size: int, fresh: int) -> list[Pair]:
    """A receipt that comes to light late: dated before the last evening."""
    invoices = [record for name, record in records if name == "salesInvoices"]
    if not invoices:
        return []
    target = invoices[which % len(invoices)]
    receipt = {
        "id": fresh,
        "importType": "PAYMENT",
        "date": _shift(target["invoiceDate"], size),
        "amount": Decimal(size),
    }
    receipt |= {"targetInvoiceId": target["id"], "currencyCode": target["currencyCode"], "exportStatus": "PENDING"}
    return [("financialAllocations_salesPayments", receipt)]
