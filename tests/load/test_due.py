"""Which child lists are due, and in which order."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import replace

import duckdb
import pytest

from load.conftest import TODAY
from load.raw_rows import keys, note_read, put
from nightaudit.load.children.due import MOST_IN_VAIN, due_lists
from nightaudit.load.children.parents import MOST_WITNESSES, Parents
from nightaudit.load.children.pending import AGAIN, DOUBTED, UNPROVEN, Pending
from nightaudit.load.missing.referred import one_held, unlisted_parents
from nightaudit.load.missing.unlisted import Unlisted
from nightaudit.load.streams.table import CHILDREN

LISTS = {child.name: child for child in CHILDREN}


def test_children_are_due_when_their_parent_changed_or_its_turn_comes(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    put(raw, "bookings", "stay/9", '{"roomStayId":9,"bookingId":5}', "a")
    put(raw, "bookings", "stay/10", '{"roomStayId":10,"bookingId":5}', "b")
    put(raw, "bookings", "6", '{"id":6,"notes":[{}]}', "c")

    def due(name: str, today: datetime.date = TODAY) -> list[str]:
        count, parents = Parents(raw, index, LISTS[name], today).due()
        assert (count, parents[:1]) == Parents(raw, index, LISTS[name], today).due(1), (
            "the newest, and how many there are"
        )
        assert (count, []) == Parents(raw, index, LISTS[name], today).due(0)
        assert count == len(parents)
        return [parent.parent_key for parent in parents]

    assert ["5"] == due("bookings_notes"), "a booking that holds its notes needs no list"
    assert ["6", "5"] == due("bookings_pricing")
    note_read(raw, "bookings_pricing", *Parents(raw, index, LISTS["bookings_pricing"], TODAY).due()[1])
    assert [] == due("bookings_pricing")
    assert ["6", "5"] == due("bookings_financial_summary"), "another list of the same bookings"
    raw.execute("update raw.bookings set valid_to = now() where record_key in ('6', 'stay/9')")
    put(raw, "bookings", "6", '{"id":6,"notes":[{}],"version":2}', "d")
    put(raw, "bookings", "stay/9", '{"roomStayId":9,"bookingId":5,"version":2}', "aa")
    raw.execute("update raw.bookings set valid_from = now() - interval 30 days")
    assert ["6", "5"] == due("bookings_pricing")
    note_read(raw, "bookings_pricing", *Parents(raw, index, LISTS["bookings_pricing"], TODAY).due()[1])
    turns = [due("bookings_pricing", TODAY + datetime.timedelta(days)) for days in range(28)]
    assert any("5" in turn for turn in turns)
    put(raw, "units", "1", '{"id":1}')
    intervals = Parents(raw, index, LISTS["availabilities_unit_intervals"], TODAY).due()[1]
    note_read(raw, "availabilities_unit_intervals", *intervals)
    assert [] == due("availabilities_unit_intervals")
    assert ["1"] == due("availabilities_unit_intervals", TODAY + datetime.timedelta(1))


@pytest.mark.parametrize("none", ["", " ", "\u00a0\t", ".", " .. "])
def test_what_cannot_be_asked_for_is_neither_due_nor_named(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str], none: str
) -> None:
    put(raw, "bookings", "stay/9", json.dumps({"roomStayId": 9, "bookingId": none}), "a")
    put(raw, "bookings", "stay/10", '{"roomStayId":10,"bookingId":5}', "b")
    put(raw, "rates", none, json.dumps({"id": none}), "a")
    put(raw, "rates", "7", '{"id":7}', "b")
    for name, parent in (("bookings_pricing", "5"), ("rates_rate_segments", "7")):
        count, parents = Parents(raw, index, LISTS[name], TODAY).due()
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
            _, due = Parents(raw, index, child, TODAY + datetime.timedelta(day)).due()
            assert ["2"] == [one.parent_key for one in due]


@pytest.mark.parametrize("nothing", ["[]", "null"])
def test_of_records_that_all_carry_nothing_a_few_are_asked_for_and_all_where_a_list_has_rows(
    nothing: str, raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    for key in range(1, 41):
        put(raw, "contacts", str(key), f'{{"id":{key},"notes":{nothing}}}')
        put(raw, "sales_invoices", str(key), f'{{"id":{key},"salesInvoiceItems":{nothing}}}')
    assert 40 == Parents(raw, index, LISTS["sales_invoices_sales_invoice_items"], TODAY).due()[0], "essential"
    found = [Parents(raw, index, LISTS["contacts_notes"], TODAY + datetime.timedelta(days)).due() for days in range(9)]
    assert {MOST_WITNESSES} == {count for count, _ in found}
    assert len({one.parent_key for _, due in found for one in due}) > 2 * MOST_WITNESSES, "others each day"
    assert all(one.carried and not one.is_believed for _, due in found for one in due)
    insert = "insert into raw.contacts_notes (record_key, parent_key, payload) values"
    raw.execute(f"{insert} ('7/1', '7', null), ('99/1', '99', '{{}}')")
    assert MOST_WITNESSES == Parents(raw, index, LISTS["contacts_notes"], TODAY).due()[0], "gone, and of another record"
    raw.execute(f"{insert} ('7/2', '7', '{{}}')")
    assert 40 == Parents(raw, index, LISTS["contacts_notes"], TODAY).due()[0]
    assert 0 == Parents(raw, index, LISTS["contacts_notes"], TODAY).carried()[0], "none twice"
    put(raw, "contacts", "41", '{"id":41,"notes":[{}]}')
    assert 0 == Parents(raw, index, LISTS["contacts_notes"], TODAY).due()[0], (
        "a record that carries a row speaks for all"
    )


def test_lists_of_records_that_changed_come_before_those_whose_turn_has_come(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    child = LISTS["contacts_notes"]
    for number in range(1, 8):
        put(raw, "contacts", str(number), f'{{"id":{number}}}')
    raw.execute("update raw.contacts set valid_from = now() - interval 30 days")
    pending = {one.parent_key: one for one in Parents(raw, index, child, TODAY).due()[1]}
    for key in ("1", "2", "3", "4"):
        note_read(raw, child.name, pending[key], days=int(key))
    raw.execute("update raw.contacts set valid_to = now() where record_key = '2'")
    put(raw, "contacts", "2", '{"id":2,"name":"changed"}', "b")
    note_read(raw, child.name, replace(pending["7"], token=pending["7"].token + AGAIN), days=1)
    for key, days in (("2", 1), ("4", 0.5), ("5", 3.5), ("7", 3)):
        note_read(raw, child.name, pending[key], days=days, table="child_unanswered")
    note_read(raw, "contacts_custom_fields", pending["6"], days=3, table="child_unanswered")
    found = keys(Parents(raw, index, child, TODAY + datetime.timedelta(28)).due())
    assert (7, ["7", "6", "2", "5", "3", "1", "4"]) == found, "asked for longest ago first"


def parents_of_notes(raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]) -> Parents:
    """Four contacts that have been there for a month."""
    for key in ("1", "2", "3", "4"):
        put(raw, "contacts", key, f'{{"id":{key}}}')
    raw.execute("update raw.contacts set valid_from = now() - interval 30 days")
    return Parents(raw, index, LISTS["contacts_notes"], TODAY)


def test_a_list_is_due_with_what_was_said_of_it_when_it_was_read(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    parents = parents_of_notes(raw, index)
    unread, *due = parents.due()[1]
    for one, mark in zip(due, (AGAIN, DOUBTED, UNPROVEN), strict=True):
        note_read(raw, "contacts_notes", replace(one, token=one.token + mark))
    again, doubted = replace(due[0], again=True), replace(due[1], doubted=True)
    assert (3, [unread, again, doubted]) == parents.due()


def test_lists_that_are_not_due_follow_those_that_are_read_longest_ago_first(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    parents = parents_of_notes(raw, index)
    for one in parents.due()[1]:
        note_read(raw, "contacts_notes", one, days={"1": 2, "2": 3, "3": 1, "4": 2.5}[one.parent_key])
    assert (0, []) == keys(parents.due())
    assert (0, ["2", "4"]) == keys(parents.due(others=2))
    for full, expected in ((False, []), (True, ["2", "4", "1"])):
        [due] = due_lists(raw, index, [LISTS["contacts_notes"]], TODAY, 3, full=full)
        assert (expected, 0) == ([one.parent_key for one in due.pending], due.put_off)
    raw.execute("delete from raw.child_reads where parent_key = '3'")
    assert (1, ["3", "2"]) == keys(parents.due(others=1)) == keys(parents.due(3, others=1))


def test_the_list_of_a_record_that_was_gone_meanwhile_is_due_again(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    """Its rows were lost with it; a record of a clock that was ahead was not gone."""
    for key, hours in (("1", -48), ("2", -1), ("3", 24)):
        for stream, record_key in (("contacts", key), ("bookings", f"stay/{key}"), ("bookings", f"stay/1{key}")):
            put(raw, stream, record_key, f'{{"id":{key},"roomStayId":{key},"bookingId":{key}}}')
            at = -48 if record_key.startswith("stay/1") else hours
            raw.execute(
                f"update raw.{stream} set valid_from = now() + to_hours({at}) where record_key = '{record_key}'"
            )
    for name in ("contacts_notes", "bookings_pricing"):
        parents = Parents(raw, index, LISTS[name], TODAY)
        note_read(raw, name, *parents.due()[1], days=1)
        assert (1, ["2"]) == keys(parents.due())


def test_a_list_that_was_read_soon_after_its_record_changed_is_due_again(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    """A machine that lags may have answered. One read later is not due, nor one of a clock that is ahead."""
    now = datetime.datetime.now(datetime.UTC)
    for key, minutes in (("1", 70), ("2", 50), ("3", -10)):
        stamp = (now - datetime.timedelta(days=1, minutes=minutes)).isoformat()
        for stream, record_key in (("contacts", key), ("bookings", f"stay/{key}")):
            record = {"id": key, "roomStayId": key, "bookingId": key, "lastModifiedDate": stamp}
            put(raw, stream, record_key, json.dumps(record))
            raw.execute(f"update raw.{stream} set valid_from = now() - interval 2 days")
    for name in ("contacts_notes", "bookings_pricing"):
        parents = Parents(raw, index, LISTS[name], TODAY)
        note_read(raw, name, *parents.due()[1], days=1)
        assert (1, ["2"]) == keys(parents.due())
        note_read(raw, name, *parents.due()[1])
        assert (0, []) == keys(parents.due())


def test_rows_and_reads_of_other_lists_and_of_the_past_do_not_count(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    """Contact 1 is pending, 3 is gone, and so are the notes of 4."""
    child = LISTS["contacts_notes"]
    for key in ("1", "2", "4"):
        put(raw, "contacts", key, f'{{"id":{key}}}')
    for key in ("1", "2", "3", "4"):
        raw.execute(
            "insert into raw.contacts_notes (record_key, parent_key, payload, record_hash, valid_to)"
            " values ($1 || '/1', $1, '{}', 'before', now()), ($1 || '/1', $1, if($1 = '4', null, '{}'), 'now', null)",
            [key],
        )
        for name in ("contacts_notes", "contacts_custom_fields"):
            note_read(raw, name, Pending(key, f"read{UNPROVEN}"))
    parents, pending = Parents(raw, index, child, TODAY), [Pending("1", "")]
    assert ["2"] == parents.witnesses(pending)
    assert 2 == parents.unproven(pending), "of 2 and 4"
    assert {key: {f"{key}/1": "now"} for key in ("1", "2")} == parents.child_hashes([*pending, *map(of, "24")])


def test_lists_that_were_not_proven_are_counted_beside_those_that_were(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    child = LISTS["contacts_notes"]
    put(raw, "contacts", "1", '{"id":1}')
    put(raw, "contacts", "2", '{"id":2}')
    two, one = Parents(raw, index, child, TODAY).due()[1]
    note_read(raw, child.name, one, replace(two, token=two.token + UNPROVEN))
    raw.execute("insert into raw.contacts_notes (record_key, parent_key, payload) values ('1/1', '1', '{}')")
    [due] = due_lists(raw, index, [child], TODAY, 20, full=False)
    assert ([], 1, True, []) == (due.pending, due.unproven, due.answered, due.witnesses)
    put(raw, "contacts", "3", '{"id":3}')
    [due] = due_lists(raw, index, [child], TODAY, 20, full=False)
    assert (["3"], ["1"]) == ([one.parent_key for one in due.pending], due.witnesses)


def of(parent: str) -> Pending:
    return Pending(parent, "")


def test_an_embedded_list_is_compared_once_for_each_version_where_the_list_is_known(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of 1 is not, the rows of 2 and a reading of 3 are; that of 4 was compared, another list of 2 as well."""
    child = LISTS["contacts_notes"]
    for key in ("1", "2", "3", "4"):
        put(raw, "contacts", key, f'{{"id":{key},"notes":[{{}}],"customFields":[{{}}]}}')
    raw.execute("insert into raw.contacts_notes (record_key, parent_key, payload) values ('2/1', '2', '{}')")
    note_read(raw, child.name, of("3"), of("4"))
    parents = Parents(raw, index, child, TODAY)
    count, carried = parents.carried()
    assert (3, ["2", "3", "4"]) == keys((count, carried))
    assert [Pending(one.parent_key, one.token, carried=True) for one in carried] == carried
    assert all(one.is_believed for one in carried)
    note_read(raw, "contacts_custom_fields", carried[0])
    note_read(raw, child.name, carried[2])
    assert (2, ["2", "3"]) == keys(parents.carried())
    monkeypatch.setattr("nightaudit.load.children.parents.MOST_CARRIED", 1)
    [due] = due_lists(raw, index, [child], TODAY, 20, full=False)
    assert (["2"], 1) == ([one.parent_key for one in due.pending], due.put_off)


def test_few_lists_are_asked_for_while_none_of_their_kind_was_ever_answered(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    for number in range(1, 101):
        put(raw, "contacts", str(number), "{}")
    both = [LISTS["contacts_notes"], LISTS["contacts_custom_fields"]]

    def asked(*, full: bool = False) -> list[int]:
        return [len(due.pending) for due in due_lists(raw, index, both, TODAY, 100, full=full)]

    assert [50, 50] == asked()
    note_read(raw, "contacts_notes", Pending("100", ""), table="child_unanswered")
    assert [MOST_IN_VAIN, 100 - MOST_IN_VAIN] == asked()
    assert [50, 50] == asked(full=True)
    note_read(raw, "contacts_notes", Pending("99", ""))
    assert [50, 50] == asked()
