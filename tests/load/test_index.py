from __future__ import annotations

import datetime
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import duckdb
import pytest

from nightaudit.load.index import has, index_of, texts

NESTED = {
    "id": 5,
    "lastModifiedDate": "2026-11-01T10:00:00+02:00",
    "status": "CONFIRMED",
    "bookingContactId": 3,
    "notes": None,
    "roomStays": [
        {"roomStayStatus": "CANCELLED", "unit": {"id": 1}},
        {"roomStayStatus": "CONFIRMED", "unit": {"id": 2}},
        {"status": "ENQUIRY", "unit": None},
    ],
}
FLAT = {"roomStayId": 9, "bookingId": 5, "roomStayStatus": "NO_SHOW", "lastModifiedDate": "tomorrow", "unit": {"id": 7}}


@pytest.fixture
def raw() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute("set TimeZone = 'UTC'")
    connection.execute("create schema raw")
    for stream in ("bookings", "units"):
        columns = "payload varchar, record_hash varchar, valid_from timestamptz default now(), valid_to timestamptz"
        connection.execute(f"create table raw.{stream} ({columns})")
    return connection


def put(raw: duckdb.DuckDBPyConnection, record: dict[str, Any] | None, digest: str, stream: str = "bookings") -> None:
    given = [record and json.dumps(record), digest]
    raw.execute(f"insert into raw.{stream} (payload, record_hash) values ($1, $2)", given)


def rows(raw: duckdb.DuckDBPyConnection, columns: str) -> list[tuple[Any, ...]]:
    return raw.execute(f"select {columns} from {index_of(raw, 'bookings')} order by record_hash").fetchall()


def test_what_look_ups_ask_for_is_read_out_of_either_shape(raw: duckdb.DuckDBPyConnection) -> None:
    put(raw, NESTED, "a")
    put(raw, FLAT, "b")
    put(raw, None, "gone")
    stamp = datetime.datetime(2026, 11, 1, 8, tzinfo=datetime.UTC)
    assert [("a", stamp), ("b", None)] == rows(raw, "record_hash, modified_at")
    assert [(["CANCELLED", "CONFIRMED", "ENQUIRY"],), (["NO_SHOW"],)] == rows(raw, "list_sort(statuses)")
    assert [(["3"], [None]), ([None], ["5"])] == rows(raw, f"{texts('bookingContactId')}, {texts('bookingId')}")
    assert [(["1", "2", None], [None]), ([], ["7"])] == rows(
        raw, f"{texts('roomStays[*].unit.id')}, {texts('unit.id')}"
    )
    assert [(True, False), (False, False)] == rows(raw, f"{has('notes')}, {has('tags')}")


def test_a_field_is_there_whatever_it_holds(raw: duckdb.DuckDBPyConnection) -> None:
    held: list[dict[str, Any]] = [
        {},
        *({"notes": value} for value in (None, [], ["late"], [{"id": 1}], {}, "late", 1, True)),
    ]
    for place, record in enumerate(held):
        put(raw, {"id": place, "customFields": [], "tags": [], **record}, f"{place} of three")
        put(raw, {"id": place, **record}, f"{place} of one")
    assert [(record != {}, others) for record in held for others in (False, True)] == rows(
        raw, f"{has('notes')}, {has('tags')}"
    )


def test_a_version_is_read_once(raw: duckdb.DuckDBPyConnection) -> None:
    put(raw, NESTED, "a")
    rows(raw, "*")
    raw.execute('update raw.bookings set payload = \'{"status": "NEVER_SEEN"}\'')
    put(raw, FLAT, "b")
    assert [("a", 3), ("b", 1)] == rows(raw, "record_hash, length(statuses)"), "an old version was read again"


def test_a_version_that_comes_again_stands_there_once(raw: duckdb.DuckDBPyConnection) -> None:
    for digest in ("a", "b", "a"):
        raw.execute("update raw.bookings set valid_to = now() where valid_to is null")
        put(raw, NESTED, digest)
        rows(raw, "*")
    assert [("a",), ("b",)] == rows(raw, "record_hash")


def test_what_another_release_read_out_is_read_anew(raw: duckdb.DuckDBPyConnection) -> None:
    put(raw, NESTED, "a")
    rows(raw, "*")
    raw.execute("create or replace table raw_index.bookings as select 'a' as record_hash, ['OLD'] as statuses")
    assert [(3,)] == rows(raw, "length(statuses)")


def test_lists_are_asked_about_side_by_side(raw: duckdb.DuckDBPyConnection) -> None:
    put(raw, NESTED, "a")
    put(raw, {"id": 1, "buildingId": 7}, "c", "units")
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda stream: index_of(raw.cursor(), stream), ["bookings", "units"] * 20))
    assert {"raw_index.bookings", "raw_index.units"} == found
    assert [("a",)] == rows(raw, "record_hash")
