"""Credentials for the service: the API key, or a bearer token that is renewed once for all threads."""

from __future__ import annotations

import base64
import threading
import time
from codecs import BOM_UTF8
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec
from pydantic import SecretStr

from nightaudit.client import exact
from nightaudit.client.busy import Busy
from nightaudit.client.message import Request
from nightaudit.errors import CredentialsError, Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.message import Answer, Origin
    from nightaudit.client.statistics import Statistics
    from nightaudit.client.transport import Transport
    from nightaudit.settings import Settings

NOT_THERE = {HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.GONE}
TOKEN_BYTES = 1_048_576
LIFETIME = 3600.0  # seconds, where the endpoint states none: not shown; 3600 is observed
ERRORS = {  # RFC 6749, 5.2
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
}
PATIENCE = 2.0  # seconds for which the endpoint may refuse credentials that it has accepted: another machine may answer
OLD = 60.0  # seconds after which a token counts as old, so that a missing right costs at most one token in this time
MARGIN, SHARE = 60.0, 0.1  # a token is renewed so many seconds before it expires, or this share of its lifetime if less


class TokensBusy(Busy):
    """An answer of the token endpoint after which it may issue a token: 408, 425, 5xx, a limit, or a refusal by accident."""


class NotAToken(UnreadableAnswer):
    """A successful answer of the token endpoint that has no token, such as a sign-in page."""


@dataclass(frozen=True, slots=True)
class Credential:
    """The header to send; `generation` grows by one with each new token, which is `old` from `old_at` on; an API key never is."""

    header: tuple[bytes, SecretStr]
    generation: int
    renew_at: float = float("inf")
    old_at: float = float("inf")

    @property
    def old(self) -> bool:
        """Whether a 403 may mean that the token has expired, as some gateways answer, not that a right is missing."""
        return time.monotonic() >= self.old_at


