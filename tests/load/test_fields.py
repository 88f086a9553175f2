"""Undeclared fields, and fields that change their type, are loaded without a second column, and reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from load.conftest import current, load_once, put, rows, serving
from nightaudit import warehouse
from nightaudit.load.fields import examined
from nightaudit.load.fields.declared import dictionary
from nightaudit.load.fields.examined import examine
from nightaudit.load.fields.remarks import FieldRemark
from nightaudit.load.status import stream_status
from nightaudit.settings import Settings


def channels(*records: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {"channels": [{"id": number, "name": "A", **record} for number, record in enumerate(records, start=1)]}


def looked_at(settings: Settings) -> dict[str, FieldRemark]:
    with warehouse.lock(settings, "test"):
        return {remark.field: remark for remark in examine(settings)}


def loaded(place: Path, name: str, records: dict[str, list[dict[str, Any]]], **more: Any) -> Settings:
    with serving(put(place / name, records), place / "data") as service:
        settings = service.model_copy(update=more)
        load_once(settings, ("channels",)).raise_for_failures()
    return settings


def test_unknown_and_retyped_fields_are_named_and_make_no_second_column(tmp_path: Path) -> None:
    stamps = {"createdDate": "2026-01-01T00:00:00Z", "lastModifiedDate": "2026-01-02T00:00:00Z"}
    settings = loaded(tmp_path, "first", channels({"commission": 12.5, **stamps}))
    before = rows(settings, "describe raw.channels")
    assert {} == looked_at(settings)
    strange = {"commission": "12.5 %", "loyalty": {"tier": 3, "since": None}, "name": ["A", "B"]}
    settings = loaded(tmp_path, "second", channels(strange))
    assert before == rows(settings, "describe raw.channels")
    assert strange == {
        key: value for key, value in json.loads(current(settings, "channels")["1"]).items() if key in strange
    }
    found = looked_at(settings)
    assert {"commission", "loyalty", "loyalty.tier", "name"} == set(found)
    assert ("number", "text") == found["commission"].kinds
    assert "comes as number and as text" == found["commission"].text
    assert "not in our record dictionary" == found["loyalty.tier"].text
    assert all(remark.new for remark in found.values())
    assert not any(remark.new for remark in looked_at(settings).values()), "told once as new"
    status = {row["stream"]: row for row in stream_status(settings)}
    assert "loyalty not in our record dictionary" in status["channels"]["fields"]
    assert 1 == status["channels"]["records"]


def test_a_record_nested_too_deeply_to_be_looked_at_keeps_no_other_from_it(tmp_path: Path) -> None:
    deep: list[Any] = []
    for _ in range(130):
        deep = [deep]
    settings = loaded(tmp_path, "deep", channels({"form": deep}, {"commission": 12.5, "loyalty": 1}))
    assert {"loyalty"} == set(looked_at(settings)) - {"form"}
    assert deep == json.loads(current(settings, "channels")["1"])["form"]


def test_a_large_load_is_looked_at_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examined, "MOST_EXAMINED", 4)
    monkeypatch.setattr("nightaudit.load.changes.changed.BATCH_ROWS", 3)
    settings = loaded(tmp_path, "many", channels(*({} for _ in range(12)), {"late": True}), page_size=4)
    seen = [set(looked_at(settings)) for _ in range(5)]
    assert set() == seen[0]
    assert {"late"} == seen[-1]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("odd", "said"),
    [
        (["1", 1, 1.5, None], {"odd": "number and as text"}),
        ([1, 2.5, -3, None], {"odd": ""}),
        ([[{"a": 1}, {"b": None}], [], None], {"odd": "", "odd[].a": ""}),
        ([{"a": {"b": [True]}}, {"a": {}}, {"c": "x"}], {"odd": "", "odd.a": "", "odd.a.b": "", "odd.c": ""}),
        ([{"a": 1}, [1], "x"], {"odd": "list and as object and as text", "odd.a": ""}),
    ],
)
def test_records_examined_at_once_or_one_by_one_give_the_same_remarks(
    odd: list[Any], said: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = channels(*({"odd": value} for value in odd))
    found = []
    for name, number in (("at once", examined.AT_ONCE), ("one by one", 1)):
        monkeypatch.setattr(examined, "AT_ONCE", number)
        found.append({one.field: one.kinds for one in looked_at(loaded(tmp_path / name, name, records)).values()})
    at_once, one_by_one = found
    assert said == {field: " and as ".join(kinds) if len(kinds) > 1 else "" for field, kinds in at_once.items()}
    assert at_once == {field: tuple(kind for kind in kinds if kind != "several") for field, kinds in one_by_one.items()}


def test_the_dictionary_is_asked_only_about_fields_that_are_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(settings: Settings) -> dict[str, Any]:
        asked.append(settings)
        return dictionary(settings)

    monkeypatch.setattr(examined, "dictionary", counted)
    settings = loaded(tmp_path, "first", channels({"loyalty": 1}))
    assert {"loyalty"} == set(looked_at(settings))
    settings = loaded(tmp_path, "second", channels({"loyalty": 2}, {"loyalty": 3}))
    assert {"loyalty"} == set(looked_at(settings))
    assert 1 == len(asked)
    assert {"loyalty", "tier"} == set(looked_at(loaded(tmp_path, "third", channels({"tier": 2}))))
    back = channels({"tier": 2}, {"loyalty": 4})
    assert {"loyalty", "tier"} == set(looked_at(loaded(tmp_path, "fourth", back))), "one was gone meanwhile"
    assert 2 == len(asked)
    monkeypatch.setattr(examined, "fingerprint", lambda _: "of a release with another dictionary")
    monkeypatch.setattr(
        examined, "dictionary", lambda settings: dictionary(settings) | {"channels": {"loyalty": "value"}}
    )
    assert "loyalty" not in looked_at(settings)


def test_a_clock_that_was_ahead_hides_no_field_that_comes_later(tmp_path: Path) -> None:
    settings = loaded(tmp_path, "ahead", channels({}))
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        work.execute("update raw.channels set seen_at = seen_at + interval 1 year")
    assert {} == looked_at(settings)
    for name in ("first", "second"):
        assert name in looked_at(loaded(tmp_path, name, channels({name: True})))


def test_every_field_of_a_made_up_portfolio_is_declared(folder: Path, tmp_path: Path) -> None:
    """A sandbox serves what the dictionary declares: whatever else it served would be reported here."""
    for dialect in ("document", "observed"):
        with serving(folder, tmp_path / dialect, dialect=dialect) as settings:
            load_once(settings)
        assert {"developmentId", "unitTypeId"} >= set(looked_at(settings))


@pytest.mark.parametrize("rows", [["VIP"], ["VIP", 7], ["VIP", {"id": 1, "name": "VIP", "since": 2020}], [None]])
def test_rows_of_a_child_list_that_are_no_objects_have_no_fields(rows: list[Any], tmp_path: Path) -> None:
    """A booking may embed its tags as texts."""
    settings = loaded(tmp_path, "first", channels(*({} for _ in rows)))
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        for number, row in enumerate(rows, 1):
            work.execute(
                "insert into raw.bookings_tags by name select * replace ($1 as payload) from raw.channels where record_key = $2",
                [json.dumps(row), str(number)],
            )
    assert {"since"} >= set(looked_at(settings))


@pytest.mark.parametrize(
    ("stream", "record", "told"),
    [
        ("bookings", {"roomStays": {"roomStayId": 1}}, {"roomStays": "object", "roomStays.roomStayId": ""}),
        ("bookings", {"roomStays": [{"unit": 7, "rate": None, "extras": []}]}, {"roomStays[].unit": "number"}),
        ("sales_invoices", {"financeAccount": [{"id": 7}]}, {"financeAccount": "list", "financeAccount[].id": ""}),
        ("channels", {"commission": {"rate": 7}, "operator": 5}, {"commission": "object", "commission.rate": ""}),
    ],
)
def test_a_field_of_another_shape_than_the_marts_read_is_named_the_first_time(
    stream: str, record: dict[str, Any], told: dict[str, str], tmp_path: Path
) -> None:
    """The marts have nothing of it, and nothing else would say so."""
    settings = loaded(tmp_path, "first", channels({}))
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        copied = (
            f"insert into raw.{stream} by name select * replace ($1 as payload, '7' as record_key) from raw.channels"
        )
        work.execute(copied, [json.dumps(record)])
    said = {
        field: f"comes as {kind}, which our record dictionary does not expect"
        if kind
        else "not in our record dictionary"
        for field, kind in told.items()
    }
    assert said == {field: remark.text for field, remark in looked_at(settings).items()}
