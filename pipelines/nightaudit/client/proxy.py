"""Finds the proxy of the environment through which a server is reached, as other programs do: HTTPS_PROXY and NO_PROXY."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from nightaudit.addresses import LOOPBACK, port_of
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from nightaudit.client.message import Origin

EXAMPLE = "http://proxy.example:3128"


class Proxy(NamedTuple):
    """A proxy: its complete address, which may contain a password, and its host and port."""

    address: str
    host: str
    port: int

    @property
    def name(self) -> str:
        """Host and port, for messages."""
        return f"{self.host}:{self.port}"

    def advice(self, origin: Origin) -> str:
        """Return what to do where the proxy leads to no answer from a server."""
        return (
            f"Check HTTPS_PROXY, user and password in it included, and {origin.setting}; or name {origin.host.decode()} in"
            " NO_PROXY if it is reached without a proxy."
        )


def proxy_of(origin: Origin) -> Proxy | None:
    """Return the proxy for an origin; None where none is set, for what NO_PROXY names, and for this machine.

    On macOS and Windows the system's settings count where the environment has none. Raises ConfigurationError for an address
    that is not http(s).
    """
    from urllib.request import getproxies, proxy_bypass

    host = origin.host.decode()
    if origin.scheme == b"http" or host in LOOPBACK:
        return None
    given = getproxies()
    variable, address = ("HTTPS_PROXY", given["https"]) if "https" in given else ("ALL_PROXY", given.get("all"))
    if not address or proxy_bypass(f"{host}:{origin.port}"):
        return None
    address = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, port_of(parts)
    except (ValueError, KeyError):
        name = port = None
    if not name or not port:
        raise ConfigurationError(
            f"The environment variable {variable} is not the address of an http(s) proxy.",
            hint=f"Set it to an address such as {EXAMPLE}, or name {host} in NO_PROXY.",
        )
    return Proxy(address, name, port)
