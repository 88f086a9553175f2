"""A publication holds what analysts may see, rewrites what changed, and replaces the file in one step."""

from __future__ import annotations

import errno
import os
import stat

import duckdb
import hypothesis
import pytest
from hypothesis import strategies as st

import small_nights
from full_disk import files_of_at_most
from nightaudit import memory, warehouse
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.files import write_atomically
from nightaudit.publishing import publish
from nightaudit.settings import Settings
from small_marts import build
from small_nights import STAYS


def test_publishing_copies_marts_comments_and_macros_and_nothing_else(settings: Settings) -> None:
    build(settings)
    publish(settings)
    with warehouse.read_only(settings) as connection:
        assert [("receivables", "fct_sales_invoices", "One row per invoice; it's the ledger")] == connection.execute(
            "select schema_name, table_name, comment from duckdb_tables()"
        ).fetchall()
        assert [("When it is due",)] == connection.execute(
            "select comment from duckdb_columns() where column_name = 'due_date'"
        ).fetchall()
        assert [("What is due by a day",)] == connection.execute(
            "select comment from duckdb_functions() where function_name = 'ageing'"
        ).fetchall()
        for as_of in ("date '2026-02-01'", "'2026-02-01'"):
            assert [(1,)] == connection.execute(f"select invoice_id from receivables.ageing({as_of})").fetchall()
        types = connection.execute(
            "select data_type from duckdb_columns() where column_name = 'open_amount'"
        ).fetchall()
        assert [("DECIMAL(18,2)",)] == types
    assert b"Secret" not in warehouse.published_file(settings).read_bytes()


def test_a_table_with_a_hyphen_in_its_name_is_published_until_it_is_gone(settings: Settings) -> None:
    build(settings)
    for statement, tables in (('create table core."my-table" as select 1', 2), ('drop table core."my-table"', 1)):
        with warehouse.work_connection(settings) as work:
            work.execute(statement)
        publish(settings)
        with warehouse.read_only(settings) as connection:
            assert [(tables,)] == connection.execute("select count(*) from duckdb_tables()").fetchall()


def test_a_published_file_says_it_opens_in_duckdb_1_2(settings: Settings) -> None:
    build(settings)
    path = publish(settings)
    with duckdb.connect(str(path), read_only=True) as connection:
        tags = connection.execute("select tags from duckdb_databases() where path is not null").fetchall()
    assert "v1.2.0" in str(tags)


def test_readers_keep_their_file_while_it_is_replaced(settings: Settings) -> None:
    build(settings)
    publish(settings)
    total = "select sum(open_amount) from receivables.fct_sales_invoices"
    with warehouse.read_only(settings) as before:
        build(settings, "100.00")
        publish(settings)
        assert "62.34" == str(before.execute(total).fetchall()[0][0])
    with warehouse.read_only(settings) as after:
        assert "112.34" == str(after.execute(total).fetchall()[0][0])


@pytest.mark.parametrize("step", ["the publication", "the run"])
def test_leftovers_of_a_killed_publish_are_cleared_by_the_next_of(step: str, settings: Settings) -> None:
    build(settings)
    leftover = settings.data_dir / ".warehouse-1.new"
    leftover.mkdir()
    (leftover / "warehouse.duckdb").write_bytes(b"half")
    if step == "the publication":
        publish(settings)
    else:
        (settings.data_dir / ".lock.json").touch()  # as the killed one left it
        with warehouse.lock(settings, "load"):
            pass
    assert not leftover.exists()


