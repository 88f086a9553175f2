"""Records that no list shows are asked for by key; a record that may not be asked for affects no other record."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange, Loopback, page_of
from load.conftest import TODAY, current, load_list, load_lists, load_once, rows
from load.faulty_reading import STREAM
from nightaudit.client.client import Client
from nightaudit.load.missing import absent, referred
from nightaudit.load.missing.unlisted import UnlistedReader
from nightaudit.load.outage import Outage
from nightaudit.settings import Settings

Json = dict[str, Any]
STREAMS = ("units", "buildings")
FORBIDDEN, NONE, THERE, NO_SUCH_METHOD = 403, 404, 200, 405


@contextmanager
def serving(
    listed: list[int], single: Mapping[int, int | Json | bytes], data_dir: Path
) -> Iterator[tuple[Settings, Loopback]]:
    """Units in buildings 1 to 9, of which some are listed; others answer with a status or a record of their own."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, kind, last = asked.path.split("/")
        if kind == "buildings":
            one = int(last)
            answer = single.get(one, THERE if one in listed else NONE)
            if isinstance(answer, bytes):
                exchange.send(THERE, answer, **{"Content-Type": "text/html"})
            elif isinstance(answer, int):
                exchange.json({"id": one}, answer)
            else:
                exchange.json(answer)
            return
        found = listed if last == "buildings" else range(1, 10)
        query = dict(asked.query)
        number, size = int(query["page"]), int(query["size"])
        page = [{"id": one, "buildingId": one} for one in found][:: -1 if query.get("sort") == "id,desc" else 1]
        exchange.json(page_of(page[number * size : (number + 1) * size], number, len(page)))

    with Loopback(respond) as server:
        yield Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=data_dir, today=TODAY), server


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


@pytest.mark.parametrize("answer", [302, NO_SUCH_METHOD, 409])
def test_an_answer_that_does_not_say_that_there_is_none_is_asked_for_again(answer: int, tmp_path: Path) -> None:
    for night, said in enumerate((answer, THERE)):
        with serving([1, 2, 3, 4], dict.fromkeys(range(5, 10), said), tmp_path) as (settings, _):
            report = load_lists(settings, *STREAMS)
        assert (night == 0) is ("5 records that other records refer to could not be read" in report["buildings"].reason)
        assert current(settings, "buildings").keys() == {*map(str, range(1, 10 if night else 5))}


class Away(dict[int, "int | Json | bytes"]):
    """What single buildings answer until so many were asked for: from then on there is none, for good or for some answers."""

    def __init__(self, answers: int, *, absent: float = math.inf) -> None:
        super().__init__()
        self._answers, self._back = answers, -absent

    def get(self, key: int, default: Any = None) -> Any:
        del key, default
        self._answers -= 1
        return NONE if self._back <= self._answers < 0 else THERE


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


