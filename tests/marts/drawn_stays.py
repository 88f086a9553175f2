"""Strategies of hypothesis for a tenant's supply and bookings, with awkward dates, time zones, currencies and gaps."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from oracle.rules import Day

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.model import Json, Pair

# Month and year ends, the leap day, and the nights on which clocks change in Europe, America and New Zealand.
AWKWARD = [
    *("2023-10-29", "2023-11-05", "2023-12-31", "2024-01-01", "2024-01-31", "2024-02-28", "2024-02-29", "2024-03-01"),
    *("2024-03-09", "2024-03-10", "2024-03-30", "2024-03-31", "2024-04-01", "2024-04-07", "2024-04-30", "2024-10-27"),
    *("2024-04-28", "2024-04-29"),  # the last evening, and the day before
]
BUILDINGS = (1, 2)
ZONES = ("Europe/London", "America/New_York", "Asia/Hong_Kong", "Pacific/Auckland", "Mars/Olympus", None)
CURRENCIES = ("GBP", "EUR", "SEK", "JPY", None)  # no rate is known for the yen
STATUSES = ("CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "PENDING", "ENQUIRY", "CANCELLED", "NO_SHOW")
NIGHTS = (0, 1, 2, 3, 7, 20, 21, 27, 28, 29, 31, 92, 366, -1)
UNITS, TYPES, CONTACTS = (1, 2, 3), (1, 2), (1, 2, 3)

days = st.one_of(
    st.sampled_from([Day.fromisoformat(text) for text in AWKWARD]),
    st.dates(Day(2023, 12, 1), Day(2024, 6, 30)),
)
# Late in the evening in London is tomorrow in Hong Kong and still today in New York.
moments = st.builds(
    lambda day, hour: f"{day}T{hour:02d}:30:00Z", st.dates(Day(2023, 9, 1), Day(2024, 3, 28)), st.integers(0, 23)
)
amounts = st.one_of(
    st.sampled_from([Decimal(text) for text in ("0", "0.01", "-0.01", "99.99", "1000", "0.005", "333.335", "-45.67")]),
    st.decimals(-200, 5000, places=2),
)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The strategy, with None in one of four cases."""
    return st.one_of(strategy, strategy, strategy, st.none())


def after(day: Day, nights: int) -> str:
    """The date `nights` days after `day`."""
    return str(day + datetime.timedelta(days=nights))


@st.composite
def supply(draw: Callable[..., Any]) -> list[Pair]:
    """Two buildings, two unit types, one to three units, their contracts, and activities that may block them."""
    records: list[Pair] = [
        ("buildings", {"id": key, "name": f"House {key}", "timeZone": draw(st.sampled_from(ZONES)),
                       "currencyCode": draw(st.sampled_from(CURRENCIES)), "status": "ACTIVE"})
        for key in BUILDINGS
    ]  # fmt: skip
    records += [
        ("unitTypes", {"id": key, "name": f"Type {key}", "buildingId": draw(maybe(st.sampled_from(BUILDINGS)))})
        for key in TYPES
    ]
    for key in UNITS[: draw(st.integers(1, 3))]:
        records.append(("units", draw(unit(key))))
        for at in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
            start = draw(days)
            end = draw(maybe(st.integers(0, 200)))
            lease = {"id": key * 10 + at, "unitId": key, "startDate": str(start)}
            records.append(("unitContracts", lease | {"endDate": None if end is None else after(start, end)}))
    for key in range(1, draw(st.integers(0, 2)) + 1):
        start, length = draw(days), draw(st.sampled_from([0, 1, 3, 27, 28, 40]))
        block = {"id": key, "unitId": draw(maybe(st.sampled_from(UNITS))), "startDateTime": f"{start}T23:30:00Z"}
        block |= {
            "dueDate": after(start, length),
            "blockAvailability": draw(st.sampled_from([True, True, True, False])),
        }
        records.append(("activities", block | {"status": draw(st.sampled_from(["OPEN", "DONE", "CANCELLED", None]))}))
    return records


