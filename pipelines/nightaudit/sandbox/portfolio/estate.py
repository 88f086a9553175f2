"""The stock of the generator's model: time frame, id counters, buildings, unit types, units, extras."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.calendar_days import iso, stamp

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.places import City, Kind, TaxCode

SHORT, MONTHLY, TENANCY = "SHORT", "MONTHLY", "TENANCY"
RATE_TYPES = {"DAILY": "flexible by the night", "WEEKLY": "by the week", "MONTHLY": "by the month"}


@dataclass(frozen=True, slots=True)
class TimeFrame:
    """The seed and days of one portfolio, as ordinals.

    today       the business date              start    the first day of its history
    tax_change  the day a tax rate changes     horizon  the day up to which there are stays and prices
    """

    seed: int
    today: int
    start: int
    horizon: int
    tax_change: int

    def stamp(self, day: int, hour: int = 9) -> str:
        """Return an ISO date-time in UTC on that day, or in the first minute of today, so that later writes have later stamps."""
        return stamp(day, hour) if day < self.today else f"{iso(self.today)}T00:00:{hour:02d}Z"


@dataclass(slots=True)
class Run:
    """The state shared by all buildings: id counters, and ids of the planted anomalies."""

    ids: Counter[str] = field(default_factory=Counter)
    planted: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)

    def next(self, collection: str) -> int:
        """Return the next id of a collection."""
        self.ids[collection] += 1
        return self.ids[collection]


@dataclass(slots=True)
class Building:
    """A building; `organisation` is the legal entity that invoices for it."""

    id: int
    name: str
    city: City
    kind: Kind
    opens: int | None
    test: bool
    types: list[UnitType] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)

    @property
    def organisation(self) -> int:
        """The id of the legal entity: one per country."""
        return self.city.country.id

    @property
    def currency(self) -> str:
        """The currency of all prices in the building."""
        return self.city.country.currency


@dataclass(slots=True)
class UnitType:
    """A class of units; `nightly` is the running sum of net nightly prices, by day since the start of the frame."""

    id: int
    name: str
    bedrooms: int
    night: int
    rent: int
    rates: dict[str, int] = field(default_factory=dict)
    nightly: list[int] = field(default_factory=list)

    def rate(self, rate_type: str) -> tuple[int, str, str, str]:
        """Return id, code, type and name of the unit type's rate of a rate type."""
        number = self.rates[rate_type]
        return number, f"{rate_type[0]}{number}", rate_type, f"{self.name}, {RATE_TYPES[rate_type]}"


@dataclass(slots=True)
class Unit:
    """A unit; `first` and `last` night of its life are None where open; blocks are (start, end, activity type)."""

    id: int
    name: str
    type: UnitType
    building: Building
    use: str
    bookable: bool
    first: int | None
    last: int | None
    blocks: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Extra:
    """An extra of a building; `per` is the unit that one price covers: ONCE, NIGHT or MONTH."""

    id: int
    name: str
    price: int
    per: str
    frequency: int
    compulsory: bool
    tax: TaxCode

    @property
    def code(self) -> str:
        """The product code."""
        return self.name[:4].upper()
