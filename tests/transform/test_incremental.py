"""Tables that are kept and mended are those that a build from nothing makes, whatever changed in between."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import zlib
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import pytest

from nightaudit import transform
from nightaudit.errors import DataCheckError
from nightaudit.transform import models_digest, script
from transform import village
from transform.back_dated import BACK_DATED, OF_BUILDINGS, OF_RECORDS, OF_TYPES
from transform.kept import Kept, booking, tables

if TYPE_CHECKING:
    from pathlib import Path

KEPT = (
    "int_night_totals",
    "int_occupancy_days",
    "int_occupancy_months",
    "int_on_the_books_changes",
    "int_room_stays",
    "int_stay_bridges",
    "int_stay_places",
    "int_stay_versions",
    "int_unit_spans",
    "int_vacancies",
)
SETTINGS: list[dict[str, Any]] = [
    {"today": datetime.date(2026, 4, 2)},
    {"today": datetime.date(2026, 2, 1), "time_zone": "America/New_York"},
    {"excluded_buildings": ("2",), "residential_from_nights": 3},
    {"excluded_buildings": (), "tenancy_gap_nights": 2, "base_currency": "EUR"},
]
ONE_BY_ONE = int(os.environ.get("NIGHTAUDIT_TEST_CHANGES", "1"))  # settings, and changes, tried each alone


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    work = Kept(tmp_path_factory.mktemp("kept"))
    # Two stays of one tenant, two nights apart.
    apart = [(41, "2026-02-10", "2026-02-12"), (42, "2026-02-14", "2026-02-16")]
    stays = [booking(number, "CHECKED_OUT", start, end, "8.00", unit=104, contact=41) for number, start, end in apart]
    work.load(records=[*village.records(), *stays])
    work.mend(checked=False)
    return work


def test_after_every_change_at_once_the_kept_tables_are_those_made_anew(kept: Kept) -> None:
    before = tables(kept)
    joined: dict[str, Any] = {"tenancy_gap_nights": 2}  # the two stays of one tenant, of which neither changes
    long_enough = joined | {"residential_from_nights": 4}  # both together
    for changes, given in ((OF_RECORDS, joined), (OF_TYPES, joined), (OF_BUILDINGS, long_enough)):
        for name in changes:
            kept.load(**BACK_DATED[name]())
        after, anew = tables(kept.mend(checked=changes is OF_BUILDINGS, **given)), tables(kept.anew(**given))
        assert anew == after
    assert {name for name in after if before[name] != after[name]} > {f"intermediate.{name}" for name in KEPT}


def test_inputs_of_one_fingerprint_are_said_to_share_it(kept: Kept) -> None:
    """What is kept is joined to its inputs by fingerprint: of those that share one, each would meet all that came of them."""
    kept.mend(checked=False)
    steps = msgspec.json.decode(zlib.decompress([*script._in_memory.values()][-1]), type=script.Script)
    inputs = re.compile(r"as now\s+full join")
    shared = set()
    with duckdb.connect(str(kept.work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        told = {step.name: "".join(step.mending) for step in steps if inputs.search("".join(step.mending))}
        for name, mending in told.items():
            before, _, rest = mending.partition("create or replace temporary table inputs_differing")
            connection.execute(before)
            of_inputs = inputs.split(rest.partition("from (")[2])[0].strip().removesuffix(")")
            everyone = of_inputs.replace("distinct", "")
            ((more,),) = connection.execute(
                f"select count(*) - count(distinct fingerprint) from ({everyone})"
            ).fetchall()
            if more:
                shared.add(name)
                assert "distinct" in of_inputs, f"{name}: {more} inputs share a fingerprint with another"
    assert {"int_vacancies", "int_tenancies"} <= shared, "the control"
    assert set(KEPT) <= told.keys()


MARK = "from intermediate.int_occupancy_days where vat_cents = 777"


def mark(work: Kept) -> None:
    """Write into a kept table what no build would: whoever makes the table anew loses it."""
    with duckdb.connect(str(work.work_file)) as connection:
        connection.execute(
            """update intermediate.int_occupancy_days set vat_cents = 777
            where night_date = (select min(night_date) from intermediate.int_occupancy_days)"""
        )


@pytest.mark.slow
@pytest.mark.skipif(
    ONE_BY_ONE == 1, reason="`make proofs` runs it: a build that failed is mended by one change alone, too"
)
@pytest.mark.parametrize("change", list(BACK_DATED)[:ONE_BY_ONE])
def test_after_each_change_alone(kept: Kept, change: str) -> None:
    kept.load(**BACK_DATED[change]())
    assert tables(kept.anew()) == tables(kept.mend(checked=False))


@pytest.mark.long
@pytest.mark.slow
def test_tables_are_kept_until_the_models_change_or_the_portfolio_is_small(kept: Kept) -> None:
    mark(kept)
    kept.load(records=[booking(21, "CONFIRMED", "2026-02-06", "2026-02-08", "21.00", unit=103)])
    assert kept.mend(checked=False).one(f"select count(*) > 0 {MARK}")
    with duckdb.connect(str(kept.work_file)) as connection:
        connection.execute("update private.models_digest set digest = 'of other models'")
    assert not kept.mend(checked=False).one(f"select count(*) > 0 {MARK}")
    mark(kept)
    kept.load(records=[booking(21, "CONFIRMED", "2026-02-06", "2026-02-08", "22.00", unit=103)])
    assert not kept.mend(checked=False, incremental_from_units=1000).one(f"select count(*) > 0 {MARK}")


@pytest.mark.long
def test_a_build_that_failed_on_its_way_is_mended_by_the_next(kept: Kept) -> None:
    kept.load(records=[booking(99, "WAITLISTED", "2026-01-05", "2026-01-07", "30.00", unit=102)])
    with pytest.raises(DataCheckError):
        kept.mend()
    kept.load(records=[booking(99, "CONFIRMED", "2026-01-05", "2026-01-07", "30.00", unit=102)])
    assert tables(kept.anew()) == tables(kept.mend(checked=False))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("given", SETTINGS[:ONE_BY_ONE], ids=" ".join)
def test_after_a_change_of_settings(kept: Kept, given: dict[str, Any]) -> None:
    assert tables(kept.anew(**given)) == tables(kept.mend(checked=False, **given))


def test_the_digest_is_of_every_file_that_makes_a_table(tmp_path: Path) -> None:
    project = tmp_path / "dbt"
    shutil.copytree(transform.project_dir(), project)
    seen = {models_digest.digest_of(project)}
    for name in (
        "dbt_project.yml",
        "macros/dialect/numbers.sql",
        "models/staging/sources.yml",
        "seeds/currency_rates.csv",
    ):
        with (project / name).open("a", encoding="utf-8") as file:
            file.write("\n")
        seen.add(models_digest.digest_of(project))
    assert 5 == len(seen)
    with duckdb.connect() as connection:
        connection.execute("create schema private; create schema raw; create table raw.units as select 1 as one")
        one, other = sorted(seen)[:2]
        for digest, is_known in ((one, False), (one, True), (other, False), (one, False)):
            models_digest.drop_tables_of_other_models(connection, digest)
            assert is_known == bool(connection.execute("from duckdb_tables() where table_name = 'made'").fetchall())
            connection.execute("create table if not exists private.made as select 'a table' as thing")
            left = connection.execute("from duckdb_tables() where table_name = 'dim_of_older_models'").fetchall()
            assert is_known == bool(left)
            connection.execute("create schema if not exists core")
            connection.execute("create table if not exists core.dim_of_older_models as select 1 as one")
        assert [(1,)] == connection.execute("from raw.units").fetchall()
