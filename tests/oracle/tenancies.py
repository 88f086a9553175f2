"""Tenancies stitched from contiguous stays, their departures, and the vacancies of units."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oracle.occupancy import VACANT, unit_nights
from oracle.rules import ONE, SOLD, Day

if TYPE_CHECKING:
    from oracle.portfolio import Portfolio, Stay


@dataclass(slots=True)
class Tenancy:
    """Sold stays of one contact, each beginning when the one before ends (or at most the gap later)."""

    stays: list[Stay]

    @property
    def id(self) -> int:
        """The id of the first stay."""
        return self.stays[0].id

    @property
    def first(self) -> Day:
        """Start of the first stay."""
        return self.stays[0].start

    @property
    def end(self) -> Day:
        """End of the last stay."""
        return self.stays[-1].end

    @property
    def nights(self) -> int:
        """Nights of all its stays; gaps are not counted."""
        return sum(stay.nights for stay in self.stays)


@dataclass(slots=True)
class Vacancy:
    """A run of vacant nights of a unit; `to` is the first night that is not vacant."""

    unit: int
    building: int | None
    first: Day
    to: Day

    @property
    def nights(self) -> int:
        """How long it lasts."""
        return (self.to - self.first).days


def tenancies(portfolio: Portfolio) -> list[Tenancy]:
    """Every sold stay in exactly one tenancy: it goes on from the stay of its contact that ended last before it."""
    of_contact: dict[int | str, list[Stay]] = defaultdict(list)
    for stay in portfolio.stays.values():
        if stay.status in SOLD:
            of_contact[stay.contact or f"stay/{stay.id}"].append(stay)
    result: list[Tenancy] = []
    for stays in of_contact.values():
        chains: list[Tenancy] = []
        for stay in sorted(stays, key=lambda s: (s.start, s.end, s.id)):
            fits = [c for c in chains if 0 <= (stay.start - c.end).days <= portfolio.rules.tenancy_gap_nights]
            if fits:
                best = max(fits, key=lambda c: (c.stays[-1].unit == stay.unit, c.end, -c.id))
                best.stays.append(stay)
            else:
                chains.append(Tenancy([stay]))
        result.extend(chains)
    return result


def departures(portfolio: Portfolio) -> list[Tenancy]:
    """Tenancies that end: all with a night; each departs on the end of its last stay."""
    return [tenancy for tenancy in tenancies(portfolio) if tenancy.nights]


def is_residential(nights: int, portfolio: Portfolio) -> bool:
    """Long enough to be a home."""
    return nights >= portfolio.rules.residential_from_nights


def vacancies(portfolio: Portfolio, first: Day, last: Day) -> list[Vacancy]:
    """Runs of vacant unit-nights between the first and the last night asked for."""
    result: list[Vacancy] = []
    for item in unit_nights(portfolio, first, last):
        if item.state != VACANT:
            continue
        before = result[-1] if result else None
        if before and before.unit == item.unit.id and before.to == item.night:
            before.to = item.night + ONE
        else:
            result.append(Vacancy(item.unit.id, item.unit.building, item.night, item.night + ONE))
    return result
