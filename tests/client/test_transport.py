import gzip
import socket
import sys
import time
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import httpcore
import pytest

from client.conftest import ByToken, ClientOf, Serve
from client.loopback import Asked, Exchange, Loopback, in_threads
from nightaudit.client.message import NoAnswer, Origin, Request
from nightaudit.client.operation import Get
from nightaudit.client.records.record import Reference
from nightaudit.client.session import Session
from nightaudit.client.transport import Transport
from nightaudit.errors import (
    AmbiguousWrite,
    ConfigurationError,
    CredentialsError,
    NightauditError,
    Refused,
    Unreachable,
    UnreadableAnswer,
    UsageError,
)
from nightaudit.settings import Settings


def answer_one(_: object, exchange: Exchange) -> None:
    exchange.json({"id": 1})


@pytest.fixture
def other(serve: Serve) -> Loopback:
    """A server that nothing may be sent to."""
    return serve(answer_one)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_no_header_leaks(
    status: int, serve: Serve, client_of: ClientOf, other: Loopback
) -> None:
    server = serve(lambda asked, x: x.json({}, status, Location=f"{other.url}{asked.path}"))
    client = client_of(server)
    with pytest.raises(
        Refused, match=f"Redirects are not followed: set NIGHTAUDIT_BASE_URL .* It redirects to {other.url}\\.$"
    ):
        client.units.get(1)
    with pytest.raises(
        AmbiguousWrite, match=f"answered {status}: .* Redirects are not followed: .* to {other.url}\\. "
    ):
        client.sales_invoices.void(1)
    assert (2, 0) == (server.calls(), other.calls())
    assert 1 == client_of(other).units.get(1).id, "the control: the other server would have answered"
    assert "planted-api-key" == other.asked[0].headers["x-auth-token"]


@pytest.mark.parametrize(
    "location",
    ["http://[::1", "https://me:planted@pms.example/", "x:y", "//", "http://host:port/", "/\x01", "https://ä/"],
)
def test_a_redirect_to_nonsense_is_a_redirect_like_any_other(location: str, serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, x: x.json({}, 302, Location=location))
    with pytest.raises(Refused, match=r"Redirects are not followed: set NIGHTAUDIT_BASE_URL to the final address\.$"):
        client_of(server).units.get(1)
    assert 1 == server.calls()


def test_a_cookie_is_not_sent_back(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, x: x.json({"id": 1}, Set_Cookie="planted=1; Path=/"))
    client = client_of(server)
    assert [1, 1] == [client.units.get(1).id for _ in range(2)]
    assert "cookie" not in server.asked[1].headers


def test_a_token_endpoint_cannot_redirect_either(
    serve: Serve, client_of: ClientOf, other: Loopback, by_token: ByToken
) -> None:
    server = serve(lambda _, x: x.json({}, 307, Location=other.url))
    with pytest.raises(
        CredentialsError, match=rf"to another address \(307\)\. .* NIGHTAUDIT_TOKEN_URL .* {other.url}\.$"
    ):
        client_of(server, **by_token(server)).units.get(1)
    assert (1, 1, 0) == (server.calls("/token"), server.calls(), other.calls())


@pytest.mark.parametrize(
    "path", ["//{other}/x", "/@{other}/x", "/http://{other}/x", "/\\\\{other}/x", "@{other}/{{id}}"]
)
def test_no_path_leads_to_another_host(path: str, serve: Serve, client_of: ClientOf, other: Loopback) -> None:
    server = serve(answer_one)
    client = client_of(server)
    operation = Get[Reference](path.format(other=other.url.removeprefix("http://")))
    ids = ("1",) * len(operation.path_parameters)
    try:
        client.raw(operation, *ids)
    except NightauditError:
        assert 0 == server.calls()
    else:
        assert 1 == server.calls()
    assert 0 == other.calls()


