"""Corner cases of single definitions, each written by hand, so that every run has all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marts.drawn import EVENINGS
from oracle.made import PLACE, block, building, invoice, paid, stay, unit
from oracle.rules import ONE

if TYPE_CHECKING:
    from oracle.model import Pair

TODAY = EVENINGS[-1]


def days(number: int) -> str:
    """The date `number` days after the last evening."""
    return str(TODAY + number * ONE)


def corners() -> list[Pair]:
    """A tenant of three buildings: unit 1 and 2 in the first, unit 9 in the second, unit 6 in the third."""
    places = [*PLACE, building(2, "Annex"), unit(9, 2), building(3, "Mitte", zone="Europe/Berlin"), unit(6, 3)]
    return [*places, *_untyped(), *_nowhere(), *_supply(), *_stays(), *_booked(), *_money(), *_excluded()]


def _untyped() -> list[Pair]:
    """A unit whose list row names no unit type: its stays name types, and the latest stay's counts."""
    stays = [stay(27, "2024-01-01", "2024-01-03", "20", unit=4), stay(28, "2024-02-01", "2024-02-03", "20", unit=4)]
    for kind, (_, booking) in enumerate(stays, start=1):
        booking["roomStays"][0]["unit"]["unitTypeId"] = kind
    return [("unitTypes", {"id": 2, "name": "Loft"}), unit(4, unitTypeId=None), *stays]


def _nowhere() -> list[Pair]:
    """A unit whose list row names no building: its stays do, and their invoice items count in that building, too."""
    _, booking = stay(30, "2024-02-01", "2024-02-03", "20", unit=3)
    booking["roomStays"][0]["unit"] = {"id": 3, "buildingId": 2}
    item = {"id": 301, "totalNet": "20", "totalTax": "4", "unitId": 3, "roomStayId": 30}
    return [
        ("units", {"id": 3, "unitName": "U3", "bookable": True, "availableFrom": "2024-01-01"}),
        ("bookings", booking),
        ("bookings", {"id": 1990, "roomStays": []}),
        invoice(40, "2024-02-03", "20", "4", salesInvoiceItems=[item]),
    ]


def _supply() -> list[Pair]:
    """A unit whose contract has no start, blocks without a start or an end, and blocks that end too early or are nowhere."""
    return [
        unit(5),
        ("unitContracts", {"id": 1, "unitId": 5, "startDate": None, "endDate": "2024-02-10"}),
        ("unitContracts", {"id": 2, "unitId": 5, "startDate": "2024-03-01", "endDate": "2024-04-20"}),
        ("activities", block(1, "2024-03-01T10:00:00Z", "2024-03-05")[1] | {"unitId": 5, "dueDate": None}),
        ("activities", block(2, "2024-03-01T10:00:00Z", "2024-03-05")[1] | {"unitId": 5, "startDateTime": None}),
        block(3, f"{days(1)}T10:00:00Z", days(-3), unitId=5),
        block(4, "2024-03-01T10:00:00Z", days(0), unitId=55_555),
        block(5, f"{days(1)}T10:00:00Z", days(3), unitId=None),
        block(6, "2024-03-05T10:00:00Z", "2024-03-01", unitId=5),
        block(7, "2024-03-01T10:00:00Z", "2024-03-05", unitId=55_555),
    ]


def _stays() -> list[Pair]:
    return [
        # Exactly as long as a residential stay has to be by setting.
        stay(10, "2024-01-01", "2024-01-22", "210", status="CHECKED_OUT"),
        # Arrives today, so not overdue.
        stay(11, days(0), days(2), "20"),
        # A move to the other building: residential only as one tenancy.
        stay(12, "2024-02-01", "2024-02-11", "100", unit=2, contact=12),
        stay(13, "2024-02-11", "2024-02-25", "140", unit=9, contact=12),
        # Continues as a stay without a unit.
        stay(14, "2024-02-05", "2024-02-10", "50", contact=14),
        stay(15, "2024-02-10", "2024-02-12", "20", unit=None, contact=14),
        # Ends after the month of the horizon of 400 days.
        stay(16, days(1), days(441), "4400", unit=9),
        # Typing slips in dates, which do not move the supply of all units.
        stay(35, "1970-01-01", "1970-01-02", "20"),
        stay(36, "1024-02-01", "2024-02-03", "20", unit=None),
        stay(37, "2224-02-01", "2224-02-03", "20", status="PENDING", unit=2),
        # Ends before it begins, within the nights of another stay.
        stay(17, "2024-03-05", "2024-03-10", "50", unit=2),
        stay(18, "2024-03-08", "2024-03-06", "7", unit=2),
        # Two units at once, both renewed.
        stay(20, "2024-03-11", "2024-03-15", "40", contact=20),
        stay(21, "2024-03-11", "2024-03-15", "40", unit=2, contact=20),
        stay(22, "2024-03-15", "2024-03-19", "40", unit=2, contact=20),
        stay(23, "2024-03-15", "2024-03-19", "40", contact=20, extras=[{"pricing": {"gross": "60"}}]),
        # Booked at a moment that is a later date in Berlin than in UTC.
        stay(24, "2024-03-11", "2024-03-15", "40", unit=6, createdDate="2024-01-05T23:30:00Z"),
    ]


