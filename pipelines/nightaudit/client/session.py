"""Requests with who we are, at the shared pace: reads that are tried again, writes that never are."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeVar

from nightaudit.client import answers
from nightaudit.client.answers import OK, TOO_MANY, UNAUTHORIZED
from nightaudit.client.auth import Authority, Credential
from nightaudit.client.retry import Pace, Retries, asked_wait
from nightaudit.client.statistics import Statistics
from nightaudit.client.transport import Answer, Broken, Origin, Transport
from nightaudit.errors import (
    AmbiguousWrite,
    ApiError,
    CredentialsError,
    NotSent,
    ServiceFailed,
    Unreachable,
    UnreadableAnswer,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from nightaudit.settings import Settings

T = TypeVar("T")
Header = tuple[bytes, bytes]
log = logging.getLogger("nightaudit.client")
RENEWALS = 3  # how often one read may meet a token that died since
THROTTLED_WAIT = 1.0  # seconds after a 429 without a readable Retry-After
LIMIT = 268_435_456  # bytes of one unpacked answer
SUCCESS, REDIRECT = 200, 300


class Session:
    """One service, its credentials and everything that its threads share. Raises ConfigurationError for unusable settings."""

    def __init__(self, settings: Settings, *, limit: int = LIMIT) -> None:
        settings.require_service()
        self._settings = settings
        self._limit = limit
        self.statistics = Statistics()
        self.pace = Pace(settings.concurrency)
        self._retries = Retries(settings.deadline_seconds, self.statistics)
        self.origin = Origin.of(settings.base_url, "NIGHTAUDIT_BASE_URL")
        tokens = Origin.of(settings.token_url, "NIGHTAUDIT_TOKEN_URL") if settings.client_id else None
        origins = [self.origin, *([tokens] if tokens else [])]
        self._transport = Transport(origins, settings.concurrency)
        self._authority = Authority(settings, self._transport, tokens, self.statistics)
        self._common: tuple[Header, ...] = (
            (b"Host", self.origin.name.encode()),
            (b"Accept-Encoding", b"gzip"),
            (b"User-Agent", b"nightaudit"),
        )
        self._json: tuple[Header, ...] = (*self._common, (b"Accept", b"application/json"))

    def read(self, target: str, understand: Callable[[Answer], T], *, accept: bytes = b"") -> T:
        """GET `target` (path and query) and return what `understand` makes of the 2xx answer.

        Tried again on connection errors, 408, 425, 429, 5xx, and whenever `understand` raises UnreadableAnswer.
        """
        path = target.partition("?")[0]
        headers = (*self._common, (b"Accept", accept)) if accept else self._json

        def attempt(deadline: float) -> T:
            try:
                with self.pace.turn(deadline) as turn:
                    answer = self._authorised(target, headers, min(deadline, turn + self._settings.timeout_seconds))
                    if answer.status == TOO_MANY:
                        self._throttle(answer, turn)
                if not SUCCESS <= answer.status < REDIRECT:
                    raise answers.failure(answer, "GET", path)
                self.pace.speed_up()
                return understand(answer)
            except UnreadableAnswer as error:
                raise _placed(error, "GET", path) from None

        return self._retries.run(attempt)

    def _authorised(self, target: str, headers: tuple[Header, ...], deadline: float) -> Answer:
        credential = self._authority.credential(deadline)
        for _ in range(RENEWALS):
            answer = self._exchange("GET", target, headers, None, credential, deadline)
            if answer.status != UNAUTHORIZED:
                return answer
            credential = self._authority.credential(deadline, refused=credential)
        raise CredentialsError(
            f"GET {target.partition('?')[0]} answered 401, even with a token got a moment before.",
            hint="Does the token endpoint belong to this service? Check NIGHTAUDIT_TOKEN_URL and NIGHTAUDIT_SCOPE.",
        )

    def write(self, method: str, target: str, content: bytes | None = None, content_type: str = "") -> Answer:
        """Send a write once and return the 2xx answer.

        Raises NotSent (no byte left, or 429, or a token that had died: may be sent again), Refused and its kinds (4xx),
        AmbiguousWrite (everything else: read before sending again), CredentialsError.
        """
        path = target.partition("?")[0]
        length = (
            [] if content is None and method == "DELETE" else [(b"Content-Length", str(len(content or b"")).encode())]
        )
        kind = [(b"Content-Type", content_type.encode())] if content is not None else []
        deadline = time.monotonic() + self._settings.deadline_seconds
        try:
            with self.pace.turn(deadline) as turn:
                credential = self._authority.credential(min(deadline, turn + self._settings.timeout_seconds))
                answer = self._once(method, target, (*self._json, *length, *kind), content, credential)
                if answer.status == TOO_MANY:
                    self._throttle(answer, turn)
        except (ServiceFailed, Unreachable, UnreadableAnswer) as error:
            raise NotSent(f"{method} {path} was not sent: {error.message}", method=method, path=path) from None
        if answer.status == UNAUTHORIZED:
            raise self._unauthorised(method, path, credential)
        return _accepted(answer, method, path)

    def _once(
        self, method: str, target: str, headers: tuple[Header, ...], content: bytes | None, credential: Credential
    ) -> Answer:
        path = target.partition("?")[0]
        deadline = time.monotonic() + self._settings.timeout_seconds
        try:
            return self._exchange(method, target, headers, content, credential, deadline)
        except Broken as error:
            kind, fate = (AmbiguousWrite, "may have been carried out") if error.sent else (NotSent, "was not sent")
            hint = "Read the record before sending it again." if error.sent else ""
            raise kind(f"{method} {path} {fate}: {error.message}", method=method, path=path, hint=hint) from None
        except UnreadableAnswer as error:
            raise _ambiguous(method, path, error.message, error.status) from None

    def _unauthorised(self, method: str, path: str, credential: Credential) -> Exception:
        message = f"{method} {path} answered 401: "
        if credential.generation > self._authority.proven:
            return CredentialsError(message + "the service does not accept the credentials.")
        try:
            self._authority.credential(time.monotonic() + self._settings.timeout_seconds, refused=credential)
        except ApiError as error:
            return NotSent(f"{message}{error.message}", method=method, path=path, status=UNAUTHORIZED)
        return NotSent(
            message + "the token had died and was renewed; the write was turned down unread and may be sent again.",
            method=method,
            path=path,
            status=UNAUTHORIZED,
        )

    def _exchange(
        self,
        method: str,
        target: str,
        headers: tuple[Header, ...],
        content: bytes | None,
        credential: Credential,
        deadline: float,
    ) -> Answer:
        started = time.perf_counter()
        sent = [*headers, (credential.header, credential.value.get_secret_value().encode())]
        status: object = "broken"
        size = 0
        try:
            answer = self._transport.exchange(
                method, self.origin, self.origin.path + target, sent, content, deadline=deadline, limit=self._limit
            )
            status, size = answer.status, len(answer.body)
        finally:
            self.statistics.count(requests=1, bytes=size)
            if log.isEnabledFor(logging.DEBUG):
                milliseconds = (time.perf_counter() - started) * 1000
                log.debug("%s %s %s %.0f ms", method, target.partition("?")[0], status, milliseconds)
        if answer.status != UNAUTHORIZED and credential.generation > self._authority.proven:
            self._authority.proven = credential.generation
        return answer

    def _throttle(self, answer: Answer, sent_at: float) -> None:
        wait = asked_wait(answer.headers.get("retry-after", ""))
        wait = THROTTLED_WAIT if wait is None else wait
        self.pace.slow_down(sent_at, min(wait, self._settings.deadline_seconds))
        self.statistics.count(throttled=1)

    def close(self) -> None:
        """Close every connection."""
        self._transport.close()


def _accepted(answer: Answer, method: str, path: str) -> Answer:
    if SUCCESS <= answer.status < REDIRECT:
        if answer.status == OK and not answer.body.strip() and method != "DELETE":
            raise _ambiguous(method, path, "the answer is empty.", answer.status)
        return answer
    error = answers.failure(answer, method, path)
    if answer.status == TOO_MANY:
        message = f"{error.message} It was turned down unread and may be sent again."
        raise NotSent(message, method=method, path=path, status=TOO_MANY, detail=error.detail)
    if isinstance(error, ServiceFailed) or answer.status < answers.BAD:
        raise _ambiguous(method, path, error.message, answer.status)
    raise error


def _ambiguous(method: str, path: str, reason: str, status: int | None) -> AmbiguousWrite:
    return AmbiguousWrite(
        f"{method} {path} may have been carried out: {reason}",
        method=method,
        path=path,
        status=status,
        hint="Read the record before sending it again.",
    )


def _placed(error: UnreadableAnswer, method: str, path: str) -> UnreadableAnswer:
    message = f"{method} {path}: {error.message}"
    return type(error)(message, method=method, path=path, status=error.status, hint=error.hint)
