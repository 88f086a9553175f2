"""Services of odd habits, each loaded on three nights: lists called complete are complete, and no stored record is invented.

NIGHTAUDIT_TEST_SERVICES says how many services, NIGHTAUDIT_TEST_SEED the first of them. Where one request is in flight at a time,
a seed gives the same service again.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import duckdb
import pytest

from load.conftest import load_once
from load.odd_habits import OFTEN, Habits, drawn
from load.odd_list import OddList
from load.odd_service import LISTS, OddService, serving_oddly
from load.storm import compared, settings_for, share_that_loses_naively, storm, written_again
from nightaudit import warehouse
from nightaudit.load.summary import LoadReport
from nightaudit.settings import Settings

pytestmark = [pytest.mark.chaos, pytest.mark.usefixtures("impatient")]
SERVICES = int(os.environ.get("NIGHTAUDIT_TEST_SERVICES", "2"))
FIRST = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "100"))  # two that are read in most of the ways there are
SEEDS = range(FIRST, FIRST + SERVICES)
MANY = 60  # services among which every habit should have been met
NAIVE = 20  # services that are read naively, at least: it takes no time


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_called_complete_are_complete(seed: int) -> None:
    try:
        wrong = storm(seed).wrong
    except Exception as error:
        error.add_note(f"service {seed}: {drawn(seed)}")
        raise
    assert not wrong, "\n".join([f"service {seed}: {drawn(seed)}", *wrong])


def test_most_lists_are_called_complete_whatever_the_habits() -> None:
    """Else that nothing is lost from those that are would mean little."""
    complete, incomplete, met = Counter[str](), Counter[str](), set()
    for seed in SEEDS:
        found = storm(seed)
        complete, incomplete = complete + found.complete, incomplete + found.incomplete
        if found.complete.total() > found.complete["one page"]:
            met |= set(asdict(drawn(seed)).items())
    print(f"{SERVICES} services: complete {dict(complete)}, not complete {dict(incomplete)}")
    assert complete.total() > incomplete.total()
    assert complete["one page"] < complete.total() * 2 / 3
    if SERVICES >= MANY:
        never = {(habit, one) for habit, choices in OFTEN.items() for one in choices} - met
        assert not never, f"no list of several pages was complete with {never}"


def test_a_naive_reading_of_the_same_services_loses_records() -> None:
    seeds = range(FIRST, FIRST + max(SERVICES, NAIVE))
    assert share_that_loses_naively(OddService(drawn(seed), seed) for seed in seeds) > 1 / 3


@dataclass
class Loaded:
    """A service of good habits, and a load of it."""

    service: OddService
    settings: Settings
    report: LoadReport

    @property
    def contacts(self) -> OddList:
        return next(one for one in self.service.lists if one.stream.name == "contacts")

    def wrong(self) -> list[str]:
        """What the comparison says, without the records it names."""
        return [one.partition(", as ")[0] for one in compared(self.service, self.report, self.settings, {})]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loaded]:
    service = OddService(Habits(), seed=1)
    with serving_oddly(service) as url:
        settings = settings_for(url, tmp_path_factory.mktemp("loaded") / "data")
        service.begin()
        yield Loaded(service, settings, load_once(settings, LISTS))


CONTACT = "raw.contacts where record_key = '1'"
TAMPERED = {
    "lost": f"delete from {CONTACT}",
    "never so": """update raw.contacts set payload = '{"id":1,"version":7}' where record_key = '1'""",
    "twice": f"insert into raw.contacts select * from {CONTACT}",
    "never there": f"insert into raw.contacts select * replace ('x' as record_key) from {CONTACT}",
}


@pytest.mark.parametrize("what", TAMPERED)
def test_the_comparison_notices_a_row_that_is(loaded: Loaded, what: str, tmp_path: Path) -> None:
    assert [] == loaded.wrong()
    shutil.copytree(loaded.settings.data_dir, tmp_path / "data")
    tampered = replace(loaded, settings=loaded.settings.model_copy(update={"data_dir": tmp_path / "data"}))
    with duckdb.connect(str(warehouse.work_file(tampered.settings))) as connection:
        connection.execute(TAMPERED[what])
    [told] = tampered.wrong()
    assert told.endswith(f"{what}: 1")


@pytest.mark.parametrize("what", ["gone, and kept", "out of date"])
def test_the_comparison_notices_a_record_that_is(loaded: Loaded, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held = dict(loaded.contacts.held)
    record = held.pop("1")
    if what == "out of date":
        held["1"] = record | {"version": 7}
    monkeypatch.setattr(loaded.contacts, "held", held)
    [told] = loaded.wrong()
    assert told.endswith(f"{what}: 1")


def test_the_comparison_notices_what_a_second_load_writes(loaded: Loaded, tmp_path: Path) -> None:
    shutil.copytree(loaded.settings.data_dir, tmp_path / "data")
    settings = loaded.settings.model_copy(update={"data_dir": tmp_path / "data"})
    assert [] == written_again(settings, LISTS)
    with duckdb.connect(str(warehouse.work_file(settings))) as connection:
        connection.execute(f"delete from {CONTACT}")
    assert ["contacts 1"] == written_again(settings, LISTS)
