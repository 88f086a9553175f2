from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from functools import partial

import duckdb
import pytest

from nightaudit import raw_tables
from nightaudit.load.children.parents import MOST_WITNESSES, Parents
from nightaudit.load.earlier.index import index_of
from nightaudit.load.missing.referred import one_held, unlisted_parents
from nightaudit.load.missing.unlisted import Unlisted
from nightaudit.load.streams.references import REFERENCES
from nightaudit.load.streams.table import CHILDREN, STREAMS

COLUMNS = """
record_key varchar, parent_key varchar, payload varchar, record_hash varchar, walk_id varchar,
valid_from timestamptz default now(), valid_to timestamptz
"""


@pytest.fixture
def raw() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.execute("create schema raw")
    for name in (one.name for many in (STREAMS, CHILDREN) for one in many):
        connection.execute(f"create table raw.{name} ({COLUMNS})")
    raw_tables.make(connection, ("child_reads", "child_unanswered"))
    connection.execute("create table raw.walks (stream varchar)")
    return connection


@pytest.fixture
def index(raw: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    return partial(index_of, raw)


def put(raw: duckdb.DuckDBPyConnection, stream: str, key: str, payload: str, digest: str = "a") -> None:
    raw.execute(f"insert into raw.{stream} (record_key, payload, record_hash) values (?, ?, ?)", [key, payload, digest])


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


def test_children_are_due_when_their_parent_changed_or_its_turn_comes(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    day = datetime.date(2026, 11, 1)
    child = {child.name: child for child in CHILDREN}
    put(raw, "bookings", "stay/9", '{"roomStayId":9,"bookingId":5}', "a")
    put(raw, "bookings", "stay/10", '{"roomStayId":10,"bookingId":5}', "b")
    put(raw, "bookings", "6", '{"id":6,"notes":[{}]}', "c")

    def due(name: str, today: datetime.date = day) -> list[str]:
        count, parents = Parents(raw, index, child[name], today).due()
        assert (count, parents[:1]) == Parents(raw, index, child[name], today).due(1), (
            "the newest, and how many there are"
        )
        assert (count, []) == Parents(raw, index, child[name], today).due(0)
        assert count == len(parents)
        return [parent.parent_key for parent in parents]

    assert ["5"] == due("bookings_notes"), "a booking that holds its notes needs no list"
    assert ["6", "5"] == due("bookings_pricing")
    for parent in Parents(raw, index, child["bookings_pricing"], day).due()[1]:
        raw.execute(
            "insert into raw.child_reads (stream, parent_key, token) values ('bookings_pricing', ?, ?)",
            [parent.parent_key, parent.token],
        )
    assert [] == due("bookings_pricing")
    raw.execute("update raw.bookings set valid_to = now() where record_key = '6'")
    put(raw, "bookings", "6", '{"id":6,"notes":[{}],"version":2}', "d")
    assert ["6"] == due("bookings_pricing")
    turns = [due("bookings_pricing", day + datetime.timedelta(days)) for days in range(28)]
    assert any("5" in turn for turn in turns)
    put(raw, "units", "1", '{"id":1}')
    _, [parent] = Parents(raw, index, child["availabilities_unit_intervals"], day).due()
    raw.execute(
        "insert into raw.child_reads (stream, parent_key, token) values ('availabilities_unit_intervals', '1', ?)",
        [parent.token],
    )
    assert [] == due("availabilities_unit_intervals")
    assert ["1"] == due("availabilities_unit_intervals", day + datetime.timedelta(1))


@pytest.mark.parametrize("none", ["", " ", "\u00a0\t", ".", " .. "])
def test_what_cannot_be_asked_for_is_neither_due_nor_named(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str], none: str
) -> None:
    day = datetime.date(2026, 11, 1)
    child = {child.name: child for child in CHILDREN}
    put(raw, "bookings", "stay/9", json.dumps({"roomStayId": 9, "bookingId": none}), "a")
    put(raw, "bookings", "stay/10", '{"roomStayId":10,"bookingId":5}', "b")
    put(raw, "rates", none, json.dumps({"id": none}), "a")
    put(raw, "rates", "7", '{"id":7}', "b")
    for name, parent in (("bookings_pricing", "5"), ("rates_rate_segments", "7")):
        count, parents = Parents(raw, index, child[name], day).due()
        assert (1, [parent]) == (count, [one.parent_key for one in parents])
    put(raw, "units", "1", json.dumps({"id": 1, "buildingId": none}))
    put(raw, "buildings", none, json.dumps({"id": none}), "a")
    assert one_held(raw, "buildings") is None
    raw.execute("update raw.buildings set valid_to = now()")
    raw.execute("insert into raw.buildings (record_key, record_hash) values (?, 'gone: ')", [none])
    assert Unlisted([], []) == unlisted_parents(raw, index, "buildings", {"units"}, full=True)


def test_lists_of_records_that_carry_them_are_never_due(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    """Though they are read again every four weeks where records do not carry them."""
    embedded = [child for child in CHILDREN if child.embedded]
    assert ["sales_invoices_sales_invoice_items"] == [child.name for child in embedded if not child.rolling]
    for parent in {child.parent for child in embedded}:
        carried = "".join(f',"{child.embedded}":[]' for child in embedded if child.parent == parent)
        put(raw, parent, "1", f'{{"id":1{carried}}}')
        put(raw, parent, "2", '{"id":2}')
        put(raw, parent, "3", f'{{"id":3{carried.replace("[]", "[{}]")}}}')
    for child in embedded:
        for day in (0, 14, 28, 42):
            _, due = Parents(raw, index, child, datetime.date(2026, 11, 1) + datetime.timedelta(day)).due()
            assert ["2"] == [one.parent_key for one in due]


@pytest.mark.parametrize("nothing", ["[]", "null"])
def test_of_records_that_all_carry_nothing_a_few_are_asked_for_and_all_where_a_list_has_rows(
    nothing: str, raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    child = {child.name: child for child in CHILDREN}
    day = datetime.date(2026, 11, 1)
    for key in range(1, 41):
        put(raw, "contacts", str(key), f'{{"id":{key},"notes":{nothing}}}')
        put(raw, "sales_invoices", str(key), f'{{"id":{key},"salesInvoiceItems":{nothing}}}')
    assert 40 == Parents(raw, index, child["sales_invoices_sales_invoice_items"], day).due()[0], "essential"
    found = [Parents(raw, index, child["contacts_notes"], day + datetime.timedelta(days)).due() for days in range(9)]
    assert {MOST_WITNESSES} == {count for count, _ in found}
    assert len({one.parent_key for _, due in found for one in due}) > 2 * MOST_WITNESSES, "others each day"
    assert all(one.carried and not one.is_believed for _, due in found for one in due)
    raw.execute("insert into raw.contacts_notes (record_key, parent_key, payload) values ('7/1', '7', '{}')")
    assert 40 == Parents(raw, index, child["contacts_notes"], day).due()[0]
    assert 0 == Parents(raw, index, child["contacts_notes"], day).carried()[0], "none twice"
    put(raw, "contacts", "41", '{"id":41,"notes":[{}]}')
    assert 0 == Parents(raw, index, child["contacts_notes"], day).due()[0], "a record that carries a row speaks for all"


def test_lists_of_records_that_changed_come_before_those_whose_turn_has_come(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    [child] = [child for child in CHILDREN if child.name == "contacts_notes"]
    day = datetime.date(2026, 11, 1)
    for key in ("1", "2", "3", "4"):
        put(raw, "contacts", key, f'{{"id":{key}}}')
    for pending in Parents(raw, index, child, day).due()[1]:
        raw.execute(
            "insert into raw.child_reads values ('contacts_notes', $1, $2, now() - to_days($1::int))",
            [pending.parent_key, pending.token],
        )
    raw.execute("update raw.contacts set valid_from = now() - interval 30 days")
    raw.execute("update raw.contacts set valid_to = now() where record_key = '2'")
    put(raw, "contacts", "2", '{"id":2,"name":"changed"}', "b")
    count, due = Parents(raw, index, child, day + datetime.timedelta(28)).due()
    assert (4, ["2", "4", "3", "1"]) == (count, [one.parent_key for one in due]), "read longest ago first"
