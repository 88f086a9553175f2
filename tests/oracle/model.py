"""The oracle's data model: units, stays and blocks, read from records; money in whole cents."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oracle.rules import Day, Rules

Json = dict[str, Any]
Pair = tuple[str, Json]  # a collection, and a record of it
MOST_NIGHTS = 18_262  # fifty years
ZONES = zoneinfo.available_timezones()


@dataclass(slots=True)
class Unit:
    """A unit; `first` and `last` are the first and last night of its supply, contracts included; None = open."""

    id: int
    building: int | None
    type: int | None
    bookable: bool
    first: Day | None
    last: Day | None
    record: Json = field(default_factory=dict)


@dataclass(slots=True)
class Stay:
    """A room stay: start <= night < end; money in cents; `unit` is None while none is assigned."""

    id: int
    booking: int | None
    status: str
    start: Day
    end: Day
    net: int
    vat: int
    extras_net: int
    extras_vat: int
    unit: int | None
    type: int | None
    building: int | None
    contact: int | None
    channel: int | None
    segment: int | None
    currency: str
    reference: str | None = None
    rate: Json = field(default_factory=dict)
    booked: Day | None = None
    cancelled: Day | None = None
    has_gross_alone: bool = False  # an extra that states neither net nor VAT
    left: Day | None = None  # date of the last change of status

    @property
    def nights(self) -> int:
        """Number of nights, MOST_NIGHTS at most."""
        return min(max(0, (self.end - self.start).days), MOST_NIGHTS)

    @property
    def until(self) -> Day:
        """The date on which the stay is over; a stay that ends before it begins is over on its arrival."""
        return max(self.start, self.end)


@dataclass(slots=True)
class Block:
    """Nights on which a unit cannot be sold: start <= night < end; from `called_off` on, the unit can be sold again."""

    unit: int
    start: Day
    end: Day
    called_off: Day | None = None


@dataclass(eq=False)
class Portfolio:
    """The input of the oracle, by id; not changed once read."""

    rules: Rules
    kept: dict[str, dict[Any, Json]] = field(default_factory=dict)  # every original record, by collection
    buildings: dict[int, Json] = field(default_factory=dict)
    building_names: dict[str | None, int] = field(default_factory=dict)  # those of earlier loads, too
    types: dict[int, Json] = field(default_factory=dict)
    units: dict[int, Unit] = field(default_factory=dict)
    stays: dict[int, Stay] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    invoices: dict[int, Json] = field(default_factory=dict)
    stood: dict[int, Json] = field(
        default_factory=dict
    )  # the last version of each invoice from earlier loads in which it was not void
    gone_invoices: dict[int, Json] = field(
        default_factory=dict
    )  # the last version of those that only earlier loads found
    allocations: dict[int, Json] = field(default_factory=dict)
    excluded: set[int] = field(default_factory=set)
    building_of_unit: dict[int, int | None] = field(default_factory=dict)
    building_of_stay: dict[int, int | None] = field(default_factory=dict)
    building_of_gone_stay: dict[int, int | None] = field(default_factory=dict)  # of stays that only earlier loads found
    reference_of_stay: dict[int, str | None] = field(default_factory=dict)  # of gone ones, too
    building_of_booking: dict[int, int | None] = field(default_factory=dict)

    def zone(self, building: int | None) -> str:
        """The time zone of a building; the tenant's if the building states none that exists."""
        stated = self.buildings.get(building or 0, {}).get("timeZone")
        return stated if stated in ZONES else self.rules.time_zone

    def currency(self, building: int | None) -> str:
        """The currency of a building; the base currency if the building states none."""
        return self.buildings.get(building or 0, {}).get("currencyCode") or self.rules.base_currency
