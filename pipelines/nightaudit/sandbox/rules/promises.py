"""Stays without a unit: each was promised a unit of its type, and the sandbox keeps one for it (how is not shown: assumed)."""

from __future__ import annotations

from bisect import bisect_right, insort
from typing import TYPE_CHECKING

from nightaudit.sandbox.rules.taken import LAST_DAY, nights_of, spans_of, taken_by_stays

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.rules.taken import Span
    from nightaudit.sandbox.wire import Json

Nights = tuple[str, str]
Calendar = list[Nights]  # the nights on which a unit is taken, sorted, none of them twice


def kept(call: Call, unit: Json, span: Nights, besides: int = 0) -> list[Span]:
    """Return the nights for which a unit is kept: those of the stays without a unit that no other unit of its type can take.

    A stay that fits into no unit is given one after the other. `besides` is a room stay that does not count.
    """
    kind, nights = unit.get("unitTypeId"), list[Nights]()
    promises = promised(call, kind, span, besides)
    if promises:
        units = call.records.where("units", "unitTypeId", kind)
        calendars = calendars_of(call, units, promises, span, besides)
        own = calendars.pop(unit["id"])
        for promise in promises:
            if place([*calendars.values()], promise, span):
                continue
            nights += [promise] if place([own], promise, span) else place_by_night([*calendars.values()], promise)
    return [(first, last, "PROMISED") for first, last in nights]


def units_left(call: Call, kind: int | None, span: Nights, besides: int = 0) -> int:
    """Return how many units of a type are free on all nights within [from, to) when each stay without a unit has one.

    Each stay without a unit that fits into none counts as -1. `besides` is a room stay that does not count.
    """
    promises = promised(call, kind, span, besides)
    units = call.records.where("units", "unitTypeId", kind)
    calendars = [*calendars_of(call, units, promises, span, besides).values()]
    homeless = sum(not place(calendars, promise, span) for promise in promises)
    return sum(is_free(calendar, span) for calendar in calendars) - homeless


def promised(call: Call, kind: int | None, span: Nights, besides: int) -> list[Nights]:
    """Return first and last day of the stays of a type without a unit that have a night within [from, to), sorted."""
    without_unit = '"unit.id" IS NULL AND "unit.unitTypeId" = ? AND id <> ?'
    stays = taken_by_stays(call.records, without_unit, [kind, besides], span, call.now)
    return sorted(map(nights_of, stays))


def calendars_of(
    call: Call, units: list[Json], promises: list[Nights], span: Nights, besides: int
) -> dict[int, Calendar]:
    """Return the calendars of units by id, for the nights of the span and of all promises."""
    window = min([span[0], *(first for first, _ in promises)]), max([span[1], *(last for _, last in promises)])
    return {unit["id"]: merged(spans_of(call, unit, window, besides)) for unit in units}


def merged(spans: list[Span]) -> Calendar:
    """Return spans as a calendar: those that overlap as one."""
    calendar: Calendar = []
    for first, last, _ in sorted(spans):
        if calendar and first <= calendar[-1][1]:
            calendar[-1] = calendar[-1][0], max(last, calendar[-1][1])
        else:
            calendar.append((first, last))
    return calendar


def place(calendars: list[Calendar], nights: Nights, span: Nights) -> bool:
    """Take these nights in a unit that is free on all of them; return whether there is one.

    It is one that is not free on all nights of the span if there is any, and of these the one that is taken again first.
    """
    fitting = [calendar for calendar in calendars if is_free(calendar, nights)]
    if fitting:
        best = min(fitting, key=lambda calendar: (is_free(calendar, span), free_until(calendar, nights[0])))
        insort(best, nights)
    return bool(fitting)


def place_by_night(calendars: list[Calendar], nights: Nights) -> list[Nights]:
    """Take these nights in one unit after the other; return those on which none is free."""
    left, (first, last) = list[Nights](), nights
    while first < last:
        until, best = max(((free_until(calendar, first), calendar) for calendar in calendars), default=("", []))
        if until > first:
            insort(best, (first, min(until, last)))
        else:
            until = min((taken_until(calendar, first) for calendar in calendars), default=last)
            left.append((first, min(until, last)))
        first = until
    return left


def is_free(calendar: Calendar, nights: Nights) -> bool:
    """Return whether a unit is free on all of these nights."""
    return free_until(calendar, nights[0]) >= nights[1]


def free_until(calendar: Calendar, day: str) -> str:
    """Return the day from which a unit that is free on the night of `day` is taken again; `day` where it is not free."""
    following = bisect_right(calendar, (day, LAST_DAY))
    if following and calendar[following - 1][1] > day:
        return day
    return calendar[following][0] if following < len(calendar) else LAST_DAY


def taken_until(calendar: Calendar, day: str) -> str:
    """Return the end of what takes a unit on the night of `day`, which is taken."""
    return calendar[bisect_right(calendar, (day, LAST_DAY)) - 1][1]