def test_a_disk_too_full_to_publish_on_is_left_no_fuller(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    before = set(settings.data_dir.iterdir())
    with files_of_at_most(30_000), pytest.raises(duckdb.Error, match="File too large"):
        publish(settings)
    assert before == set(settings.data_dir.iterdir())


def test_a_folder_that_cannot_be_synced_is_published_into(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some network folders; the file was in place, and the night failed all the same. Others are synced: names are in them."""
    sync, synced = os.fsync, []

    def refused(file: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(file).st_mode))
        if synced[-1]:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        sync(file)

    build(settings)
    monkeypatch.setattr(os, "fsync", refused)
    assert publish(settings).exists()
    write_atomically(settings.data_dir / "page.html", "a page")
    assert "a page" == (settings.data_dir / "page.html").read_text()
    assert [False, True, False, True] == synced, "each file, then its folder"


def test_where_to_make_room_is_told(settings: Settings) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # which names no file, as `write` raises it
    with pytest.raises(NightauditError, match="No space left") as told, warehouse.lock(settings, "load"):
        raise full
    assert f"Free space on the disk of {settings.data_dir}" in told.value.hint


def test_a_mart_that_cannot_be_read_is_told_and_what_was_published_stays(settings: Settings) -> None:
    build(settings)
    before = publish(settings).read_bytes()
    with warehouse.work_connection(settings) as work:
        work.execute("create view core.dim_units as from receivables.fct_sales_invoices")
        work.execute("drop table receivables.fct_sales_invoices")
    with pytest.raises(ConfigurationError, match=r"A mart cannot be read: .*fct_sales_invoices does not exist"):
        publish(settings)
    assert before == warehouse.published_file(settings).read_bytes()


def test_a_file_in_which_nothing_changed_stays_and_is_dated_anew(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    for _ in range(2):
        before = warehouse.published_file(settings).stat()
        small_nights.publish(settings)
        after = warehouse.published_file(settings).stat()
        assert before.st_ino == after.st_ino, "it was not replaced"
        assert before.st_mtime_ns < after.st_mtime_ns


def test_nights_of_changed_stays_are_mended_until_a_quarter_of_the_table_is_deleted_rows(settings: Settings) -> None:
    stays, deleted = dict(STAYS), []
    for changed in (range(15), range(15, 30), range(30, 45), range(45, 50), range(50, 51), range(51, 52), ()):
        small_nights.build(settings, stays)
        deleted.append(small_nights.publish(settings))
        assert small_nights.is_as_built(settings)
        stays |= {number: (40, number) for number in changed}
    assert [0, 600, 1200, 1800, 2000, 0, 40] == deleted


def test_where_the_bound_on_memory_does_not_do_the_file_is_written_without_one(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "nightaudit")
    build(settings)
    publish(settings)
    assert not caplog.messages
    build(settings, "100.00")
    monkeypatch.setattr(memory, "MB_PER_THREAD", 0.5)
    publish(settings)
    assert ["The memory limit is rem"] == [message[:23] for message in caplog.messages]
    with warehouse.read_only(settings) as connection:
        total = "select sum(open_amount) from receivables.fct_sales_invoices"
        assert "112.34" == str(connection.execute(total).fetchall()[0][0])


def test_where_nothing_is_noted_of_a_view_all_nights_are_written(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    with warehouse.work_connection(settings) as work:
        work.execute("drop table private.made")  # as dbt, asked by hand, leaves it
    for amount in ("-amount", "amount + 1"):
        with warehouse.work_connection(settings) as work:
            work.execute(
                f"""create or replace view occupancy.fct_stay_nights as
                    select room_stay_id, unnest(range(nights)) as night_number, {amount} as amount
                    from intermediate.int_room_stays"""
            )
        small_nights.publish(settings)
        assert small_nights.is_as_built(settings)


def test_nothing_is_noted_of_a_file_with_names(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    assert 0 == small_nights.publish(settings)
    with warehouse.work_connection(settings) as work:
        work.execute("create macro private.publish_names() as true")
    assert [None, None] == [small_nights.publish(settings), small_nights.publish(settings)]


def test_where_most_stays_changed_all_nights_are_written(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    changed = {number: (nights, amount + (number % 2)) for number, (nights, amount) in STAYS.items()}
    small_nights.build(settings, changed)
    assert not small_nights.publish(settings)
    assert small_nights.is_as_built(settings)


def test_a_mart_that_is_gone_is_gone_from_the_file(settings: Settings) -> None:
    small_nights.build(settings, STAYS)
    small_nights.publish(settings)
    small_nights.build(settings, STAYS | {7: (1, 1)}, with_units=False)
    assert small_nights.publish(settings)
    assert small_nights.is_as_built(settings)


EXAMPLES = int(os.environ.get("NIGHTAUDIT_TEST_EXAMPLES", "5"))
changes = st.dictionaries(st.integers(0, 25), st.tuples(st.integers(0, 9), st.integers(0, 3)) | st.none(), max_size=9)


@pytest.mark.slow
@hypothesis.settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
@hypothesis.given(st.lists(st.tuples(changes, st.booleans(), st.booleans()), max_size=5))
def test_whatever_changes_between_publications_the_file_is_as_built(
    settings: Settings, nights: list[tuple[dict[int, tuple[int, int] | None], bool, bool]]
) -> None:
    stays = {number: (number % 5, number) for number in range(20)}
    small_nights.build(settings, stays)
    small_nights.publish(settings)
    for changed, with_units, is_published in nights:
        stays |= {number: stay for number, stay in changed.items() if stay}
        stays = {number: stay for number, stay in stays.items() if changed.get(number, stay)}
        small_nights.build(settings, stays, with_units=with_units)
        if is_published:
            small_nights.publish(settings)
            assert small_nights.is_as_built(settings)
    small_nights.publish(settings)
    assert small_nights.is_as_built(settings)
