"""Sends requests with credentials, at the shared pace: reads are retried, writes never."""

from __future__ import annotations

import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from nightaudit.client import failures
from nightaudit.client.auth import Authority, Credential
from nightaudit.client.message import Answer, NoAnswer, Origin, Request
from nightaudit.client.pace import Pace
from nightaudit.client.retry import Retries
from nightaudit.client.statistics import Statistics
from nightaudit.client.transport import Transport
from nightaudit.client.witnesses import Witnesses
from nightaudit.errors import ApiError, CredentialsError, NotSent, ServiceFailed, Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.client.arguments import Payload
    from nightaudit.settings import Settings

T = TypeVar("T")
log = logging.getLogger("nightaudit.client")
RENEWALS = 3  # requests that one read may send with tokens that the service refuses
REFUSALS = 3  # answers of 401 to one read before a key that works for other reads counts as refused for this one
REFUSED_WAIT = 1.0  # seconds to wait after such an answer, and before the last request with a new token
LIMIT = 268_435_456  # most bytes of one decompressed answer
JSON = b"application/json"


class _Unauthorised(CredentialsError):
    """A 401 (`answer`) that a renewed credential did not change."""

    def __init__(self, answer: Answer, message: str, hint: str) -> None:
        super().__init__(message, hint=hint)
        self.answer = answer


