"""One HTTP exchange, bounded in time, bytes and destination; the only module that knows the HTTP library."""

from __future__ import annotations

import ipaddress
import ssl
import threading
import time
from dataclasses import dataclass
from typing import Any, NamedTuple, TYPE_CHECKING
from urllib.parse import urlsplit

import httpcore

from nightaudit.client.body import Body
from nightaudit.errors import ConfigurationError, Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

SECTION = 65_536
ERROR_BYTES = 65_536
IDLE_SECONDS = 15.0
BAD_REQUEST = 400
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class Broken(Unreachable):
    """An exchange without a whole answer; `sent` says whether any byte of the request may have left this machine."""

    sent = False


class Answer(NamedTuple):
    """Status, headers by lower-case name, and the whole decoded body."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Origin:
    """Where requests may go: the scheme, host, port and leading path of one configured address."""

    scheme: bytes
    host: bytes
    port: int
    path: str

    @classmethod
    def of(cls, address: str, setting: str) -> Origin:
        """Read an address; raises ConfigurationError naming the setting when nothing may be sent there."""
        parts = urlsplit(address)
        host = parts.hostname or ""
        if (
            parts.scheme not in {"http", "https"}
            or not host
            or parts.username is not None
            or parts.query
            or parts.fragment
        ):
            raise ConfigurationError(
                f"{setting} is not a plain http(s) address.", hint="Leave out user names and queries."
            )
        if parts.scheme == "http" and host not in LOOPBACK:
            raise ConfigurationError(f"{setting} is plain http to another machine.", hint="Use https.")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return cls(
            parts.scheme.encode(), host.encode("idna") if not host.isascii() else host.encode(), port, parts.path
        )

    @property
    def name(self) -> str:
        """Host and port, for the Host header and for messages."""
        host = self.host.decode()
        host = f"[{host}]" if ":" in host else host
        return host if self.port in {80, 443} else f"{host}:{self.port}"


class _Attempt(threading.local):
    """What the thread's current exchange may still do, and whether it has sent anything."""

    deadline = 0.0
    sent = False

    def remaining(self, late: type[Exception]) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise late("the time for this answer is over")
        return left


class _Stream(httpcore.NetworkStream):
    """A socket whose every read and write ends at the exchange's one deadline."""

    def __init__(self, stream: httpcore.NetworkStream, attempt: _Attempt) -> None:
        self._stream = stream
        self._attempt = attempt

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._attempt.remaining(httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), SECTION):
            left = self._attempt.remaining(httpcore.WriteTimeout)
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
        left = self._attempt.remaining(httpcore.ConnectTimeout)
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
        left = self._attempt.remaining(httpcore.ConnectTimeout)
        stream = self._backend.connect_tcp(host, port, left, local_address, socket_options)
        if self._plain[host, port] and not ipaddress.ip_address(stream.get_extra_info("server_addr")[0]).is_loopback:
            stream.close()
            raise httpcore.ConnectError(f"{host} is not this machine, and plain http goes nowhere else")
        return _Stream(stream, self._attempt)


class Transport:
    """A connection pool for reads, and a fresh connection for every write: an idle one may die just as it is used.

    Takes the origins requests may go to and how many connections may be open at once. Redirects are not followed, proxies not used.
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

    def exchange(
        self,
        method: str,
        origin: Origin,
        target: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None = None,
        *,
        deadline: float,
        limit: int,
    ) -> Answer:
        """Send one request and read the whole answer before `deadline` (of time.monotonic) and within `limit` bytes.

        `target` is path and query, percent-encoded. Raises Broken when there is no whole answer (with `sent`), UnreadableAnswer for a
        body over the limit or a broken encoding. An error answer whose body breaks off is returned without it.
        """
        attempt = self._attempt
        attempt.deadline, attempt.sent = deadline, False
        pool = self._reads if method == "GET" else self._writes
        url = httpcore.URL(scheme=origin.scheme, host=origin.host, port=origin.port, target=target.encode("ascii"))
        request = httpcore.Request(
            method,
            url,
            headers=headers,
            content=content,
            extensions={"timeout": {"pool": max(0.0, deadline - time.monotonic())}},
        )
        path = target.partition("?")[0]
        try:
            response = pool.handle_request(request)
            try:
                return _read(response, limit, path)
            finally:
                response.close()
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            reason = str(error) or type(error).__name__
            broken = Broken(
                f"{origin.name} gave no whole answer to {method} {path}: {reason}.", method=method, path=path
            )
            broken.sent = attempt.sent
            raise broken from None

    def close(self) -> None:
        """Close every connection."""
        self._reads.close()
        self._writes.close()


def _read(response: httpcore.Response, limit: int, path: str) -> Answer:
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
            error.path, error.status = path, response.status
        raise


def _trust() -> ssl.SSLContext:
    """The machine's certificate authorities (SSL_CERT_FILE included) and the public ones certifi knows."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
