"""Records that others refer to and no list shows are asked for by key."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, asked_page, page_of
from load.buildings_by_key import FORBIDDEN, NO_SUCH_METHOD, NONE, STREAMS, THERE, Away, first_night, serving
from load.conftest import answering, current, load_lists, load_once, rows
from load.faulty_reading import STREAM
from nightaudit.client.client import Client
from nightaudit.load.missing import referred
from nightaudit.load.missing.unlisted import Unlisted, UnlistedReader
from nightaudit.load.outage import Outage
from nightaudit.load.pages.versions import payload_and_hash
from nightaudit.sandbox.wire import Json


def test_what_others_refer_to_is_asked_for_until_it_is_answered(tmp_path: Path) -> None:
    with serving([1, 2, 3, 4], {5: THERE, 6: FORBIDDEN, 7: NONE, 8: THERE, 9: THERE}, tmp_path) as (settings, server):
        # The second time 6 is still due; 5, 8 and 9 are held and not listed. One that is listed is asked for each time, too.
        for asked in ((1, 5, 6, 7, 8, 9), (1, 5, 6, 8, 9)):
            before = server.calls()
            report = load_lists(settings, *STREAMS)
            paths = {one.path for one in server.asked[before:]}
            assert {f"/api/v3/buildings/{one}" for one in asked} == {path for path in paths if path[-1].isdigit()}
            assert "loaded" == report["buildings"].outcome
            assert "1 records that other records refer to may not be read: GET " in report["buildings"].reason
    assert {"1", "2", "3", "4", "5", "8", "9"} == current(settings, "buildings").keys()
    gone = rows(settings, "select record_key, record_hash from raw.buildings where payload is null")
    assert [("7", "gone: referred to, never listed, and GET /buildings/7 answered 404")] == gone


def test_what_services_write_for_no_record_is_not_asked_for(tmp_path: Path) -> None:
    """Where a service answers 500 to such a key, the list failed each night."""
    units = [{"id": one, "buildingId": building} for one, building in enumerate((0, -1, "0", 5))]
    paths = []

    def respond(asked: Asked, exchange: Exchange) -> None:
        paths.append(asked.path)
        is_list = asked.path.endswith(STREAMS)
        found = units if asked.path.endswith("/units") else [{"id": 1}]
        exchange.json(asked_page(found, dict(asked.query)) if is_list else {"id": 5})

    with answering(respond, tmp_path) as settings:
        load_once(settings, STREAMS).raise_for_failures()
    assert {"/api/v3/buildings/5"} == {path for path in paths if not path.endswith(STREAMS)}


@pytest.mark.parametrize("answer", [302, NO_SUCH_METHOD, 409])
def test_an_answer_that_does_not_say_that_there_is_none_is_asked_for_again(answer: int, tmp_path: Path) -> None:
    for night, said in enumerate((answer, THERE)):
        with serving([1, 2, 3, 4], dict.fromkeys(range(5, 10), said), tmp_path) as (settings, _):
            report = load_lists(settings, *STREAMS)
        assert (night == 0) is ("5 records that other records refer to could not be read" in report["buildings"].reason)
        assert current(settings, "buildings").keys() == {*map(str, range(1, 10 if night else 5))}


@pytest.mark.parametrize("answers", [0, 1, 2, 4])
def test_an_outage_after_an_answer_makes_no_record_gone_that_others_refer_to(answers: int, tmp_path: Path) -> None:
    with serving([1, 2, 3, 4], Away(answers), tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert "could not be read" in report["buildings"].reason
    assert [(0,)] == rows(settings, "select count(*) from raw.buildings where payload is null")
    with serving([1, 2, 3, 4], dict.fromkeys(range(5, 9), THERE), tmp_path) as (settings, _):
        load_once(settings, STREAMS).raise_for_failures()
    assert {*map(str, range(1, 9))} == current(settings, "buildings").keys()
    assert [("9",)] == rows(settings, "select record_key from raw.buildings where payload is null")


@pytest.mark.parametrize(("first", "answers"), [([*range(1, 10)], 1), ([1, 2, 3, 4], 0)])
def test_an_outage_of_a_moment_makes_no_record_gone(first: list[int], answers: int, tmp_path: Path) -> None:
    """The five that are not listed, of which the first night listed all or none, are not found, and the next one asked for is."""
    away = Away(answers, absent=5)
    for listed, single in ((first, dict.fromkeys(range(5, 10), FORBIDDEN)), ([1, 2, 3, 4], away)):
        with serving(listed, single, tmp_path) as (settings, _):
            load_once(settings, STREAMS).raise_for_failures()
    assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()
    assert [(0,)] == rows(settings, "select count(*) from raw.buildings where payload is null")


@pytest.mark.parametrize("answer", [NONE, 400, 422])
def test_where_no_record_is_found_by_its_key_none_counts_as_gone(answer: int, tmp_path: Path) -> None:
    for night, single in enumerate(
        (dict.fromkeys(range(1, 10), answer), {5: answer} | dict.fromkeys(range(6, 10), 200))
    ):
        with serving([1, 2, 3, 4], single, tmp_path) as (settings, _):
            report = load_lists(settings, *STREAMS)
        assert (night == 0) is ("5 records that other records refer to could not be read" in report["buildings"].reason)
        assert current(settings, "buildings").keys() == {*map(str, (1, 2, 3, 4, 6, 7, 8, 9) if night else (1, 2, 3, 4))}
    assert [("5",)] == rows(settings, "select record_key from raw.buildings where payload is null")


def test_where_none_is_listed_one_that_was_found_before_has_to_be_found(tmp_path: Path) -> None:
    gone = "select count(*) from raw.buildings where payload is null"
    with serving([], dict.fromkeys(range(1, 10), NONE), tmp_path) as (settings, _):
        load_once(settings, STREAMS)
        assert [(0,)] == rows(settings, gone)
    with serving([], {1: THERE} | dict.fromkeys(range(2, 9), FORBIDDEN) | {9: NONE}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
        assert [(1,)] == rows(settings, gone)
    with serving([], {1: THERE} | dict.fromkeys(range(2, 9), NONE), tmp_path) as (settings, _):
        load_once(settings, STREAMS)
        assert [(8,)] == rows(settings, gone)
    assert {"1"} == current(settings, "buildings").keys()


def test_a_list_is_not_proven_empty_while_records_are_there_by_their_keys(
    tmp_path: Path,
) -> None:
    """A machine that lags, or a filter of the tenant's: the next load tells."""
    proven = "select arg_max(complete, ended_at), arg_max(reason, ended_at) from raw.walks where stream = 'buildings'"
    with serving([], dict.fromkeys(range(1, 10), NONE), tmp_path / "none") as (settings, _):
        assert all(summary.complete for summary in load_once(settings, STREAMS).streams)
    with serving([], dict.fromkeys(range(1, 10), THERE), tmp_path) as (settings, _):
        for night in range(3):
            report = load_lists(settings, *STREAMS)
            [(complete, reason)] = rows(settings, proven)
            assert (night > 0, report["buildings"].reason) == (complete, reason)
            assert complete == report["buildings"].complete
            assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()
            if not night:
                assert "It was empty, but 9 of its records, which other records refer to, exist" in reason


