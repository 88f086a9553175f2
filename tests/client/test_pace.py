import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest
from loopback import Asked, Exchange, Loopback, in_threads

from nightaudit.client.retry import Pace, Retries, asked_wait
from nightaudit.client.statistics import Statistics
from nightaudit.errors import ServiceFailed, Unreachable

if TYPE_CHECKING:
    from nightaudit.client.client import Client


@pytest.mark.parametrize(
    ("header", "wait"), [("0", 0), ("7", 7), (" 1.5 ", 1.5), ("", None), ("soon", None), ("-1", None)]
)
def test_seconds_of_retry_after(header: str, wait: float | None) -> None:
    assert asked_wait({"retry-after": header}) == wait


def test_dates_of_retry_after() -> None:
    ahead = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 28 <= (asked_wait({"retry-after": ahead}) or 0) <= 30
    assert asked_wait({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0


def test_a_clock_that_is_wrong_here_does_not_change_the_wait() -> None:
    headers = {"date": "Wed, 21 Oct 2015 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2015 07:28:07 GMT"}
    assert asked_wait(headers) == 7


def test_the_limit_halves_once_per_round_and_grows_back_by_one() -> None:
    pace = Pace(8)
    before = time.monotonic()
    pace.slow_down(before, 0)
    for _ in range(7):  # the others of the same round
        pace.slow_down(before, 0)
    assert pace.limit == 4
    for _ in range(4):
        pace.speed_up()
    assert 4.8 < pace.limit < 5.1
    for _ in range(100):
        pace.speed_up()
    assert pace.limit == 8
    for _ in range(10):
        pace.slow_down(time.monotonic(), 0)
    assert pace.limit == 1


def test_a_turn_is_refused_when_it_could_only_come_too_late() -> None:
    pace = Pace(1)
    pace.slow_down(time.monotonic(), 60)
    with (
        pytest.raises(ServiceFailed, match="takes no more requests before the deadline"),
        pace.turn(time.monotonic() + 5),
    ):
        pass


def test_a_busy_slot_is_waited_for_until_the_deadline() -> None:
    pace = Pace(1)
    with (
        pace.turn(time.monotonic() + 1),
        pytest.raises(ServiceFailed, match="other requests were still in flight"),
        pace.turn(time.monotonic() + 0.1),
    ):
        pass
    with pace.turn(time.monotonic() + 1):
        pass


def test_a_try_without_a_turn_does_not_hide_what_failed_before() -> None:
    pace, sent = Pace(1), list[float]()

    def attempt(deadline: float) -> None:
        with pace.turn(time.monotonic() if sent else deadline):  # as if the deadline came between two tries
            sent.append(deadline)
            raise Unreachable("Nobody listens.")

    with pytest.raises(Unreachable, match=r"^Nobody listens\.$"):
        Retries(1, Statistics()).run(attempt)
    assert 1 == len(sent)


def test_a_turn_that_comes_to_one_that_gives_up_is_passed_on() -> None:
    """A Retry-After that is too long for the first in the line, and not for the second."""

    def ask(seconds: float) -> None:
        try:
            with pace.turn(began + seconds):
                ends[seconds] = "sent"
        except ServiceFailed:
            ends[seconds] = "given up"

    ends: dict[float, str] = {}
    pace, began = Pace(1), time.monotonic()
    threads = [threading.Thread(target=ask, args=(seconds,)) for seconds in (1, 4)]
    with pace.turn(began + 1):
        for number, thread in enumerate(threads):
            thread.start()
            while len(pace._changed._waiters) == number:  # type: ignore[attr-defined]
                time.sleep(0.001)
        pace.slow_down(time.monotonic(), 1.5)
    for thread in threads:
        thread.join()
    assert {1: "given up", 4: "sent"} == ends


def test_never_more_requests_in_flight_than_allowed(serve: Any, client_of: Any) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        nonlocal flying, most
        with lock:
            flying += 1
            most = max(most, flying)
        time.sleep(0.01)
        with lock:
            flying -= 1
        exchange.json({"id": 1})

    lock = threading.Lock()
    flying = most = 0
    client: Client = client_of(serve(respond), concurrency=3)
    in_threads(10, lambda _: [client.units.get(1) for _ in range(5)])
    assert most == 3


def test_a_429_stops_every_thread(serve: Any, client_of: Any) -> None:
    """A service that allows 60 calls a second: all are answered, and few are turned down."""

    def respond(_: Asked, exchange: Exchange) -> None:
        nonlocal window, used, refused
        with lock:
            now = time.monotonic()
            if now - window >= 0.5:
                window, used = now, 0
            used += 1
            full = used > 30
            refused += full
        if full:
            exchange.json({}, 429, Retry_After=f"{window + 0.5 - now:.2f}")
        else:
            exchange.json({"id": 1})

    lock = threading.Lock()
    window, used, refused = 0.0, 0, 0
    server: Loopback = serve(respond)
    client: Client = client_of(server, concurrency=8)
    in_threads(8, lambda _: [client.units.get(1) for _ in range(15)])
    assert 0 < refused <= 8 * 4
    assert client.statistics.total.throttled == refused


def test_the_pause_after_a_429_grows_until_a_success() -> None:
    def paused() -> tuple[float, bool]:
        began = time.monotonic()
        is_second = pace.slow_down(began, 0, 0.02)
        with pace.turn(began + 5) as turn:
            assert pace._pause <= turn - began
        return round(pace._pause, 2), is_second

    pace = Pace(1)
    assert [(0.02, False), (0.06, True), (0.18, False)] == [paused() for _ in range(3)]
    pace.speed_up()
    assert [(0.02, False), (0.06, True)] == [paused() for _ in range(2)]


def test_a_429_that_asks_to_wait_for_longer_than_anybody_does_stops_no_other_read(serve: Any, client_of: Any) -> None:
    """As where one list has a limit by the day: the others are answered."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path.endswith("/units/1"):
            exchange.json({}, 429, Retry_After="86400")
        else:
            exchange.json({"id": 1})

    server: Loopback = serve(respond)
    client: Client = client_of(server, deadline_seconds=5.0)
    with pytest.raises(ServiceFailed, match="429"):
        client.units.get(1)
    assert 1 == client.buildings.get(1).id
    assert 2 == server.calls()
