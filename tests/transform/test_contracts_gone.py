"""The entry or deletion of a contract takes away no night that is over; one that is entered late adds nights."""

from __future__ import annotations

import os
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest

from transform import raw_tables
from transform.building import Built
from transform.kept import booking, unit

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
    """A contract, from its first to its last night, and the loads that find it and find it gone; or since and for ever.

    One that is entered again has a second with the same key.
    """

    key: int
    unit: int
    start: date
    end: date
    found: date
    gone: date

    def record(self) -> tuple[str, dict[str, object]]:
        start, end = (None if day in {date.min, date.max} else str(day) for day in (self.start, self.end))
        return "unitContracts", {"id": self.key, "unitId": self.unit, "startDate": start, "endDate": end}


def drawn(rng: random.Random, number: int) -> list[Contract]:
    contracts = []
    came = came_with(number)
    for at in range(rng.choice([0, 1, 1, 2, 3])):
        start, end = sorted(OPENED + rng.randrange(150) * DAY for _ in range(2))
        start, end = rng.choice([start, start, date.min]), rng.choice([end, end, date.max])
        found = rng.choice([date.min, *LOADS[1:]])
        gone = rng.choice([date.max, *(day for day in LOADS[1:] if day > max(found, came))])
        contracts.append(Contract(10 * number + at, number, start, end, found, gone))
        if gone == LOADS[1] and rng.random() < 0.5:
            contracts.append(contracts[-1]._replace(found=LOADS[2], gone=date.max))
    return contracts


def came_with(unit: int) -> date:
    """The load that brought the unit: for a few, the second."""
    return LOADS[unit % 8 == 0]


def is_supply(night: date, contracts: list[Contract]) -> bool:
    """As those say that were there: from the first start to the last end, over gaps, also after one that is gone.

    A contract that came with its unit, or before it, was always there. One that is found after its start adds nights, if others
    were there.
    """
    known = [one for one in contracts if one.found <= max(night, came_with(one.unit))]
    there = [one for one in known if night < one.gone]
    begun = [one for one in known if one.start < one.gone <= night]
    late = [one for one in contracts if one not in known and date.min < one.start <= night < one.gone]
    return not there or min(one.start for one in there + begun + late) <= night <= max(one.end for one in there + late)


def test_every_night_of_every_history_of_contracts(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    histories = {number: drawn(rng, number) for number in range(1, UNITS + 1)}
    contracts = [one for history in histories.values() for one in history]
    stays = [
        booking(key, "CHECKED_OUT", "2026-02-20", "2026-05-20", "10.00", unit=key, building=1) for key in histories
    ]
    over: dict[date, set[tuple[int, date]]] = {}
    for day in LOADS:
        records = [
            *(stays if day == LOADS[0] else []),
            *(unit(number, 1, availableFrom=str(OPENED)) for number in histories if came_with(number) == day),
            *(one.record() for one in contracts if max(one.found, LOADS[0]) == day),
        ]
        gone = [("unitContracts", str(one.key)) for one in contracts if one.gone == day]
        raw_tables.load(tmp_path, day, "units", "unit_contracts", records=records, gone=gone)
        built = Built(tmp_path, [], today=day, checked=False, models=MODELS, incremental_from_units=0)
        made = set(built.rows("select unit_id, night_date from occupancy.fct_unit_nights"))
        over[day] = {(key, night) for key, night in made if night < day}
        for earlier, told in over.items():
            still = {(key, night) for key, night in made if night < earlier and came_with(key) <= earlier}
            assert told <= still, f"seed {SEED}, {earlier} on {day}"
            for key, night in still - told:
                late = [one for one in histories[key] if one.start <= night < earlier < one.found <= day]
                assert late, f"seed {SEED}: unit {key} on {night}, {earlier} on {day}"
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


@pytest.mark.parametrize(
    ("found", "gone", "meanwhile", "lost"),
    [
        ("2026-03-02", "2026-03-02", (56, 56), 0),
        ("2026-03-02", "2026-03-03", (56, 56), 1),
        (
            "2026-02-10",
            "2026-02-10",
            (0, 0),
            0,
        ),  # on the day of the first load, as which the time before is taken to be
    ],
)
def test_a_contract_on_the_wrong_unit_takes_no_night_of_the_past(
    tmp_path: Path, found: str, gone: str, meanwhile: tuple[int, int], lost: int
) -> None:
    contract = Contract(1, 1, date(2027, 1, 1), date.max, date.min, date.max).record()
    loads: list[tuple[str, str, list[tuple[str, dict[str, object]]], list[tuple[str, str]]]] = [
        ("2026-02-10", "03", [unit(1, 1, availableFrom=str(OPENED))], []),
        (found, "10", [contract], []),
        (gone, "11", [], [("unitContracts", "1")]),
    ]
    supply = []
    for day, hour, records, deleted in loads:
        raw_tables.load(tmp_path, day, "unit_contracts", records=records, seen=f"{day}T{hour}:00:00Z", gone=deleted)
        built = Built(tmp_path, [], today=date.fromisoformat(day), checked=False, models="+fct_unit_nights")
        supply += built.rows("""select count(*), count(*) filter (where night_date < date '2026-03-02')
                                from occupancy.fct_unit_nights where night_date < date '2027-01-01'""")
    assert [(361, 56), meanwhile, (361 - lost, 56)] == supply
