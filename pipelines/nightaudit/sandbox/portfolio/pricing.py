"""Prices a stay: lines for the room and for extras, with tax, split where a charge period or a tax rate ends."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.amounts import part, tax_on
from nightaudit.sandbox.portfolio.calendar_days import add_months, next_month
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, Extra, TimeFrame
from nightaudit.sandbox.portfolio.model import Line, Stay
from nightaudit.sandbox.portfolio.randomness import chance
from nightaudit.sandbox.portfolio.sales import CORPORATE, OTA, OTA_TWO

if TYPE_CHECKING:
    from random import Random

    from nightaudit.sandbox.portfolio.places import TaxCode

WEEKLY_FROM = 7


def price(stay: Stay, frame: TimeFrame, rng: Random) -> None:
    """Set the stay's rate, its lines (rooms and extras) and its original and discounted rate."""
    if stay.use == SHORT:
        _price_short(stay, frame, rng)
    else:
        _price_long(stay, frame, rng)


def _price_short(stay: Stay, frame: TimeFrame, rng: Random) -> None:
    kind, nights = stay.unit.type, stay.end - stay.start
    at = max(0, min(stay.start - frame.start, len(kind.nightly) - 2))
    until = max(at + 1, min(stay.end - frame.start, len(kind.nightly) - 1))
    stay.original = round((kind.nightly[until] - kind.nightly[at]) / (until - at) / 100) * 100
    segment, channel = (stay.booking.segment, stay.booking.channel) if stay.booking else (0, 0)
    percent = 100 - (8 if nights >= WEEKLY_FROM else 0) - (6 if segment == CORPORATE else 0)
    percent += 5 if channel in (OTA, OTA_TWO) else 0
    stay.nightly = 0 if stay.free else stay.original * (percent - int(rng.random() * 7)) // 100
    rate_type = "WEEKLY" if nights >= WEEKLY_FROM else "DAILY"
    stay.rate = kind.rate(rate_type)
    stay.adults = 1 + int(rng.random() * (kind.bedrooms + 1.6))
    stay.children = int(kind.bedrooms > 0 and chance(rng, 0.2))
    stay.lines = room_lines(stay, frame.tax_change)
    if not stay.free:
        for extra in stay.unit.building.extras:
            taken = 0.14 if extra.per == "NIGHT" else 0.05 if extra.per == "ONCE" else 0
            if chance(rng, taken):
                stay.extras.append(extra)
                stay.lines.append(extra_line(stay, extra, stay.start, max(stay.end, stay.start + 1)))


def room_lines(stay: Stay, tax_change: int) -> list[Line]:
    """Return the room lines of a short stay: one, or two when the tax rate changes during the stay."""
    country = stay.unit.building.city.country
    if stay.start == stay.end:
        return [_night_line(stay, stay.start, stay.end, 1, country.lodging)]
    cuts = [stay.start, *([tax_change] if stay.start < tax_change < stay.end else []), stay.end]
    if country.lodging is country.lodging_before:
        cuts = [stay.start, stay.end]
    return [
        _night_line(stay, a, b, b - a, country.lodging_before if a < tax_change else country.lodging)
        for a, b in itertools.pairwise(cuts)
    ]


def _night_line(stay: Stay, start: int, end: int, quantity: int, code: TaxCode) -> Line:
    net = stay.nightly * quantity
    return Line(stay, "Accommodation", start, end, quantity, stay.nightly, net, tax_on(net, code.basis_points), code)


def extra_line(stay: Stay, extra: Extra, start: int, end: int) -> Line:
    """Return the line of an extra for these nights: the price per night, or else the price once."""
    quantity = end - start if extra.per == "NIGHT" else 1
    net = extra.price * quantity
    tax = tax_on(net, extra.tax.basis_points)
    return Line(stay, extra.name, start, end, quantity, extra.price, net, tax, extra.tax, extra)


def _price_long(stay: Stay, frame: TimeFrame, rng: Random) -> None:
    kind = stay.unit.type
    years = (stay.start - frame.start) / 365
    percent = 1 + 0.035 * years
    base = kind.rent * (1.12 if stay.use == MONTHLY else 1) * percent
    stay.original = round(base / 1000) * 1000
    stay.nightly = round(base * (0.94 + 0.1 * rng.random()) / 500) * 500
    before = stay.follows
    if before and before.unit is stay.unit and before.use == stay.use:
        stay.nightly = round(before.nightly * (1.01 + 0.04 * rng.random()) / 500) * 500
    stay.rate = kind.rate("MONTHLY")
    stay.adults = 1 + int(rng.random() * (kind.bedrooms + 1.3))
    parks = before.extras if before else stay.unit.building.extras[:1] if chance(rng, 0.16) else []
    stay.extras = [extra for extra in parks if extra.per == "MONTH" and extra in stay.unit.building.extras]
    cleaning = stay.unit.building.extras[2]
    for start, end in periods(stay.start, stay.end):
        stay.lines.append(rent_line(stay, start, end, frame.tax_change))
        stay.lines.extend(extra_line(stay, extra, start, end) for extra in stay.extras)
        if end == stay.end and stay.use == MONTHLY:
            stay.lines.append(extra_line(stay, cleaning, start, end))
    if stay.use == MONTHLY:
        stay.extras.append(cleaning)


def rent_line(stay: Stay, start: int, end: int, tax_change: int) -> Line:
    """Return the rent line of one charge period: a month's rent, or the share of its days in the month."""
    country = stay.unit.building.city.country
    month = next_month(start) - add_months(next_month(start), -1)
    net = part(stay.nightly, end - start, month)
    code = country.exempt
    if stay.use == MONTHLY:
        code = country.lodging_before if start < tax_change else country.lodging
    return Line(stay, "Rent", start, end, 1, net, net, tax_on(net, code.basis_points), code)


def periods(start: int, end: int) -> list[tuple[int, int]]:
    """Return the charge periods: calendar months, the first and last limited to the stay."""
    result = []
    while start < end:
        until = min(end, next_month(start))
        result.append((start, until))
        start = until
    return result
