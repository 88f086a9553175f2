"""Builds the activities of a building and their notes: blocks that take a unit out of order, and inspections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.calendar_days import iso, stamp
from nightaudit.sandbox.portfolio.randomness import chance, spread
from nightaudit.sandbox.portfolio.timeline import REFURBISHMENT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from nightaudit.sandbox.portfolio.estate import Building, Run, TimeFrame
    from nightaudit.sandbox.portfolio.model import Json

INSPECTION = 3
SUBJECTS = {1: "Repair, unit out of order", 2: "Refurbishment, unit closed", 3: "Inspection"}
USERS = 12


def records(building: Building, frame: TimeFrame, run: Run, rng: Random) -> Iterator[tuple[str, Json]]:
    """Yield (collection, record); a block takes the nights from its start up to, not including, its due date."""
    for unit in building.units:
        work = [(start, end, kind, True) for start, end, kind in unit.blocks]
        days = [spread(rng, frame.start, frame.today + 20) for _ in range(2)]
        work += [(day, day + 1, INSPECTION, False) for day in days]
        for start, end, kind, blocks in sorted(work):
            number = run.next("activities")
            yield "activities", activity(number, unit.id, (start, end, kind, blocks), frame)
            if kind == REFURBISHMENT or chance(rng, 0.1):
                note = {
                    "activityId": number,
                    "id": run.next("activities_notes"),
                    "content": "Contractor booked." if blocks else "Nothing found.",
                    "createdDate": frame.stamp(start - 1, 14),
                    "author": f"user{number % USERS + 1}",
                    "tags": ["works"] if blocks else [],
                }
                yield "activities_notes", note


def activity(number: int, unit_id: int, work: tuple[int, int, int, bool], frame: TimeFrame) -> Json:
    """Return an activity on a unit; `work` is (first day, day after the last, activity type, whether it blocks)."""
    start, end, kind, blocks = work
    status = "COMPLETED" if end <= frame.today else "IN_PROGRESS" if start <= frame.today else "OPEN"
    user, team, company = (number % 3 == turn for turn in range(3))
    return {
        "id": number,
        "subject": SUBJECTS[kind],
        "activityTypeId": kind,
        "assignedUserId": number % USERS + 1 if user else None,
        "assignedTeamId": 2 if team else None,
        "assignedCompanyId": 7 if company else None,
        "startDateTime": stamp(start, 8),
        "dueDate": iso(end),
        "unitId": unit_id,
        "blockAvailability": blocks,
        "status": status,
        "createdDate": frame.stamp(start - 6),
        "lastModifiedDate": frame.stamp(end, 10),
    }
