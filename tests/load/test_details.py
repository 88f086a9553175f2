"""What the rows of a list leave out is read record by record, and only where the list leaves it out."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from client.loopback import Asked, Exchange, Loopback
from load.conftest import TODAY
from load.raw_rows import keys, note_read, put
from load.reading_children import read
from nightaudit.load.children.due import due_lists
from nightaudit.load.children.parents import Parents
from nightaudit.load.children.pending import AGAIN, DOUBTED, UNPROVEN, Pending
from nightaudit.load.streams.table import CHILDREN

DETAILS = {child.name: child for child in CHILDREN if child.adds}
STAYS, UNITS = "room_stays_details", "units_details"
# A custom field may have the name of one that a request for the record adds.
SHORT = {
    name: json.dumps(row | {"customFields": [{"name": field} for field in DETAILS[name].adds]})
    for name, row in {
        STAYS: {"roomStayId": 9, "startDate": "2026-01-01"},
        UNITS: {"id": 9, "unitName": "rate 9"},
    }.items()
}


@pytest.fixture
def asked_for(raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]) -> Callable[[str], list[str]]:
    return lambda name: keys(Parents(raw, index, DETAILS[name], TODAY).due())[1]


@pytest.mark.parametrize(("name", "field"), [(name, field) for name, child in DETAILS.items() for field in child.adds])
def test_no_record_is_asked_for_where_most_rows_have_a_field_that_others_leave_out(
    raw: duckdb.DuckDBPyConnection, asked_for: Callable[[str], list[str]], name: str, field: str
) -> None:
    child = DETAILS[name]
    for number in (9, 10):
        put(raw, child.parent, f"{child.prefix}{number}", SHORT[name])
    assert [f"{child.prefix}10", f"{child.prefix}9"] == asked_for(name), "the newest first"
    shown = json.dumps(json.loads(SHORT[name]) | {field: None})
    put(raw, child.parent, f"{child.prefix}11", shown)
    assert 3 == len(asked_for(name)), "a record that the list did not show was read by its key"
    for number in (12, 13):
        put(raw, child.parent, f"{child.prefix}{number}", shown)
    assert [] == asked_for(name)
    raw.execute(f"update raw.{child.parent} set valid_to = now() where record_key like '%1_'")
    put(raw, child.parent, f"{child.prefix}11", SHORT[name], "b")
    assert [f"{child.prefix}11", f"{child.prefix}9"] == asked_for(name), (
        "earlier versions say nothing of the list as it is"
    )


def test_bookings_with_their_room_stays_are_not_asked_for(
    raw: duckdb.DuckDBPyConnection, asked_for: Callable[[str], list[str]]
) -> None:
    put(raw, "bookings", "5", '{"id":5,"roomStays":[{"roomStayId":9}]}')
    assert [] == asked_for(STAYS)
    put(raw, "bookings", "stay/9", SHORT[STAYS])
    put(raw, "bookings", "stay/ ", '{"roomStayId":" "}')
    assert ["stay/9"] == asked_for(STAYS), "not the booking, and not what has no id"


def test_a_record_is_asked_for_again_when_its_row_changes_or_its_turn_comes(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str], asked_for: Callable[[str], list[str]]
) -> None:
    for number in (8, 9):
        put(raw, "bookings", f"stay/{number}", SHORT[STAYS])
    raw.execute("update raw.bookings set valid_from = now() - interval 30 days")
    note_read(raw, STAYS, *Parents(raw, index, DETAILS[STAYS], TODAY).due()[1])
    assert [] == asked_for(STAYS)
    raw.execute("update raw.bookings set valid_to = now() where record_key = 'stay/8'")
    put(raw, "bookings", "stay/8", '{"roomStayId":8,"startDate":"2026-02-01"}', "b")
    assert ["stay/8"] == asked_for(STAYS)
    put(raw, "units", "9", SHORT[UNITS])
    note_read(raw, UNITS, *Parents(raw, index, DETAILS[UNITS], TODAY).due()[1])
    assert [] == asked_for(UNITS)
    tomorrow = TODAY + datetime.timedelta(days=1)
    assert ["9"] == keys(Parents(raw, index, DETAILS[UNITS], tomorrow).due())[1], "supply follows from the last night"
    for number in (10, 11, 12):
        put(raw, "bookings", f"stay/{number}", json.dumps(json.loads(SHORT[STAYS]) | {DETAILS[STAYS].adds[0]: None}))
    assert (0, []) == Parents(raw, index, DETAILS[STAYS], TODAY).carried(), "what shows all fields holds no list"


def test_units_are_read_at_once_and_room_stays_within_the_budget(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    for number in range(1, 31):
        put(raw, "bookings", f"stay/{number}", SHORT[STAYS])
        put(raw, "units", str(number), SHORT[UNITS])
    due = {one.child.name: one for one in due_lists(raw, index, [*DETAILS.values()], TODAY, 12, full=False)}
    assert (30, 0) == (len(due[UNITS].pending), due[UNITS].put_off)
    assert (12, 18) == (len(due[STAYS].pending), due[STAYS].put_off)
    assert "stay/30" == due[STAYS].pending[0].parent_key
    note_read(raw, UNITS, *due[UNITS].pending[:25])
    tomorrow = TODAY + datetime.timedelta(days=1)
    [due_then] = due_lists(raw, index, [DETAILS[UNITS]], tomorrow, 12, full=False)
    assert (5 + 12, 13) == (len(due_then.pending), due_then.put_off), "the turns of the others are within the budget"


def test_new_room_stays_come_before_lists_that_no_figure_needs_and_their_turns_do_not(
    raw: duckdb.DuckDBPyConnection, index: Callable[[str], str]
) -> None:
    notes = next(child for child in CHILDREN if child.name == "contacts_notes")
    for number in range(1, 31):
        put(raw, "bookings", f"stay/{number}", SHORT[STAYS])
        put(raw, "contacts", str(number), "{}")
    raw.execute("update raw.bookings set valid_from = now() - interval 60 days")

    def asked(*, full: bool = False) -> list[int]:
        due = due_lists(raw, index, [DETAILS[STAYS], notes], TODAY, 20, full=full)
        return [len(one.pending) for one in due]

    assert [20, 0] == asked()
    [stays, _] = due_lists(raw, index, [DETAILS[STAYS], notes], TODAY, 60, full=False)
    note_read(raw, STAYS, *stays.pending[6:])
    assert [6 + 7, 7] == asked(full=True), "with those that are read already"
    assert [6, 14] == asked()
    note_read(raw, STAYS, *(replace(one, token=one.token + "0") for one in stays.pending))
    assert [10, 10] == asked(), "it is only their turn"


@pytest.mark.usefixtures("impatient")
def test_what_another_record_answers_is_not_taken_for_the_stay(tmp_path: Path) -> None:
    answers: dict[str, dict[str, Any] | None] = {
        "1": {"roomStayId": 1, "id": 70, "rate": {"rateCode": "LONG"}},
        "2": {"id": 2, "confirmedDate": "2026-01-05T10:00:00Z"},
        "3": {"contractSignedDate": None},
        "4": {"roomStayId": 44, "rate": {"rateCode": "SHORT"}},
        "5": {"message": "try again later"},
        "6": None,
    }

    def respond(asked: Asked, exchange: Exchange) -> None:
        exchange.json(answers[asked.path.removeprefix("/api/v3/roomStays/")])

    pending = [Pending(f"stay/{number}", "") for number in answers]
    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, pending, stream=STAYS, deadline_seconds=1)
    assert [answers[number] for number in ("1", "2", "3")] == [json.loads(text or b"") for _, text in found]
    assert "failed" == reader.summary.outcome
    assert "Record 4 was requested, but the service returned record 44." in reader.summary.reason
    assert [*pending[:3], replace(pending[5], token=AGAIN)] == reader.reads(), "none in doubt"
    assert ["stay/4", "stay/5"] == [one.parent_key for one in reader.unanswered()]


def test_an_answer_of_another_status_than_the_row_is_kept_and_read_once_more(tmp_path: Path) -> None:
    """A machine that lagged answered for the stay as it was, and the stay was asked again when its turn came, after 28 days."""
    answer = {"roomStayId": 1, "roomStayStatus": "PENDING", "confirmedDate": None}
    rows = {"stay/1": b'{"roomStayId":1,"roomStayStatus":"CONFIRMED"}', "stay/2": b'{"roomStayId":2}'}
    marks: list[list[str]] = []
    with Loopback(lambda asked, exchange: exchange.json(answer | {"roomStayId": int(asked.path[-1])})) as server:
        for doubted in (False, True):
            pending = [Pending(key, "", doubted=doubted) for key in rows]
            reader, found = read(server, tmp_path, pending, stream=STAYS, records=rows)
            assert 2 == len(found)
            assert "1 lists could not be proven complete" == reader.summary.reason
            marks.append([one.token for one in reader.reads()])
    assert [[DOUBTED, ""], [UNPROVEN, ""]] == marks