@pytest.mark.parametrize("at_once", [absent.BELIEVED_AT_ONCE, 2])
@pytest.mark.parametrize("answers", [1, 3])
def test_an_outage_after_an_answer_makes_no_record_gone_that_the_list_no_longer_shows(
    answers: int, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listed building is answered before the unlisted ones are asked for, and not after them."""
    monkeypatch.setattr(absent, "BELIEVED_AT_ONCE", at_once)
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3, 4], Away(answers), tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert not report["buildings"].complete
    assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()
    with serving([1, 2, 3, 4], dict.fromkeys(range(5, 9), THERE), tmp_path) as (settings, server):
        load_once(settings, STREAMS).raise_for_failures()
        asked = [one.path for one in server.asked if one.path[-1].isdigit()]
    assert 1 + 5 + 1 + 1 == len(asked), (
        asked
    )  # one that is listed before them, and before the one that is gone is asked for again
    assert {*map(str, range(1, 9))} == current(settings, "buildings").keys()


@pytest.mark.parametrize(("first", "answers"), [([*range(1, 10)], 1), ([1, 2, 3, 4], 0)])
def test_an_outage_of_a_moment_makes_no_record_gone(first: list[int], answers: int, tmp_path: Path) -> None:
    """The five that are not listed, of which the first night listed all or none, are not found, and the next one asked for is."""
    away = Away(answers, absent=5)
    for listed, single in ((first, dict.fromkeys(range(5, 10), FORBIDDEN)), ([1, 2, 3, 4], away)):
        with serving(listed, single, tmp_path) as (settings, _):
            load_once(settings, STREAMS).raise_for_failures()
    assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()
    assert [(0,)] == rows(settings, "select count(*) from raw.buildings where payload is null")


def test_an_outage_after_a_walk_makes_no_record_gone_where_the_list_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During the outage the service returns empty pages, and no record by its key."""
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    monkeypatch.setattr(absent.Absent, "_listed", lambda _: None)
    with serving([1, 2, 3, 4], dict.fromkeys(range(1, 10), NONE), tmp_path) as (settings, _):
        assert not load_list(settings, "buildings").complete
    assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()


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


def test_a_list_that_never_showed_a_record_is_not_proven_empty_while_some_are_there_by_their_keys(
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


@pytest.mark.parametrize("full", [True, False])
def test_records_with_a_tombstone_are_asked_for_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """By each full load, and by one of every four others here, where it is one of every fourteen."""
    monkeypatch.setattr(referred, "WHOLE_EVERY", 4)
    with serving([1, 2, 3, 4], dict.fromkeys(range(5, 10), NONE), tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    asked = []
    with serving([1, 2, 3, 4], {9: THERE} | dict.fromkeys(range(5, 9), NONE), tmp_path) as (settings, server):
        for _ in range(1 if full else referred.WHOLE_EVERY):
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

    with Loopback(respond) as server:
        settings = Settings.read(base_url=server.url, api_key="a key", data_dir=tmp_path, today=TODAY)
        load_once(settings, STREAMS)
    assert 40 == len(current(settings, "buildings"))


@pytest.mark.usefixtures("impatient")
def test_what_was_found_before_one_that_fails_is_kept(tmp_path: Path) -> None:
    with serving([1], {7: 500} | dict.fromkeys((2, 3, 4, 5, 6, 8, 9), THERE), tmp_path) as (settings, _):
        for _ in range(6):  # in another order each time
            report = load_once(settings.model_copy(update={"concurrency": 1}), STREAMS)
    assert {"1", "2", "3", "4", "5", "6", "8", "9"} == current(settings, "buildings").keys()
    assert ["buildings"] == [summary.stream for summary in report.failed]


def test_where_none_may_be_asked_for_they_are_not_all_asked_for(tmp_path: Path) -> None:
    get = STREAM["buildings"].get
    assert get is not None
    with (
        serving([], dict.fromkeys(range(100), FORBIDDEN), tmp_path) as (settings, server),
        Client(settings) as client,
    ):
        reader = UnlistedReader(client, STREAM["buildings"], get, [str(one) for one in range(100)], Outage())
        assert [] == list(reader.batches())
    assert server.calls() == 20
    assert "20 records that other records refer to may not be read" in reader.summary.reason


def test_a_record_that_is_not_listed_and_may_not_be_asked_for_stays_as_it_was(tmp_path: Path) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3, 4, 5, 6], {7: FORBIDDEN, 8: NONE, 9: NONE}, tmp_path) as (settings, _):
        report = load_once(settings, STREAMS)
    report.raise_for_failures()
    [buildings] = [summary for summary in report.streams if summary.stream == "buildings"]
    assert (2, True) == (buildings.gone, buildings.complete)
    assert "1 records are no longer listed, and may not be read one by one: GET /api/v3/buildings/7" in buildings.reason
    assert {"1", "2", "3", "4", "5", "6", "7"} == current(settings, "buildings").keys()


@pytest.mark.sampled
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [302, 400, NO_SUCH_METHOD, 409, 500, {"id": 9}, b"<html>"], ids=str)
def test_an_unclear_answer_for_an_unlisted_record_affects_that_record_alone(
    answer: int | Json | bytes, tmp_path: Path
) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3, 4, 5, 6], {7: answer, 8: NONE, 9: THERE}, tmp_path) as (settings, _):
        for gone in (1, 0):
            report = load_once(settings, ("buildings",))
            report.raise_for_failures()
            [buildings] = report.streams
            assert (gone, True) == (buildings.gone, buildings.complete)
            assert (
                "1 records are no longer listed, and the service did not say what happened to them: "
                in buildings.reason
            )
    assert {*map(str, (1, 2, 3, 4, 5, 6, 7, 9))} == current(settings, "buildings").keys()


@pytest.mark.usefixtures("impatient")
def test_where_one_that_was_answered_is_answered_no_more_the_service_fails_and_not_the_record(tmp_path: Path) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if "/buildings/" in asked.path:
            before = [one for one in server.asked if "/buildings/" in one.path][:-1]
            exchange.json({"id": int(asked.path[-1])}, 500 if before else THERE)
            return
        query = dict(asked.query)
        number, size = int(query["page"]), int(query["size"])
        listed = [{"id": 1}, {"id": 2}][:: -1 if query.get("sort") == "id,desc" else 1]
        exchange.json(page_of(listed[number * size : (number + 1) * size], number, len(listed)))

    with Loopback(respond) as server:
        report = load_once(settings.model_copy(update={"base_url": server.url}), ("buildings",))
    assert ["buildings"] == [summary.stream for summary in report.failed]
    assert "answered 500" in report.streams[0].reason
    assert 9 == len(current(settings, "buildings"))


