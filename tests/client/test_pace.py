"""When a request may be sent: the limit of requests in flight, the line of those that wait, and pauses after 429."""

import threading
import time

import pytest

from nightaudit.client import pace as pacing
from nightaudit.client.busy import Throttled
from nightaudit.client.pace import NoTurn, Pace, kind_of
from nightaudit.client.retry import Retries
from nightaudit.client.statistics import Statistics
from nightaudit.errors import ServiceFailed, Unreachable

UNITS, RATES = "/api/v3/units", "/api/v3/rates"


def test_the_limit_halves_once_per_round_and_grows_back_by_one() -> None:
    pace = Pace(8)
    before = time.monotonic()
    pace.slow_down(UNITS, before, 0)
    for _ in range(7):  # the others of the same round
        pace.slow_down(UNITS, before, 0)
    assert 4 == pace.limit
    for _ in range(4):
        pace.speed_up(UNITS, time.monotonic())
    assert 4.8 < pace.limit < 5.1
    for _ in range(100):
        pace.speed_up(UNITS, time.monotonic())
    assert 8 == pace.limit
    for _ in range(10):
        pace.slow_down(UNITS, time.monotonic(), 0)
    assert 1 == pace.limit


def test_a_turn_is_refused_when_it_could_only_come_too_late() -> None:
    pace = Pace(1)
    pace.slow_down(UNITS, time.monotonic(), 60)
    with (
        pytest.raises(ServiceFailed, match="takes no more requests before the deadline"),
        pace.turn(UNITS, time.monotonic() + 5),
    ):
        pass


def test_a_busy_slot_is_waited_for_until_the_deadline() -> None:
    pace = Pace(1)
    with (
        pace.turn(UNITS, time.monotonic() + 1),
        pytest.raises(ServiceFailed, match="other requests were still in flight"),
        pace.turn(UNITS, time.monotonic() + 0.1),
    ):
        pass
    with pace.turn(UNITS, time.monotonic() + 1):
        pass


def test_a_try_without_a_turn_does_not_hide_what_failed_before() -> None:
    pace, sent = Pace(1), list[float]()

    def attempt(deadline: float) -> None:
        with pace.turn(UNITS, time.monotonic() if sent else deadline):  # as if the deadline came between two tries
            sent.append(deadline)
            raise Unreachable("Nobody listens.")

    with pytest.raises(Unreachable, match=r"^Nobody listens\.$"):
        Retries(1, Statistics()).run(attempt)
    assert 1 == len(sent)


def test_a_turn_that_comes_to_one_that_gives_up_is_passed_on() -> None:
    """A Retry-After that is too long for the first in the line, and not for the second."""

    def ask(seconds: float) -> None:
        try:
            with pace.turn(UNITS, began + seconds):
                ends[seconds] = "sent"
        except ServiceFailed:
            ends[seconds] = "given up"

    ends: dict[float, str] = {}
    pace, began = Pace(1), time.monotonic()
    threads = [threading.Thread(target=ask, args=(seconds,)) for seconds in (1, 4)]
    with pace.turn(UNITS, began + 1):
        for number, thread in enumerate(threads):
            thread.start()
            while len(pace._waiting) == number:
                time.sleep(0.001)
        pace.slow_down(UNITS, time.monotonic(), 1.5)
    for thread in threads:
        thread.join()
    assert {1: "given up", 4: "sent"} == ends


def test_whose_deadline_comes_first_is_next(pace: Pace) -> None:
    """Of those that may send: there may be a hundred who wait, and a few answers a minute."""

    def ask(path: str, seconds: float) -> None:
        with pace.turn(path, began + seconds):
            order.append(seconds)

    refuse(pace, RATES, times=3)
    began, order = time.monotonic(), list[float]()
    threads = [threading.Thread(target=ask, args=asked) for asked in [(UNITS, 8), (UNITS, 7), (RATES, 6), (UNITS, 9)]]
    with pace.turn(UNITS, began + 5):
        for number, thread in enumerate(threads):
            thread.start()
            while len(pace._waiting) == number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert [7, 8, 9, 6] == order


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> Pace:
    """One request at a time, to a service that answers any at once, and pauses of a fiftieth of what they are."""
    monkeypatch.setattr(pacing, "FIRST_PAUSE", 0.02)
    pace = Pace(1)
    for _ in range(2):
        pace.speed_up(UNITS, 0.0)
    return pace


