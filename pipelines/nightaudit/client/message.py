"""What is asked of whom, and what comes back: the words of an exchange, free of any HTTP library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlsplit

from nightaudit.errors import ConfigurationError

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


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


class Ask(NamedTuple):
    """One request: `target` is path and query, percent-encoded, below the origin's own leading path."""

    method: str
    origin: Origin
    target: str
    headers: tuple[tuple[bytes, bytes], ...]
    content: bytes | None = None

    @property
    def path(self) -> str:
        """The target without its query, which may name persons."""
        return self.target.partition("?")[0]


class Answer(NamedTuple):
    """Status, headers by lower-case name, and the whole decoded body."""

    status: int
    headers: dict[str, str]
    body: bytes