def _booked() -> list[Pair]:
    """A renewal booked later than its booking; stays that state only when they were confirmed, or dates that stand for none."""
    renewal = stay(32, "2024-03-20", "2024-03-22", "20", unit=6, createdDate="2023-12-01T10:00:00Z")
    renewal[1]["roomStays"][0]["createdDate"] = "2024-03-10T23:30:00Z"
    confirmed = stay(34, "2024-03-20", "2024-03-22", "20", unit=9)
    # Cancelled once, and confirmed again.
    confirmed[1]["roomStays"][0] |= {"confirmedDate": "2024-02-28T10:00:00Z", "cancelledDate": "2024-02-01"}
    given_up = stay(33, "2024-03-20", "2024-03-22", "20", status="CANCELLED", createdDate="0001-01-01T00:00:00Z")
    given_up[1]["roomStays"][0] |= {"cancelledDate": "9999-12-31", "lastStatusChangeDate": "2024-03-11T10:00:00Z"}
    return [renewal, confirmed, given_up]


def _money() -> list[Pair]:
    items = [
        {"id": 1, "totalNet": "10", "totalTax": "2", "unitId": 9, "roomStayId": 10, "bookingReference": "R10/2"},
        {"id": 2, "totalNet": "5", "totalTax": "1", "unitId": 1, "roomStayId": 10},
    ]
    return [
        # Items in two buildings; the first item is not in the building of the stay.
        invoice(1, "2024-03-01", "15", "3", salesInvoiceItems=items),
        # The header is a cent less than its items, by rounding.
        invoice(
            2, "2024-03-01", "9.99", salesInvoiceItems=[{"id": 3, "totalNet": "10.00", "totalTax": "0", "unitId": 1}]
        ),
        # Items without VAT: the header states it, or net and gross give it, or nothing does.
        invoice(3, "2024-03-01", "20", "4", salesInvoiceItems=[untaxed(5, unitId=9), untaxed(6, unitId=1)]),
        invoice(4, "2024-03-01", "10", None, totalGross="12", salesInvoiceItems=[untaxed(7, unitId=1)]),
        invoice(5, "2024-03-01", "10", None, salesInvoiceItems=[untaxed(8)]),
        # The header differs from the items by all of the net, a part of the VAT, the gross; and only by rounding of three items.
        invoice(6, "2024-03-01", "10", salesInvoiceItems=[untaxed(9), untaxed(10, totalNet="-10")]),
        invoice(7, "2024-03-01", "10", "2", salesInvoiceItems=[untaxed(11, totalTax="0.5")]),
        invoice(8, "2024-03-01", None, None, totalGross="13", salesInvoiceItems=[untaxed(12, totalTax="2")]),
        invoice(9, "2024-03-01", "1", salesInvoiceItems=[untaxed(at, totalNet="0.335") for at in (13, 14, 15)]),
        # Items that state quantity and price, beside one that states its total; and alone, without a header.
        invoice(
            47, "2024-03-01", "120.01", salesInvoiceItems=[untaxed(16), priced(17, "3", "33.335"), priced(18, 1, 10)]
        ),
        invoice(48, "2024-03-01", None, None, salesInvoiceItems=[priced(19, "2", "-7.5")]),
        invoice(
            49,
            "2024-03-01",
            None,
            None,
            salesInvoiceItems=[
                priced(20, 365, "12.34564"),
                priced(21, "0.333333", "3000"),
                priced(22, 150_000_000, "0.00002"),
                priced(23, None, "3"),
            ],
        ),
        # For a stay that is checked out, in the stay's currency and in another.
        *(
            invoice(
                44 + at, "2024-02-25", "70", currencyCode=code, salesInvoiceItems=[untaxed(440 + at, totalNet="70")]
            )
            for at, code in enumerate(("GBP", "EUR"))
        ),
        # Due today, and at both edges of every bucket.
        *(invoice(10 + at, "2024-01-02", "100", invoiceDueDate=days(-late)) for at, late in enumerate(LATE)),
        # Posted today, and paid today.
        invoice(30, days(0), "30"),
        invoice(31, "2024-04-01", "31"),
        paid(31, days(0), "31", 31),
        # Refunds: of a credit, in either sign, and of an invoice that was paid twice.
        invoice(38, "2024-03-01", "-100"),
        refunded(39, days(-20), "60", 38),
        refunded(40, days(-10), "-15", 38),
        invoice(39, "2024-03-01", "10"),
        paid(41, "2024-03-02", "20", 39),
        refunded(42, "2024-03-05", "10", 39),
        # A credit that is not allocated to an invoice yet.
        paid(44, "2024-03-03", "4", None, source=38),
        # Typed as a payment, but drawn from one invoice for another; and from an id that is no invoice's.
        refunded(45, days(-8), "3", 38, target=14),
        refunded(46, days(-8), "2", 999, target=14),
        # A receipt without a currency: its invoice's counts.
        ("financialAllocations_salesPayments", paid(43, days(-3), "2", 37)[1] | {"currencyCode": None}),
        # A receipt for an invoice that no list shows.
        paid(32, days(-5), "5", 99),
        # Dates that stand for none: a draft that was given up was never owed, and what is posted is owed from its invoice date.
        invoice(55, "2024-03-01", "55", status="VOID", postedDate="0001-01-01", voidedDate="0001-01-01"),
        invoice(56, "2024-03-01", "56", status="VOID", voidedDate="9999-12-31"),
        invoice(57, "2024-03-01", "57", postedDate="0001-01-01", voidedDate="0001-01-01"),
        # Neither an invoice nor what is put against it states an amount.
        invoice(58, "2024-03-01", None, None),
        paid(58, days(-3), None, 58),
        # Put against an invoice out of nothing.
        ("financialAllocations_salesPayments", paid(60, days(-3), "4", 49)[1] | {"importType": "ALLOCATION"}),
        ("financialAllocations_salesPayments", paid(61, days(-3), "0", 49)[1] | {"importType": "ALLOCATION"}),
        # The only one in its currency.
        invoice(59, "2024-03-01", "59", currencyCode="DKK", status="VOID", voidedDate="2024-03-02"),
        # Typing errors in dates: year 1, a year before the months of the marts, a year after them.
        invoice(35, "0001-01-01", "35", currencyCode="NOK"),
        invoice(36, "1999-02-01", "36", currencyCode="NOK", status="VOID", voidedDate="1999-03-01"),
        invoice(37, "2024-02-01", "37", currencyCode="NOK"),
        paid(37, "9999-11-30", "7", 37),
        paid(38, "0001-01-01", "5", None),
        # Unexported for exactly as long as finance may wait, and for a day longer.
        invoice(32, days(-3), "32", exportStatus="PENDING"),
        invoice(33, days(-4), "33", exportStatus="PENDING"),
        # Not for finance at all.
        invoice(34, days(-9), "34", exportStatus="SKIPPED"),
    ]


