"""Checks the addresses of services, and brings each into one spelling."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
PORTS = {"http": 80, "https": 443}
NO_ADDRESS = "is not an http(s) address, such as https://pms.example.com"


def checked(value: str) -> str:
    """Return the address. Raises ValueError where it is not http(s), may contain a secret, or is http to another machine."""
    parts = urlsplit(value)
    if value and (parts.scheme not in PORTS or not parts.hostname):
        raise ValueError(NO_ADDRESS)
    if "@" in parts.netloc:
        raise ValueError(
            "contains a user name or password; set credentials in NIGHTAUDIT_CLIENT_ID and NIGHTAUDIT_CLIENT_SECRET,"
            " or NIGHTAUDIT_API_KEY, which are never shown"
        )
    if parts.query or parts.fragment:
        raise ValueError("has a part after ? or #, which no request would contain; remove it")
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ValueError("is plain http to another machine; use https")
    return value


def one_spelling(value: str) -> str:
    """Return the address in its one spelling, without the API's path `/api/v3`. Raises ValueError where it is no address.

    The journal finds what was written to a service by the service's address. Under another spelling all would be sent again.
    """
    if not value:
        return value
    parts = urlsplit(value)
    try:
        host, port = (parts.hostname or "").encode("idna").decode(), port_of(parts)
    except ValueError:
        raise ValueError(NO_ADDRESS) from None
    address = parts._replace(netloc=host_and_port(parts.scheme, host, port)).geturl()
    return address.rstrip("/").removesuffix("/api/v3").rstrip("/")


def port_of(parts: SplitResult) -> int:
    """Return the port of an http(s) address, that of its scheme where it names none.

    Raises ValueError for a port that is none, KeyError for another scheme.
    """
    default = PORTS[parts.scheme]
    port = default if parts.port is None else parts.port
    if not port:
        raise ValueError(NO_ADDRESS)
    return port


def host_and_port(scheme: str, host: str, port: int) -> str:
    """Return host and port as they stand in an address: without the port where it is the default of the scheme."""
    host = f"[{host}]" if ":" in host else host
    return host if port == PORTS[scheme] else f"{host}:{port}"
