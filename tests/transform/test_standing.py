"""What need not be made again is left as it stands; whatever changed, the tables are those that a build from nothing makes."""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import recorded
from kill_points import Point
from nightaudit import schemas
from nightaudit.errors import DataCheckError
from nightaudit.transform import runner, script
from running import forks
from transform import village
from transform.kept import Kept, booking, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

MARTS = f"""select 'table' as kind, schema_name || '.' || table_name as name, comment from duckdb_tables()
           where schema_name in {("intermediate", *schemas.PUBLISHED)}
           union all
           select 'view', schema_name || '.' || view_name, comment from duckdb_views()
           where schema_name in {("staging", *schemas.PUBLISHED)}"""
MARK = "stood before the build"
in_proofs = pytest.mark.skipif(
    int(os.environ.get("NIGHTAUDIT_TEST_CHANGES", "1")) == 1, reason="`make proofs` runs it: each build takes seconds"
)
SEEDS = {"intermediate.currency_rates", "intermediate.room_stay_statuses"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    work = Kept(tmp_path_factory.mktemp("standing"))
    work.load(records=list(village.records()))
    work.mend(checked=False)
    yield work
    # Whatever the tests did to it, and left standing, one after another.
    assert tables(work.anew()) == tables(work.mend(checked=False))


def mark(work: Kept) -> None:
    """Write into every table and view what it loses when it is made again."""
    with duckdb.connect(str(work.work_file)) as connection:
        for kind, name, _ in connection.execute(MARTS).fetchall():
            connection.execute(f"comment on {kind} {name} is '{MARK}'")


def made_again(work: Kept, **given: Any) -> set[str]:
    """What a build makes again."""
    mark(work)
    return {name for _, name, comment in work.mend(checked=False, **given).rows(MARTS) if comment != MARK} - SEEDS


@pytest.mark.long
def test_what_a_change_changes_is_made_again_and_no_more(kept: Kept) -> None:
    with duckdb.connect(str(kept.work_file)) as connection:
        connection.execute("drop table occupancy.fct_rent_roll")
        connection.execute("drop view staging.stg_pms__channels")
        connection.execute("update private.pseudonym_key set pseudonym_key = 'another'")  # it was seen by somebody
    assert {"occupancy.fct_rent_roll", "staging.stg_pms__channels", "core.dim_contacts"} == made_again(kept)

    kept.load(records=[booking(17, "CANCELLED", "2026-02-06", "2026-02-08", "20.00", unit=103)])
    stays = made_again(kept)
    assert {"occupancy.fct_rent_roll", "occupancy.fct_occupancy_monthly"} < stays
    assert (
        not {"intermediate.int_room_stays", "intermediate.int_tenancy_stays", "intermediate.int_vacancies"} & stays
    )  # their rows are mended
    assert (
        not {"occupancy.fct_room_stays", "occupancy.fct_tenancies", "occupancy.fct_vacancies"} & stays
    )  # views show what was made again
    # Of the rest only small tables and one of a row for each unit: places, contacts and accounts are those they were.
    assert {
        "core.dim_buildings",
        "core.dim_dates",
        "core.dim_unit_types",
        "core.dim_units",
        "receivables.fct_dso_monthly",
    } == {table for table in stays if table.startswith(("core.", "receivables.", "intermediate.int_invoice"))}

    kept.load(records=[village.receipt(9, "2026-01-21", "5.00", None)])
    receipts = made_again(kept, today=datetime.date(2026, 3, 12))
    assert {"receivables.fct_financial_allocation_versions", "receivables.fct_open_items"} < receipts
    assert not {"core.dim_channels", "core.dim_companies", "intermediate.int_room_stays"} & receipts


def test_a_new_day_makes_less_again_than_a_new_month(kept: Kept) -> None:
    of_the_day = {"quality.fct_exceptions", "receivables.fct_open_items", "core.dim_dates"}
    of_the_month = {
        "revenue.fct_revenue_monthly",
        "receivables.fct_receivables_ageing",
        "receivables.fct_dso_monthly",
    }
    next_day = datetime.date.fromisoformat(village.TODAY) + datetime.timedelta(1)
    assert of_the_day < (day := made_again(kept, today=next_day))
    assert not {*of_the_month, "intermediate.int_room_stays"} & day
    month = made_again(kept, today=next_day + datetime.timedelta(31))
    assert of_the_day | of_the_month < month
    assert "intermediate.int_room_stays" not in month


@pytest.mark.long
def test_what_dbt_made_by_hand_is_made_again(kept: Kept) -> None:
    built = kept.mend(checked=False)
    assert not made_again(kept)  # the control
    done = runner.invoke(built.settings, kept.work_file, kept.folder / "by_hand", "run", "--select", "dim_buildings")
    assert done.success
    assert {"core.dim_buildings", "core.dim_channels"} < made_again(kept)


@pytest.mark.slow
def test_a_check_that_failed_is_run_again(kept: Kept) -> None:
    kept.load(records=[booking(99, "WAITLISTED", "2026-01-05", "2026-01-07", "30.00", unit=102)])
    for _ in range(2):
        with pytest.raises(DataCheckError, match="statuses_are_known"):
            kept.mend()
    kept.load(records=[booking(99, "ENQUIRY", "2026-01-05", "2026-01-07", "30.00", unit=102)])
    assert kept.mend().one("select count(*) from private.made where thing like 'test.%'") > 40


BY_DBT = "dbt.adapters.duckdb.environments.local:DuckDBCursorWrapper.execute"
NOT_COMMITTED = [
    Point("nightaudit.transform.notes:Notes.note", "after", 5),
    Point(BY_DBT, "after", 30, "create or replace table"),
]


@in_proofs
@pytest.mark.slow
def test_a_killed_build_leaves_nothing_untrue(kept: Kept) -> None:
    environment = {
        "NIGHTAUDIT_DATA_DIR": str(kept.folder),
        "NIGHTAUDIT_TODAY": village.TODAY,
        "NIGHTAUDIT_EXCLUDED_BUILDINGS": "9",
        "NIGHTAUDIT_INCREMENTAL_FROM_UNITS": "1",
    }
    for day, point in enumerate(NOT_COMMITTED, start=7):
        for end in (f"2026-03-0{day}", f"2026-03-1{day}"):
            before = kept.mend().rows("from private.made order by all")
            kept.load(records=[booking(9, "CONFIRMED", "2026-03-05", end, "60.00", building=1)])
        if BY_DBT in point.target:  # without a script, which may be kept in either place
            (kept.folder / "private" / "dbt" / script.NAME).unlink(missing_ok=True)
            environment["XDG_CACHE_HOME"] = str(kept.folder / "cache")
        else:
            recorded.kept(())  # builds beside this test may have driven the script out of the user's cache
        forks().killed_at(environment, "build", point=point)
        with duckdb.connect(str(kept.work_file), read_only=True) as connection:
            is_noted = connection.execute("from duckdb_tables() where table_name = 'made'").fetchall()
            assert not is_noted or before != connection.execute("from private.made order by all").fetchall()
        assert tables(kept.anew()) == tables(kept.mend())


def test_a_small_portfolio_is_left_standing_too_and_what_changed_is_made_whole(kept: Kept) -> None:
    kept.mend(checked=False, incremental_from_units=1000)
    assert set() == made_again(kept, incremental_from_units=1000)
    kept.load(records=[booking(17, "CANCELLED", "2026-02-07", "2026-02-08", "20.00", unit=103)])
    stays = made_again(kept, incremental_from_units=1000)
    assert {"intermediate.int_room_stays", "intermediate.int_unit_spans", "occupancy.fct_rent_roll"} < stays
    assert not {"intermediate.int_invoices", "core.dim_channels"} & stays
    assert tables(kept.anew()) == tables(kept)
