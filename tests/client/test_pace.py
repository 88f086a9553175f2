"""When a request may be sent: the limit of requests in flight, the line of those that wait, and pauses after 429."""

import contextlib
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from nightaudit.client import pace as pacing
from nightaudit.client import spacing
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
        pace.speed_up(UNITS, before)
    assert 4.8 < pace.limit < 5.1
    for _ in range(100):
        pace.speed_up(UNITS, before)
    assert 8 == pace.limit
    for _ in range(10):
        pace.slow_down(UNITS, time.monotonic(), 0)
    assert 1 == pace.limit


@pytest.mark.parametrize("in_flight", [1, 2, 3])
def test_only_what_is_refused_nearly_alone_is_refused_for_coming_too_early(in_flight: int) -> None:
    """Otherwise there may be a limit of requests in flight."""
    pace = Pace(8)
    with contextlib.ExitStack() as stack:
        sent_at = [stack.enter_context(pace.turn(UNITS, time.monotonic() + 1)) for _ in range(in_flight)][-1]
        for moment in range(spacing.ENOUGH):
            pace.speed_up(UNITS, sent_at + moment)
            pace.slow_down(UNITS, sent_at + moment, 0)
    assert (in_flight <= 2) == (0 < pace._spacing.seconds)


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


def in_line(pace: Pace, ask: Callable[..., None], *requests: tuple[Any, ...]) -> list[threading.Thread]:
    """Have each request asked for in a thread, one behind the other."""
    threads = [threading.Thread(target=ask, args=request) for request in requests]
    for number, thread in enumerate(threads):
        thread.start()
        while len(pace._waiting) == number:
            time.sleep(0.001)
    return threads


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
    with pace.turn(UNITS, began + 1):
        threads = in_line(pace, ask, (1,), (4,))
        pace.slow_down(UNITS, time.monotonic(), 1.5)
    for thread in threads:
        thread.join()
    assert {1: "given up", 4: "sent"} == ends


def test_whose_deadline_comes_first_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that may send: there may be a hundred who wait, and a few answers a minute."""

    def ask(path: str, seconds: float) -> None:
        with pace.turn(path, began + seconds):
            order.append(seconds)

    monkeypatch.setattr(pacing, "FIRST_PAUSE", 30)
    pace, began, order = Pace(1), time.monotonic(), list[float]()
    pace.slow_down(RATES, began, 0)
    with pace.turn(UNITS, began + 50):
        *units, rates = in_line(pace, ask, (UNITS, 80), (UNITS, 70), (UNITS, 90), (RATES, 60))
    for thread in units:
        thread.join()
    pace.speed_up(RATES, began)
    rates.join()
    assert [70, 80, 90, 60] == order


class Alone(Pace):
    """One request at a time, to a service that answers any at once, and a clock that goes on only while one waits."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        super().__init__(1)
        self.now = 0.0
        waiting = SimpleNamespace(wait=self.go_on, notify=lambda: None)
        patch.setattr(pacing, "time", SimpleNamespace(monotonic=lambda: self.now))
        patch.setattr(pacing, "threading", SimpleNamespace(Condition=lambda _: waiting))
        for _ in range(2):
            self.speed_up(UNITS, self.now)

    def go_on(self, seconds: float) -> None:
        self.now += seconds

    def waited(self, path: str) -> float:
        began = self.now
        with self.turn(path, began + 100) as turn:
            return turn - began

    def refuse(self, path: str, times: int = 1, retry_after: float = 0) -> None:
        for _ in range(times):
            with self.turn(path, self.now + 100) as turn:
                self.slow_down(path, turn, retry_after)


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> Alone:
    return Alone(monkeypatch)


def test_the_pause_after_a_429_grows_until_a_success(pace: Alone) -> None:
    for _ in range(2):
        for pause in (1, 3, 9):
            pace.refuse(UNITS)
            pace.slow_down(UNITS, pace.now - 1, 0)  # another, sent before the first was refused
            assert pause == pace.waited(UNITS)
        pace.speed_up(UNITS, pace.now)
        assert 0 == pace.waited(UNITS)


def test_no_pause_is_longer_than_retry_after(pace: Alone) -> None:
    """Else others would take each turn of a service that answers one request a second."""
    for _ in range(3):
        pace.refuse(UNITS, retry_after=2)
        assert 2 == pace.waited(UNITS)


def test_a_read_that_was_answered_429_waits_for_its_turn_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def attempt(_: float) -> int:
        if not waits:
            error = Throttled("GET /units answered 429.")
            error.wait = 3
            raise error
        return 1

    waits = list[float]()
    monkeypatch.setattr("tenacity.nap.time.sleep", waits.append)
    assert 1 == Retries(5, Statistics()).run(attempt)
    assert [0] == waits


def test_only_requests_of_the_kind_that_was_refused_pause(pace: Alone) -> None:
    pace.refuse(f"{UNITS}/1/notes")
    pace.speed_up(RATES, pace.now)
    assert 0 == pace.waited(RATES), "another list"
    assert 0 == pace.waited(UNITS), "the list of the parents"
    assert 1 == pace.waited(f"{UNITS}/2b/notes"), "the same list of another parent"


def test_an_answer_to_one_kind_that_paused_ends_the_pauses_of_all(pace: Alone) -> None:
    """As at the end of each minute, where the whole service has a limit by the minute."""
    pace.refuse(RATES, times=3)
    pace.refuse(UNITS)
    pace.speed_up(UNITS, pace.now)
    assert 0 == pace.waited(RATES)
    pace.refuse(RATES)
    assert 27 == pace.waited(RATES), "no pause as short as the first, because it was not answered since"
    pace.refuse(RATES, times=3)  # until more than a minute after the first refusal, but not after the answer


def test_a_kind_that_is_long_refused_is_tried_at_times_but_not_waited_for(pace: Alone) -> None:
    with pytest.raises(NoTurn, match=r"takes no requests of /api/v3/units now \(429\)") as found:
        pace.refuse(UNITS, times=20)
    assert "DEADLINE" not in found.value.hint, "a longer deadline would not help"
    assert 1 + 3 + 9 + 27 + 30 == pace.now, "a minute at least, and not for ever"
    pace.speed_up(RATES, pace.now)
    for _ in range(2):
        with pytest.raises(NoTurn):
            pace.waited(UNITS)
        pace.now += pacing.LONGEST_PAUSE
        pace.refuse(UNITS)


def test_a_service_that_says_when_to_come_back_is_waited_for_however_long(pace: Alone) -> None:
    pace.refuse(UNITS, times=9, retry_after=20)
    assert 20 == pace.waited(UNITS)


def test_where_nothing_is_answered_other_kinds_are_tried_once(pace: Alone) -> None:
    with pytest.raises(NoTurn):
        pace.refuse(UNITS, times=20)
    pace.refuse(RATES)
    with pytest.raises(NoTurn):
        pace.refuse(RATES)


def test_kinds_of_requests() -> None:
    paths = ["/api/v3/units", "/eu1/api/v3/units/7/notes", "/api/v3/contacts/a1-b/notes"]
    assert ["/api/v3/units", "/{}/api/v3/units/{}/notes", "/api/v3/contacts/{}/notes"] == [
        kind_of(path) for path in paths
    ]
