"""Unit-nights with exactly one state each, and occupancy by day and by month on both bases."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.model import MOST_NIGHTS
from oracle.nights import revenue_nights
from oracle.rules import ONE, SOLD, TENTATIVE, Day, converted, days, month, next_month

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.model import Portfolio, Stay, Unit

OCCUPIED, CLOSED, OUT_OF_ORDER, HELD, VACANT = "occupied", "closed", "out_of_order", "tentative", "vacant"
COUNTS = {OCCUPIED: "occupied_nights", CLOSED: "closed_nights", OUT_OF_ORDER: "out_of_order_nights"}
COUNTS |= {HELD: "tentative_nights", VACANT: "vacant_nights"}
SUMS = [
    *("inventory_nights", "closed_nights", "out_of_order_nights", "available_nights", "available_nights_net_ooo"),
    *("occupied_nights", "tentative_nights", "vacant_nights", "conflict_nights", "arrivals", "departures"),
    *("sold_nights", "room_revenue_net", "room_revenue_vat", "room_revenue_gross"),
    *("extras_revenue_net", "day_use_revenue_net"),
]
Key = tuple[Day, int | None, int | None]
LEAP_YEAR = datetime.timedelta(days=366)


@dataclass(slots=True)
class UnitNight:
    """A unit on a night of its supply, with its state and the stays that hold it."""

    unit: Unit
    night: Day
    state: str
    stays: list[Stay]
    is_blocked: bool = False

    @property
    def is_conflict(self) -> bool:
        """Whether two sold stays hold the unit on this night."""
        return self.state == OCCUPIED and len(self.stays) > 1

    @property
    def holder(self) -> Stay | None:
        """Of the stays that hold the unit, the one that began first."""
        return min(self.stays, key=lambda s: (s.start, s.id)) if self.stays else None


def first_night(portfolio: Portfolio) -> Day:
    """The first night of a unit without `availableFrom`: that of the first sold or tentative stay; at the latest, today."""
    known = [stay.start for stay in _believable(portfolio)]
    return max(min([portfolio.rules.business_date, *known]), horizon(portfolio)[0])


def _believable(portfolio: Portfolio) -> Iterator[Stay]:
    """The stays that decide on the supply of all units: of fifty years at most, and not beyond the bounds altogether."""
    today = portfolio.rules.business_date
    for stay in portfolio.stays.values():
        within = max(stay.start, stay.end) >= month(today - 20 * LEAP_YEAR)
        within = within and min(stay.start, stay.end) <= today + 10 * LEAP_YEAR
        if stay.status in SOLD | TENTATIVE and within and (stay.end - stay.start).days <= MOST_NIGHTS:
            yield stay


@lru_cache(maxsize=1)
def horizon(portfolio: Portfolio) -> tuple[Day, Day]:
    """The first and the last possible unit-night: 20 years back, and the end of the month of today + 400 days or the last stay.

    At most 10 years ahead.
    """
    today = portfolio.rules.business_date
    ends = [stay.end for stay in _believable(portfolio)]
    end = next_month(min(max([today + 400 * ONE, *ends]), today + 10 * LEAP_YEAR))
    return month(today - 20 * LEAP_YEAR), end - ONE


@lru_cache(maxsize=1)
def laid_out(portfolio: Portfolio) -> list[UnitNight]:
    """All unit-nights within the horizon."""
    return list(unit_nights(portfolio, *horizon(portfolio)))


def unit_nights(portfolio: Portfolio, first: Day, last: Day) -> Iterator[UnitNight]:
    """Every night from `first` to `last` on which a bookable unit is supply."""
    holding: dict[tuple[int, Day], list[Stay]] = defaultdict(list)
    for stay in sorted(portfolio.stays.values(), key=lambda s: s.id):
        if stay.unit and stay.status in SOLD | TENTATIVE:
            for night in days(max(stay.start, first), min(stay.end, last + ONE)):
                holding[stay.unit, night].append(stay)
    blocked: dict[tuple[int, Day], str] = {}
    for block in sorted(portfolio.blocks, key=lambda b: b.end - b.start):
        long = (block.end - block.start).days >= portfolio.rules.closure_from_nights
        for night in days(max(block.start, first), min(block.end, block.called_off or block.end, last + ONE)):
            blocked[block.unit, night] = CLOSED if long else OUT_OF_ORDER  # the longest block comes last and counts
    opening = first_night(portfolio)
    for unit in portfolio.units.values():
        if unit.bookable:
            for night in days(max(unit.first or opening, first), min(unit.last or last, last) + ONE):
                stays = holding.get((unit.id, night), [])
                sold = [s for s in stays if s.status in SOLD]
                state = OCCUPIED if sold else blocked.get((unit.id, night)) or (HELD if stays else VACANT)
                holders = sold or (stays if state == HELD else [])
                yield UnitNight(unit, night, state, holders, is_blocked=(unit.id, night) in blocked)


@lru_cache(maxsize=1)
def daily_sums(portfolio: Portfolio) -> dict[Key, dict[str, int]]:
    """Sums by night, building and unit type, of all unit-nights within the horizon."""
    return daily(portfolio, laid_out(portfolio))


def daily(portfolio: Portfolio, nights: Iterable[UnitNight]) -> dict[Key, dict[str, int]]:
    """Sums by night, building and unit type; money in cents of the building's currency, also on dates without unit-nights."""
    rows: dict[Key, dict[str, int]] = defaultdict(lambda: dict.fromkeys(SUMS, 0))
    for item in nights:
        row = rows[item.night, item.unit.building, item.unit.type]
        row["inventory_nights"] += 1
        row[COUNTS[item.state]] += 1
        row["available_nights"] += item.state != CLOSED
        row["available_nights_net_ooo"] += item.state not in (CLOSED, OUT_OF_ORDER)
        row["conflict_nights"] += item.is_conflict
    for stay in portfolio.stays.values():
        if stay.status in SOLD:
            rows[stay.start, stay.building, stay.type]["arrivals"] += 1
            rows[stay.end, stay.building, stay.type]["departures"] += 1
    for part in revenue_nights(portfolio):
        row = rows[part.night, part.stay.building, part.stay.type]
        into = portfolio.currency(part.stay.building)
        net, vat, extras = (
            converted(cents, part.stay.currency, into, part.night, portfolio.rules) or 0
            for cents in (part.net, part.vat, part.extras_net)
        )
        row["sold_nights"] += not part.is_day_use
        row["room_revenue_net"] += net
        row["room_revenue_vat"] += vat
        row["room_revenue_gross"] += net + vat
        row["extras_revenue_net"] += extras
        row["day_use_revenue_net"] += net if part.is_day_use else 0
    return dict(rows)


def ratio(over: int, under: int) -> Decimal | None:
    """One sum divided by another; None if the divisor is 0."""
    return Decimal(over) / under if under else None


def monthly(rows: dict[Key, dict[str, int]]) -> dict[tuple[Day, int | None], dict[str, Decimal | int | None]]:
    """Sums by month and building, and the ratios of those sums: occupancy on both bases, ADR and RevPAR in money."""
    sums: dict[tuple[Day, int | None], dict[str, int]] = defaultdict(lambda: dict.fromkeys(SUMS, 0))
    for (night, building, _), row in rows.items():
        for name, amount in row.items():
            sums[month(night), building][name] += amount
    return {
        key: {
            **row,
            "occupancy_rate": ratio(row["occupied_nights"], row["available_nights"]),
            "occupancy_rate_net_ooo": ratio(row["occupied_nights"], row["available_nights_net_ooo"]),
            "adr": ratio(row["room_revenue_net"], row["sold_nights"] * 100),
            "revpar": ratio(row["room_revenue_net"], row["available_nights"] * 100),
            "trevpar": ratio(row["room_revenue_net"] + row["extras_revenue_net"], row["available_nights"] * 100),
        }
        for key, row in sums.items()
    }
