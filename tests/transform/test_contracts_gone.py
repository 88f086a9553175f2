"""What the deletion of a contract says of the nights to come changes no night that is over."""

from __future__ import annotations

import os
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest
import raw_tables
from building import Built
from kept import booking, unit

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))
UNITS = 200
LOADS = [date(2026, 2, 10), date(2026, 3, 2), date(2026, 4, 15)]
OPENED, DAY = date(2026, 1, 5), timedelta(1)
MODELS = "+fct_unit_nights +fct_exceptions"
OUTSIDE = "select record_id from quality.fct_exceptions where kind = 'stay outside the supply'"


class Contract(NamedTuple):
    """A contract, from its first to its last night, and the load that finds it gone; without them, since or for ever."""

    unit: int
    start: date
    end: date
    gone: date

    def record(self, key: int) -> tuple[str, dict[str, object]]:
        start, end = (None if day in {date.min, date.max} else str(day) for day in (self.start, self.end))
        return "unitContracts", {"id": key, "unitId": self.unit, "startDate": start, "endDate": end}


def drawn(rng: random.Random, number: int) -> list[Contract]:
    contracts = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        start, end = sorted(OPENED + rng.randrange(150) * DAY for _ in range(2))
        start, end = rng.choice([start, start, date.min]), rng.choice([end, end, date.max])
        contracts.append(Contract(number, start, end, rng.choice([date.max, *LOADS[1:]])))
    return contracts


def is_supply(night: date, contracts: list[Contract]) -> bool:
    """As those say that were there: from the first start to the last end, over gaps, also after one that is gone."""
    there = [one for one in contracts if night < one.gone]
    begun = [one for one in contracts if one.start < one.gone <= night]
    return not there or min(one.start for one in there + begun) <= night <= max(one.end for one in there)


def test_every_night_of_every_history_of_contracts(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    histories = {number: drawn(rng, number) for number in range(1, UNITS + 1)}
    contracts = dict(enumerate((one for history in histories.values() for one in history), 1))
    records = [
        *(unit(number, 1, availableFrom=str(OPENED)) for number in histories),
        *(one.record(key) for key, one in contracts.items()),
        *(booking(key, "CHECKED_OUT", "2026-02-20", "2026-05-20", "10.00", unit=key, building=1) for key in histories),
    ]
    over: dict[date, set[tuple[int, date]]] = {}
    for day in LOADS:
        walk = {"stream": "unit_contracts", "walk_id": str(day), "ended_at": f"{day}T03:00:00Z", "business_date": day}
        gone = [("unitContracts", str(key)) for key, one in contracts.items() if one.gone == day]
        work_file = tmp_path / "private" / "work.duckdb"
        raw_tables.fill(work_file, records, seen=walk["ended_at"], walk_id=str(day), walks=[walk], gone=gone)
        records = []
        built = Built(tmp_path, [], today=day, checked=False, models=MODELS, incremental_from_units=0)
        made = set(built.rows("select unit_id, night_date from occupancy.fct_unit_nights"))
        over[day] = {(key, night) for key, night in made if night < day}
        for earlier, told in over.items():
            assert told == {(key, night) for key, night in made if night < earlier}, f"seed {SEED}, {earlier} on {day}"
    end = built.one("select end_date from intermediate.int_horizon")
    wrong = [
        (history, night)
        for key, history in histories.items()
        for night in (OPENED + at * DAY for at in range((end - OPENED).days))
        if ((key, night) in made) != is_supply(night, history)
    ]
    assert not wrong, f"seed {SEED}: {wrong[0]}"
    # A stay within the supply is in one span of it, whatever was deleted meanwhile.
    stayed = [date(2026, 2, 20) + at * DAY for at in range(89)]
    outside = {key for key in histories if not all((key, night) in made for night in stayed)}
    assert outside == {key for (key,) in built.rows(OUTSIDE)}
    assert 20 < len(outside) < UNITS - 20


def test_a_contract_that_is_entered_and_deleted_on_one_day_changes_no_night(tmp_path: Path) -> None:
    contract = Contract(1, date(2027, 1, 1), date.max, date.max).record(1)
    loads: list[tuple[str, str, list[tuple[str, dict[str, object]]], list[tuple[str, str]]]] = [
        ("2026-02-10", "03", [unit(1, 1, availableFrom=str(OPENED))], []),
        ("2026-03-02", "10", [contract], []),
        ("2026-03-02", "11", [], [("unitContracts", "1")]),
    ]
    supply = []
    for day, hour, records, gone in loads:
        seen = f"{day}T{hour}:00:00Z"
        walk = {"stream": "unit_contracts", "walk_id": seen, "ended_at": seen, "business_date": day}
        raw_tables.fill(tmp_path / "private" / "work.duckdb", records, seen=seen, walk_id=seen, walks=[walk], gone=gone)
        built = Built(tmp_path, [], today=date.fromisoformat(day), checked=False, models="+fct_unit_nights")
        supply.append(built.one("select count(*) from occupancy.fct_unit_nights where night_date < date '2026-03-02'"))
    assert [56, 0, 56] == supply
