"""What takes a unit on which nights: stays, holds, blocks, and the limits of the unit's life.

Stays are checked when they are sold, moved or confirmed. What then contradicts them is not shown and is accepted (assumed):
an `availableTo` of the unit before a stay ends, a block over its nights, the deletion of its unit, type or building.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.portfolio.timeline import REFURBISHMENT
from nightaudit.sandbox.stay_statuses import TAKING

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

TAKES = f"""("roomStayStatus" IN {TAKING} OR "roomStayStatus" = 'ENQUIRY'
 AND "bookingId" IN (SELECT id FROM bookings WHERE "holdUntil" > ?))"""
FIRST_DAY, LAST_DAY = "0001-01-01", "9999-12-31"
Span = tuple[str, str, str]
# In a folder a date may have a time behind it; it is within its day. "~" is behind all times.
HAS_NIGHTS = """"startDate" < ? AND "endDate" > ? || '~' AND substr("startDate", 1, 10) < substr("endDate", 1, 10)"""


def taken_by_stays(records: Records, condition: str, values: list[Any], span: tuple[str, str], now: str) -> list[Json]:
    """Return the room stays that take a unit on a night within [from, to) and meet a condition; same-day stays have no night."""
    where = f"{condition} AND {HAS_NIGHTS} AND {TAKES}"
    return records.find("roomStays", where, *values, span[1], span[0], now)


def nights_of(stay: Json) -> tuple[str, str]:
    """Return first and last day of a room stay, "" for an absent one."""
    first, last = (str(stay.get(name) or "")[:10] for name in ("startDate", "endDate"))
    return first, last


def blocks(records: Records, span: tuple[str, str], unit_id: int | None = None) -> list[Json]:
    """Return the activities that block a night within [from, to): from their start up to, not including, their due date."""
    start, due = (f"substr(json_extract(body, '$.{name}'), 1, 10)" for name in ("startDateTime", "dueDate"))
    where = f"""json_extract(body, '$.blockAvailability') = 1 AND {start} < ? AND {due} > ? AND {start} < {due}
 AND ifnull("status", '') NOT IN ('CANCELLED')"""
    of_unit, values = (' AND "unitId" = ?', [unit_id]) if unit_id is not None else ("", [])
    return records.find("activities", where + of_unit, span[1], span[0], *values)


def closed(unit: Json) -> list[tuple[str, str]]:
    """Return the spans outside a unit's life; all time for a unit that is not bookable."""
    if unit.get("bookable") is False:
        return [(FIRST_DAY, LAST_DAY)]
    spans = []
    if unit.get("availableFrom"):
        spans.append((FIRST_DAY, str(unit["availableFrom"])[:10]))
    # Many systems write an open end as the last possible date.
    if unit.get("availableTo") and unit["availableTo"] < LAST_DAY:
        last_night = datetime.date.fromisoformat(unit["availableTo"][:10])
        spans.append(((last_night + datetime.timedelta(days=1)).isoformat(), LAST_DAY))
    return spans


def spans_of(call: Call, unit: Json, span: tuple[str, str], besides: int) -> list[Span]:
    """Return (from, to, reason) of all that takes the unit within [from, to) except the room stay `besides`; stays first."""
    now = call.now
    stays = taken_by_stays(call.records, '"unit.id" = ? AND id <> ?', [unit["id"], besides], span, now)
    works = blocks(call.records, span, unit["id"])
    return [
        *((*nights_of(stay), "STAY") for stay in stays),
        *((work["startDateTime"][:10], work["dueDate"][:10], _reason(work)) for work in works),
        *((start, end, "BLOCK") for start, end in closed(unit)),
    ]


def _reason(work: Json) -> str:
    return "BLOCK" if work.get("activityTypeId") == REFURBISHMENT else "OUT_OF_ORDER"
