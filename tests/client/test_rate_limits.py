"""Reads of services that limit requests: by number in flight, by the second or minute, for some lists only."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from typing import Any

import pytest

from client.conftest import ASKED, ClientOf, Serve
from client.limits import bucket
from client.loopback import Asked, Exchange, in_threads
from nightaudit.client import limits, spacing
from nightaudit.client import pace as pacing
from nightaudit.client.call import Call
from nightaudit.client.message import Answer
from nightaudit.errors import NotFound, ServiceFailed

NOON = "Mon, 30 Nov 2026 12:00:00 GMT"
AT_NOON = 1_796_040_000  # in seconds since 1970


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("0", 0),
        ("7", 7),
        (" 1.5 ", 1.5),
        ("", None),
        ("soon", None),
        ("-1", None),
        ("Mon, 30 Nov 2026 12:00:07 GMT", 7),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0),
        (str(AT_NOON + 8), 8),  # as some services write it by mistake
        (str(1000 * AT_NOON + 8500), 8.5),
        ("9" * 400, None),
        (f"Mon, 30 Nov 2026 12:00:00 +{'9' * 20}", None),
    ],
)
def test_how_long_a_retry_after_asks_to_wait(header: str, wait: float | None) -> None:
    """A moment is compared with the service's clock, not with ours."""
    assert limits.retry_after({"retry-after": header, "date": NOON}) == wait


def test_without_a_date_a_moment_is_compared_with_our_clock() -> None:
    ahead = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 28 <= (limits.retry_after({"retry-after": ahead}) or 0) <= 30


@pytest.mark.parametrize(
    ("status", "headers", "wait"),
    [
        (429, {"x-ratelimit-reset": "7"}, 7),
        (429, {"ratelimit-reset": "9", "ratelimit-remaining": "0"}, 9),
        (429, {"x-ratelimit-reset": str(AT_NOON + 40), "x-ratelimit-remaining": "0"}, 40),
        (403, {"x-ratelimit-reset": str(AT_NOON + 40), "x-ratelimit-remaining": "0"}, 40),
        (429, {"x-ratelimit-reset": "40", "retry-after": "2"}, 2),
        (429, {"x-ratelimit-reset": "40", "x-ratelimit-remaining": "12"}, None),  # of another quota than the one met
        (429, {"x-ratelimit-reset": "soon", "x-rate-limit-reset": "7"}, 7),
        (429, {"x-rate-limit-reset": "2026-11-30T12:00:07Z"}, None),
        (503, {"x-ratelimit-reset": "40", "x-ratelimit-remaining": "0"}, None),
    ],
)
def test_how_long_a_limit_asks_to_wait_that_says_when_its_quota_begins_anew(
    status: int, headers: dict[str, str], wait: float | None
) -> None:
    assert wait == Answer(ASKED, status, {"date": NOON} | headers, b"").asked_wait


def test_never_more_requests_in_flight_than_allowed(serve: Serve, client_of: ClientOf) -> None:
    lock = threading.Lock()
    flying = most = 0

    def respond(_: Asked, exchange: Exchange) -> None:
        nonlocal flying, most
        with lock:
            flying += 1
            most = max(most, flying)
        time.sleep(0.01)
        with lock:
            flying -= 1
        exchange.json({"id": 1})

    client = client_of(serve(respond), concurrency=3)
    in_threads(10, lambda _: [client.units.get(1) for _ in range(5)])
    assert 3 == most


@pytest.mark.parametrize("header", ["Retry_After", "X_RateLimit_Reset"])
def test_a_429_stops_every_thread(header: str, serve: Serve, client_of: ClientOf) -> None:
    """A service that allows 60 calls a second: all are answered, and few are turned down."""
    lock = threading.Lock()
    window, used, refused = 0.0, 0, 0

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
            exchange.json({}, 429, **{header: f"{window + 0.5 - now:.2f}"})
        else:
            exchange.json({"id": 1})

    server = serve(respond)
    client = client_of(server, concurrency=8)
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


def by_trickle(most: float = 3.0) -> Callable[[], bool]:
    """Allow so many requests at once, then one each thirtieth of a second."""
    allows = bucket(30, most)
    return lambda: allows(time.monotonic())


