"""One HTTP exchange, bounded in time, bytes and destination; the only module that knows the HTTP library."""

from __future__ import annotations

import ipaddress
import ssl
import threading
import time
from typing import TYPE_CHECKING, Any

import httpcore

from nightaudit.client.body import Body
from nightaudit.client.message import Answer, Ask, Origin
from nightaudit.errors import Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

SECTION = 65_536
ERROR_BYTES = 65_536
IDLE_SECONDS = 15.0
TRUST_HINT = "Set SSL_CERT_FILE to the certificates of the authority that signs for this host."
BAD_REQUEST = 400


class Broken(Unreachable):
    """An exchange without a whole answer; `sent` says whether any byte of the request may have left this machine."""

    sent = False


class _Attempt(threading.local):
    """What the thread's current exchange may still do, and whether it has sent anything."""

    deadline = 0.0
    sent = False

    def remaining(self, late: type[Exception], timeout: float | None = None) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise late("the time for this answer is over")
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    """A socket whose every read and write ends at the exchange's one deadline."""

    def __init__(self, stream: httpcore.NetworkStream, attempt: _Attempt) -> None:
        self._stream = stream
        self._attempt = attempt

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._attempt.remaining(httpcore.ReadTimeout, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), SECTION):
            left = self._attempt.remaining(httpcore.WriteTimeout, timeout)
            self._attempt.sent = True
            self._stream.write(buffer[start : start + SECTION], left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        left = self._attempt.remaining(httpcore.ConnectTimeout, timeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._attempt)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Pinned(httpcore.NetworkBackend):
    """Connects to the given origins and to nothing else."""

    def __init__(self, origins: Iterable[Origin], attempt: _Attempt) -> None:
        self._plain = {(origin.host.decode(), origin.port): origin.scheme == b"http" for origin in origins}
        self._attempt = attempt
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        if (host, port) not in self._plain:
            raise httpcore.ConnectError(f"{host}:{port} is neither the service nor its token endpoint")
        left = self._attempt.remaining(httpcore.ConnectTimeout, timeout)
        stream = self._backend.connect_tcp(host, port, left, local_address, socket_options)
        if self._plain[host, port] and not ipaddress.ip_address(stream.get_extra_info("server_addr")[0]).is_loopback:
            stream.close()
            raise httpcore.ConnectError(f"{host} is not this machine, and plain http goes nowhere else")
        return _Stream(stream, self._attempt)


class Transport:
    """A connection pool for reads, and a fresh connection for every write: an idle one may die just as it is used.

    Takes the origins requests may go to and how many connections may be open at once. Redirects are not followed,
    proxies not used.
    """

    def __init__(self, origins: Iterable[Origin], connections: int) -> None:
        origins = tuple(origins)
        self._attempt = _Attempt()
        context = _trust() if any(origin.scheme == b"https" for origin in origins) else None
        backend = _Pinned(origins, self._attempt)

        def pool(kept: int) -> httpcore.ConnectionPool:
            return httpcore.ConnectionPool(
                ssl_context=context,
                max_connections=connections + 1,  # one for the token endpoint while all others are busy
                max_keepalive_connections=kept,
                keepalive_expiry=IDLE_SECONDS,
                network_backend=backend,
            )

        self._reads = pool(connections + 1)
        self._writes = pool(0)

    def exchange(self, ask: Ask, *, deadline: float, limit: int) -> Answer:
        """Send one request and read the whole answer before `deadline` (of time.monotonic) and within `limit` bytes.

        Raises Broken when there is no whole answer (with `sent`), UnreadableAnswer for a body over the limit or a
        broken encoding. An error answer whose body breaks off is returned without it.
        """
        attempt = self._attempt
        attempt.deadline, attempt.sent = deadline, False
        pool = self._reads if ask.method == "GET" else self._writes
        origin = ask.origin
        target = (origin.path + ask.target or "/").encode("ascii")
        request = httpcore.Request(
            ask.method,
            httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=target),
            headers=list(ask.headers),
            content=ask.content,
            extensions={"timeout": {"pool": max(0.0, deadline - time.monotonic())}},
        )
        try:
            response = pool.handle_request(request)
            try:
                return _read(response, limit)
            finally:
                response.close()
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            reason = str(error) or type(error).__name__
            message = f"{origin.name} gave no whole answer to {ask.method} {ask.path}: {reason}."
            hint = TRUST_HINT if "CERTIFICATE_VERIFY_FAILED" in reason else ""
            broken = Broken(message, method=ask.method, path=ask.path, hint=hint)
            broken.sent = attempt.sent
            raise broken from None

    def close(self) -> None:
        """Close every connection."""
        self._reads.close()
        self._writes.close()


def _read(response: httpcore.Response, limit: int) -> Answer:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    failed = response.status >= BAD_REQUEST
    body = Body(headers.get("content-encoding", ""), ERROR_BYTES if failed else limit)
    try:
        for chunk in response.iter_stream():
            body.add(chunk)
        return Answer(response.status, headers, body.whole())
    except (httpcore.ReadTimeout, httpcore.ReadError, httpcore.RemoteProtocolError, UnreadableAnswer) as error:
        if failed:  # the status says enough, and a write's fate must not hang on the text beside it
            return Answer(response.status, headers, b"")
        if isinstance(error, UnreadableAnswer):
            error.status = response.status
        raise


def _trust() -> ssl.SSLContext:
    """Trust the machine's certificate authorities (SSL_CERT_FILE included) and the public ones certifi knows."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
