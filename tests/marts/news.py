"""Events between two evenings of a tenant: the changes that incremental models are likely to get wrong."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from oracle.rules import Day

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.model import Json, Pair

    Event = Callable[
        [Json, int], None
    ]  # changes a record (for bookings: one of the stays) in place; the number sets how much


def _shift(text: str | None, days: int) -> str:
    return str(Day.fromisoformat(text or "2024-03-30") + datetime.timedelta(days=days))


def shortened(stay: Json, size: int) -> None:
    """The guest leaves earlier."""
    stay["endDate"] = max(stay["startDate"], _shift(stay["endDate"], -1 - size % 5))


def prolonged(stay: Json, size: int) -> None:
    """The guest stays on."""
    stay["endDate"] = _shift(stay["endDate"], 1 + size)


def put_off(stay: Json, size: int) -> None:
    """The stay gets other dates, with the same number of nights."""
    stay["startDate"], stay["endDate"] = (_shift(stay[name], size - 15) for name in ("startDate", "endDate"))


def cancelled(stay: Json, size: int) -> None:
    """The stay is cancelled."""
    stay["roomStayStatus"], stay["cancelledDate"] = "CANCELLED", _shift("2024-03-30", size % 3)


def confirmed(stay: Json, _: int) -> None:
    """The stay is confirmed, also after a cancellation."""
    stay["roomStayStatus"], stay["cancelledDate"] = "CONFIRMED", None


def repriced(stay: Json, size: int) -> None:
    """The stay gets another price."""
    stay["netAmount"] = Decimal(size * 37) + Decimal("0.01")


def moved(stay: Json, size: int) -> None:
    """The stay moves to another unit, or to none."""
    stay["unit"] = stay["unit"] | {"id": [1, 2, 3, None][size % 4]}


def posted(invoice: Json, size: int) -> None:
    """The invoice is posted, and so becomes a claim."""
    invoice["status"], invoice["postedDate"], invoice["voidedDate"] = "POSTED", _shift("2024-03-30", -size), None


def voided(invoice: Json, size: int) -> None:
    """The invoice is voided, perhaps back-dated."""
    invoice["status"], invoice["voidedDate"] = "VOID", _shift(invoice["invoiceDate"], size)


def exported(invoice: Json, _: int) -> None:
    """The invoice is exported to finance."""
    invoice["exportStatus"], invoice["externalId"] = "EXPORTED", "F-2"


def retired(unit: Json, size: int) -> None:
    """The unit's supply ends."""
    unit["availableTo"] = _shift("2024-04-15", size)


def carried_over(unit: Json, _: int) -> None:
    """The unit's record names the other building; records have no history, so the unit seems to have always been there."""
    building = 1 if unit["buildingName"] == "House 2" else 2
    unit["buildingName"], unit["buildingId"] = f"House {building}", building


def freed(activity: Json, _: int) -> None:
    """The activity no longer blocks the unit."""
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
    """The records after the event; unchanged if there is no record of its kind. `fresh` is an unused id for a new record."""
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
    """A receipt entered late: it is dated from the date of its invoice on."""
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
