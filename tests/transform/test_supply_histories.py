"""Supply of units that come, go, and are put on and off sale, held against their histories told night by night."""

from __future__ import annotations

import os
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from transform import raw_tables
from transform.building import Built
from transform.kept import booking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))
UNITS = 300
LOADS = [date(2026, 2, day) for day in (1, 2, 2, 5, 9, 9, 12)]  # twice on one day, as after a failed night
OPENED, TODAY, DAY = date(2025, 12, 1), date(2026, 2, 12), timedelta(1)


class History(NamedTuple):
    """A unit as each load found it, None where there was none, and the first nights of its sold stays."""

    found: list[dict[str, Any] | None]
    sold: list[date]


def drawn(rng: random.Random) -> History:
    unit: dict[str, Any] | None = None
    found = []
    for number in range(len(LOADS)):
        if rng.random() < (0.6 if number == 0 else 0.25):
            dates = {
                "availableFrom": rng.choice([None, None, "2026-01-10"]),
                "availableTo": rng.choice([None, "2026-02-20"]),
            }
            unit = rng.choice(
                [None, {"bookable": True} | dates, {"bookable": True} | dates, {"bookable": False} | dates]
            )
        found.append(unit)
    return History(found, [OPENED + rng.randrange(60) * DAY for _ in range(rng.choice([0, 0, 1, 2]))])


def supply(history: History, first_night: date, end: date) -> Iterator[date]:
    """The nights on which the unit was on sale, as far as the loads tell."""
    by_day = dict(zip(LOADS, history.found, strict=True))  # of several loads of a day the last holds
    seen = [number for number, unit in enumerate(history.found) if unit]
    now = history.found[-1]
    if not seen:
        return
    last = history.found[seen[-1]] or {}
    begins = first_night
    if seen[0] > 0:
        begins = min([LOADS[seen[0]], *history.sold])
    if last["availableFrom"]:
        begins = date.fromisoformat(last["availableFrom"])
    if not (now or history.sold):
        begins = max(begins, LOADS[seen[0]])
    ends = min(end, date.fromisoformat(last["availableTo"]) + DAY) if last["availableTo"] else end
    known = next((day for day, unit in by_day.items() if unit), None)
    for number in range((ends - begins).days):
        night = begins + number * DAY
        told = max((day for day in by_day if day <= night), default=None)
        if known is not None and (told is None or told < known):
            told = known
        unit = by_day[told] if told else None
        if unit and unit["bookable"]:
            yield night


def test_every_night_of_every_history(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    histories = {number: drawn(rng) for number in range(1, UNITS + 1)}
    for number, day in enumerate(LOADS):
        changed: list[Any] = []
        gone = []
        for key, history in histories.items():
            unit, before = history.found[number], history.found[number - 1] if number else None
            if unit is None and before is not None:
                gone.append(("units", str(key)))
            elif unit is not None and unit != before:
                changed.append(("units", {"id": key, "unitName": f"U{key}", "buildingId": 1, "unitTypeId": 1} | unit))
        seen = f"{day}T{10 + number}:00:00Z"
        work_file = raw_tables.load(tmp_path, day, "units", records=changed, seen=seen, complete=True, gone=gone)
    stays = [(key, night) for key, history in histories.items() for night in history.sold]
    bookings = [
        booking(number, "CHECKED_OUT", str(night), str(night + 2 * DAY), "10.00", unit=key, building=1)
        for number, (key, night) in enumerate(stays, 1)
    ]
    raw_tables.fill(work_file, bookings, seen=f"{TODAY}T23:00:00Z")
    built = Built(tmp_path, [], today=TODAY, checked=False, models="+fct_unit_nights")
    ((first_night, end),) = built.rows("select first_night, end_date from intermediate.int_horizon")
    made: dict[int, list[date]] = {key: [] for key in histories}
    for key, night in built.rows("select unit_id, night_date from occupancy.fct_unit_nights order by all"):
        made[key].append(night)
    told = {key: list(supply(history, first_night, end)) for key, history in histories.items()}
    wrong = [key for key in histories if told[key] != made[key]]
    assert not wrong, f"seed {SEED}, unit {wrong[0]}: {histories[wrong[0]]}"
    assert 50 < sum(map(bool, made.values())) < UNITS