@st.composite
def unit(draw: Callable[..., Any], key: int) -> Json:
    """A unit of building 1 or 2, stated by id or by name, or in one of ten cases of none; its supply dates may be missing."""
    building, first = draw(st.sampled_from(BUILDINGS)), draw(maybe(days))
    last, nowhere = draw(maybe(st.integers(-1, 300))), draw(st.integers(0, 9)) == 0
    return {
        "id": key,
        "unitName": f"U{key}",
        "bookable": draw(st.sampled_from([True, True, True, True, None, False])),
        "buildingId": None if nowhere else draw(maybe(st.just(building))),
        "buildingName": None if nowhere else f"House {building}",
        "unitTypeId": draw(maybe(st.sampled_from(TYPES))),
        "availableFrom": first and str(first),
        "availableTo": None if last is None else after(first or Day(2024, 3, 1), last),
    }


@st.composite
def booking(draw: Callable[..., Any], key: int) -> Json:
    """A booking of one to three stays: contiguous, apart, side by side or on top of each other, in one unit or another."""
    contact = draw(maybe(st.sampled_from(CONTACTS)))
    stays: list[Json] = []
    start = draw(days)
    for at in range(draw(st.sampled_from([1, 1, 1, 2, 3]))):
        stays.append(draw(room_stay(key * 10 + at, key, start, contact)))
        start = Day.fromisoformat(stays[-1]["endDate"]) + datetime.timedelta(
            days=draw(st.sampled_from([0, 0, 1, 2, -3]))
        )
    return {
        "id": key,
        "bookingReference": f"R{key}",
        "bookingContactId": contact,
        "channelId": draw(maybe(st.integers(1, 4))),
        "marketSegmentId": draw(maybe(st.integers(1, 4))),
        "currencyCode": draw(st.sampled_from([*CURRENCIES, None, None])),
        "createdDate": draw(maybe(moments)),
        "roomStays": stays,
    }


@st.composite
def room_stay(draw: Callable[..., Any], key: int, booking_id: int, start: Day, contact: int | None) -> Json:
    """A stay that begins on `start`; it may have no unit, and states a building and unit type itself."""
    status, held = draw(st.sampled_from(STATUSES)), draw(maybe(st.sampled_from(UNITS)))
    prices = st.sampled_from([
        {"net": Decimal("10.10"), "vat": Decimal("2.02")}, {"gross": Decimal("12.12"), "vat": Decimal("2.02")},
        {"net": Decimal("-5.005")}, {"gross": Decimal(7), "net": Decimal("5.83")},
    ])  # fmt: skip
    given_up = status in {"CANCELLED", "NO_SHOW"}
    return {
        "roomStayId": key,
        "bookingId": booking_id,
        "bookingReference": f"R{booking_id}",
        "roomStayStatus": status,
        "startDate": str(start),
        "endDate": after(start, draw(st.sampled_from(NIGHTS))),
        "netAmount": draw(maybe(amounts)),
        "vatAmount": draw(maybe(amounts)),
        "bookingContact": {"id": contact},
        "rate": {"rateCode": "BAR", "rateType": draw(st.sampled_from(["DAILY", "MONTHLY", None]))},
        "cancelledDate": str(draw(days)) if given_up and draw(st.booleans()) else None,
        "lastStatusChangeDate": draw(maybe(moments)),
        "unit": {
            "id": held,
            "unitTypeId": draw(maybe(st.sampled_from(TYPES))),
            "buildingId": draw(maybe(st.sampled_from(BUILDINGS))),
            "buildingName": draw(st.sampled_from(["House 1", "House 2"])),
        },
        "extras": [
            {"roomStayExtraId": key * 10 + at, "extraId": 1, "pricing": draw(prices)}
            for at in range(draw(st.sampled_from([0, 0, 0, 1, 2])))
        ],
    }
