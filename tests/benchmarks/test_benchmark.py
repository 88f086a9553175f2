"""A small benchmark in the suite: nightaudit and the limit find the same truth, and the distance between them is bounded.

Wall time is never asserted; CPU ratios are, with room for a busy machine. The real figures come from `make bench`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from contestants import CONTESTANTS
from dataset import HERE, dataset
from measure import Case, Run, measure, wrong
from serving import compiler
from staged import SELECTED
from table import Result, markdown

import recorded

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(compiler() is None, reason="the page server needs a C compiler"),
]
CASE = Case("10k", page_size=500)
MOST_CPU = 12
"""Ours loads with certificates and history; its CPU time is held to so many times that of the bare limit."""
MOST_MEMORY = 450
PROOF_PAGES = 60
"""Probes, and the statuses asked for by name before and after: they do not grow with the list."""


@pytest.fixture(scope="module")
def runs() -> dict[str, Run]:
    recorded.kept(SELECTED)
    contestants = {"ours": CONTESTANTS["ours"], "limit": replace(CONTESTANTS["limit"], at_home=True)}
    found = {name: measure(contestant, CASE) for name, contestant in contestants.items()}
    print(markdown(Result(name, CASE, [run]) for name, run in found.items()))
    return found


def test_both_find_the_truth_to_the_last_digit(runs: dict[str, Run]) -> None:
    assert {"ours": "", "limit": ""} == {name: run.wrong for name, run in runs.items()}
    assert {"exact"} == {run.money for run in runs.values()}


def test_a_missing_row_and_a_missing_cent_would_be_noticed() -> None:
    truth = dataset(CASE.size)[1]
    money = {name: (str(amount), "DECIMAL(18,4)") for name, amount in truth.money.items()}
    found: dict[str, Any] = {"rows": truth.rows, "money": money}
    assert "" == wrong(found, truth)
    short = {**found, "rows": {**truth.rows, "room_stay_extras": truth.rows["room_stay_extras"] - 1}}
    assert "room_stay_extras" in wrong(short, truth)
    poor = {**found, "money": {**money, "room_stays.net_amount": ("1.00", "DECIMAL(18,4)")}}
    assert "room_stays.net_amount" in wrong(poor, truth)


def test_proof_costs_few_pages(runs: dict[str, Run]) -> None:
    assert runs["ours"].pages <= 1.15 * runs["limit"].pages + PROOF_PAGES


def test_the_loader_stays_within_reach_of_the_limit(runs: dict[str, Run]) -> None:
    cpu = {name: next(seconds for phase, _, seconds, _ in run.phases if phase == "load") for name, run in runs.items()}
    assert cpu["ours"] <= MOST_CPU * cpu["limit"], cpu
    assert runs["ours"].memory <= MOST_MEMORY


def test_the_server_is_not_what_is_measured(runs: dict[str, Run]) -> None:
    assert all(run.server_cpu < run.cpu / 10 for run in runs.values())


@pytest.mark.long
def test_everything_nothing_and_a_thousandth_are_measured() -> None:
    recorded.whole()  # what it is asked before the first round, dbt need not be
    command = [sys.executable, str(HERE / "nights.py"), "10k", "1", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.search(r"1/1 [1-9]\d* bookings are cancelled", ran.stderr), ran.stderr
    seconds = {
        name: float(cpu) for name, cpu in re.findall(r"^\| (\w+, [\w ]+) \| ([\d.]+) ", ran.stdout, re.MULTILINE)
    }
    nights = ("everything", "nothing changed", "one booking in a thousand cancelled")
    assert {f"{name}, {night}" for name in ("build", "publication") for night in nights} == set(seconds)
    build = [seconds[f"build, {night}"] for night in nights]
    assert build[1] < build[2] < build[0], seconds
