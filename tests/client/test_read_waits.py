"""A read waits as long as it is asked to, and never beyond its deadline."""

import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, not_found
from nightaudit.errors import ServiceFailed, Unreachable


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_waited_for(form: str, serve: Serve, client_of: ClientOf) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        times.append(time.time())
        if len(times) > 1:
            exchange.json({"id": 7})
        elif form == "seconds":
            exchange.json({}, 429, Retry_After="1")
        else:
            exchange.json({}, 503, Retry_After=format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True))

    times: list[float] = []
    client_of(serve(respond)).units.get(7)
    assert 0.95 <= times[1] - times[0]


@pytest.mark.parametrize("form", ["none", "seconds", "date"])
def test_a_429_that_asks_for_no_wait_is_waited_for(
    form: str, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for sixty times the shortest wait, as where a limit is by the minute: six tries at a steady pace end before it."""

    def respond(_: Asked, exchange: Exchange) -> None:
        times.append(time.monotonic())
        if times[-1] - times[0] > 60 * 0.02:
            exchange.json({"id": 7})
            return
        now = format_datetime(datetime.now(UTC), usegmt=True)
        exchange.json({}, 429, **{"none": {}, "seconds": {"Retry_After": "0"}, "date": {"Retry_After": now}}[form])

    monkeypatch.setattr("nightaudit.client.pace.FIRST_PAUSE", 0.02)
    times: list[float] = []
    assert 7 == client_of(serve(respond)).units.get(7).id
    assert 1 < len(times) <= 6


def test_a_wait_beyond_the_deadline_is_not_begun(
    serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("tenacity.nap.time.sleep", waits.append)
    server = serve(lambda _, exchange: exchange.json({}, 503, Retry_After="60"))
    with pytest.raises(ServiceFailed, match=r'answered 503: "\{\}"\. The answer asks to wait 60 seconds\.$'):
        client_of(server, deadline_seconds=5).units.get(7)
    assert [] == waits
    assert 1 == server.calls()


def drip_body(exchange: Exchange) -> None:
    exchange.send(200, b"", Content_Length="1000")
    for _ in range(60):
        exchange.wfile.write(b" ")
        time.sleep(0.05)


def drip_headers(exchange: Exchange) -> None:
    exchange.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(60):
        exchange.wfile.write(b"X-%d: 1\r\n" % number)
        time.sleep(0.05)


@pytest.mark.parametrize("drip", [drip_body, drip_headers])
def test_a_slow_drip_ends_at_the_deadline(drip: Callable[[Exchange], None], serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: drip(exchange))
    with pytest.raises(Unreachable, match=r"timed out|before the timeout"):  # not: closed
        client_of(server, timeout_seconds=0.3, deadline_seconds=0.9).units.get(7)
    assert server.calls() >= 2


def test_nobody_listening_is_unreachable(client_of: ClientOf, serve: Serve) -> None:
    server = serve(not_found)
    client = client_of(server)
    server.close()
    with pytest.raises(Unreachable, match="Tried 6 times"):
        client.units.get(7)


def test_a_server_that_never_answers_is_unreachable_in_time(client_of: ClientOf, serve: Serve) -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    server = serve(not_found)
    client = client_of(server, base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", timeout_seconds=0.2)
    with pytest.raises(Unreachable, match=r"timed out\. Tried 6 times"):
        client.units.get(7)
    silent.close()
