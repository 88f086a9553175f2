"""Child lists that cannot all be read: answered lists are kept, and only these count as read."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page
from load.conftest import Records, current, load_lists, load_once, serving
from load.faulty_reading import CHILD, armed
from load.reading_children import PRICING, SEGMENTS, parents, read
from nightaudit import warehouse
from nightaudit.client.client import Client
from nightaudit.load.children.below import BelowReader
from nightaudit.load.children.pending import Pending
from nightaudit.load.children.showing import Showing
from nightaudit.load.outage import Outage
from nightaudit.load.pages.versions import payload_and_hash
from nightaudit.load.summary import StreamSummary
from nightaudit.settings import Settings

BROKEN = {"kind": "status", "status": 500, "count": None}
FORBIDDEN = BROKEN | {"status": 403}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("fault", "unread"),
    [
        ({"route": "/rates/*/rateSegments", "skip": 3}, "Tried"),
        ({"route": "/rates/17/rateSegments"}, "1 of 18 lists failed"),
    ],
    ids=["all but three", "one"],
)
def test_lists_that_were_answered_are_kept_and_the_others_are_due(
    tmp_path: Path, folder: Path, small_records: Records, fault: dict[str, Any], unread: str
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        in_turn = settings.model_copy(update={"child_requests": 100, "concurrency": 1})
        with armed(settings, BROKEN | fault):
            report = load_lists(in_turn, "rates", SEGMENTS)
        assert ("loaded", "failed") == (report["rates"].outcome, report[SEGMENTS].outcome)
        assert unread in report[SEGMENTS].reason
        before = current(settings, SEGMENTS)
        load_once(in_turn, ("rates", SEGMENTS)).raise_for_failures()
        assert len(small_records["rateSegments"]) == len(current(settings, SEGMENTS))
    parents = {key.partition("/")[0] for key in before}
    assert len(parents) >= 3
    assert "17" not in parents or "skip" in fault


def test_a_list_that_may_not_be_read_is_told_and_the_others_are_read(
    tmp_path: Path, folder: Path, small_records: Records
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        patient = settings.model_copy(update={"child_requests": 100})
        with armed(settings, FORBIDDEN | {"route": "/rates/17/rateSegments"}):
            for asked in (18, 1):  # it stays due, and alone it is no reason to hold that none may be read
                report = load_once(patient, ("rates", SEGMENTS))
                report.raise_for_failures()
                segments = report.streams[-1]
                assert ("loaded", False) == (segments.outcome, segments.complete)
                assert f"1 of {asked} lists may not be read: GET /api/v3/rates/17/rateSegments" in segments.reason
        parents = {key.partition("/")[0] for key in current(settings, SEGMENTS)}
        assert 17 == len(parents)
        assert "17" not in parents
        assert load_once(patient, ("rates", SEGMENTS)).streams[-1].complete
        assert len(small_records["rateSegments"]) == len(current(settings, SEGMENTS))


@pytest.mark.parametrize("answered", [False, True])
def test_credentials_that_may_read_no_list_are_told_before_all_are_asked_for(tmp_path: Path, *, answered: bool) -> None:
    def refuse(_: object, exchange: Exchange) -> None:
        time.sleep(0.05)  # so that who counts the refusals keeps up on a busy machine
        exchange.json({}, 403)

    with Loopback(refuse) as server:
        reader, found = read(server, tmp_path, parents(100), answered=answered)
    assert [] == found
    assert ("loaded" if answered else "skipped") == reader.summary.outcome
    assert (100 if answered else 20) <= len(server.asked) <= (100 if answered else 40)
    assert f"{100 if answered else 20} of 100 lists may not be read: GET /api/v3/rates/" in reader.summary.reason
    assert not reader.summary.complete
    assert [] == reader.reads()


def test_a_record_without_such_a_list_says_nothing_about_the_others(tmp_path: Path) -> None:
    """The only one that is due today answers 404; others were answered before. The next load asks for it once more."""
    with Loopback(lambda _, exchange: exchange.json({}, 404)) as server:
        for answered in (False, True):
            reader, found = read(server, tmp_path, [Pending("7", "v")], answered=answered)
            assert [] == found
            assert ("loaded" if answered else "skipped") == reader.summary.outcome
            assert ([Pending("7", "v/again")] if answered else []) == reader.reads()
        reader, _ = read(server, tmp_path, [Pending("7", "v", again=True)], answered=True)
        assert ["v"] == [one.token for one in reader.reads()]


def test_a_list_that_is_not_proven_complete_makes_no_row_gone(tmp_path: Path) -> None:
    """Its total says two more than ever come, in no known order; the control is the same list with its true total."""
    known = {"7": {f"7/{one}": payload_and_hash(b'{"id":%d}' % one, f"7/{one}")[1] for one in (1, 2, 3)}}
    gone = {}
    for total in (2, 4):

        def respond(asked: Asked, exchange: Exchange, total: int = total) -> None:
            page = int(dict(asked.query)["page"])
            rows = [] if page else [{"id": 2}, {"id": 1}]
            exchange.json({"content": rows, "page": {"size": 500, "totalElements": total, "number": page}})

        with Loopback(respond) as server:
            reader, found = read(server, tmp_path, [Pending("7", "")], known)
        gone[total] = [key for key, text in found if not text]
        assert (total == 2) is reader.summary.complete
    assert {2: ["7/3"], 4: []} == gone


def test_children_are_read_where_a_kill_left_no_notes(tmp_path: Path, folder: Path) -> None:
    with serving(folder, tmp_path / "data") as settings:
        load_once(settings, ("rates",)).raise_for_failures()
        with duckdb.connect(str(warehouse.work_file(settings))) as work:
            work.execute("drop table raw.walks")
            work.execute("drop table raw.child_reads")
        load_once(settings.model_copy(update={"child_requests": 100}), (SEGMENTS,)).raise_for_failures()
        assert current(settings, SEGMENTS)


@pytest.mark.parametrize("accidents", [0, 1, 2, 3])
def test_all_rows_of_a_record_vanish_when_that_was_said_three_times(tmp_path: Path, accidents: int) -> None:
    known = {"7": {f"7/{one}": payload_and_hash(b'{"id":%d}' % one, f"7/{one}")[1] for one in (1, 2)}}
    left = [accidents]

    def respond(_: Asked, exchange: Exchange) -> None:
        left[0] -= 1
        rows = [{"id": 1}, {"id": 2}]
        exchange.json([] if left[0] >= 0 else {"content": rows, "page": {"size": 500, "totalElements": 2, "number": 0}})

    with Loopback(respond) as server:
        _, found = read(server, tmp_path, [Pending("7", "", again=True)], known)
    gone = sorted(key for key, text in found if text is None)
    assert gone == (["7/1", "7/2"] if accidents == 3 else [])


def test_a_witness_is_asked_again_each_time_lists_were_empty(tmp_path: Path) -> None:
    """That it showed rows was remembered for the whole load, in which the service may go away."""
    statuses = iter([200, 404])

    def respond(asked: Asked, exchange: Exchange) -> None:
        exchange.json(asked_page([{"id": 1}], dict(asked.query)), next(statuses))

    with Loopback(respond) as server:
        settings = Settings.read(base_url=server.url, api_key="k", data_dir=tmp_path)
        with Client(settings) as client:
            below = BelowReader(client, CHILD[SEGMENTS], StreamSummary(SEGMENTS), None)
            showing = Showing(below, Outage(), {"7": {"7/0": ""}}, ["9"])
            assert [True, False] == [showing.still_shows_rows(), showing.still_shows_rows()]


@pytest.mark.parametrize("again", [False, True])
def test_an_empty_list_that_answers_404_a_moment_later_waits_for_the_next_load(tmp_path: Path, *, again: bool) -> None:
    known = {"7": {"7/1": payload_and_hash(b'{"id":1}', "7/1")[1]}}
    empty = [3]

    def respond(asked: Asked, exchange: Exchange) -> None:
        empty[0] -= (is_emptied := "/7/" in asked.path)
        exchange.json([] if is_emptied else [{"id": 1}], 404 if is_emptied and empty[0] < 0 else 200)

    with Loopback(respond) as server:
        _, found = read(server, tmp_path, [Pending("8", ""), Pending("7", "", again=again)], known, concurrency=1)
    assert (["7/1"] if again else []) == [key for key, text in found if text is None]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("in_flight", [1, 4])
@pytest.mark.parametrize("failing", [3, 7])
def test_lists_that_always_fail_keep_no_other_from_being_read(tmp_path: Path, failing: int, in_flight: int) -> None:
    """They stand together, in front."""
    broken = {f"/api/v3/rates/{one}/rateSegments" for one in range(failing)}

    def respond(asked: Asked, exchange: Exchange) -> None:
        page = {"content": [{"id": 1}], "page": {"size": 500, "totalElements": 1, "number": 0}}
        exchange.json(page, 500 if asked.path in broken else 200)

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, parents(30), concurrency=in_flight)
    keys = {key for key, _ in found}
    assert {f"{one}/1" for one in range(failing, 30)} == keys == {f"{one.parent_key}/1" for one in reader.reads()}
    assert {str(one) for one in range(failing)} == {one.parent_key for one in reader.unanswered()}
    assert ("failed", False) == (reader.summary.outcome, reader.summary.complete)
    assert reader.summary.reason.startswith(f"{failing} of 30 lists failed: GET /api/v3/rates/")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("in_flight", [1, 4])
def test_a_service_that_answers_nobody_is_not_asked_for_every_list(tmp_path: Path, in_flight: int) -> None:
    with Loopback(lambda _, exchange: exchange.json({}, 500)) as server:
        reader, found = read(server, tmp_path, parents(1_200), concurrency=in_flight)
    assert [] == found
    asked = len({one.path for one in server.asked})
    assert 2 * 3 <= asked <= 2 * (3 + 4 * in_flight)
    assert not reader.busy
    assert f"{asked} of 1,200 lists failed, and {1_200 - asked:,} were not requested: " in reader.summary.reason
    assert reader.summary.certificate is None


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("empty", [(204, b""), (200, b""), (200, b"null")])
def test_a_booking_without_prices_yet_is_no_failure_and_asked_once_more(
    tmp_path: Path, empty: tuple[int, bytes]
) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        exchange.send(*(empty if "/7/" in asked.path else (200, b'{"total": 5}')))

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, [Pending("7", "v/1"), Pending("8", "v/1")], stream=PRICING)
        once_more, none = read(server, tmp_path, [Pending("7", "v/1", again=True)], stream=PRICING)
    assert [("8/0", b'{"total": 5}')] == found
    assert reader.summary.complete, reader.summary.reason
    assert {"7": "v/1/again", "8": "v/1"} == {one.parent_key: one.token for one in reader.reads()}
    assert [] == none
    assert ["v/1"] == [one.token for one in once_more.reads()]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("accidents", "again"), [(1, True), (2, True), (8, True), (9, True), (9, False)])
def test_prices_that_are_held_are_gone_when_an_empty_answer_says_so_as_often_as_an_empty_list(
    tmp_path: Path,
    accidents: int,
    again: bool,  # noqa: FBT001
) -> None:
    """Three empty answers are one, and three of those in a load are believed where the load before was told so, too."""
    known = {"7": {"7/0": payload_and_hash(b'{"total": 5}', "7/0")[1]}}
    left = [accidents]

    def respond(_: Asked, exchange: Exchange) -> None:
        left[0] -= 1
        exchange.send(200, b"" if left[0] >= 0 else b'{"total": 5}')

    with Loopback(respond) as server:
        _, found = read(server, tmp_path, [Pending("7", "", again=again)], known, stream=PRICING)
    assert found == ([("7/0", None)] if accidents == 9 and again else [])
