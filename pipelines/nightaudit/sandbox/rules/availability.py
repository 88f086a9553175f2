"""The nights on which units are free, as the API shows them, and as new stays need them."""

from __future__ import annotations

import datetime
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import Availabilities
from nightaudit.sandbox.lists.filters import date_of
from nightaudit.sandbox.problem import conflict
from nightaudit.sandbox.rules.promises import kept, units_left
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.taken import blocks, closed, nights_of, spans_of, taken_by_stays

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.rules.taken import Span
    from nightaudit.sandbox.wire import Json

# The document's default: the next 365 days.
DEFAULT_DAYS = 365


def date_range(call: Call) -> tuple[datetime.date, datetime.date]:
    """Return `dateFrom` and `dateTo` of the query: when absent today, and 365 days after the first. Raises Problem 400."""
    first, last = asked_range(call)
    start = first or call.today
    return start, last or start + min(datetime.timedelta(days=DEFAULT_DAYS), datetime.date.max - start)


def asked_range(call: Call) -> tuple[datetime.date | None, datetime.date | None]:
    """Return `dateFrom` and `dateTo` of the query, None for an absent one. Raises Problem 400."""
    return _date(call, "dateFrom"), _date(call, "dateTo")


def _date(call: Call, name: str) -> datetime.date | None:
    text = call.asked(name)
    return None if text is None else date_of(name, text.strip())


def taken(call: Call, unit: Json, span: tuple[str, str], besides: int = 0) -> list[Span]:
    """Return what `spans_of` does, and after it the nights for which the unit is kept for stays that have no unit yet."""
    return spans_of(call, unit, span, besides) + kept(call, unit, span, besides)


def free_units(call: Call, start: str, end: str) -> Counter[Any]:
    """Return the number of units by type that are free on all nights and not needed for the stays without a unit."""
    span = (start, end)
    stays = taken_by_stays(call.records, "1", [], span, call.now)
    busy = {(stay.get("unit") or {}).get("id") for stay in stays}
    busy |= {work.get("unitId") for work in blocks(call.records, span)}
    free: Counter[Any] = Counter()
    for unit in call.records.find("units"):
        shut = any(begins < end and ends > start for begins, ends in closed(unit))
        free[unit.get("unitTypeId")] += unit["id"] not in busy and not shut
    places = (stay.get("unit") or {} for stay in stays)
    for kind in {place.get("unitTypeId") for place in places if place.get("id") is None}:
        free[kind] = units_left(call, kind, span)
    return free


def check_free(call: Call, stay: Json) -> None:
    """Raise Problem 409 when something else takes the stay's unit, or the last unit of its type, on one of its nights."""
    place = stay.get("unit") or {}
    unit, kind = call.records.get("units", place.get("id")), place.get("unitTypeId")
    first, last = nights_of(stay)
    if not first or not last or first == last:
        return
    if unit is None:
        if kind is not None and units_left(call, kind, (first, last), stay["roomStayId"]) < 1:
            raise conflict("roomStays.unit.unitTypeId", f"No unit of type {kind} is free from {first} to {last}.")
        return
    for start, end, reason in taken(call, unit, (first, last), stay["roomStayId"]):
        if start < last and end > first:
            raise conflict("roomStays.unit.id", f"Unit {unit['id']} is taken from {start} to {end} ({reason}).")


def intervals(spans: list[Span], start: str, end: str) -> list[Json]:
    """Cut [start, end) where a span begins or ends; return the pieces as intervals, neighbours of equal reason joined.

    The reason of a piece is that of the first span that covers it, None where no span does. `endDate` is the day on which the
    state ends, not its last night (not shown: as with stays).
    """
    days = {start, end} | {day for span in spans for day in span[:2] if start < day < end}
    cuts = sorted(days)
    pieces: list[Json] = []
    for first, last in pairwise(cuts):
        reason = next((why for begins, ends, why in spans if begins <= first and ends >= last), None)
        if pieces and pieces[-1]["reason"] == reason:
            pieces[-1]["endDate"] = last
        else:
            pieces.append({"startDate": first, "endDate": last, "available": reason is None, "reason": reason})
    return pieces


@rule(Availabilities.intervals)
def list_intervals(call: Call) -> Answer:
    """List the availability intervals of one unit over a date range; the next 365 days when none is given."""
    unit = call.need("units", call.ids[0])
    start, end = (day.isoformat() for day in date_range(call))
    return call.page_of(intervals(taken(call, unit, (start, end)), start, end) if start < end else [])
