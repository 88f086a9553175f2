"""On one built world of tenants over a month, every figure equals the oracle's and every identity holds."""

from __future__ import annotations

import datetime
import os
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from marts.drawn import EVENINGS, Life, drawn
from marts.faults import ALWAYS, FAULTS, WITHOUT_A_FAULT, chosen
from marts.identities import IDENTITIES
from marts.identity import Identity, broken, finds_its_slip, solid_copy
from marts.planted import Fault, Plants
from marts.smallest import smallest, wrong_ones
from marts.world import RULES, World, world
from nightaudit.transform import build, notes, project_dir
from oracle.build import BEFORE, settings_of
from oracle.compare import (
    compare_ageing_as_known,
    compare_changed_after_export,
    compare_on_the_books,
    compared,
    digests,
    listed,
)
from oracle.covered import not_compared
from oracle.marts import MARTS, NOT_COMPARED
from oracle.portfolio import read
from oracle.rules import ONE

if TYPE_CHECKING:
    from collections.abc import Collection

    from oracle.model import Json

FAULTS_CHOSEN = os.environ.get("NIGHTAUDIT_TEST_FAULTS", "")  # "all", or a part of their names
LIVES = int(os.environ.get("NIGHTAUDIT_TEST_DRAWN", "30"))
GENERATED = int(os.environ.get("NIGHTAUDIT_TEST_GENERATED", "2"))
SEED = int(os.environ.get("NIGHTAUDIT_TEST_SEED", "1"))
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The world of this run: built evening by evening, each build on top of the one before, and compared after each."""
    return world(LIVES, SEED, GENERATED).build(tmp_path_factory.mktemp("world"))


def test_every_figure_of_every_evening_is_the_oracles(built: World) -> None:
    for evening, found in built.found.items():
        wrong = sorted(wrong_ones(built.found))
        assert not found, f"{evening}: {len(found)} figures of tenants {wrong} differ\n{listed(found)}"
    assert list(EVENINGS) == list(built.found)
    stays = [len(built.known(evening).stays) for evening in EVENINGS]
    print(f"{LIVES} drawn and {GENERATED} generated portfolios over {len(EVENINGS)} evenings, stays {stays}")


def test_nothing_is_left_uncompared_without_a_reason_and_a_missing_booking_is_seen(built: World) -> None:
    known = built.known(EVENINGS[-1])
    records = built.evenings[EVENINGS[-1]]
    # An excluded building would not miss its booking.
    lost = next(pair for pair in records if pair[0] == "bookings" and _sold(pair[1], known.stays.keys()))
    without = read([pair for pair in records if pair != lost], RULES)
    with closing(duckdb.connect(str(built.warehouse), read_only=True)) as connection:
        assert set(NOT_COMPARED) == not_compared(connection, known)
        for mart in MARTS:
            if mart.name in {"occupancy.fct_room_stays", "occupancy.fct_unit_nights", "occupancy.fct_tenancies"}:
                assert list(compared(connection, mart, without)), mart.name


def _sold(booking: Json, among: Collection[int]) -> bool:
    stays = [stay for stay in booking.get("roomStays", ()) if stay["unit"]["id"]]
    return any(stay["roomStayStatus"] == "CHECKED_OUT" and stay["roomStayId"] in among for stay in stays)


def test_on_the_books_of_past_dates_is_the_oracles(built: World) -> None:
    assert built.warehouse
    dates = [evening + datetime.timedelta(days=late) for evening in EVENINGS for late in (-60, -29, -1, 0)]
    found = compare_on_the_books(built.warehouse, built.versions, RULES, dates)
    assert not found, listed(found)


def test_ageing_as_known_is_the_oracles(built: World) -> None:
    assert built.warehouse
    asked = [known_at + datetime.timedelta(days=late) for known_at in EVENINGS for late in (-29, 0)]
    dates = [
        (as_of, known_at) for known_at in asked for as_of in (known_at.replace(day=1) - ONE, known_at, EVENINGS[-1])
    ]
    found = compare_ageing_as_known(built.warehouse, built.versions, RULES, dates)
    assert not found, listed(found)
    # A control: the ageing of one day differs between the evenings on which it is known.
    ages = f"select sum(hash(aged)) from receivables.ageing_as_known('{EVENINGS[0]}', '{{}}') as aged"
    with closing(duckdb.connect(str(built.warehouse), read_only=True)) as connection:
        assert len({tuple(connection.sql(ages.format(evening)).fetchall()) for evening in EVENINGS}) == len(EVENINGS)


def test_records_changed_after_their_export_are_listed(built: World) -> None:
    assert built.warehouse
    known = built.known(EVENINGS[-1])
    found = compare_changed_after_export(built.warehouse, built.versions, known)
    assert not found, listed(found)
    # A control: the newest versions alone do not tell what was exported.
    newest = [version for version in built.versions if version.since == EVENINGS[-1]]
    assert compare_changed_after_export(built.warehouse, newest, known)


@pytest.mark.long
def test_a_build_from_nothing_gives_the_same_marts_as_kept_tables(built: World, tmp_path: Path) -> None:
    kept = Path(str(built.warehouse))
    copy = Path(shutil.copy(kept.with_name(BEFORE), tmp_path / "work.duckdb"))
    before = digests(copy)
    with closing(duckdb.connect(str(copy))) as connection:
        notes.forget(connection)
    build(settings_of(tmp_path, built.rules), copy, checked=False)
    assert digests(kept) == digests(copy)
    # A control: the marts of the evening before differ.
    assert before.keys() == digests(kept).keys()
    assert {"occupancy.fct_stay_nights", "revenue.fct_revenue_monthly"} <= {
        name for name, digest in digests(kept).items() if digest != before[name]
    }


@pytest.fixture(scope="module")
def solid(built: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The work file of the world with every mart as a table, as published."""
    return solid_copy(Path(str(built.warehouse)), tmp_path_factory.mktemp("solid") / "work.duckdb")


