"""A portfolio small enough to work out by hand: two buildings, one test building, and one of each awkward case."""

from collections.abc import Iterator
from typing import Any

Record = tuple[str, dict[str, Any]]
TODAY = "2026-03-01"
BUILDING_NAMES = {1: "Quay House", 2: "Harbour Tower", 9: "Test House"}
UNIT_BUILDING = {101: 1, 102: 1, 103: 1, 104: 1, 201: 2, 901: 9}


def stay(number: int, status: str, start: str, end: str, net: str, **more: Any) -> dict[str, Any]:
    """One room stay; `contact` and `unit` by id, `building` where there is no unit."""
    unit = more.get("unit")
    building = UNIT_BUILDING[unit] if unit in UNIT_BUILDING else more["building"]
    return {
        "roomStayId": number,
        "bookingId": more.get("booking", number),
        "bookingReference": f"20260101-{more.get('booking', number):05d}",
        "roomStayStatus": status,
        "startDate": start,
        "endDate": end,
        "netAmount": net,
        "vatAmount": more.get("vat", "0.00"),
        "bookingContact": {"id": more.get("contact", number), "firstName": "A", "lastName": "B"},
        "unit": {
            "id": unit,
            "unitTypeId": building,
            "unitTypeName": f"Type {building}",
            "buildingId": building,
            "buildingName": BUILDING_NAMES[building],
        },
        "extras": more.get("extras", []),
    }


STAYS = [
    stay(1, "CHECKED_OUT", "2026-01-01", "2026-02-01", "100.00", vat="20.00", unit=101, contact=1),
    stay(2, "CHECKED_OUT", "2026-02-01", "2026-03-01", "280.00", unit=101, contact=1),
    stay(3, "CONFIRMED", "2026-03-01", "2026-03-10", "90.00", unit=102, contact=1),
    stay(4, "CHECKED_OUT", "2026-01-05", "2026-01-08", "30.00", unit=102, contact=2),
    stay(5, "CHECKED_OUT", "2026-01-07", "2026-01-09", "20.00", unit=102, contact=3),
    stay(6, "CHECKED_OUT", "2026-01-10", "2026-01-10", "50.00", vat="10.00", unit=103),
    stay(7, "PENDING", "2026-01-12", "2026-01-14", "44.00", unit=103),
    stay(8, "CANCELLED", "2026-01-12", "2026-01-14", "44.00", building=1),
    stay(9, "CONFIRMED", "2026-03-05", "2026-03-07", "40.00", building=1),
    stay(10, "CHECKED_OUT", "2026-01-20", "2026-01-23", "-10.00", unit=103),
    stay(11, "CHECKED_OUT", "2026-01-01", "2026-01-04", "3000.00", unit=201),
    stay(12, "CHECKED_OUT", "2026-01-10", "2026-01-12", "100.00", unit=201),
    stay(13, "CHECKED_OUT", "2026-01-01", "2026-01-31", "999.00", unit=901),
    stay(14, "CHECKED_OUT", "2026-02-01", "2026-02-05", "40.00", unit=102, contact=4, booking=14),
    stay(
        15, "CHECKED_OUT", "2026-02-01", "2026-02-05", "40.00", unit=103, contact=4, booking=14,
        extras=[{"roomStayExtraId": 1, "extraId": 7, "pricing": {"gross": "12.10", "net": "10.10", "vat": "2.00"}}],
    ),
    stay(16, "NO_SHOW", "2026-01-15", "2026-01-16", "10.00", building=1),
    stay(17, "CONFIRMED", "2026-02-06", "2026-02-08", "20.00", unit=103),
]  # fmt: skip
CURRENCIES = {11: "HKD", 12: "EUR"}


def bookings() -> Iterator[Record]:
    """The stays under their bookings, in the documented shape."""
    for number in sorted({record["bookingId"] for record in STAYS}):
        mine = [record for record in STAYS if record["bookingId"] == number]
        yield (
            "bookings",
            {
                "id": number,
                "bookingReference": mine[0]["bookingReference"],
                "bookingContactId": mine[0]["bookingContact"]["id"],
                "channelId": 1,
                "marketSegmentId": 2,
                "currencyCode": CURRENCIES.get(number, "GBP"),
                # Eight in the evening in London is the next day in Hong Kong.
                "createdDate": "2025-12-30T20:00:00Z",
                "roomStays": mine,
            },
        )