class Session:
    """The connections, credentials and pace that all threads share. Raises ConfigurationError for unusable settings."""

    def __init__(self, settings: Settings) -> None:
        settings.require_service()
        self._settings = settings
        self.statistics = Statistics()
        self.pace = Pace(settings.concurrency)
        self._retries = Retries(settings.deadline_seconds, self.statistics)
        self.origin = Origin.of(settings.base_url, "NIGHTAUDIT_BASE_URL")
        tokens = Origin.of(settings.token_url, "NIGHTAUDIT_TOKEN_URL") if settings.client_id else None
        origins = [self.origin, *([tokens] if tokens else [])]
        self._transport = Transport(origins, settings.concurrency)
        self._authority = Authority(settings, self._transport, tokens, self.statistics)
        self._witnesses = Witnesses()
        self._common = (
            (b"Host", self.origin.name.encode()),
            (b"Accept-Encoding", b"gzip"),
            (b"Cache-Control", b"no-cache"),  # lists are proven by reading them twice, not from a cache
            (b"User-Agent", b"nightaudit"),
        )

    def was_answered(self, targets: Iterable[str]) -> None:
        """Name requests (path and query) that the service answered to an earlier client; see `Client.was_answered`."""
        self._witnesses.before = tuple(map(self._get, targets))

    def _get(self, target: str, accept: bytes = JSON) -> Request:
        return Request("GET", self.origin, target, (*self._common, (b"Accept", accept)))

    def read(self, target: str, understand: Callable[[Answer], T], *, accept: bytes = JSON) -> T:
        """GET `target` (path and query) and return what `understand` returns for the 2xx answer.

        Retried after connection errors, 408, 425, 5xx, a limit, and whenever `understand` raises UnreadableAnswer. A 401 to an
        API key that works for other requests is retried, too, up to REFUSALS answers.
        """
        request = self._get(target, accept)
        refusals, asked_at = 0, time.monotonic()

        def attempt(deadline: float) -> T:
            nonlocal refusals
            try:
                with self.pace.turn(request.path, deadline) as turn:
                    answer = self._authorised(request, min(deadline, turn + self._settings.timeout_seconds))
                    is_limit = self._adapt_pace(answer, turn, asked_at)
                failures.require_recent(answer, self._settings.settle_seconds)
                if not answer.is_success:
                    raise failures.failure(answer, is_limit=is_limit)
                return understand(answer)
            except _Unauthorised as error:
                refusals += 1
                raise self._of_refused_read(error, deadline, refusals) from None
            except UnreadableAnswer as error:
                path, message = request.path, f"GET {request.path}: {error.message}"
                raise type(error)(message, method="GET", path=path, status=error.status, hint=error.hint) from None

        found = self._retries.run(attempt)
        self._witnesses.note(request)
        return found

    def _authorised(self, request: Request, deadline: float) -> Answer:
        """Send a read, and renew the credential after each 401, or 403 to an old token unless it means a limit.

        At most RENEWALS requests are sent. A service may accept a new token only after a moment: once all its machines know it,
        or by its own clock. Raises CredentialsError, _Unauthorised.
        """
        credential = self._authority.credential(deadline)
        for sent in range(RENEWALS):
            if sent == RENEWALS - 1:
                time.sleep(max(0.0, min(REFUSED_WAIT, deadline - time.monotonic())))
                credential = self._authority.credential(deadline)  # others may have renewed it meanwhile
            answer = self._exchange(request, credential, deadline)
            is_forbidden = answer.status == HTTPStatus.FORBIDDEN and not answer.is_limit
            if answer.status != HTTPStatus.UNAUTHORIZED and not (is_forbidden and credential.old):
                return answer
            try:
                credential = self._authority.credential(deadline, refused=credential)
            except CredentialsError as error:
                raise _Unauthorised(answer, error.message, error.hint) from None
        raise _Unauthorised(
            answer,
            f"GET {request.path} answered 401, although the token had just been issued.",
            "Perhaps the token endpoint belongs to another service. Check NIGHTAUDIT_TOKEN_URL and NIGHTAUDIT_SCOPE.",
        )

    def _of_refused_read(self, error: _Unauthorised, deadline: float, refusals: int) -> Exception:
        """Return the error of a read whose credentials were refused, for the `refusals`th time.

        That is Busy where it may be an accident, Forbidden where the credentials work elsewhere, else CredentialsError.
        """
        # A token was renewed after each 401 already; a key can only be sent again.
        may_repeat = not self._settings.client_id and refusals < REFUSALS
        works = (may_repeat and self._authority.proven) or self._is_accepted_elsewhere(error.answer.request, deadline)
        if may_repeat and self._authority.proven:  # perhaps only by what was just asked elsewhere
            return failures.perhaps_by_accident(error.answer, REFUSED_WAIT)
        if works:
            return failures.failure(error.answer)
        return CredentialsError(error.message, hint=error.hint)

    def _is_accepted_elsewhere(self, refused: Request, deadline: float) -> bool:
        """Return whether a path that was answered earlier answers anything but 401 now, which that of `refused` answers."""
        for request in self._witnesses.elsewhere(refused.path, deadline):
            with self.pace.turn(request.path, deadline) as turn:
                answer = self._exchange(request, self._authority.credential(deadline), deadline)
                self._adapt_pace(answer, turn, turn)
            if answer.status != HTTPStatus.UNAUTHORIZED:
                return True
        return False

    def write(self, method: str, target: str, payload: Payload) -> Answer:
        """Send a write once and return the 2xx answer.

        Raises NotSent (no byte was sent, or a limit, or the token had expired: may be sent again), Refused and its kinds (4xx),
        AmbiguousWrite (everything else: read before sending again), CredentialsError.
        """
        content = payload.content
        headers = [*self._common, (b"Accept", JSON)]
        if content is not None or method != "DELETE":
            headers.append((b"Content-Length", str(len(content or b"")).encode()))
        if content is not None:
            headers.append((b"Content-Type", payload.kind.encode()))
        request = Request(method, self.origin, target, tuple(headers), content)
        deadline = time.monotonic() + self._settings.deadline_seconds
        try:
            with self.pace.turn(request.path, deadline) as turn:
                credential = self._authority.credential(min(deadline, turn + self._settings.timeout_seconds))
                answer = self._send_once(request, credential)
                self._adapt_pace(answer, turn, turn)
        except (ServiceFailed, Unreachable, UnreadableAnswer) as error:
            message = f"{method} {request.path} was not sent: {error.message}"
            raise NotSent(message, method=method, path=request.path) from None
        if answer.status == HTTPStatus.UNAUTHORIZED:
            raise self._unauthorised(request, credential)
        return failures.accepted(answer)

    def _send_once(self, request: Request, credential: Credential) -> Answer:
        """Return the answer. Raises AmbiguousWrite where there is none that can be read; NoAnswer where nothing was sent."""
        try:
            return self._exchange(request, credential, time.monotonic() + self._settings.timeout_seconds)
        except NoAnswer as error:
            if not error.sent:
                raise
            raise failures.ambiguous(request, error.message) from None
        except UnreadableAnswer as error:
            raise failures.ambiguous(request, error.message, error.status) from None

    def _unauthorised(self, request: Request, credential: Credential) -> Exception:
        method, path = request.method, request.path
        message = f"{method} {path} answered 401: "
        if credential.generation > self._authority.proven:
            refusal = message + "the service does not accept the credentials."
            return CredentialsError(
                refusal, hint="Run `nightaudit doctor` to see which credentials are used, and where they are set."
            )
        try:
            self._authority.credential(time.monotonic() + self._settings.timeout_seconds, refused=credential)
        except ApiError as error:
            return NotSent(f"{message}{error.message}", method=method, path=path, status=HTTPStatus.UNAUTHORIZED)
        return NotSent(
            message
            + "the token had expired and was renewed. The service did not process the write, so it may be sent again.",
            method=method,
            path=path,
            status=HTTPStatus.UNAUTHORIZED,
        )

    def _exchange(self, request: Request, credential: Credential, deadline: float) -> Answer:
        started = time.perf_counter()
        status: object = "broken"
        size = 0
        try:
            request = request._replace(credential=credential.header)
            answer = self._transport.exchange(request, deadline=deadline, limit=LIMIT)
            status, size = answer.status, len(answer.body)
        finally:
            self.statistics.count(requests=1, bytes=size)
            if log.isEnabledFor(logging.DEBUG):
                milliseconds = (time.perf_counter() - started) * 1000
                log.debug("%s %s %s %.0f ms", request.method, request.path, status, milliseconds)
        if answer.status != HTTPStatus.UNAUTHORIZED and credential.generation > self._authority.proven:
            self._authority.proven = credential.generation
        return answer

    def _adapt_pace(self, answer: Answer, sent_at: float, asked_at: float) -> bool:
        """Return whether the answer means a limit; `asked_at` is when the request was first to be sent."""
        path = answer.request.path
        if answer.is_limit:
            self.statistics.count(throttled=1)
            # For a wait beyond the deadline nobody waits: the request fails, and others need not.
            wait = answer.asked_wait or 0.0
            self.pace.slow_down(path, sent_at, wait if wait <= self._settings.deadline_seconds else 0.0)
            return True
        if answer.status == HTTPStatus.SERVICE_UNAVAILABLE and answer.asked_wait is None:
            return self.pace.ease_off(path, sent_at, asked_at)
        if not answer.is_transient:
            self.pace.speed_up(path, sent_at)
        return False

    def close(self) -> None:
        """Close every connection."""
        self._transport.close()
