"""What is asked of whom, and what comes back: the words of an exchange, free of any HTTP library."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from nightaudit.addresses import LOOPBACK, PORTS, host_and_port
from nightaudit.errors import ConfigurationError, Unreachable

# Statuses, and those with which a range of them begins.
OK, NO_CONTENT, REDIRECT, BAD_REQUEST, FAILED = 200, 204, 300, 400, 500
UNAUTHORIZED, NOT_ALLOWED, TIMED_OUT, TOO_EARLY, TOO_MANY = 401, 405, 408, 425, 429
PLACE = re.compile(r"https?://[\w.-]+(:\d+)?(?=[/?#]|$)", re.ASCII)
"""The scheme, host and port with which an address begins; what follows may be somebody's."""
PATH = "/%:@!$&'()*+,;=~"  # what a path may hold as it is


@dataclass(frozen=True, slots=True)
class Origin:
    """Where requests may go: the scheme, host, port and leading path of the address that `setting` names."""

    scheme: bytes
    host: bytes
    port: int
    path: str
    setting: str = field(compare=False)

    @classmethod
    def of(cls, address: str, setting: str) -> Origin:
        """Read an address; raises ConfigurationError naming the setting when nothing may be sent there."""
        wrong = ConfigurationError(
            f"{setting} is not a plain http(s) address.", hint="Leave out user names and queries."
        )
        try:
            parts = urlsplit(address)
            host = (parts.hostname or "").encode("idna")
            port = parts.port or PORTS[parts.scheme]
        except (ValueError, KeyError):
            raise wrong from None
        if not host or b" " in host or parts.username is not None or parts.query or parts.fragment:
            raise wrong
        if parts.scheme == "http" and parts.hostname not in LOOPBACK:
            raise ConfigurationError(f"{setting} is plain http to another machine.", hint="Use https.")
        return cls(parts.scheme.encode(), host, port, quote(parts.path, safe=PATH), setting)

    @property
    def name(self) -> str:
        """Host and port, for the Host header and for messages."""
        return host_and_port(self.scheme.decode(), self.host.decode(), self.port)


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

    @property
    def is_passing(self) -> bool:
        """Whether the same request may fare better later: 408, 425, 429 and 5xx."""
        return self.status in {TIMED_OUT, TOO_EARLY, TOO_MANY} or self.status >= FAILED

    def redirected(self, setting: str) -> str:
        """What to do about an answer that sends us elsewhere; empty where it is another."""
        if not REDIRECT <= self.status < BAD_REQUEST:
            return ""
        place = PLACE.match(self.headers.get("location", ""))
        to = f" It leads to {place[0]}." if place else ""
        return f"Redirects are not followed: set {setting} to the final address.{to}"


class Broken(Unreachable):
    """An exchange without a whole answer; `sent` says whether any byte of the request may have left this machine."""

    sent = False


class Attempt(threading.local):
    """What the thread's current exchange may still do, and whether it has sent anything."""

    deadline = 0.0
    sent = False

    def remaining(self, late: type[Exception], timeout: float | None = None) -> float:
        """Seconds left, at most `timeout`; raises `late` when the time is over."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise late("the time for this answer is over")
        return left if timeout is None else min(left, timeout)