def invoice(number: int, status: str, dated: str, net: str, tax: str, **more: Any) -> Record:
    """One invoice of a single line for a room stay."""
    record = {
        "id": number,
        "invoiceNumber": f"INV{number:03d}",
        "invoiceType": "INVOICE",
        "status": status,
        "invoiceDate": dated,
        "invoiceDueDate": more.pop("due", None),
        "postedDate": dated if status == "POSTED" else None,
        "currencyCode": "GBP",
        "totalNet": net,
        "totalTax": tax,
        "totalGross": None,
        "financeAccount": {"id": 70 + number, "type": "CONTACT"},
        "exportStatus": "PENDING",
        "salesInvoiceItems": [
            {"id": number * 10, "totalNet": net, "totalTax": tax, "roomStayId": more.pop("room_stay"), "extraId": None}
        ],
    }
    return "salesInvoices", record | more


def receipt(number: int, dated: str, amount: str, target: int | None, **more: Any) -> Record:
    """Money put against an invoice, or against none yet."""
    record = {
        "id": number,
        "importType": "PAYMENT",
        "date": dated,
        "amount": amount,
        "sourceInvoiceId": None,
        "targetInvoiceId": target,
        "currencyCode": "GBP",
        "exportStatus": "PENDING",
    }
    return "financialAllocations_salesPayments", record | more


def records() -> Iterator[Record]:
    """The whole village."""
    zones = {1: ("Europe/London", "GBP"), 2: ("Asia/Hong_Kong", "HKD"), 9: ("Mars/Olympus", "GBP")}
    for number, name in BUILDING_NAMES.items():
        yield "buildings", {"id": number, "name": name, "timeZone": zones[number][0], "currencyCode": zones[number][1]}
        yield "unitTypes", {"id": number, "name": f"Type {number}", "buildingId": number}
    for number, building in UNIT_BUILDING.items():
        life = {"availableFrom": "2026-01-01", "availableTo": "2026-03-31"} if number == 101 else {}
        yield (
            "units",
            {
                "id": number,
                "unitName": f"U{number}",
                "bookable": number != 104,
                "buildingId": building,
                "buildingName": BUILDING_NAMES[building],
                "unitTypeId": building,
                **life,
            },
        )
    yield "channels", {"id": 1, "name": "Direct"}
    yield "marketSegments", {"id": 2, "name": "Corporate"}
    for number in (1, 2, 3, 4):
        yield (
            "contacts",
            {
                "id": number,
                "firstName": "Ada",
                "lastName": "Secret",
                "primaryContactEmailAddress": {"email": f"ada{number % 3}@example.invalid"},
            },
        )
    for number, start, due in ((1, "2026-02-10T09:00:00Z", "2026-02-13"), (2, "2026-03-15T09:00:00Z", "2026-04-20")):
        yield (
            "activities",
            {
                "id": number,
                "unitId": 103,
                "startDateTime": start,
                "dueDate": due,
                "blockAvailability": True,
                "status": "OPEN",
            },
        )
    yield from bookings()
    yield invoice(
        1, "POSTED", "2026-02-01", "100.00", "20.00", due="2026-02-15", room_stay=1, outstandingAmount="60.00"
    )
    yield invoice(
        2, "VOID", "2026-01-10", "10.00", "2.00", postedDate="2026-01-10", voidedDate="2026-01-20", room_stay=4
    )
    yield invoice(3, "POSTED", "2026-02-10", "25.00", "5.00", invoiceType="CREDIT_NOTE", room_stay=2)
    yield invoice(4, "DRAFT", "2026-02-20", "500.00", "0.00", room_stay=3)
    yield invoice(5, "POSTED", "2026-01-04", "3000.00", "0.00", room_stay=11, currencyCode="HKD", exportStatus="FAILED")
    yield invoice(6, "POSTED", "2026-01-31", "999.00", "0.00", room_stay=13)
    yield invoice(7, "VOID", "2026-01-10", "77.00", "0.00", voidedDate="2026-01-20", room_stay=4)
    yield receipt(1, "2026-02-20", "50.00", 1)
    yield receipt(2, "2026-03-15", "60.00", 1)
    yield receipt(3, "2026-02-21", "25.00", None)
    yield receipt(4, "2026-01-31", "999.00", 6)
    yield receipt(5, "2026-01-15", "5.00", 2)
    yield (
        "financialAllocations_salesInvoices",
        receipt(6, "2026-02-25", "10.00", 1, sourceInvoiceId=3, importType="ALLOCATION", exportStatus="IMPORTED")[1],
    )