def test_the_connection_itself_is_pinned(other: Loopback, serve: Serve) -> None:
    server = serve(answer_one)
    transport = Transport([Origin.of(server.url, "NIGHTAUDIT_BASE_URL")], 1)
    elsewhere = Origin.of(other.url, "NIGHTAUDIT_BASE_URL")
    with pytest.raises(NoAnswer, match="neither the address of the service nor of its token endpoint") as caught:
        transport.exchange(Request("GET", elsewhere, "/", ((b"Host", b"x"),)), deadline=time.monotonic() + 1, limit=10)
    assert caught.value.sent is False
    assert 0 == other.calls()


def test_plain_http_stays_on_this_machine(monkeypatch: pytest.MonkeyPatch, serve: Serve, client_of: ClientOf) -> None:
    elsewhere = SimpleNamespace(is_loopback=False)
    monkeypatch.setattr("nightaudit.client.connections.ipaddress.ip_address", lambda _: elsewhere)
    server = serve(answer_one)
    with pytest.raises(NightauditError, match="plain http is allowed only to this machine"):
        client_of(server, base_url=server.url.replace("127.0.0.1", "localhost")).units.get(1)
    assert 0 == server.calls()


@pytest.mark.parametrize(
    "address",
    [
        "http://pms.example.com",
        "https://user:word@pms.example.com",
        "ftp://x",
        "https://x/?a=1",
        "",
        "https://",
        "https://x:99999",
        "https://x:0",
        "https://[x",
        "https://pms..example.com",
        "https://.example.com",
        f"https://{'a' * 64}.example.com",
        "https://pms example.com",
    ],
)
def test_an_address_that_nothing_may_be_sent_to(address: str) -> None:
    with pytest.raises(ConfigurationError, match="NIGHTAUDIT_BASE_URL"):
        Origin.of(address, "NIGHTAUDIT_BASE_URL")


@pytest.mark.parametrize(
    ("address", "name", "path"),
    [
        ("https://pms.example.com", "pms.example.com", ""),
        ("https://pms.example.com:443/a", "pms.example.com", "/a"),
        ("https://pms.example.com:80", "pms.example.com:80", ""),
        ("http://[::1]:8000/é%20", "[::1]:8000", "/%C3%A9%20"),
        ("https://zürich.example", "xn--zrich-kva.example", ""),
    ],
)
def test_an_address_is_taken_apart(address: str, name: str, path: str) -> None:
    origin = Origin.of(address, "NIGHTAUDIT_BASE_URL")
    assert (origin.name, origin.path) == (name, path)


def test_a_path_beyond_all_measure_is_a_usage_error(serve: Serve, client_of: ClientOf) -> None:
    server = serve(answer_one)
    with pytest.raises(UsageError, match="under that path"):
        client_of(server).units.get("1" * 70_000)
    assert 0 == server.calls()


def endless(exchange: Exchange) -> None:
    exchange.send_response(200)
    exchange.send_header("Content-Type", "application/json")
    exchange.send_header("Transfer-Encoding", "chunked")
    exchange.end_headers()
    while True:
        exchange.wfile.write(b"1000\r\n" + b" " * 4096 + b"\r\n")


BOMB = gzip.compress(bytes(50_000_000))
SPILLING = f'{{"id":1,"lastName":"{"é" * 40}","emailAddress":"ann@planted.example"}}'.encode()


