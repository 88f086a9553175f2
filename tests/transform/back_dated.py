"""Changes of a village that reach back: what they bring, by what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from transform import village
from transform.kept import booking, unit

if TYPE_CHECKING:
    from collections.abc import Callable

LOFT = village.stay(31, "CONFIRMED", "2026-01-25", "2026-01-27", "31.00", building=1) | {
    "unit": {"unitTypeName": "Loft", "buildingId": 1}
}
BACK_DATED: dict[str, Callable[[], dict[str, Any]]] = {
    "a stay of last winter is shortened": lambda: {
        "records": [booking(4, "CHECKED_OUT", "2026-01-05", "2026-01-07", "30.00", unit=102, contact=2)]
    },
    "a stay is cancelled, another comes back, a room is used on the first of a month": lambda: {
        "records": [
            booking(3, "CANCELLED", "2026-03-01", "2026-03-10", "90.00", unit=102, contact=1),
            booking(8, "CHECKED_OUT", "2026-01-12", "2026-01-14", "44.00", building=1),
            booking(32, "CHECKED_OUT", "2026-02-01", "2026-02-01", "9.00", building=2),
        ]
    },
    "a unit moves to another building, one gets another type and a shorter life": lambda: {
        "records": [
            unit(103, 2, unitTypeId=1),
            unit(101, 1, unitTypeId=2, availableFrom="2026-01-05", availableTo="2026-02-20"),
        ]
    },
    "a unit is proven gone, one is taken off sale": lambda: {
        "records": [unit(102, 1, bookable=False)],
        "gone": [("units", "201")],
    },
    "a stay is shown in the other shape, with another amount": lambda: {
        "records": [booking(12, "CHECKED_OUT", "2026-01-10", "2026-01-12", "120.00", unit=201)],
        "shape": "flat",
    },
    "it is shown in that shape no more": lambda: {"records": [], "gone": [("bookings", "stay/12")]},
    "a booking and a receipt are proven gone": lambda: {
        "records": [],
        "gone": [("bookings", "14"), ("financialAllocations_salesPayments", "1")],
    },
    "an invoice is voided, a receipt back-dated": lambda: {
        "records": [
            village.invoice(
                1, "VOID", "2026-02-01", "100.00", "20.00", postedDate="2026-02-01", voidedDate="2026-02-03", room_stay=1
            ),
            village.receipt(3, "2026-01-21", "35.00", None),
        ]
    },
    "a field cannot be read, and can again": lambda: {
        "records": [booking(17, "CONFIRMED", "2026-02-06", "2026-02-08", "twenty", unit=103)]
    },
    "it can again": lambda: {
        "records": [booking(17, "CONFIRMED", "2026-02-06", "2026-02-08", "20.00", unit=103)]
    },
    "a stay says the name of a type that is not there": lambda: {
        "records": [("bookings", {"id": 31, "currencyCode": "GBP", "roomStays": [LOFT]})]
    },
    "the type comes": lambda: {"records": [("unitTypes", {"id": 3, "name": "Loft", "buildingId": 1})]},
    "a building has another currency": lambda: {
        "records": [
            ("buildings", {"id": 2, "name": "Harbour Tower", "timeZone": "Asia/Hong_Kong", "currencyCode": "USD"})
        ]
    },
    "and another zone": lambda: {
        "records": [
            ("buildings", {"id": 2, "name": "Harbour Tower", "timeZone": "Pacific/Auckland", "currencyCode": "USD"})
        ]
    },
    "a building is proven gone, and its type": lambda: {
        "records": [],
        "gone": [("buildings", "2"), ("unitTypes", "2")],
    },
}  # fmt: skip
OF_RECORDS, OF_TYPES, OF_BUILDINGS = [*BACK_DATED][:-4], [*BACK_DATED][-4:-3], [*BACK_DATED][-3:]
"""Apart, because a change of types or buildings makes all stays again, and would hide that another change has not."""
