"""The records that are to be asked for by key are found in what others refer to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import duckdb

from load.raw_rows import put
from nightaudit.load.missing.referred import one_held, unlisted_parents
from nightaudit.load.missing.unlisted import Unlisted
from nightaudit.load.pages.stamps import WHOLE_EVERY
from nightaudit.load.streams.references import REFERENCES
from nightaudit.load.streams.table import STREAMS


def test_every_reference_is_between_streams() -> None:
    names = {stream.name for stream in STREAMS}
    assert set() == {name for ref in REFERENCES for name in (ref.stream, ref.parent)} - names


def test_parents_that_no_list_showed_are_named(raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]) -> None:
    put(raw, "units", "1", '{"id":1,"buildingId":8}', "of the past")
    index("units")
    raw.execute("update raw.units set valid_to = now()")
    put(raw, "units", "1", '{"id":1,"buildingId":7}')
    put(
        raw,
        "bookings",
        "5",
        '{"id":5,"bookingContactId":3,"roomStays":[{"unit":{"id":1}},{"unit":{"id":2}},{"unit":null}]}',
    )
    put(raw, "contacts", "3", '{"id":3}')
    for key, none in (("8", '""'), ("9", '" "'), ("10", '"."'), ("11", "null")):
        put(raw, "guest_stays", key, f'{{"id":{key},"bookingId":5,"contactId":{none}}}', key)
    loaded = {stream.name for stream in STREAMS}
    assert Unlisted(["7"], []) == unlisted_parents(raw, index, "buildings", loaded)
    assert Unlisted(["2"], []) == unlisted_parents(raw, index, "units", loaded)
    assert Unlisted([], []) == unlisted_parents(raw, index, "contacts", loaded)
    assert Unlisted([], []) == unlisted_parents(raw, index, "buildings", {"bookings"})
    raw.execute("delete from raw.contacts")
    assert Unlisted(["3"], []) == unlisted_parents(raw, index, "contacts", loaded)


def test_a_parent_is_named_once_however_many_refer_to_it(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    put(raw, "units", "1", '{"id":1,"buildingId":7}', "a")
    put(raw, "units", "2", '{"id":2,"buildingId":7}', "b")
    put(raw, "guest_stays", "3", '{"id":3,"contactId":9}')
    put(raw, "sales_invoices", "4", '{"id":4,"contactId":9}')
    loaded = {"units", "guest_stays", "sales_invoices"}
    assert Unlisted(["7"], []) == unlisted_parents(raw, index, "buildings", loaded)
    assert Unlisted(["9"], []) == unlisted_parents(raw, index, "contacts", loaded)


def test_flat_booking_rows_are_no_missing_bookings(raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]) -> None:
    put(raw, "bookings", "stay/9", '{"roomStayId":9,"bookingId":5}')
    put(raw, "guest_stays", "1", '{"id":1,"bookingId":5}')
    assert Unlisted([], []) == unlisted_parents(raw, index, "bookings", {"guest_stays", "bookings"})


def test_a_record_that_is_gone_is_asked_for_again_at_every_fourteenth_walk(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    gone = [str(key) for key in range(1, 21)]
    for key in (*gone, "back"):
        put(raw, "units", key, f'{{"id":1,"buildingId":"{key}"}}')
        raw.execute("insert into raw.buildings (record_key, record_hash) values (?, 'gone: ')", [key])
    raw.execute("update raw.buildings set valid_to = now() where record_key = 'back'")
    put(raw, "buildings", "back", '{"id":"back"}')
    asked: Counter[str] = Counter()
    for _ in range(WHOLE_EVERY):
        raw.execute("insert into raw.walks values ('buildings'), ('units')")
        unlisted = unlisted_parents(raw, index, "buildings", {"units"})
        assert not unlisted.unseen
        asked.update(unlisted.gone)
    assert Counter(gone) == asked


def test_a_full_load_asks_for_all_that_are_gone_the_latest_first(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    for key in ("1", "3", "2", "stay/4"):
        raw.execute("insert into raw.bookings (record_key, record_hash) values (?, 'gone: ')", [key])
    raw.execute("update raw.bookings set valid_from = now() - interval 1 day where record_key = '3'")
    raw.execute("update raw.bookings set valid_from = now() - interval 2 days where record_key = '1'")
    assert Unlisted([], ["2", "3", "1"]) == unlisted_parents(raw, index, "bookings", set(), full=True)
    assert Unlisted([], []) == unlisted_parents(raw, index, "bookings", set())


def test_which_record_is_to_be_found_changes_from_walk_to_walk(raw: duckdb.DuckDBPyConnection) -> None:
    raw.execute("insert into raw.units (record_key, record_hash) values ('gone', 'gone: ')")
    assert one_held(raw, "units") is None
    held = set()
    for key in ("1", "2", "3", "4"):
        put(raw, "units", key, f'{{"id":{key}}}')
    for _ in range(12):
        raw.execute("insert into raw.walks values ('units')")
        held.add(one_held(raw, "units"))
    assert held <= {"1", "2", "3", "4"}
    assert len(held) > 1