@pytest.mark.parametrize(
    "answer",
    [
        endless,
        lambda exchange: exchange.send(200, BOMB, Content_Encoding="gzip"),
        lambda exchange: exchange.send(200, b" " * 200_000),
    ],
)
def test_a_body_over_the_cap_is_refused_and_not_asked_for_again(
    answer: Any, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(lambda _, exchange: answer(exchange))
    monkeypatch.setattr("nightaudit.client.session.LIMIT", 100_000)
    session = Session(Settings.read(base_url=server.url, api_key="planted-api-key"))
    with pytest.raises(UnreadableAnswer, match="larger than 100000 bytes"):
        session.read("/api/v3/units", lambda answer: answer.body)
    assert 1 == server.calls()
    session.close()


@pytest.mark.parametrize(
    "answer",
    [
        lambda exchange: exchange.send(200, SPILLING, Content_Length=str(len(SPILLING.decode()))),
        lambda exchange: exchange.wfile.write(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + SPILLING + b"\r\n"
        ),
        lambda exchange: exchange.wfile.write(b"HTTP/1.1 200 OK\r\n" + SPILLING + b"\r\n\r\n"),
    ],
    ids=["length in characters", "chunks without sizes", "no end of the headers"],
)
def test_what_is_no_http_is_not_repeated(answer: Any, serve: Serve, client_of: ClientOf) -> None:
    """The rest of a body that is longer than its stated length is read as the beginning of the next answer."""
    server = serve(lambda _, exchange: answer(exchange))
    with pytest.raises(Unreachable, match="illegal") as told:
        client_of(server).units.get(1)
    assert "planted" not in str(told.value)


def test_the_cap_itself_is_allowed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    body = b" " * 100_000
    server = serve(lambda _, x: x.send(200, gzip.compress(body), Content_Encoding="gzip"))
    monkeypatch.setattr("nightaudit.client.session.LIMIT", 100_000)
    session = Session(Settings.read(base_url=server.url, api_key="planted-api-key"))
    assert session.read("/api/v3/units", lambda answer: answer.body) == body
    session.close()


def test_an_answer_that_came_before_its_request_is_none(serve: Serve, client_of: ClientOf) -> None:
    """A broken gateway answers twice at once: the second answer would be taken for that to the next request."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        answer = b'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"id": %b}' % asked.path[-1:].encode()
        exchange.wfile.write(answer * (2 if asked.path.endswith("1") else 1))

    client = client_of(serve(respond))
    assert [1, 2] == [client.units.get(number).id for number in (1, 2)]


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address of Linux alone")
def test_an_address_of_the_host_that_is_dead_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, serve: Serve, client_of: ClientOf
) -> None:
    """Such as the one of IPv6 in a network that does not carry it. It is then tried last."""
    server = serve(answer_one)
    tried: list[str] = []
    connect = httpcore.SyncBackend.connect_tcp

    def noted(backend: httpcore.SyncBackend, host: str, *options: Any) -> httpcore.NetworkStream:
        tried.append(host)
        return connect(backend, host, *options)

    resolve = socket.getaddrinfo

    def both(host: str, *options: Any, **more: Any) -> list[Any]:
        addresses = ("127.0.0.2", "127.0.0.1") if host == "localhost" else (host,)
        return [found for address in addresses for found in resolve(address, *options, **more)]

    monkeypatch.setattr("nightaudit.client.connections.CONNECT_SECONDS", 0.1)
    with socket.socket() as dead, ExitStack() as waiting:
        dead.bind(("127.0.0.2", server.server_address[1]))
        dead.listen(0)
        for _ in range(3):  # fill its queue: then it does not answer
            one = waiting.enter_context(socket.socket())
            one.settimeout(0)
            one.connect_ex(dead.getsockname())
        client = client_of(server, base_url=server.url.replace("127.0.0.1", "localhost"))
        monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", noted)
        monkeypatch.setattr(socket, "getaddrinfo", both)
        client.units.get(1)
        client.sales_invoices.void(1)
    assert ["127.0.0.2", "127.0.0.1", "127.0.0.1"] == tried


def test_connections_are_reused_for_reads_and_bounded(serve: Serve, client_of: ClientOf) -> None:
    peers: set[object] = set()

    def respond(_: object, exchange: Exchange) -> None:
        peers.add(exchange.client_address)
        answer_one(_, exchange)

    client = client_of(serve(respond), concurrency=4)
    in_threads(12, lambda _: [client.units.get(1) for _ in range(10)])
    assert len(peers) <= 5


def test_a_leading_path_of_the_base_url_is_kept(serve: Serve, client_of: ClientOf) -> None:
    server = serve(answer_one)
    client_of(server, base_url=f"{server.url}/tenant/api/v3/").units.get(1)
    assert "/tenant/api/v3/units/1" == server.asked[0].path
