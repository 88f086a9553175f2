"""The internal model of the generator: stays, people, bookings, invoices, receipts; money in cents, days as ordinals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.portfolio.calendar_days import iso

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.estate import Building, Extra, Unit
    from nightaudit.sandbox.portfolio.places import TaxCode

Json = dict[str, Any]


@dataclass(slots=True)
class Line:
    """An invoice line; it charges the nights `start` <= night < `end`."""

    stay: Stay
    text: str
    start: int
    end: int
    quantity: int
    price: int
    net: int
    tax: int
    code: TaxCode
    extra: Extra | None = None


@dataclass(slots=True)
class Stay:
    """A room stay; nights are start <= night < end.

    follows   the stay that this one renews      joins     the stay whose booking this one shares
    nightly   net price sold at, per night of a short stay and per month of any other; `original` before discounts
    rate      id, code, type and name            adjusted_net, adjusted_tax   credited in part, negative
    free      complimentary                      refund    cancelled, and the payment refunded
    """

    unit: Unit
    start: int
    end: int
    use: str
    booked: int
    status: str = ""
    follows: Stay | None = None
    joins: Stay | None = None
    assigned: bool = True
    id: int = 0
    booking: Booking | None = None
    cancelled: int | None = None
    free: bool = False
    refund: bool = False
    original: int = 0
    nightly: int = 0
    rate: tuple[int, str, str, str] = (0, "", "", "")
    lines: list[Line] = field(default_factory=list)
    adjusted_net: int = 0
    adjusted_tax: int = 0
    extras: list[Extra] = field(default_factory=list)
    adults: int = 1
    children: int = 0


@dataclass(slots=True)
class Person:
    """A contact."""

    id: int
    first: str
    last: str
    created: int
    source: str
    customer: bool = False

    @property
    def email(self) -> str:
        """An e-mail address that cannot exist (domain `example.invalid`)."""
        return f"{self.first}.{self.last}.{self.id}@example.invalid".lower()


@dataclass(slots=True)
class Booking:
    """A booking, and the data that its stays share."""

    id: int
    building: Building
    contact: Person
    booked: int
    channel: int
    segment: int
    company: int | None
    stays: list[Stay] = field(default_factory=list)
    invoices: list[Invoice] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    reference: str = ""

    def __post_init__(self) -> None:
        """Set the booking reference: the day of booking and a number."""
        self.reference = f"{iso(self.booked).replace('-', '')}-{self.id:05d}"

    @property
    def account(self) -> int:
        """The id of the finance account: the company's, or else the contact's."""
        return self.company or CONTACT_ACCOUNTS + self.contact.id


CONTACT_ACCOUNTS = 10_000


@dataclass(slots=True)
class Invoice:
    """An invoice or, with negative amounts, a credit note."""

    booking: Booking
    day: int
    due: int
    lines: list[Line]
    status: str = "POSTED"
    voided: int | None = None
    balances: Invoice | None = None
    id: int = 0
    net: int = 0
    tax: int = 0
    allocated: int = 0
    stuck: str = ""

    def total(self) -> Invoice:
        """Set net and tax to the sums of the lines."""
        self.net = sum(line.net for line in self.lines)
        self.tax = sum(line.tax for line in self.lines)
        return self

    @property
    def gross(self) -> int:
        """Net and tax."""
        return self.net + self.tax

    @property
    def open(self) -> int:
        """The outstanding amount; 0 for a VOID invoice."""
        return 0 if self.status == "VOID" else self.gross - self.allocated


@dataclass(slots=True)
class Receipt:
    """An allocation of a receipt (source None) or a credit note to an invoice; without a target, an unallocated receipt."""

    booking: Booking
    day: int
    amount: int
    target: Invoice | None
    source: Invoice | None = None
    id: int = 0
