import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest
from loopback import Asked, Exchange, Loopback, in_threads

from nightaudit.client import pace as pacing
from nightaudit.client.pace import NoTurn, Pace, kind_of
from nightaudit.client.retry import Retries, Throttled, asked_wait
from nightaudit.client.statistics import Statistics
from nightaudit.errors import NotFound, ServiceFailed, Unreachable

if TYPE_CHECKING:
    from nightaudit.client.client import Client


UNITS, RATES = "/api/v3/units", "/api/v3/rates"


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
    pace.slow_down(UNITS, before, 0)
    for _ in range(7):  # the others of the same round
        pace.slow_down(UNITS, before, 0)
    assert pace.limit == 4
    for _ in range(4):
        pace.speed_up(UNITS)
    assert 4.8 < pace.limit < 5.1
    for _ in range(100):
        pace.speed_up(UNITS)
    assert pace.limit == 8
    for _ in range(10):
        pace.slow_down(UNITS, time.monotonic(), 0)
    assert pace.limit == 1


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


def by_window() -> Callable[[], bool]:
    """Allow 30 requests a second, in windows of a second."""
    windows: Counter[int] = Counter()

    def is_allowed() -> bool:
        windows[int(time.monotonic())] += 1
        return windows[int(time.monotonic())] <= 30

    return is_allowed


def by_trickle() -> Callable[[], bool]:
    """Allow three requests at once, then one each thirtieth of a second."""
    tokens, at = 3.0, time.monotonic()

    def is_allowed() -> bool:
        nonlocal tokens, at
        now = time.monotonic()
        tokens, at = min(3.0, tokens + 30 * (now - at)), now
        if tokens < 1:
            return False
        tokens -= 1
        return True

    return is_allowed


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> Pace:
    """One request at a time, and pauses of a fiftieth of what they are."""
    monkeypatch.setattr(pacing, "FIRST_PAUSE", 0.02)
    return Pace(1)


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
        pace.speed_up(UNITS)
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
    pace.speed_up(RATES)
    assert 0.01 > waited(pace, RATES), "another list"
    assert 0.01 > waited(pace, UNITS), "the list of the parents"
    assert 0.01 <= waited(pace, f"{UNITS}/2b/notes"), "the same list of another parent"


def test_an_answer_to_one_kind_that_paused_ends_the_pauses_of_all(pace: Pace) -> None:
    """As at the end of each minute, where the whole service has a limit by the minute."""
    refuse(pace, RATES, times=3)
    refuse(pace, UNITS)
    pace.speed_up(UNITS)
    assert 0.01 > waited(pace, RATES)
    refuse(pace, RATES)
    assert 0.1 < waited(pace, RATES), "no pause as short as the first, because it was not answered since"


def test_a_kind_that_is_long_refused_is_tried_at_times_but_not_waited_for(pace: Pace) -> None:
    began = time.monotonic()
    with pytest.raises(NoTurn, match=r"takes no requests of /api/v3/units now \(429\)") as found:
        refuse(pace, UNITS, times=20)
    assert "DEADLINE" not in found.value.hint, "a longer deadline would not help"
    assert 1.2 <= time.monotonic() - began < 3, "sixty times the first pause, and not for ever"
    pace.speed_up(RATES)
    for _ in range(2):
        with pytest.raises(NoTurn):
            waited(pace, UNITS)
        time.sleep(0.6)  # the longest pause
        refuse(pace, UNITS)


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


@pytest.mark.parametrize("kinds", [1, 4])
@pytest.mark.parametrize("allows", [by_window, by_trickle])
def test_no_read_is_lost_to_a_limit_that_names_no_wait(
    allows: Callable[[], Callable[[], bool]], kinds: int, serve: Any, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the whole service; each minute is a second here."""

    def respond(_: Asked, exchange: Exchange) -> None:
        with lock:
            allowed = is_allowed()
        exchange.json({"id": 1}, 200 if allowed else 429)

    monkeypatch.setattr(pacing, "FIRST_PAUSE", 1 / 60)
    lock, is_allowed = threading.Lock(), allows()
    client: Client = client_of(serve(respond), concurrency=8, deadline_seconds=5)
    resources = [client.units, client.rates, client.tags, client.teams][:kinds]
    in_threads(8, lambda number: [resources[number % kinds].get(1) for _ in range(10)])
    assert 0 < client.statistics.total.throttled


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


def test_a_kind_that_answers_404_between_two_429_is_waited_for(serve: Any, client_of: Any) -> None:
    """A list may have no record for most ids: these answers, too, show that the service takes its requests."""
    codes = [429, 404, 429, 404]
    client: Client = client_of(serve(lambda _, exchange: exchange.json({}, codes.pop(0))))
    for number in range(2):
        with pytest.raises(NotFound):
            client.units.get(number)
        time.sleep(61 * pacing.FIRST_PAUSE)
