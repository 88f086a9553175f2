"""The data types of an HTTP exchange (origin, request, answer, failure, deadline), independent of any HTTP library."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from nightaudit.addresses import LOOPBACK, host_and_port, port_of
from nightaudit.client import limits
from nightaudit.errors import ConfigurationError, Unreachable

if TYPE_CHECKING:
    from pydantic import SecretStr

SUCCESSES, REDIRECTS = range(200, 300), range(300, 400)
TRANSIENT = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.NOT_MODIFIED}
"""Statuses after which the same request may succeed later; a cache answers 304 by mistake, as no request states what is kept."""
PLACE = re.compile(r"https?://[\w.-]+(:\d+)?(?=[/?#]|$)", re.ASCII)
"""The scheme, host and port of an address; the rest is left out because it may contain personal data."""
PATH = "/%:@!$&'()*+,;=~"  # characters that a path may contain unquoted


@dataclass(frozen=True, slots=True)
class Origin:
    """A server that requests may go to: scheme, host, port and leading path of the address in `setting`."""

    scheme: bytes
    host: bytes
    port: int
    path: str
    setting: str = field(compare=False)

    @classmethod
    def of(cls, address: str, setting: str) -> Origin:
        """Parse an address; raises ConfigurationError naming the setting when requests must not be sent to it."""
        wrong = ConfigurationError(
            f"{setting} is not a plain http(s) address.", hint="Remove the user name or the query from it."
        )
        try:
            parts = urlsplit(address)
            host = (parts.hostname or "").encode("idna")
            port = port_of(parts)
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

    @property
    def advice(self) -> str:
        """What to do where the server cannot be reached."""
        return f"Check {self.setting}, and that this machine can reach the address."


class Request(NamedTuple):
    """One request: `target` is path and query, percent-encoded, relative to the leading path of the origin.

    credential  the header that says who we are, kept apart so that nothing shows it
    """

    method: str
    origin: Origin
    target: str
    headers: tuple[tuple[bytes, bytes], ...]
    content: bytes | None = None
    credential: tuple[bytes, SecretStr] | None = None

    def __repr__(self) -> str:
        """Method and address: a query or a body may name persons, and that for a token may have our secret."""
        return f"{self.method} {self.origin.name}{self.origin.path}{self.path}"

    @property
    def path(self) -> str:
        """The target without its query, which may name persons."""
        return self.target.partition("?")[0]


class Answer(NamedTuple):
    """The answer to a request: status, headers by lower-case name, and the complete decoded body."""

    request: Request
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return self.status in SUCCESSES

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed later: TRANSIENT, 5xx, and a limit."""
        return self.is_limit or self.status in TRANSIENT or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR

    @property
    def is_limit(self) -> bool:
        """Whether the request exceeded a limit: 429, or 403 with headers that say so (our assumption: gateways do that)."""
        return self.status == HTTPStatus.TOO_MANY_REQUESTS or (
            self.status == HTTPStatus.FORBIDDEN and ("retry-after" in self.headers or limits.is_used_up(self.headers))
        )

    @property
    def asked_wait(self) -> float | None:
        """The seconds that the answer asks to wait: its Retry-After, at a limit also until the quota begins anew; else None."""
        asked = limits.retry_after(self.headers)
        return limits.until_reset(self.headers) if asked is None and self.is_limit else asked

    @property
    def advice_on_redirect(self) -> str:
        """What to do about a redirect; empty for any other answer."""
        if self.status not in REDIRECTS:
            return ""
        place = PLACE.match(self.headers.get("location", ""))
        to = f" It redirects to {place[0]}." if place else ""
        return f"Redirects are not followed: set {self.request.origin.setting} to the final address.{to}"


class NoAnswer(Unreachable):
    """An exchange without a complete answer; `sent` says whether any byte of the request may have left this machine."""

    sent = False


class Attempt(threading.local):
    """The deadline of the thread's current exchange, and whether the exchange has sent or received anything."""

    deadline = 0.0
    sent = received = False

    def remaining(self, late: type[Exception], timeout: float | None = None) -> float:
        """Return the seconds left, at most `timeout`; raises `late` when the deadline has passed."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise late("no complete answer came before the timeout")
        return left if timeout is None else min(left, timeout)
