"""Addresses of services: which ones may be set, and the one spelling under which each is known."""

from __future__ import annotations

from urllib.parse import urlsplit

LOOPBACK = {"localhost", "127.0.0.1", "::1"}
PORTS = {"http": 80, "https": 443}


def checked(value: str) -> str:
    """The address itself. Raises ValueError where it is none, holds a password, or would send one unencrypted elsewhere."""
    parts = urlsplit(value)
    if value and (parts.scheme not in PORTS or not parts.hostname):
        raise ValueError("is not an http(s) address")
    if "@" in parts.netloc:
        raise ValueError(
            "holds a user name or password; credentials go into NIGHTAUDIT_CLIENT_ID and NIGHTAUDIT_CLIENT_SECRET,"
            " or NIGHTAUDIT_API_KEY, where they are never shown"
        )
    if parts.scheme == "http" and parts.hostname not in LOOPBACK:
        raise ValueError("is plain http to another machine; use https")
    return value


def one_spelling(value: str) -> str:
    """The address as it is always written, without what stands behind the API's own path. Raises ValueError.

    What was written to a service is known by its address: under another spelling of it all would be sent again.
    """
    if not value:
        return value
    parts = urlsplit(value)
    try:
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port or PORTS[parts.scheme]
    except ValueError:
        raise ValueError("is not an http(s) address") from None
    address = parts._replace(netloc=host_and_port(parts.scheme, host, port)).geturl()
    return address.rstrip("/").removesuffix("/api/v3").rstrip("/")


def host_and_port(scheme: str, host: str, port: int) -> str:
    """What stands between `://` and the path: the port is left out where it is the scheme's own."""
    host = f"[{host}]" if ":" in host else host
    return host if port == PORTS[scheme] else f"{host}:{port}"
