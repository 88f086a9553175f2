"""Carries out one HTTP exchange, limited in time, bytes and destination; the only module that imports httpx."""

from __future__ import annotations

import ssl
import time
from contextlib import closing
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import httpcore
import httpx

from nightaudit.client import trust
from nightaudit.client.body import Body
from nightaudit.client.connections import Pinned, Tunnels
from nightaudit.client.message import Answer, Attempt, NoAnswer, Origin, Request
from nightaudit.client.proxy import Proxy, proxy_of
from nightaudit.errors import UnreadableAnswer, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ERROR_BYTES = 65_536
IDLE_SECONDS = 15.0
NO_TRUST = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # for plain http: accepts no certificate


class _Engine(httpx.HTTPTransport):
    """The transport of httpx with our own connection pool, because httpx has no option for a network backend."""

    def __init__(self, pool: httpcore.ConnectionPool, context: ssl.SSLContext) -> None:
        super().__init__(verify=context, trust_env=False)
        self._pool = pool


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
        backend = Pinned(self._proxies, self._attempt)

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
                return _read(request, response, limit)
        except httpx.TransportError as error:
            raise _no_answer(error, request, proxy, sent=attempt.sent) from None

    def close(self) -> None:
        """Close every connection; a later request, such as that of a list read after its `with` block, opens a new one."""
        for engine in (*self._reads.values(), *self._writes.values()):
            engine.close()


def _pool(proxy: Proxy | None, options: Mapping[str, Any]) -> httpcore.ConnectionPool:
    if not proxy:
        return httpcore.ConnectionPool(**options)
    given = httpx.Proxy(proxy.address)
    return Tunnels(
        httpcore.URL(scheme=given.url.raw_scheme, host=given.url.raw_host, port=proxy.port, target=b"/"),
        given.raw_auth,
        proxy_ssl_context=options["ssl_context"] if given.url.scheme == "https" else None,
        **options,
    )


def _no_answer(error: httpx.TransportError, request: Request, proxy: Proxy | None, *, sent: bool) -> NoAnswer:
    # h11 quotes what it cannot read: perhaps the rest of a body that is longer than stated, with data of people.
    reason = str(error).partition(": bytearray(")[0].rstrip(".") or type(error).__name__
    if isinstance(error, httpx.LocalProtocolError):  # its text repeats the header, which may contain a secret
        reason = "the request contains something that cannot be sent over HTTP"
    origin, path = request.origin, request.path
    way = f" through the proxy {proxy.name} (HTTPS_PROXY)" if proxy else ""
    message = f"{origin.name}{way} gave no complete answer to {request.method} {path or origin.path or '/'}: {reason}."
    unreached = proxy.advice(origin) if proxy else origin.advice
    hint = trust.advice(reason, origin.setting) or ("" if sent else unreached)
    no_answer = NoAnswer(message, method=request.method, path=path, hint=hint)
    no_answer.sent = sent
    return no_answer


def _of_httpx(request: Request, deadline: float) -> httpx.Request:
    """Build a request that httpx sends unchanged: it adds no header to a stream, and `target` overrides path and query.

    The URL leaves out the query, which may name persons, because httpx shows the URL in its messages.
    """
    headers = [*request.headers]
    if request.credential:
        name, value = request.credential
        headers.append((name, value.get_secret_value().encode()))
    return httpx.Request(
        request.method,
        _url(request.origin, request.path),
        headers=headers,
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


def _read(request: Request, response: httpx.Response, limit: int) -> Answer:
    status = response.status_code
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers.raw}
    failed = status >= HTTPStatus.BAD_REQUEST
    try:
        body = Body(headers.get("content-encoding", ""), ERROR_BYTES if failed else limit)
        for chunk in response.iter_raw():
            body.add(chunk)
        return Answer(request, status, headers, body.whole())
    except (httpx.ReadTimeout, httpx.ReadError, httpx.RemoteProtocolError, UnreadableAnswer) as error:
        if failed:  # the status decides what became of a write; the text of the body must not matter
            return Answer(request, status, headers, b"")
        if isinstance(error, UnreadableAnswer):
            error.status = status
        raise
