"""Carries out one HTTP exchange, limited in time, bytes and destination; the only module that imports httpx and httpcore."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from contextlib import closing, suppress
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import httpcore
import httpx

from nightaudit.client import trust
from nightaudit.client.body import Body
from nightaudit.client.message import Answer, Attempt, NoAnswer, Origin, Request
from nightaudit.client.proxy import Proxy, proxy_of
from nightaudit.errors import UnreadableAnswer, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SECTION = 65_536
ERROR_BYTES = 65_536
IDLE_SECONDS = 15.0
CONNECT_SECONDS = 5.0
"""The longest wait for an address of a host that has others, too."""
NO_TRUST = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # for plain http: accepts no certificate


class _Stream(httpcore.NetworkStream):
    """A socket whose reads and writes all end at the deadline of the exchange.

    to_proxy  whether it leads to a proxy, which is only asked for a connection: TLS to the service makes another stream
    """

    def __init__(self, stream: httpcore.NetworkStream, attempt: Attempt, *, to_proxy: bool = False) -> None:
        self._stream = stream
        self._attempt = attempt
        self._to_proxy = to_proxy

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        received = self._stream.read(max_bytes, self._attempt.remaining(httpcore.ReadTimeout, timeout))
        self._attempt.received |= bool(received)
        return received

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), SECTION):
            left = self._attempt.remaining(httpcore.WriteTimeout, timeout)
            self._attempt.sent |= not self._to_proxy
            self._stream.write(buffer[start : start + SECTION], left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._attempt.remaining(httpcore.ConnectTimeout, timeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._attempt)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Pinned(httpcore.NetworkBackend):
    """A network backend that connects to the given origins only, or their proxies, and over plain http to this machine only.

    Of several addresses of a host it tries each for a share of the time, beginning with the one that answered last.
    """

    def __init__(self, proxies: Mapping[Origin, Proxy | None], attempt: Attempt) -> None:
        direct = [origin for origin, proxy in proxies.items() if not proxy]
        self._plain = {(origin.host.decode(), origin.port): origin.scheme == b"http" for origin in direct}
        self._proxies = {(proxy.host, proxy.port) for proxy in proxies.values() if proxy}
        self._attempt = attempt
        self._backend = httpcore.SyncBackend()
        self._answered: dict[str, str] = {}  # the address that answered last, by host

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        to_proxy = (host, port) in self._proxies
        if not to_proxy and (host, port) not in self._plain:
            raise httpcore.ConnectError(
                f"{host}:{port} is neither the address of the service nor of its token endpoint"
            )
        stream = self._connect(host, port, timeout, local_address, socket_options)
        address = stream.get_extra_info("server_addr")[0]
        if self._plain.get((host, port), False) and not ipaddress.ip_address(address).is_loopback:
            stream.close()
            raise httpcore.ConnectError(f"{host} is not this machine, and plain http is allowed only to this machine")
        self._answered[host] = address
        return _Stream(stream, self._attempt, to_proxy=to_proxy)

    def _connect(self, host: str, port: int, timeout: float | None, *options: Any) -> httpcore.NetworkStream:
        """Return a connection to the first address of the host that answers; raises the error of the last one."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = dict.fromkeys(str(address[0]) for *_, address in found)
        *others, last = sorted(addresses, key=lambda address: address != self._answered.get(host))
        for place, address in enumerate(others):
            share = self._attempt.remaining(httpcore.ConnectTimeout, timeout) / (len(addresses) - place)
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return self._backend.connect_tcp(address, port, min(share, CONNECT_SECONDS), *options)
        return self._backend.connect_tcp(
            last, port, self._attempt.remaining(httpcore.ConnectTimeout, timeout), *options
        )


class _Engine(httpx.HTTPTransport):
    """The transport of httpx with our own connection pool, because httpx has no option for a network backend."""

    def __init__(self, pool: httpcore.ConnectionPool, context: ssl.SSLContext) -> None:
        super().__init__(verify=context, trust_env=False)
        self._pool = pool


class _Tunnels(httpcore.HTTPProxy):
    """Connections through a proxy, which is told host and port only: httpcore would give it the target of the request as well."""

    def handle_request(self, request: httpcore.Request) -> httpcore.Response:
        request.extensions = {name: value for name, value in request.extensions.items() if name != "target"}
        return super().handle_request(request)


