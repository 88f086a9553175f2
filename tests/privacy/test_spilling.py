"""Forgetting needs no more memory than it may have, and what does not fit goes to the private folder alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from nightaudit import database, publishing, warehouse
from nightaudit.privacy import work_copy
from nightaudit.privacy.forgotten import Forgotten, Person
from nightaudit.settings import Settings

ROWS = 60_000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A work file with 120 MB of contacts, which pack well."""
    settings = Settings.read(data_dir=tmp_path / "data")
    warehouse.prepare(settings)
    payload = "'{\"id\":' || range || ',\"notes\":\"' || repeat(md5(range::varchar), 60) || '\"}'"
    with warehouse.work_connection(settings) as work:
        work.execute("create schema raw; create schema private; create schema core; create table core.one as select 1")
        work.execute("create table private.models_digest as select 'these' as digest")
        work.execute(
            f"""create table raw.contacts as select range::varchar as record_key, null::varchar as parent_key,
            {payload} as payload from range({ROWS})"""
        )
    return settings


def forget_one(settings: Settings) -> None:
    people = Forgotten(settings.data_dir / "private" / "forgotten.json", "00" * 32, {7: Person(7, "2026-11-01")})
    with work_copy.masked(settings, people) as (_, versions):
        assert 1 == versions
    with warehouse.work_connection(settings) as work:
        kept = "select count(*), any_value(payload) filter (record_key = '7') from raw.contacts"
        assert [(ROWS, '{"id":7}')] == work.execute(kept).fetchall()
        assert [("these",)] == work.execute("from private.models_digest").fetchall(), "as the key of pseudonyms"


def test_forgetting_holds_no_more_than_it_may(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(database.WORK_CONFIG, "memory_limit", "100MB")
    forget_one(settings)


def test_what_was_published_is_not_known_any_more_so_that_no_byte_of_it_is_copied(settings: Settings) -> None:
    def known() -> Any:
        with warehouse.work_connection(settings) as work:
            return work.execute("select count(*) from private.published_file").fetchall()

    publishing.publish(settings)
    assert [(1,)] == known()
    forget_one(settings)
    assert [(0,)] == known()


def test_what_does_not_fit_goes_to_the_private_folder(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    connect, places = duckdb.connect, []

    def noted(database: str = ":memory:", **given: Any) -> duckdb.DuckDBPyConnection:
        connection = connect(database, **given)
        places.append(connection.execute("select current_setting('temp_directory')").fetchall()[0][0])
        return connection

    monkeypatch.setattr(duckdb, "connect", noted)
    publishing.publish(settings)
    forget_one(settings)
    assert 4 <= len(places)
    assert {warehouse.private_dir(settings).resolve()} == {Path(place).resolve().parent for place in places}
