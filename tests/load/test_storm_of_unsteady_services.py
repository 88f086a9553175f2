"""Services that change their behaviour, each loaded on three nights: lists called complete are complete all the same.

NIGHTAUDIT_TEST_SERVICES and NIGHTAUDIT_TEST_SEED as in `test_storm_of_services`.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from typing import Literal

import pytest

from load.odd_habits import Habits, drawn
from load.storm import share_that_loses_naively, unsteady_storm
from load.unsteady_service import SOMETIMES, Unsteadiness, UnsteadyList, UnsteadyService, unsteadiness
from nightaudit.load.pages.stamps import FIELD
from nightaudit.load.streams.table import STREAMS

pytestmark = [pytest.mark.chaos, pytest.mark.usefixtures("impatient")]
SERVICES = int(os.environ.get("NIGHTAUDIT_TEST_SERVICES", "2"))
FIRST = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "107"))
SEEDS = range(FIRST, FIRST + SERVICES)
MANY = 60  # services among which every way should have been met
NAIVE = 20  # services that are read naively, at least


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_called_complete_are_complete_of_unsteady_services(seed: int) -> None:
    told = f"service {seed}: {drawn(seed)} {unsteadiness(seed)}"
    try:
        wrong = unsteady_storm(seed).wrong
    except Exception as error:
        error.add_note(told)
        raise
    assert not wrong, "\n".join([told, *wrong])


def test_many_lists_are_called_complete_however_unsteady_the_service() -> None:
    complete, incomplete, met = Counter[str](), Counter[str](), set()
    for seed in SEEDS:
        found = unsteady_storm(seed)
        complete, incomplete = complete + found.complete, incomplete + found.incomplete
        if found.complete.total() > found.complete["one page"]:
            met |= set(asdict(unsteadiness(seed)).items())
    print(f"{SERVICES} services: complete {dict(complete)}, not complete {dict(incomplete)}")
    assert complete.total() > incomplete.total() / 2
    if SERVICES >= MANY:
        never = {(way, one) for way, choices in SOMETIMES.items() for one in choices} - met
        assert not never, f"no list of several pages was complete with {never}"


def test_a_naive_reading_of_the_same_services_loses_records() -> None:
    seeds = range(FIRST, FIRST + max(SERVICES, NAIVE))
    assert share_that_loses_naively(UnsteadyService(drawn(seed), unsteadiness(seed), seed) for seed in seeds) > 1 / 3


@pytest.mark.parametrize(("ties", "orders"), [("by place", 1), ("by page", 1), ("at random", 2)])
def test_records_of_one_stamp_are_in_the_order_that_is_drawn(
    ties: Literal["by place", "by page", "at random"], orders: int
) -> None:
    [units] = [stream for stream in STREAMS if stream.name == "units"]
    listing = UnsteadyList(units, Habits(stamps="kept"), 1, Unsteadiness(ties=ties))
    for _ in range(20):
        listing._add()
    for record in listing.held.values():
        record[FIELD] = "2026-11-01T00:00:00+00:00"
    answers = [listing.answered("", {"sort": FIELD, "size": "50"}, anew=True, empty=False) for _ in range(2)]
    first, second = ([row["id"] for row in answer["content"]] for answer in answers)
    by_place = [record["id"] for record in listing.held.values()]
    assert orders == len({tuple(first), tuple(second)})
    assert (first == by_place) is (ties == "by place")