class Transport:
    """Transports of httpx: one for reads that reuses connections, one for writes that opens a connection for each write.

    A reused connection may break just as a request is sent, which must not happen to a write. Takes the origins that requests
    may go to and the number of connections open at once. There are no redirects or cookies: those belong to httpx's client,
    which is not used. A proxy of the environment passes TLS on, and reads nothing. Raises ConfigurationError as `proxy_of`.
    """

    def __init__(self, origins: Sequence[Origin], connections: int) -> None:
        self._attempt = Attempt()
        context = trust.context() if any(origin.scheme == b"https" for origin in origins) else NO_TRUST
        self._proxies = {origin: proxy_of(origin) for origin in origins}
        backend = _Pinned(self._proxies, self._attempt)

        def engines(kept: int) -> dict[Proxy | None, _Engine]:
            options: dict[str, Any] = {
                "ssl_context": context,
                "max_connections": connections + 1,  # one for the token endpoint while all others are busy
                "max_keepalive_connections": kept,
                "keepalive_expiry": IDLE_SECONDS,
                "network_backend": backend,
            }
            return {proxy: _Engine(_pool(proxy, options), context) for proxy in {None, *self._proxies.values()}}

        self._reads = engines(connections + 1)
        self._writes = engines(0)

    def exchange(self, request: Request, *, deadline: float, limit: int) -> Answer:
        """Send one request and read the complete answer before `deadline` (of time.monotonic) and within `limit` bytes.

        Raises NoAnswer when there is no complete answer (with `sent`), UnreadableAnswer for a body over the limit or a
        broken encoding. An error answer whose body is truncated or cannot be decompressed is returned with an empty body.
        """
        attempt, proxy = self._attempt, self._proxies.get(request.origin)
        attempt.deadline, attempt.sent, attempt.received = deadline, False, False
        try:
            engines = self._reads if request.method == "GET" else self._writes
            with closing(engines[proxy].handle_request(_of_httpx(request, deadline))) as response:
                if not attempt.received:  # it came together with the answer before, as a second one
                    raise httpx.RemoteProtocolError("an answer came before the request was sent")
                return _read(response, limit)
        except httpx.TransportError as error:
            # h11 quotes what it cannot read: perhaps the rest of a body that is longer than stated, with data of people.
            reason = str(error).partition(": bytearray(")[0].rstrip(".") or type(error).__name__
            if isinstance(error, httpx.LocalProtocolError):  # its text repeats the header, which may contain a secret
                reason = "the request contains something that cannot be sent over HTTP"
            origin, path = request.origin, request.path
            way = f" through the proxy {proxy.name} (HTTPS_PROXY)" if proxy else ""
            message = f"{origin.name}{way} gave no complete answer to {request.method} {path or origin.path or '/'}: {reason}."
            hint = trust.advice(reason, origin.setting) or ("" if attempt.sent else origin.advice)
            no_answer = NoAnswer(message, method=request.method, path=path, hint=hint)
            no_answer.sent = attempt.sent
            raise no_answer from None

    def close(self) -> None:
        """Close every connection; a later request, such as that of a list read after its `with` block, opens a new one."""
        for engine in (*self._reads.values(), *self._writes.values()):
            engine.close()


def _pool(proxy: Proxy | None, options: Mapping[str, Any]) -> httpcore.ConnectionPool:
    if not proxy:
        return httpcore.ConnectionPool(**options)
    given = httpx.Proxy(proxy.address)
    return _Tunnels(
        httpcore.URL(scheme=given.url.raw_scheme, host=given.url.raw_host, port=proxy.port, target=b"/"),
        given.raw_auth,
        proxy_ssl_context=options["ssl_context"] if given.url.scheme == "https" else None,
        **options,
    )


def _of_httpx(request: Request, deadline: float) -> httpx.Request:
    """Build a request that httpx sends unchanged: it adds no header to a stream, and `target` overrides path and query.

    The URL leaves out the query, which may name persons, because httpx shows the URL in its messages.
    """
    return httpx.Request(
        request.method,
        _url(request.origin, request.path),
        headers=list(request.headers),
        stream=httpx.ByteStream(request.content or b""),
        extensions={
            "target": (request.origin.path + request.target or "/").encode("ascii"),
            "timeout": {"pool": max(0.0, deadline - time.monotonic())},
        },
    )


@lru_cache(maxsize=256)  # all pages of a list have the same URL
def _url(origin: Origin, path: str) -> httpx.URL:
    try:
        return httpx.URL(f"{origin.scheme.decode()}://{origin.name}{origin.path}{path}")
    except httpx.InvalidURL as error:
        raise UsageError(f"Nothing can be asked of {origin.name} under that path: {error}.") from None


def _read(response: httpx.Response, limit: int) -> Answer:
    status = response.status_code
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers.raw}
    failed = status >= HTTPStatus.BAD_REQUEST
    try:
        body = Body(headers.get("content-encoding", ""), ERROR_BYTES if failed else limit)
        for chunk in response.iter_raw():
            body.add(chunk)
        return Answer(status, headers, body.whole())
    except (httpx.ReadTimeout, httpx.ReadError, httpx.RemoteProtocolError, UnreadableAnswer) as error:
        if failed:  # the status decides what became of a write; the text of the body must not matter
            return Answer(status, headers, b"")
        if isinstance(error, UnreadableAnswer):
            error.status = status
        raise
