"""Nights of stays with their exact share of the money, and the money of day use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from oracle.rules import ONE, SOLD, Day, days, split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Portfolio, Stay


@dataclass(slots=True)
class StayNight:
    """A night of a sold stay, or the arrival date of one without a night (`is_day_use`); money in cents."""

    stay: Stay
    night: Day
    net: int
    vat: int
    extras_net: int
    extras_vat: int
    is_day_use: bool

    @property
    def gross(self) -> int:
        """Net and VAT."""
        return self.net + self.vat


def nights_of(stay: Stay) -> Iterator[StayNight]:
    """Every night of a stay, or its arrival date if it has no night; the amounts sum exactly to the stay's."""
    spans = days(stay.start, stay.start + stay.nights * ONE) or [stay.start]
    wholes = (stay.net, stay.vat, stay.extras_net, stay.extras_vat)
    shares = zip(*(split(whole, len(spans)) for whole in wholes), strict=True)
    for night, (net, vat, extras_net, extras_vat) in zip(spans, shares, strict=True):
        yield StayNight(stay, night, net, vat, extras_net, extras_vat, stay.nights == 0)


def revenue_nights(portfolio: Portfolio) -> Iterator[StayNight]:
    """The nights of every sold stay with their revenue, day use included."""
    for stay in portfolio.stays.values():
        if stay.status in SOLD:
            yield from nights_of(stay)


def stay_nights(portfolio: Portfolio) -> Iterator[StayNight]:
    """The nights of every sold stay, without day use."""
    return (row for row in revenue_nights(portfolio) if not row.is_day_use)