@pytest.mark.usefixtures("impatient")
def test_a_list_that_failed_is_not_said_to_be_empty_although_records_are_there_by_their_keys(tmp_path: Path) -> None:
    """It fails once its behaviour was probed."""
    answers = iter([200] * 4)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path.endswith(STREAMS):
            found = [{"id": one, "buildingId": 7} for one in (1, 2)]
            status = next(answers, 503) if asked.path.endswith("/buildings") else 200
            exchange.json(asked_page(found, dict(asked.query)), status)
        else:
            exchange.json({"id": int(asked.path.rpartition("/")[2])})

    with answering(respond, tmp_path) as settings:
        buildings = load_lists(settings, *STREAMS)["buildings"]
        [(reason,)] = rows(settings, "select reason from raw.walks where stream = 'buildings'")
    assert {"7"} == current(settings, "buildings").keys()
    assert all("answered 503" in said for said in (reason, buildings.reason))


@pytest.mark.parametrize("full", [True, False])
def test_records_with_a_tombstone_are_asked_for_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """By each full load, and by one of every four others here, where it is one of every fourteen."""
    turns = 4
    monkeypatch.setattr(referred, "WHOLE_EVERY", turns)
    with serving([1, 2, 3, 4], dict.fromkeys(range(5, 10), NONE), tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    asked = []
    with serving([1, 2, 3, 4], {9: THERE} | dict.fromkeys(range(5, 9), NONE), tmp_path) as (settings, server):
        for _ in range(1 if full else turns):
            load_once(settings, STREAMS, full=full).raise_for_failures()
        asked = [one.path[-1] for one in server.asked if one.path[-1] in "5678"]
    assert ["5", "6", "7", "8"] == sorted(asked)
    assert {"1", "2", "3", "4", "9"} == current(settings, "buildings").keys()
    told = "select payload is null, valid_to is null from raw.buildings where record_key = '{}' order by valid_from"
    assert [(True, False), (False, True)] == rows(settings, told.format(9))
    assert [(True, True)] == rows(settings, told.format(8))


def test_a_full_load_also_asks_for_tombstones_that_no_record_refers_to(tmp_path: Path) -> None:
    """Held gone by a 404 of one night alone, and not listed."""
    with serving([1, 2, 11, 12], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2], {11: NONE, 12: NONE}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
        assert {"11", "12"} & current(settings, "buildings").keys() == set()
    with serving([1, 2], {11: THERE, 12: NONE}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
        load_once(settings, STREAMS, full=True)
    assert {"1", "2", "11"} == current(settings, "buildings").keys()


def test_a_few_that_are_refused_do_not_keep_the_others_from_being_asked_for(tmp_path: Path) -> None:
    """Those that are asked for first are others after each load."""
    refused = dict.fromkeys(range(10, 40), FORBIDDEN)

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, kind, last = asked.path.split("/")
        if kind == "buildings":
            exchange.json({"id": int(last)}, refused.get(int(last), THERE))
            return
        listed = [{"id": one, "buildingId": one} for one in range(10, 80)] if last == "units" else []
        exchange.json(page_of([] if int(dict(asked.query)["page"]) else listed))

    with answering(respond, tmp_path) as settings:
        load_once(settings, STREAMS)
    assert 40 == len(current(settings, "buildings"))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [500, b"<html>"], ids=str)
def test_one_that_fails_keeps_no_other_from_being_found(answer: int | bytes, tmp_path: Path) -> None:
    """Its list ended as failed in each night, and those asked for after it were not."""
    with serving([1], {7: answer} | dict.fromkeys((2, 3, 4, 5, 6, 8, 9), THERE), tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert {"1", "2", "3", "4", "5", "6", "8", "9"} == current(settings, "buildings").keys()
    assert ("loaded", True) == (report["buildings"].outcome, report["buildings"].complete)
    assert (
        "1 records that other records refer to could not be read: GET /api/v3/buildings/7" in report["buildings"].reason
    )


@pytest.mark.usefixtures("impatient")
def test_where_one_that_is_listed_fails_too_the_list_fails(tmp_path: Path) -> None:
    with serving([1], dict.fromkeys(range(1, 10), 500), tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert {"1"} == current(settings, "buildings").keys()
    assert "failed" == report["buildings"].outcome
    assert "answered 500" in report["buildings"].reason


def test_where_none_may_be_asked_for_they_are_not_all_asked_for(tmp_path: Path) -> None:
    get = STREAM["buildings"].get
    assert get is not None
    with (
        serving([], dict.fromkeys(range(100), FORBIDDEN), tmp_path) as (settings, server),
        Client(settings) as client,
    ):
        reader = UnlistedReader(client, STREAM["buildings"], get, Unlisted([str(one) for one in range(100)]), Outage())
        assert [] == list(reader.batches())
    assert 20 == server.calls()
    said = "80 records that other records refer to are postponed to later loads. 20 records that other records refer to may not"
    assert said in reader.summary.reason


def test_those_shown_in_part_do_not_wait_for_others_that_may_not_be_read(tmp_path: Path) -> None:
    get = STREAM["bookings"].get
    assert get is not None

    def respond(asked: Asked, exchange: Exchange) -> None:
        key = int(asked.path.rpartition("/")[2])
        exchange.json({"id": key}, THERE if key >= 1_000 else FORBIDDEN)

    unlisted = Unlisted(
        [str(one) for one in range(30)], in_part={"1000": None, "1001": payload_and_hash(b'{"id": 1001}')[1]}
    )
    with answering(respond, tmp_path) as settings, Client(settings) as client:
        reader = UnlistedReader(client, STREAM["bookings"], get, unlisted, Outage())
        [batch] = reader.batches()
    assert ["1000", "1001"] == sorted(batch.keys)
    assert (2, 0, 1) == (reader.summary.rows, reader.summary.new, reader.summary.changed)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [{"error": "backend", "code": 12}, {"id": 3}], ids=["no record", "another record"])
@pytest.mark.parametrize("listed", [[1, 2, 3, 4, 5, 6], []], ids=["listed before", "never listed"])
def test_only_the_record_asked_for_is_taken_for_it(listed: list[int], answer: Json, tmp_path: Path) -> None:
    before: dict[str, str] = {}
    if listed:
        before = current(first_night(tmp_path), "buildings")
    with serving([1, 2, 3, 4, 5, 6], {7: answer, 8: THERE, 9: THERE}, tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert "loaded" == report["buildings"].outcome
    assert "Record 7 was requested, but the service returned record " in report["buildings"].reason
    assert before.get("7") == current(settings, "buildings").get("7")
    assert {"8", "9"} <= current(settings, "buildings").keys()
