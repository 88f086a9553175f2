"""The dice of the wild buildings, and their invoices and allocations: voided, drafted, credited, overpaid, undated."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, Any

from oracle.rules import Day

if TYPE_CHECKING:
    from oracle.model import Json, Pair

FIRST = Day(2024, 2, 20)  # the leap day and the changes of clocks in spring lie ahead


@dataclass
class Place:
    """A building under construction: what later records refer to."""

    id: int
    name: str
    currency: str | None
    types: dict[int, int] = field(default_factory=dict)  # unit to its type
    bookings: list[int] = field(default_factory=list)
    stays: list[int] = field(default_factory=list)
    invoices: list[int] = field(default_factory=list)

    def number(self, at: int) -> int:
        """An id no other building has."""
        return self.id * 1000 + at


class WildMoney:
    """What a wild building bills and receives; one seed always gives the same records."""

    def __init__(self, seed: int) -> None:
        """All chance comes from the seed."""
        self.rng = Random(seed)

    def _maybe(self, value: Any, share: float = 0.15) -> Any:
        return None if self.rng.random() < share else value

    def _day(self, low: int = 0, high: int = 75) -> Day:
        return FIRST + datetime.timedelta(days=self.rng.randint(low, high))

    def _amount(self, top: int = 90_000) -> Decimal:
        cents = self.rng.choice([0, 1, -1, 99, self.rng.randint(-top // 4, top), self.rng.randint(0, top)])
        return Decimal(cents) / 100

    def _fine_amount(self, top: int = 90_000) -> Decimal:
        """An amount that may have half a cent, or some of it."""
        return self._amount(top) + self.rng.choice([0, 0, 0, 5, -5, 4]) * Decimal("0.001")

    def _named(self, stay: int) -> Json:
        """The stay by its id, by the reference of its booking, by that of another, or not at all."""
        booking = stay // 10 + self.rng.choice([0, 0, 0, 1])
        by_reference = {"bookingReference": f"R{booking}/{stay}"}
        return self.rng.choice([{"roomStayId": stay}, {"roomStayId": stay}, by_reference, {}])

    def _invoice(self, invoice: int, place: Place) -> Json:
        rng, day, sign = self.rng, self._day(), self.rng.choice([1, 1, 1, 1, -1])
        status = rng.choice(["POSTED", "POSTED", "POSTED", "VOID", "DRAFT"])
        items = [
            {
                "id": invoice * 10 + at,
                "salesInvoiceId": invoice,
                "totalNet": sign * (self._amount() if at else abs(self._amount())),
                "totalTax": sign * abs(self._amount(20_000)),
                **self._named(rng.choice(place.stays)),
                "unitId": self._maybe(rng.choice(list(place.types)), 0.3),
            }
            for at in range(rng.choice([1, 1, 2, 3]))
        ]
        net = sum((item["totalNet"] for item in items), Decimal(0))
        tax = sum((item["totalTax"] for item in items), Decimal(0))
        posted = str(day + datetime.timedelta(days=rng.choice([0, 0, 0, 3])))
        return {
            "id": invoice,
            "invoiceNumber": f"N{invoice}",
            "invoiceType": rng.choice(["CREDIT_NOTE", "CREDIT_NOTE", None]) if sign < 0 else "INVOICE",
            "status": status,
            "invoiceDate": str(day + datetime.timedelta(days=rng.choice([0, 0, 0, 0, 40]))),
            "invoiceDueDate": self._maybe(str(day + datetime.timedelta(days=rng.choice([0, 0, 7, 30])))),
            "postedDate": self._maybe(posted, 0.1),
            "voidedDate": str(day + datetime.timedelta(days=rng.choice([0, 3, 4, 35]))) if status == "VOID" else None,
            "currencyCode": place.currency or "GBP",
            "totalNet": net,
            "totalTax": tax,
            "totalGross": self._maybe(net + tax),
            "bookingId": place.stays[0] // 10,
            "financeAccount": self._maybe({"id": rng.randint(1, 9), "type": "COMPANY"}, 0.1),
            "exportStatus": "PENDING",
            "salesInvoiceItems": items,
        }

    def _allocation(self, allocation: int, place: Place) -> Pair:
        rng = self.rng
        target = self._maybe(rng.choice(place.invoices), 0.1) if place.invoices else None
        others = [invoice for invoice in place.invoices if invoice != target]
        source = rng.choice(others) if target and others and rng.random() < 0.25 else None
        return f"financialAllocations_{'salesInvoices' if source else 'salesPayments'}", {
            "id": allocation,
            "importType": "ALLOCATION" if source else "PAYMENT",
            "date": str(self._day(-5, 90)),
            "amount": self._amount(),
            "sourceInvoiceId": source,
            "targetInvoiceId": target,
            "currencyCode": place.currency or "GBP",
            "financeAccountId": rng.randint(1, 9),
        }
