"""Services that change their behaviour, each loaded on three nights: lists called complete are complete all the same.

NIGHTAUDIT_TEST_SERVICES and NIGHTAUDIT_TEST_SEED as in `test_storm_of_services`.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict

import pytest

from load.odd_habits import drawn
from load.storm import share_that_loses_naively, unsteady_storm
from load.unsteady_service import SOMETIMES, UnsteadyService, unsteadiness

pytestmark = [pytest.mark.chaos, pytest.mark.usefixtures("hurried")]
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