@pytest.mark.parametrize("identity", IDENTITIES)
def test_the_identity_holds_and_finds_a_slip(solid: Path, identity: Identity) -> None:
    with closing(duckdb.connect(str(solid))) as connection:
        assert [] == broken(connection, identity)
        assert finds_its_slip(connection, identity)


def test_a_failing_life_is_shrunk_to_the_records_that_make_it_fail() -> None:
    """To shrink tenant n of a failed run, call `smallest(drawn(...)[n - 3 - generated], judge(folder))`."""
    whole = max(drawn(30, SEED), key=lambda life: len(life[0]))
    (stays, units) = ({record["id"] for name, record in whole[0] if name == what} for what in ("bookings", "units"))
    needed = {("bookings", max(stays)), ("units", min(units))}

    def fails(lives: list[Life]) -> set[int]:
        return {at for at, life in enumerate(lives) if needed <= {(name, record["id"]) for name, record in life[0]}}

    found = smallest(whole, fails)
    assert needed == {(name, record["id"]) for evening in found for name, record in evening}
    assert len(found[0]) == 2 < len(whole[0])


@pytest.fixture(scope="module")
def plants(built: World, tmp_path_factory: pytest.TempPathFactory) -> Plants:
    """A copy of the models, in which faults can be planted."""
    return Plants(built, tmp_path_factory.mktemp("plants"))


def test_without_a_fault_nobody_notices_anything(plants: Plants) -> None:
    assert [] == plants.caught(None, "fct_tenancies+")


@pytest.mark.sampled
@pytest.mark.parametrize("fault", chosen(FAULTS_CHOSEN))
def test_a_planted_fault_is_noticed(plants: Plants, fault: Fault) -> None:
    noticed = plants.caught(fault)
    print(f"{fault.name}: {', '.join(noticed)}")
    assert fault.caught_by in noticed


def test_every_fault_can_be_planted_and_every_mart_has_one() -> None:
    for fault in FAULTS:
        fault.planted((project_dir() / fault.path).read_text(encoding="utf-8"))
    assert len(FAULTS) == len({fault.name for fault in FAULTS})
    assert {*ALWAYS} == {fault.name for fault in chosen("")}
    marts = {path.stem for path in (project_dir() / "models" / "marts").rglob("*.sql")}
    assert set(WITHOUT_A_FAULT) == marts - {Path(fault.path).stem for fault in FAULTS}