class Authority:
    """Provides the current credential; renews it before it expires, and once when the service refuses it.

    Takes the settings, the transport and the origin of the token endpoint (None with an API key).
    """

    def __init__(self, settings: Settings, transport: Transport, tokens: Origin | None, statistics: Statistics) -> None:
        self._settings = settings
        self._transport = transport
        self._tokens = tokens
        self._statistics = statistics
        self._lock = threading.Lock()
        self._in_form = ":" in settings.client_id  # HTTP Basic cannot carry a colon in the name
        self.proven = 0  # the latest generation that the service has accepted
        self._refused_since: float | None = None
        self._credential = Credential((b"", SecretStr("")), 0, 0.0)
        if tokens is None:
            self._credential = Credential((b"X-Auth-Token", settings.api_key), 1)

    def credential(self, deadline: float, refused: Credential | None = None) -> Credential:
        """Return the credential to send now. `refused` was answered with 401: one of the threads that share it renews it.

        Raises CredentialsError when the token endpoint refuses our credentials or an API key (which cannot be renewed) is
        refused; Unreachable, TokensBusy or NotAToken when the token endpoint fails.
        """
        current = self._credential
        if _usable(current, refused):
            return current
        if self._tokens is None:
            raise CredentialsError("The service does not accept the API key.", hint="Check NIGHTAUDIT_API_KEY.")
        if not self._lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            message = f"{_named(self._tokens)} returned no token before the deadline."
            raise Unreachable(message, method="POST", path=self._tokens.path, hint=self._tokens.advice)
        try:
            if not _usable(self._credential, refused):
                self._credential = self._ask(self._tokens, deadline)
            return self._credential
        finally:
            self._lock.release()

    def _ask(self, tokens: Origin, deadline: float) -> Credential:
        answer = self._request(tokens, deadline)
        if _refuses(answer) and not self._in_form:
            first, answer = answer, self._request(tokens, deadline, in_form=True)
            if answer.is_success and not _refuses(answer):
                self._in_form = True
            elif answer.status == HTTPStatus.BAD_REQUEST:
                answer = first  # the endpoint supports HTTP Basic only, so its first answer is the one to report
        if _refuses(answer) or not answer.is_success:
            raise self._refusal(answer)
        self._refused_since = None
        body = _object(answer)
        token, seconds = body.get("access_token"), _lifetime(body.get("expires_in"))
        if not isinstance(token, str) or not token.isascii() or not token.isprintable() or not token.strip():
            message = f"{_named(tokens)} answered without a token."
            raise NotAToken(message, path=tokens.path, hint="Check NIGHTAUDIT_TOKEN_URL.")
        now = time.monotonic()
        renew_at = now + seconds - min(MARGIN, seconds * SHARE)
        bearer = (b"Authorization", SecretStr(f"Bearer {token.strip()}"))
        return Credential(bearer, self._credential.generation + 1, renew_at, now + OLD)

    def _may_be_accident(self) -> bool:
        """Note when the endpoint began to refuse; return whether it did less than PATIENCE ago, and had issued a token before."""
        now = time.monotonic()
        self._refused_since = self._refused_since or now
        return self._credential.generation > 0 and now - self._refused_since < PATIENCE

    def _request(self, tokens: Origin, deadline: float, *, in_form: bool = False) -> Answer:
        settings, basic = self._settings, None
        form = {"grant_type": "client_credentials"}
        if settings.scope:
            form["scope"] = settings.scope
        secret = settings.client_secret.get_secret_value()
        if in_form or self._in_form:
            form |= {"client_id": settings.client_id, "client_secret": secret}
        else:
            pair = base64.b64encode(f"{settings.client_id}:{secret}".encode()).decode()
            basic = (b"Authorization", SecretStr(f"Basic {pair}"))
        content = urlencode(form).encode()
        headers = (
            (b"Host", tokens.name.encode()),
            (b"Accept", b"application/json"),
            (b"Accept-Encoding", b"gzip"),
            (b"Content-Type", b"application/x-www-form-urlencoded"),
            (b"Content-Length", str(len(content)).encode()),
        )
        self._statistics.count(tokens=1)
        request = Request("POST", tokens, "", headers, content, basic)
        return self._transport.exchange(request, deadline=deadline, limit=TOKEN_BYTES)

    def _refusal(self, answer: Answer) -> Exception:
        tokens = answer.request.origin
        where = _named(tokens)
        if answer.is_transient or self._may_be_accident():
            busy = TokensBusy(f"{where} answered {answer.status}.", path=tokens.path, status=answer.status)
            # So that PATIENCE is over before the last try, and a lasting refusal is told as one.
            busy.wait = answer.asked_wait if answer.is_transient else PATIENCE / 4
            return busy
        elsewhere = answer.advice_on_redirect
        if elsewhere or answer.status in NOT_THERE:
            gone = "redirects to another address" if elsewhere else "does not exist"
            return CredentialsError(f"{where} {gone} ({answer.status}).", hint=elsewhere or f"Check {tokens.setting}.")
        code = _error(answer)
        hints = {
            "invalid_scope": f"Check NIGHTAUDIT_SCOPE (now {self._settings.scope or 'empty'}).",
            "": "Check NIGHTAUDIT_TOKEN_URL, NIGHTAUDIT_CLIENT_ID and NIGHTAUDIT_CLIENT_SECRET.",
        }
        return CredentialsError(
            f"{where} refused the client id and secret ({answer.status}{' ' + code if code else ''}).",
            hint=hints.get(
                code,
                "Check NIGHTAUDIT_CLIENT_ID and NIGHTAUDIT_CLIENT_SECRET: one is wrong, or the secret has expired.",
            ),
        )


def _named(tokens: Origin) -> str:
    return f"The token endpoint {tokens.name}{tokens.path}"


def _refuses(answer: Answer) -> bool:
    """Return whether the answer is a refusal of the credentials, with the status of RFC 6749, or in its words with 200."""
    refusals = {HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED}
    return answer.status in refusals or (answer.is_success and _error(answer) != "")


def _error(answer: Answer) -> str:
    """Return which of ERRORS the answer states; "" for none, and for other text: it may contain what we sent."""
    code = str(_object(answer).get("error", ""))
    return code if code in ERRORS else ""


def _object(answer: Answer) -> dict[str, Any]:
    """Return the JSON object in the answer; an empty one where the body is not a JSON object."""
    try:
        return msgspec.json.decode(answer.body.removeprefix(BOM_UTF8), type=dict[str, Any])
    except exact.UNREADABLE:
        return {}


def _lifetime(answered: object) -> float:
    """Return a token's lifetime in seconds, LIFETIME where `answered` is not a positive number.

    A token that expires sooner is renewed after its first 401.
    """
    try:
        seconds = float(answered)  # type: ignore[arg-type]  # any JSON value
    except (TypeError, ValueError, OverflowError):
        return LIFETIME
    return seconds if seconds > 0 else LIFETIME


def _usable(credential: Credential, refused: Credential | None) -> bool:
    if refused is not None and credential.generation <= refused.generation:
        return False
    return time.monotonic() < credential.renew_at
