"""Records that their list no longer shows are asked for by key; one that may not be asked for affects no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page, in_order
from load.buildings_by_key import FORBIDDEN, NO_SUCH_METHOD, NONE, STREAMS, THERE, Away, first_night, serving
from load.conftest import current, load_list, load_lists, load_once, rows
from nightaudit.load.missing.by_key import BELIEVED_AT_ONCE, ByKey
from nightaudit.sandbox.wire import Json


@pytest.mark.parametrize("at_once", [BELIEVED_AT_ONCE, 2])
@pytest.mark.parametrize("answers", [1, 3])
def test_an_outage_after_an_answer_makes_no_record_gone_that_the_list_no_longer_shows(
    answers: int, at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listed building is answered before the unlisted ones are asked for, and not after them."""
    monkeypatch.setattr("nightaudit.load.missing.absent.BELIEVED_AT_ONCE", at_once)
    first_night(tmp_path)
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


def test_an_outage_after_a_walk_makes_no_record_gone_where_the_list_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During the outage the service returns empty pages, and no record by its key."""
    first_night(tmp_path)
    monkeypatch.setattr(ByKey, "listed", lambda _: None)
    with serving([1, 2, 3, 4], dict.fromkeys(range(1, 10), NONE), tmp_path) as (settings, _):
        assert not load_list(settings, "buildings").complete
    assert {*map(str, range(1, 10))} == current(settings, "buildings").keys()


def test_a_record_that_is_not_listed_and_may_not_be_asked_for_stays_as_it_was(tmp_path: Path) -> None:
    first_night(tmp_path)
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
    first_night(tmp_path)
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
    settings = first_night(tmp_path)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if "/buildings/" in asked.path:
            before = [one for one in server.asked if "/buildings/" in one.path][:-1]
            exchange.json({"id": int(asked.path[-1])}, 500 if before else THERE)
            return
        query = dict(asked.query)
        exchange.json(asked_page(in_order([{"id": 1}, {"id": 2}], query), query))

    with Loopback(respond) as server:
        report = load_once(settings.model_copy(update={"base_url": server.url}), ("buildings",))
    assert ["buildings"] == [summary.stream for summary in report.failed]
    assert "answered 500" in report.streams[0].reason
    assert 9 == len(current(settings, "buildings"))


def test_many_that_are_answered_otherwise_keep_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nightaudit.load.missing.absent.MOST_FAILED", 2)
    monkeypatch.setattr("nightaudit.client.retry.FIRST_WAIT", 0.0)
    first_night(tmp_path)
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
def test_where_records_asked_for_are_others_the_walk_alone_is_the_evidence(tmp_path: Path) -> None:
    first_night(tmp_path)
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
    first_night(tmp_path)
    with serving([1, 2, 3], dict.fromkeys(range(1, 10), b"<html>"), tmp_path) as (settings, _):
        report = load_once(settings, ("buildings",))
    assert "failed" == report.streams[0].outcome
    assert 9 == len(current(settings, "buildings"))


def test_where_no_record_can_be_asked_for_the_walk_alone_is_the_evidence(tmp_path: Path) -> None:
    with serving([1, 2, 3], {}, tmp_path) as (settings, _):
        load_once(settings, ("buildings",))
    assert {"1", "2", "3"} == current(settings, "buildings").keys()
    with serving([], dict.fromkeys(range(1, 10), NO_SUCH_METHOD), tmp_path) as (settings, _):
        for _ in range(2):
            load_once(settings, ("buildings",)).raise_for_failures()
    assert {} == current(settings, "buildings")


@pytest.mark.sampled
@pytest.mark.parametrize("answer", [NONE, FORBIDDEN, NO_SUCH_METHOD])
def test_a_night_when_no_record_can_be_asked_for_leaves_those_that_are_not_listed(answer: int, tmp_path: Path) -> None:
    first_night(tmp_path)
    away = dict.fromkeys(range(1, 10), answer)
    for listed, single in (([1, 2, 3], away), ([1, 2, 3], {7: THERE}), ([1, 2], away), ([1, 2], {3: THERE, 7: THERE})):
        with serving(listed, single, tmp_path) as (settings, _):
            buildings = load_list(settings, "buildings")
        assert (single is not away) is buildings.complete
        assert buildings.complete or "are no longer listed, and there is no operation that answers" in buildings.reason
        assert {"3", "7"} <= current(settings, "buildings").keys()
    gone = rows(settings, "select record_key from raw.buildings where payload is null")
    assert {"4", "5", "6", "8", "9"} == {key for (key,) in gone}
