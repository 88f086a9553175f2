"""A build like an earlier one is made without dbt, and makes what dbt makes; where it would not, dbt is asked.

Tables that are kept are replayed in test_standing.py and test_incremental.py.
"""

from __future__ import annotations

import datetime
import re
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

import recorded
from nightaudit import database, memory, warehouse
from nightaudit.errors import ConfigurationError, DataCheckError
from nightaudit.nightly import publish_unchecked
from nightaudit.settings import Settings
from nightaudit.transform import completeness, script, user_cache
from transform import village
from transform.kept import Kept, booking, tables
from transform.raw_tables import stream_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nightaudit.transform.reporting import BuildReport

LATER = datetime.date(2026, 3, 12)
SETTINGS: dict[str, Any] = {
    "base_currency": "EUR",
    "time_zone": "America/New_York",
    "excluded_buildings": ("2", "d'Eau"),
    "tenancy_gap_nights": 2,
    "residential_from_nights": 3,
    "publish_names": True,
}


class Asked(Kept):
    """A small portfolio whose builds say whether dbt was asked.

    by_dbt  what dbt has made of it: its report, and every table
    """

    replayed = False
    by_dbt: tuple[BuildReport, dict[str, list[Any]]]

    @property
    def was_asked(self) -> bool:
        return (self.folder / "private" / "dbt" / "logs").exists()

    def asks_dbt(self, **given: Any) -> bool:
        """Build; whether dbt was asked."""
        shutil.rmtree(self.folder / "private" / "dbt" / "logs", ignore_errors=True)
        self.mend(**given)
        return self.was_asked


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Built once by dbt, with unusual settings, in a process that knows no script of another test."""
    assert recorded.whole()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(script, "_in_memory", type(script._in_memory)())
        cache = tmp_path_factory.mktemp("user")
        patched.setattr(user_cache, "cache_dir", lambda: cache)
        work = Asked(tmp_path_factory.mktemp("replayed"))
        work.load(records=list(village.records()))
        work.load(records=[booking(17, "CONFIRMED", "2026-02-06", "2026-02-08", "twenty", unit=103)])
        built = work.mend(today=LATER, **SETTINGS)
        work.by_dbt = built.report, tables(built)
        log = (work.folder / "private" / "dbt" / "logs" / "dbt.log").read_text()
        assert not re.search(r"\[WARNING\]|eprecat", log), "dbt has warned"
        yield work


@pytest.fixture
def knowing_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], None]:
    """Have the process begin anew, for a user who has never built anything."""

    def begin_anew() -> None:
        script._in_memory.clear()
        monkeypatch.setattr(user_cache, "cache_dir", lambda: tmp_path / uuid.uuid4().hex)

    return begin_anew


def test_a_second_build_is_made_without_dbt_and_makes_what_dbt_makes(work: Asked) -> None:
    report, made = work.by_dbt
    fresh = work.anew(today=LATER, checked=True, **SETTINGS)
    other = Asked(fresh.settings.data_dir)
    assert not other.was_asked
    assert made == tables(other)
    told = "fields_are_typed (1 row: stream bookings, record_key 17, field roomStays.netAmount, times 1)"
    assert told in report.warnings
    assert report.warnings == fresh.report.warnings == work.mend(today=LATER, **SETTINGS).report.warnings
    assert (report.models, report.seeds) == (fresh.report.models, fresh.report.seeds)
    assert report.tests == fresh.report.tests

    # With other settings, on top of what dbt has made and in another data directory.
    cancelled = booking(3, "CANCELLED", "2026-03-01", "2026-03-10", "90.00", unit=102, contact=1)
    for each in (work, other):
        each.loads = 2
        each.load(records=[cancelled])
        assert not each.asks_dbt(today=LATER)
        assert (told,) == each.mend(today=LATER).report.warnings
    assert made != tables(work) == tables(other)


def test_no_setting_is_in_a_script(work: Asked) -> None:
    usual = recorded.whole()
    unusual = script.find(recorded.key_of((), checked=True), work.folder / "private" / "dbt")
    assert usual
    assert unusual
    assert {step.node: step for step in usual} == {step.node: step for step in unusual}


@pytest.mark.long
def test_what_is_loaded_stays_as_it_was_compressed_whoever_writes_to_the_file(work: Asked, tmp_path: Path) -> None:
    work = Asked(Path(shutil.copytree(work.folder, tmp_path / "copy")))
    settings = Settings.read(data_dir=work.folder)
    with warehouse.work_connection(settings) as connection:
        rows = 5 * database.ROW_GROUP_ROWS // 2
        connection.execute(f"create table raw.much as select md5(range::varchar) as payload from range({rows})")

    def row_groups() -> list[Any]:
        told = "select row_group_id, compression, count from pragma_storage_info('raw.much') where segment_type = 'VARCHAR'"
        with duckdb.connect(str(work.work_file), read_only=True) as connection:
            return connection.execute(f"{told} order by all").fetchall()

    as_loaded = row_groups()
    assert [(0, "ZSTD"), (1, "ZSTD"), (2, "ZSTD")] == sorted({(group, how) for group, how, _ in as_loaded})
    assert work.asks_dbt(models="+int_stay_places", checked=False)  # which no other test builds alone
    assert as_loaded == row_groups()
    assert not work.asks_dbt()
    assert as_loaded == row_groups()
    publish_unchecked(settings)
    assert as_loaded == row_groups()
    assert not work.asks_dbt(today=LATER)
    assert as_loaded == row_groups()
    with duckdb.connect(str(work.work_file)) as connection:  # the control
        connection.execute("create table private.something as select 1 as one")
    assert as_loaded != row_groups()


@pytest.mark.long
def test_what_somebody_took_away_is_made_again(work: Asked) -> None:
    before = tables(work.mend())
    with duckdb.connect(str(work.work_file)) as connection:
        connection.execute("drop table occupancy.fct_rent_roll")
        connection.execute("drop view staging.stg_pms__channels")
        connection.execute("drop schema receivables cascade")
    assert not work.asks_dbt()
    assert before == tables(work.mend())
    part: dict[str, Any] = {"models": "+dim_channels", "checked": False, "replayed": True}
    assert not work.asks_dbt(**part)
    with duckdb.connect(str(work.work_file)) as connection:
        connection.execute("drop table core.dim_channels")
        connection.execute("create view core.dim_channels as select 1 as one")
    assert work.asks_dbt(**part)  # which alone puts things out of the way
    assert before == tables(work.mend())


@pytest.mark.long
def test_steps_for_which_the_bound_on_memory_is_too_little_run_without_it(
    work: Asked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "nightaudit.transform")

    def cancelled(number: int) -> None:
        work.load(records=[booking(number, "CANCELLED", "2026-03-01", "2026-03-10", "90.00", unit=102, contact=1)])

    cancelled(4)
    assert not work.asks_dbt()
    assert "Out of Memory" not in caplog.text
    cancelled(5)
    monkeypatch.setattr(memory, "MB_PER_THREAD", 1)
    assert not work.asks_dbt()
    assert "Out of Memory" in caplog.text
    monkeypatch.undo()
    mended = tables(work.mend())
    assert mended == tables(work.anew(replayed=True))


def test_a_failing_check_is_told_without_dbt_and_what_hangs_on_it_is_not_made(work: Asked) -> None:
    built = work.mend()
    before = tables(built)
    shutil.rmtree(work.folder / "private" / "dbt" / "compiled", ignore_errors=True)
    waiting = booking(99, "WAITLISTED", "2026-01-05", "2026-01-07", "30.00", unit=102)
    work.load(records=[waiting, booking(98, "CONFIRMED", "2026-02-15", "2026-02-17", "30.00", unit=102)])
    with pytest.raises(
        DataCheckError, match=r"statuses_are_known \(1 row: room_stay_status WAITLISTED, stays 1, for_example 99, "
    ):
        assert not work.asks_dbt()
    after = tables(work)
    changed = {name for name in after if before[name] != after[name]}
    assert "intermediate.int_room_stays" in changed
    assert not {"intermediate.int_unit_spans", "occupancy.fct_rent_roll", "occupancy.fct_occupancy_daily"} & changed
    with duckdb.connect(str(work.work_file), read_only=True) as connection:
        query = work.folder / "private" / "dbt" / "compiled" / "statuses_are_known.sql"
        assert 1 == len(connection.execute(query.read_text()).fetchall())
    work.mend(models="int_horizon")  # which ends well, and makes nothing else whole
    with pytest.raises(ConfigurationError, match="build failed"):
        publish_unchecked(built.settings)
    work.load(records=[booking(99, "ENQUIRY", "2026-01-05", "2026-01-07", "30.00", unit=102)])
    assert not work.asks_dbt()
    assert tables(work.anew(replayed=True)) == tables(work.mend())
    with duckdb.connect(str(work.work_file), read_only=True) as connection:
        completeness.require(connection)


@pytest.mark.long
def test_lists_that_were_never_loaded_are_empty_ones_to_the_same_script(work: Asked) -> None:
    few = Asked(work.folder / "few")
    never = {"channels", "guestStays", "salesInvoices"}
    few.load(records=[(name, record) for name, record in village.records() if name not in never])
    assert not few.asks_dbt()
    empty = tables(few)
    with duckdb.connect(str(few.work_file)) as connection:
        for name in never:
            connection.execute(f"drop table raw.{stream_of(name)}")
        connection.execute("alter table raw.walks drop column business_date")  # as an older release has left it
        connection.execute("comment on table raw.walks is null")
    assert not few.asks_dbt()
    assert empty == tables(few) != tables(work.mend())


def test_dbt_is_asked_where_anything_it_goes_by_is_new() -> None:
    work_file = Path("work.duckdb")
    usual = script.key_of(work_file, "models", ())
    assert usual == script.key_of(Path("elsewhere") / work_file, "models", ())
    others = {
        script.key_of(work_file, "other models", ()),
        script.key_of(work_file, "models", ("--select", "int_horizon")),
        script.key_of(Path("acme.duckdb"), "models", ()),
    }
    assert 3 == len(others - {usual})


def test_what_another_data_directory_learnt_is_known_to_one_with_a_script_of_another_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_cache, "cache_dir", lambda: tmp_path / "cache")
    monkeypatch.setattr(script, "_in_memory", type(script._in_memory)())
    old, new = "of the old release".ljust(64), "of the new release".ljust(64)
    step = script.Step("model.a", "a", "model", ["create table a as select 1"])
    for folder, key in (("ours", old), ("theirs", new)):
        (tmp_path / folder).mkdir()
        script.keep(key, [step], tmp_path / folder)
    script._in_memory.clear()
    assert [step] == script.find(new, tmp_path / "ours")
    assert script.find("of a third".ljust(64), tmp_path / "ours") is None  # the control


@pytest.mark.long
def test_a_new_process_knows_what_stands_beside_the_work_file(work: Asked, knowing_nothing: Callable[[], None]) -> None:
    knowing_nothing()  # what other tests have left in memory is not beside this work file
    assert work.asks_dbt(models="+int_horizon", checked=False)
    knowing_nothing()
    assert not work.asks_dbt(models="+int_horizon", checked=False)
    (key,) = script._in_memory
    scratch = work.folder / "private" / "dbt"
    known = script.find(key, scratch)
    knowing_nothing()
    assert known == script.find(key, scratch)
    assert script.find("another key".ljust(64), scratch) is None
    kept = scratch / script.NAME
    kept.write_bytes(kept.read_bytes()[:2000])
    knowing_nothing()
    assert script.find(key, scratch) is None