@pytest.mark.parametrize("kinds", [1, 4])
@pytest.mark.parametrize(("allows", "status"), [(by_window, 429), (by_trickle, 429), (partial(by_trickle, 10), 503)])
def test_no_read_is_lost_to_a_limit_that_names_no_wait(
    allows: Callable[[], Callable[[], bool]],
    kinds: int,
    status: int,
    serve: Serve,
    client_of: ClientOf,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the whole service; each minute is a second here, but for 503, which a proxy answers by the second."""

    def respond(_: Asked, exchange: Exchange) -> None:
        with lock:
            allowed = is_allowed()
        exchange.json({"id": 1}, 200 if allowed else status)

    monkeypatch.setattr(pacing, "FIRST_PAUSE", 1 / 60 if status == 429 else 1)
    lock, is_allowed = threading.Lock(), allows()
    client = client_of(serve(respond), concurrency=8, deadline_seconds=10)
    reads: tuple[Call[Any], ...] = (client.units.get, client.rates.get, client.tags.get, client.teams.get)
    in_threads(8, lambda number: [reads[number % kinds](1) for _ in range(10)])
    total = client.statistics.total
    assert 0 < (total.throttled if status == 429 else total.retries)


@pytest.mark.parametrize(("enough", "fewest", "most"), [(spacing.ENOUGH, 1, 30), (10**6, 60, 10**6)])
def test_where_no_two_requests_are_allowed_at_once_they_are_spaced(
    enough: int, fewest: int, most: int, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty reads; the second case shows how many are refused where they are not spaced."""

    def respond(_: Asked, exchange: Exchange) -> None:
        with lock:
            allowed = is_allowed()
        exchange.json({"id": 1}, 200 if allowed else 429)

    lock, is_allowed = threading.Lock(), by_trickle(1)
    monkeypatch.setattr(pacing, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(spacing, "ENOUGH", enough)
    client = client_of(serve(respond), deadline_seconds=30)
    in_threads(4, lambda _: [client.units.get(1) for _ in range(15)])
    assert fewest <= client.statistics.total.throttled <= most


def test_what_answers_503_alone_is_not_asked_for_long(
    serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is broken, for all that others are answered: no limit refuses always the same."""

    def read_others() -> None:
        while not ended.is_set():
            client.units.get(2)
            ended.wait(0.01)

    def respond(asked: Asked, exchange: Exchange) -> None:
        exchange.json({"id": 1}, 503 if asked.path.endswith(("/units/1", "/rates/1")) else 200)

    monkeypatch.setattr(pacing, "FIRST_PAUSE", 1 / 60)
    ended, client = threading.Event(), client_of(serve(respond))
    others = threading.Thread(target=read_others)
    others.start()
    began = time.monotonic()
    for read in (client.units.get, client.rates.get):
        with pytest.raises(ServiceFailed, match=r"answered 503.* Tried \d+ times"):
            read(1)
    ended.set()
    others.join()
    assert 1 < time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (429, {"Retry_After": "86400"}),
        (403, {"Retry_After": "86400"}),
        (403, {"X_RateLimit_Remaining": "0", "X_RateLimit_Reset": "86400"}),
    ],
)
def test_a_limit_that_asks_to_wait_for_longer_than_anybody_does_stops_no_other_read(
    status: int, headers: dict[str, str], serve: Serve, client_of: ClientOf
) -> None:
    """As where one list has a limit by the day: the others are answered. No list counts as forbidden by it."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path.endswith("/units/1"):
            exchange.json({}, status, **headers)
        else:
            exchange.json({"id": 1})

    server = serve(respond)
    client = client_of(server, deadline_seconds=5.0)
    with pytest.raises(ServiceFailed, match=f"answered {status}") as told:
        client.units.get(1)
    assert 429 == told.value.status
    assert 1 == client.buildings.get(1).id
    assert 2 == server.calls()


def test_a_kind_that_answers_404_between_two_429_is_waited_for(serve: Serve, client_of: ClientOf) -> None:
    """A list may have no record for most ids: these answers, too, show that the service takes its requests."""
    codes = [429, 404, 429, 404]
    client = client_of(serve(lambda _, exchange: exchange.json({}, codes.pop(0))))
    for number in range(2):
        with pytest.raises(NotFound):
            client.units.get(number)
        time.sleep(61 * pacing.FIRST_PAUSE)
