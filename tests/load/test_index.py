from __future__ import annotations

import datetime
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightaudit import raw_tables
from nightaudit.load.earlier.index import has, index_of, texts

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
    raw_tables.make(connection, ("bookings", "units"))
    return connection


def put(
    raw: duckdb.DuckDBPyConnection, record: dict[str, Any] | None, digest: str, stream: str = "bookings", key: str = ""
) -> None:
    """What a commit does with a version of the record under this key, by default one for each digest."""
    raw.execute(f"update raw.{stream} set valid_to = now() where valid_to is null and record_key = $1", [key or digest])
    raw.execute(
        f"""insert into raw.{stream} (record_key, payload, record_hash, walk_id, seen_at, valid_from)
        values ($1, $2, $3, uuid()::text, now(), now())""",
        [key or digest, record and json.dumps(record), digest],
    )


def rows(raw: duckdb.DuckDBPyConnection, columns: str) -> list[tuple[Any, ...]]:
    return raw.execute(f"select {columns} from {index_of(raw, 'bookings')} order by record_hash, record_key").fetchall()


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
    values: tuple[Any, ...] = (None, [], ["late"], [{"id": 1}], {}, "late", 1, True)
    held: list[dict[str, Any]] = [
        {},
        *({"notes": value} for value in values),
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


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from(["", "a", "b", "c"])), max_size=4),
        min_size=1,
        max_size=5,
    )
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_updated_index_equals_a_new_one(raw: duckdb.DuckDBPyConnection, nights: list[list[tuple[str, str]]]) -> None:
    """Versions of three records, none where a record goes: one that changes and back between two looks is told by its time."""
    raw.execute("delete from raw.bookings; drop schema if exists raw_index cascade")
    for night in nights:
        for key, digest in night:
            put(raw, {"status": digest} if digest else None, digest or f"gone {key}", key=key)
        kept = rows(raw, "*")
    raw.execute("drop table raw_index.bookings")
    assert rows(raw, "*") == kept
    current = "select record_key, record_hash from raw.bookings where valid_to is null and payload is not null"
    assert sorted(raw.execute(current).fetchall()) == sorted(row[:2] for row in kept)


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
