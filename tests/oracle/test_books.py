"""What `occupancy.on_the_books` says of a past date is what was known then, whatever became of it later."""

from __future__ import annotations

import datetime
from random import Random
from typing import TYPE_CHECKING

import pytest

from oracle.build import built_over_time
from oracle.compare import compare_on_the_books, told
from oracle.rules import Day, Rules
from oracle.wild import STATUSES, Wild

if TYPE_CHECKING:
    from pathlib import Path

    from oracle.model import Json

    Pair = tuple[str, Json]

FIRST, EVENINGS = Day(2024, 2, 1), 4


def changed(record: Json, rng: Random) -> Json:
    """The booking after a week: some stays with another status, another end, another price."""
    stays = []
    for stay in record["roomStays"]:
        end = Day.fromisoformat(stay["startDate"]) + datetime.timedelta(days=rng.randint(0, 9))
        news = {"roomStayStatus": rng.choice(STATUSES), "endDate": str(end), "netAmount": rng.randint(0, 90_000) / 100}
        stays.append(stay | news if rng.random() < 0.4 else stay)
    return record | {"roomStays": stays}


@pytest.mark.slow
def test_the_books_of_every_evening(tmp_path: Path) -> None:
    rng = Random(4)
    now: list[Pair] = list(Wild(4).records(60))
    evenings: dict[Day, list[Pair]] = {}
    for week in range(EVENINGS):
        evenings[FIRST + datetime.timedelta(days=7 * week)] = now
        kept = [pair for pair in now if pair[0] != "bookings" or rng.random() > 0.05]
        now = [(name, changed(record, rng) if name == "bookings" else record) for name, record in kept]
    rules = Rules(max(evenings), excluded_buildings=("Building 3",))
    warehouse, versions = built_over_time(tmp_path, rules, evenings)
    dates = [FIRST + datetime.timedelta(days=at) for at in (0, 3, 7, 13, 14, 21, 40)]
    found = compare_on_the_books(warehouse, versions, rules, dates)
    assert not found, told(found)