def test_where_many_are_answered_otherwise_they_are_not_all_asked_for_and_keep_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absent, "MOST_FAILED", 2)
    monkeypatch.setattr("nightaudit.client.retry.FIRST_WAIT", 0.0)
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3], {one: {"id": 3} for one in range(4, 9)}, tmp_path) as (settings, _):
        in_turn = settings.model_copy(update={"concurrency": 1})
        for _ in range(60):  # in another order each time
            buildings = load_list(in_turn, "buildings")
            assert (
                "2 records are no longer listed, and the service did not say what happened to them: "
                in buildings.reason
            )
            assert "more are postponed to later loads." in buildings.reason
            if buildings.gone:
                break
    assert {*map(str, range(1, 9))} == current(settings, "buildings").keys()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [{"error": "backend", "code": 12}, {"id": 3}], ids=["no record", "another record"])
@pytest.mark.parametrize("listed", [[1, 2, 3, 4, 5, 6], []], ids=["listed before", "never listed"])
def test_only_the_record_asked_for_is_taken_for_it(listed: list[int], answer: Json, tmp_path: Path) -> None:
    before: dict[str, str] = {}
    if listed:
        with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
            load_once(settings, STREAMS)
            before = current(settings, "buildings")
    with serving([1, 2, 3, 4, 5, 6], {7: answer, 8: THERE, 9: THERE}, tmp_path) as (settings, _):
        report = load_lists(settings, *STREAMS)
    assert "loaded" == report["buildings"].outcome
    assert "Record 7 was requested, but the service returned record " in report["buildings"].reason
    assert before.get("7") == current(settings, "buildings").get("7")
    assert {"8", "9"} <= current(settings, "buildings").keys()


@pytest.mark.usefixtures("impatient")
def test_where_records_asked_for_are_others_the_walk_alone_is_the_evidence(tmp_path: Path) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3], {one: {"id": 77} for one in range(1, 10)}, tmp_path) as (settings, _):
        for _ in range(2):
            report = load_once(settings, ("buildings",))
            report.raise_for_failures()
    assert {"1", "2", "3"} == current(settings, "buildings").keys()
    [(said,)] = rows(settings, "select distinct record_hash from raw.buildings where payload is null")
    walk = report.streams[0].walk_id
    assert said == f"gone: not listed by the complete walk {walk}, no operation that answers for one"
    with serving([1, 2], {one: {"id": 77} for one in range(1, 10)}, tmp_path) as (settings, _):
        assert load_list(settings, "buildings").complete, "it was so the last time"
    assert {"1", "2"} == current(settings, "buildings").keys()


@pytest.mark.usefixtures("impatient")
def test_a_page_of_html_is_no_service_without_a_way_to_ask(tmp_path: Path) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    with serving([1, 2, 3], dict.fromkeys(range(1, 10), b"<html>"), tmp_path) as (settings, _):
        report = load_once(settings, ("buildings",))
    assert "failed" == report.streams[0].outcome
    assert 9 == len(current(settings, "buildings"))


def test_where_none_is_listed_any_more_and_none_can_be_asked_for_the_walk_alone_is_the_evidence(tmp_path: Path) -> None:
    with serving([1, 2, 3], {}, tmp_path) as (settings, _):
        load_once(settings, ("buildings",))
    with serving([], dict.fromkeys(range(1, 10), NO_SUCH_METHOD), tmp_path) as (settings, _):
        for _ in range(2):
            load_once(settings, ("buildings",)).raise_for_failures()
    assert {} == current(settings, "buildings")


@pytest.mark.sampled
@pytest.mark.parametrize("answer", [NONE, FORBIDDEN, NO_SUCH_METHOD])
def test_a_night_when_no_record_can_be_asked_for_leaves_those_that_are_not_listed(answer: int, tmp_path: Path) -> None:
    with serving([*range(1, 10)], {}, tmp_path) as (settings, _):
        load_once(settings, STREAMS)
    away = dict.fromkeys(range(1, 10), answer)
    for listed, single in (([1, 2, 3], away), ([1, 2, 3], {7: THERE}), ([1, 2], away), ([1, 2], {3: THERE, 7: THERE})):
        with serving(listed, single, tmp_path) as (settings, _):
            buildings = load_list(settings, "buildings")
        assert (single is not away) is buildings.complete
        assert buildings.complete or "are no longer listed, and there is no operation that answers" in buildings.reason
        assert {"3", "7"} <= current(settings, "buildings").keys()
    gone = rows(settings, "select record_key from raw.buildings where payload is null")
    assert {"4", "5", "6", "8", "9"} == {key for (key,) in gone}
