"""Tenancies stitched from contiguous stays, their departures, and the vacancies of units."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from oracle.occupancy import OCCUPIED, VACANT, UnitNight
from oracle.rules import ONE, SOLD, Day

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oracle.model import Portfolio, Stay


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
        """The latest end of its stays."""
        return max(stay.until for stay in self.stays)

    @property
    def nights(self) -> int:
        """Nights of all its stays; gaps are not counted."""
        return sum(stay.nights for stay in self.stays)


@dataclass(slots=True)
class Vacancy:
    """Consecutive vacant nights of a unit; `to` is the first night after them, `let` the next sold stay, from `let_from`."""

    unit: int
    building: int | None
    type: int | None
    first: Day
    to: Day
    let: Stay | None = None
    let_from: Day | None = None

    @property
    def nights(self) -> int:
        """The number of vacant nights."""
        return (self.to - self.first).days


def tenancies(portfolio: Portfolio) -> list[Tenancy]:
    """Every sold stay in exactly one tenancy.

    A stay joins its contact's tenancy in the same unit when it begins before that ends or at most the gap later; else
    it goes on from the one that ended last, at most the gap before it begins; else it begins a tenancy. One without a
    night is a tenancy of its own.
    """
    of_contact: dict[int | str, list[Stay]] = defaultdict(list)
    for stay in portfolio.stays.values():
        if stay.status in SOLD:
            of_contact[(stay.nights and stay.contact) or f"stay/{stay.id}"].append(stay)
    result: list[Tenancy] = []
    for stays in of_contact.values():
        chains: list[Tenancy] = []
        followed = _followed_in_their_unit(stays, portfolio)
        for stay in sorted(stays, key=_order):
            best = _goes_on(stay, chains, followed, portfolio.rules.tenancy_gap_nights)
            if best:
                best.stays.append(stay)
            else:
                chains.append(Tenancy([stay]))
        result.extend(chains)
    return result


def _order(stay: Stay) -> tuple[Day, Day, int]:
    return stay.start, stay.until, stay.id


def _followed_in_their_unit(stays: list[Stay], portfolio: Portfolio) -> set[int]:
    """Stays that their contact continues in the same unit; no stay in another unit continues their tenancy."""
    gap = portfolio.rules.tenancy_gap_nights
    return {
        stay.id
        for stay in stays
        for other in stays
        if stay.unit
        and stay.unit == other.unit
        and _order(stay) < _order(other)
        and (other.start - stay.until).days <= gap
    }


def _goes_on(stay: Stay, chains: list[Tenancy], followed: set[int], gap: int) -> Tenancy | None:
    here = [c for c in chains if stay.unit and c.stays[-1].unit == stay.unit and (stay.start - c.end).days <= gap]
    if here:
        return max(here, key=lambda c: c.end)
    left = [
        c
        for c in chains
        if 0 <= (stay.start - c.end).days <= gap and c.stays[-1].id not in followed and c.stays[-1].start < stay.start
    ]
    return max(left, key=lambda c: (c.end, -c.id)) if left else None


def departures(portfolio: Portfolio) -> list[Tenancy]:
    """Tenancies with at least one night; each departs on the end of its last stay."""
    return [tenancy for tenancy in tenancies(portfolio) if tenancy.nights]


def is_residential(nights: int, portfolio: Portfolio) -> bool:
    """Whether so many nights count as residential."""
    return nights >= portfolio.rules.residential_from_nights


def vacancies(nights: Iterable[UnitNight]) -> list[Vacancy]:
    """Runs of vacant nights; the unit-nights of each unit must be in order."""
    result: list[Vacancy] = []
    for item in nights:
        if item.state == OCCUPIED:
            for gap in takewhile(lambda gap: gap.unit == item.unit.id and not gap.let, reversed(result)):  # noqa: B023
                gap.let, gap.let_from = item.holder, item.night
        if item.state != VACANT:
            continue
        before = result[-1] if result else None
        if before and before.unit == item.unit.id and before.to == item.night:
            before.to = item.night + ONE
        else:
            result.append(Vacancy(item.unit.id, item.unit.building, item.unit.type, item.night, item.night + ONE))
    return result