def waited(pace: Pace, path: str, seconds: float = 5.0) -> float:
    began = time.monotonic()
    with pace.turn(path, began + seconds) as turn:
        return turn - began


def refuse(pace: Pace, path: str, times: int = 1) -> None:
    for _ in range(times):
        with pace.turn(path, time.monotonic() + 5) as turn:
            pace.slow_down(path, turn, 0)


def test_the_pause_after_a_429_grows_until_a_success(pace: Pace) -> None:
    for _ in range(2):
        for pause in (0.02, 0.06, 0.18):
            refuse(pace, UNITS)
            assert pause <= waited(pace, UNITS) + 0.001
        pace.speed_up(UNITS, time.monotonic())
        assert 0.01 > waited(pace, UNITS)


def test_no_pause_is_longer_than_retry_after(pace: Pace) -> None:
    """Else others would take each turn of a service that answers one request a second."""
    for _ in range(3):
        with pace.turn(UNITS, time.monotonic() + 5) as turn:
            pace.slow_down(UNITS, turn, 0.03)
        assert 0.02 < waited(pace, UNITS) < 0.1


def test_a_read_that_was_answered_429_waits_for_its_turn_only() -> None:
    def attempt(_: float) -> int:
        tries.append(time.monotonic())
        if len(tries) == 1:
            error = Throttled("GET /units answered 429.")
            error.wait = 3
            raise error
        return 1

    tries = list[float]()
    assert 1 == Retries(5, Statistics()).run(attempt)
    assert 1 > tries[1] - tries[0]


def test_only_requests_of_the_kind_that_was_refused_pause(pace: Pace) -> None:
    refuse(pace, f"{UNITS}/1/notes")
    pace.speed_up(RATES, time.monotonic())
    assert 0.01 > waited(pace, RATES), "another list"
    assert 0.01 > waited(pace, UNITS), "the list of the parents"
    assert 0.01 <= waited(pace, f"{UNITS}/2b/notes"), "the same list of another parent"


def test_an_answer_to_one_kind_that_paused_ends_the_pauses_of_all(pace: Pace) -> None:
    """As at the end of each minute, where the whole service has a limit by the minute."""
    refuse(pace, RATES, times=3)
    refuse(pace, UNITS)
    pace.speed_up(UNITS, time.monotonic())
    assert 0.01 > waited(pace, RATES)
    refuse(pace, RATES)
    assert 0.1 < waited(pace, RATES), "no pause as short as the first, because it was not answered since"


def test_a_kind_that_is_long_refused_is_tried_at_times_but_not_waited_for(pace: Pace) -> None:
    began = time.monotonic()
    with pytest.raises(NoTurn, match=r"takes no requests of /api/v3/units now \(429\)") as found:
        refuse(pace, UNITS, times=20)
    assert "DEADLINE" not in found.value.hint, "a longer deadline would not help"
    assert 1.2 <= time.monotonic() - began < 3, "sixty times the first pause, and not for ever"
    pace.speed_up(RATES, time.monotonic())
    for _ in range(2):
        with pytest.raises(NoTurn):
            waited(pace, UNITS)
        time.sleep(0.6)  # the longest pause
        refuse(pace, UNITS)


def test_a_service_that_says_when_to_come_back_is_waited_for_however_long(pace: Pace) -> None:
    began = time.monotonic()
    while time.monotonic() - began < 1.5:  # more than sixty times the first pause
        with pace.turn(UNITS, began + 5) as turn:
            pace.slow_down(UNITS, turn, 0.4)
    assert 0.3 < waited(pace, UNITS) < 1


def test_where_nothing_is_answered_other_kinds_are_tried_once(pace: Pace) -> None:
    with pytest.raises(NoTurn):
        refuse(pace, UNITS, times=20)
    refuse(pace, RATES)
    with pytest.raises(NoTurn):
        refuse(pace, RATES)


def test_kinds_of_requests() -> None:
    paths = ["/api/v3/units", "/eu1/api/v3/units/7/notes", "/api/v3/contacts/a1-b/notes"]
    assert ["/api/v3/units", "/{}/api/v3/units/{}/notes", "/api/v3/contacts/{}/notes"] == [
        kind_of(path) for path in paths
    ]