def _excluded() -> list[Pair]:
    """Invoices and credits of an excluded building, with allocations between them and those of a building that counts."""

    def there(number: int, net: str) -> Pair:
        item = {"id": number * 10, "totalNet": net, "unitId": 8}
        return invoice(number, "2024-03-01", net, salesInvoiceItems=[item])

    return [
        *(building(4, "Test Building"), unit(8, 4)),
        *(there(50, "30"), there(51, "-30"), invoice(52, "2024-03-01", "30"), invoice(53, "2024-03-01", "-30")),
        paid(50, days(-9), "10", 52, source=51),
        paid(51, days(-9), "11", 50, source=53),
        paid(52, days(-9), "5", 51, source=52),
        paid(53, days(-9), "3", 50, source=51),
    ]


def untaxed(number: int, **more: object) -> dict[str, object]:
    """An invoice item of net 10 that states no VAT."""
    return {"id": number, "totalNet": "10", "roomStayId": 10} | more


def priced(number: int, quantity: object, price: object) -> dict[str, object]:
    """An invoice item that states quantity and price and no total."""
    return untaxed(number, totalNet=None, quantity=quantity, unitPriceNet=price)


def refunded(number: int, day: str, amount: str, source: int, target: int | None = None) -> Pair:
    """A refund: a payment that names the invoice it comes from, and most often no target."""
    name, record = paid(number, day, amount, target, source=source)
    return name, record | {"importType": "PAYMENT"}


LATE = (0, 1, 30, 31, 60, 61, 90, 91)
