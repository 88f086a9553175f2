from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nightaudit.client.resources import GuestStays
from nightaudit.errors import UnreadableAnswer
from nightaudit.load.pages.rows import (
    AnotherRecord,
    child_rows,
    id_of,
    is_of,
    key_of,
    keyed,
    record_key,
    sort_field,
    statuses_of,
)
from nightaudit.load.pages.versions import hash_of, payload_and_hash, payloads_of, same_content
from nightaudit.load.streams.extra import KNOWN
from nightaudit.load.streams.table import STREAMS

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("row", "key", "name", "field"),
    [
        (b'{"id": 17, "roomStays": []}', 17, "17", "id"),
        (b'{"roomStayId": 805, "bookingId": 17}', 805, "stay/805", "roomStayId"),
        (b'{"id": 9, "roomStayId": 805}', 9, "9", "id"),
        (b'{"id": "a-1"}', "a-1", "a-1", "id"),
        (b'{"id":17,"name":"x"}', 17, "17", "id"),
        (b'{"id":9223372036854775807,"name":"x"}', 2**63 - 1, str(2**63 - 1), "id"),
        (b'{"id":-17,"name":"x"}', -17, "-17", "id"),
        (b'{"id":"17","name":"x"}', "17", "17", "id"),
        (b'{"id":null,"roomStayId":5}', 5, "stay/5", "roomStayId"),
        (b'{"id":17,"roomStayId":805,"roomStayStatus":"CONFIRMED"}', 805, "stay/805", "roomStayId"),
        (b'{"id":17,"roomStays":[{"roomStayId":805,"roomStayStatus":"CONFIRMED"}]}', 17, "17", "id"),
    ],
)
def test_a_row_has_one_key_to_walk_by_store_and_sort_by(row: bytes, key: object, name: str, field: str) -> None:
    assert (key, name, field) == (key_of(row), record_key(row), sort_field(row))


@pytest.mark.parametrize(
    "row",
    [b'{"id":17,"name":"x"}', b'{"id": 17}', b'{"name":"x","id":17}', b'{"id":"17","name":"x"}', b'{"id":-17,"n":1}'],
)
def test_an_id_at_the_beginning_is_the_key(row: bytes) -> None:
    assert key_of(row) == id_of(row)


def test_only_lists_of_bookings_and_lists_of_which_nothing_is_shown_may_hold_room_stays() -> None:
    of_stays = {stream.name for stream in (*STREAMS, *KNOWN.values()) if keyed(stream.list) is key_of}
    assert {"bookings", *KNOWN} == of_stays


def test_a_record_without_a_key_is_refused_and_what_it_has_is_not_told() -> None:
    with pytest.raises(UnreadableAnswer) as error:
        key_of(b'{"name": "x"}')
    assert '"x"' not in repr(vars(error.value))


def test_a_row_of_a_list_without_room_stays_has_its_id_as_key_whatever_fields_it_has() -> None:
    """A guest stay that also showed a `roomStayStatus` had the key of its room stay where it was asked for, and was lost."""
    row = b'{"id":900,"roomStayId":800,"roomStayStatus":"CONFIRMED"}'
    key = keyed(GuestStays.list)
    assert (900, "900", "id") == (key(row), record_key(row, key), sort_field(row, key))
    is_of(900, key)(row)
    with pytest.raises(AnotherRecord):
        is_of(800, key)(row)


def test_rows_of_a_child_list_have_keys_of_their_own_and_keep_them_however_they_are_listed() -> None:
    rows = [b'{"id":3}', b'"tag"', b'{"id":3,"name":"x"}', b'"tag"', b'{"id":""}', b'{"id":" "}', b'{"id":3}']
    expected = {
        "7/3": b'"tag"',
        "7/3/2": b'{"id":3,"name":"x"}',
        "7/3/3": b'{"id":3}',
        "7/1": b'"tag"',
        "7/4": b'{"id":""}',
        "7/5": b'{"id":" "}',
    }
    assert expected == child_rows("7", rows)
    assert {"7/a": b'{"id":"a","n":1}', "7/a/2": b'{"id":"a","n":2}'} == child_rows(
        "7", [b'{"id":"a","n":2}', b'{"id":"a","n":1}']
    )


def test_statuses_are_read_of_rows_and_of_stays_in_them() -> None:
    nested = b'{"id":1,"roomStays":[{"roomStayStatus":"PENDING"},null,{"roomStayStatus":"CANCELLED"}]}'
    assert {"PENDING", "CANCELLED"} == statuses_of(nested)
    assert {"NO_SHOW"} == statuses_of(b'{"roomStayId":1,"roomStayStatus":"NO_SHOW"}')
    assert {"POSTED"} == statuses_of(b'{"id":1,"status":"POSTED"}')


@given(VALUES)
def test_the_payload_is_the_text_itself(value: object) -> None:
    text = json.dumps({"id": 1, "value": value}, ensure_ascii=False)
    assume(not re.search(r"[.\d]{17}", text))  # what looks like a long number is written anew
    assert text.encode() == payload_and_hash(text.encode())[0]


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**13), max_value=10**13))
def test_no_digit_of_an_amount_is_lost(amount: Decimal) -> None:
    payload, _ = payload_and_hash(f'{{"id":1,"amount":{amount:f}}}'.encode())
    kept = json.loads(payload, parse_float=Decimal)["amount"]
    assert amount == Decimal(kept)
    assert isinstance(kept, str) or amount == Decimal(repr(float(kept)))


@given(st.lists(VALUES | st.sampled_from([10**16, 1234567890.1234567, "x" * 17, 10**15])))
def test_rows_looked_through_at_once_are_kept_as_each_by_itself(values: list[object]) -> None:
    rows = [json.dumps({"id": 1, "value": value}).encode() for value in values]
    assert [payload_and_hash(row)[0] for row in rows] == [*payloads_of(rows)]
    assert [payload_and_hash(row)[1] for row in rows] == [*map(hash_of, payloads_of(rows))]


def test_a_record_has_the_hash_that_raw_tables_hold_of_it() -> None:
    """Another one would have every record that is held looked up by its text."""
    row = b'{"id":1,"name":"%b"}' % (b"x" * 9000)
    assert "b740eaf9c9eebfb7273ee74bfb95edc4" == hash_of(b'{"id":1}')
    assert "10b5a461ef4b5503a488f7630af894f1" == hash_of(row)
    assert "a8a09f30c58eae0d13dbe4aab480d2e0" == hash_of(row, "17/1")
    assert (row, hash_of(row, "17/1")) == payload_and_hash(row, "17/1")


@given(st.dictionaries(st.text(), VALUES))
def test_the_order_of_keys_is_not_content(record: dict[str, object]) -> None:
    assert same_content(json.dumps(record).encode(), json.dumps(dict(reversed(record.items())), indent=2).encode())


def test_content_is_compared_by_value() -> None:
    assert same_content(b'{"a":1.0}', b'{"a": 1.00}')
    assert not same_content(b'{"a":1.0}', b'{"a":1.01}')
    assert not same_content(b'{"a":null}', b"{}")
    assert same_content(b'{"a":[1,{"b":true}]}', b'{"a": [1.0,{"b":true}]}')
    for one, other in ((b"true", b"1"), (b"0", b"false")):
        assert not same_content(b'{"a":[{"b":%b}]}' % one, b'{"a":[{"b":%b}]}' % other)
