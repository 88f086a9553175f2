"""Handwritten records in wire names, each with the fewest fields it needs."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, cast

from oracle.model import Pair, Portfolio
from oracle.portfolio import read
from oracle.rules import Day, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable


TODAY = Day(2024, 6, 1)


def date(text: str) -> Day:
    """An ISO date."""
    return datetime.date.fromisoformat(text)


def portfolio(*records: Pair | Iterable[Pair], **settings: Any) -> Portfolio:
    """The records, with building 1 (London, GBP) and its units 1 and 2 of type 1; `settings` are fields of Rules."""
    given: list[Pair] = []
    for item in records:
        given.extend([cast("Pair", item)] if isinstance(item, tuple) else item)
    return read([*PLACE, *given], Rules(**{"business_date": TODAY, **settings}))


def building(number: int, name: str, currency: str = "GBP", zone: str = "Europe/London") -> Pair:
    """A building."""
    return "buildings", {"id": number, "name": name, "currencyCode": currency, "timeZone": zone}


def unit(number: int, place: int = 1, kind: int = 1, **more: Any) -> Pair:
    """A bookable unit, available since 2020."""
    return "units", {
        "id": number,
        "unitName": f"U{number}",
        "buildingId": place,
        "unitTypeId": kind,
        "bookable": True,
        "availableFrom": "2020-01-01",
    } | more


def stay(number: int, start: str, end: str, net: Any = "0", **more: Any) -> Pair:
    """A booking of one confirmed stay in unit 1; `more` are fields of either, and `status`, `unit`, `contact`."""
    status, held, contact = more.pop("status", "CONFIRMED"), more.pop("unit", 1), more.pop("contact", number)
    record = {
        "roomStayId": number,
        "bookingId": number + 1000,
        "bookingReference": f"R{number}",
        "roomStayStatus": status,
        "startDate": start,
        "endDate": end,
        "netAmount": net,
        "vatAmount": more.pop("vat", "0"),
        "unit": {"id": held, "unitTypeId": 1, "buildingId": 1},
        "bookingContact": {"id": contact},
        "extras": more.pop("extras", []),
    }
    return "bookings", {"id": number + 1000, "currencyCode": "GBP", "channelId": 3, "roomStays": [record]} | more


def block(number: int, start: str, due: str, **more: Any) -> Pair:
    """An activity that takes unit 1 out of order."""
    kept = {"id": number, "unitId": 1, "startDateTime": start, "dueDate": due, "blockAvailability": True}
    return "activities", kept | more


def invoice(number: int, day: str, net: Any, vat: Any = "0", **more: Any) -> Pair:
    """A posted invoice of booking 1001, due on its invoice date, with one item."""
    item = {"id": number * 10, "totalNet": net, "totalTax": vat, "unitId": 1}
    return "salesInvoices", {
        "id": number,
        "status": "POSTED",
        "invoiceNumber": f"INV{number}",
        "invoiceType": "INVOICE",
        "invoiceDate": day,
        "postedDate": day,
        "invoiceDueDate": day,
        "currencyCode": "GBP",
        "totalNet": net,
        "totalTax": vat,
        "bookingId": 1001,
        "financeAccount": {"id": 7},
        "salesInvoiceItems": [item],
    } | more


def paid(number: int, day: str, amount: Any, target: int | None, source: int | None = None) -> Pair:
    """A receipt or refund for an invoice or, with a source, a credit note allocated to an invoice."""
    kind = "salesInvoices" if source else "salesPayments"
    return f"financialAllocations_{kind}", {
        "id": number,
        "importType": "ALLOCATION" if source else "PAYMENT",
        "date": day,
        "amount": amount,
        "targetInvoiceId": target,
        "sourceInvoiceId": source,
        "currencyCode": "GBP",
    }


PLACE = [building(1, "Main"), ("unitTypes", {"id": 1, "name": "Studio"}), unit(1), unit(2)]
