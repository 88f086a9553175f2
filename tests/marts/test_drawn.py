"""Portfolios that hypothesis draws, evening by evening: every figure is what the oracle says, however it came about."""

from __future__ import annotations

import dataclasses
import datetime
import os
from typing import TYPE_CHECKING

import pytest

from marts.drawn import EVENINGS, drawn, together
from oracle.build import built_over_time, rates
from oracle.compare import compare, compare_on_the_books, told
from oracle.portfolio import read
from oracle.rules import Day, Rules

if TYPE_CHECKING:
    from pathlib import Path

COUNT = int(os.environ.get("NIGHTAUDIT_TEST_DRAWN", "60"))
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))
RULES = Rules(EVENINGS[-1], tenancy_gap_nights=1, residential_from_nights=21, rates=rates())


@pytest.mark.slow
def test_drawn_portfolios_loaded_evening_by_evening(tmp_path: Path) -> None:
    """One build an evening judges all of them; `NIGHTAUDIT_TEST_DRAWN` draws more, `NIGHTAUDIT_TEST_SEED` others."""
    evenings = together(drawn(COUNT, SEED))
    compared: list[int] = []

    def judge(warehouse: Path, evening: Day) -> None:
        known = read(evenings[evening], dataclasses.replace(RULES, business_date=evening))
        found = compare(warehouse, known, ages=(0, 31, 90))
        assert not found, f"{evening}: {len(found)} figures differ\n{told(found)}"
        compared.append(len(known.stays))

    warehouse, versions = built_over_time(tmp_path, RULES, evenings, judge)
    dates = [evening + datetime.timedelta(days=late) for evening in EVENINGS for late in (-60, -1, 0)]
    found = compare_on_the_books(warehouse, versions, RULES, dates)
    assert not found, told(found)
    print(f"{COUNT} drawn portfolios over {len(EVENINGS)} evenings, stays {compared}")
