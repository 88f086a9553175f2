"""Opens connections to the servers that requests may go to, or through their proxies, each within the time of its exchange."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpcore

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Mapping

    from nightaudit.client.message import Attempt, Origin
    from nightaudit.client.proxy import Proxy

SECTION = 65_536
CONNECT_SECONDS = 5.0
"""The longest wait for an address of a host that has others, too."""


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


class Pinned(httpcore.NetworkBackend):
    """A network backend that connects to the given origins only, or their proxies, and over plain http to this machine only.

    Of several addresses of a host it tries each for a share of the time, those that did not answer before at the end.
    """

    def __init__(self, proxies: Mapping[Origin, Proxy | None], attempt: Attempt) -> None:
        direct = [origin for origin, proxy in proxies.items() if not proxy]
        self._plain = {(origin.host.decode(), origin.port): origin.scheme == b"http" for origin in direct}
        self._proxies = {(proxy.host, proxy.port) for proxy in proxies.values() if proxy}
        self._attempt = attempt
        self._backend = httpcore.SyncBackend()
        self._dead: set[str] = set()  # addresses that did not answer

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a connection; raises ConnectError for another host than those, ConnectTimeout, and what the network raises."""
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
        self._dead.discard(address)
        return _Stream(stream, self._attempt, to_proxy=to_proxy)

    def _connect(self, host: str, port: int, timeout: float | None, *options: Any) -> httpcore.NetworkStream:
        """Return a connection to the first address of the host that answers; raises the error of the last one."""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = dict.fromkeys(str(address[0]) for *_, address in found)
        *others, last = sorted(addresses, key=self._dead.__contains__)
        for place, address in enumerate(others):
            share = self._attempt.remaining(httpcore.ConnectTimeout, timeout) / (len(addresses) - place)
            with suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return self._backend.connect_tcp(address, port, min(share, CONNECT_SECONDS), *options)
            self._dead.add(address)
        return self._backend.connect_tcp(
            last, port, self._attempt.remaining(httpcore.ConnectTimeout, timeout), *options
        )


class Tunnels(httpcore.HTTPProxy):
    """Connections through a proxy, which is told host and port only: httpcore would give it the target of the request as well.

    One in which TLS fails is closed: httpcore would keep it, and after a few of them wait for a free one in vain.
    """

    def create_connection(self, origin: httpcore.Origin) -> httpcore.ConnectionInterface:
        """Return a connection that is opened by its first request."""
        tunnel = super().create_connection(origin)
        send = tunnel.handle_request

        def sent_or_closed(request: httpcore.Request) -> httpcore.Response:
            try:
                return send(request)
            except (httpcore.NetworkError, httpcore.TimeoutException):
                tunnel.close()
                raise

        tunnel.handle_request = sent_or_closed  # type: ignore[method-assign]  # httpcore has no hook for one connection
        return tunnel

    def handle_request(self, request: httpcore.Request) -> httpcore.Response:
        """Send a request through the proxy."""
        request.extensions = {name: value for name, value in request.extensions.items() if name != "target"}
        return super().handle_request(request)
