"""Authentication by the two schemes of the document: OAuth client credentials, and the X-Auth-Token header."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import threading
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote_plus

from starlette.responses import JSONResponse

from nightaudit.sandbox.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from nightaudit.sandbox.options import SandboxOptions

TOKEN_PATH = "/oauth/token"  # noqa: S105 - an address; the address of the token endpoint is not shown
SCOPES = ("api/read", "api/write")
LIFETIME_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class Token:
    """The scopes of an access token, and when it expires (seconds of the monotonic clock)."""

    scopes: frozenset[str]
    ends: float


class Gate:
    """Issues tokens, and checks that every request has the scope that its operation needs.

    The scope of each operation is not shown: reads need api/read, writes api/write; the API key has both.
    """

    def __init__(self, options: SandboxOptions) -> None:
        self._options = options
        self._tokens: dict[str, Token] = {}
        self._lock = threading.Lock()

    async def issue(self, request: Request) -> Response:
        """Answer the token endpoint: client id and secret as HTTP Basic or form fields, `scope` optional."""
        form = dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))
        client, secret = self._credentials(request.headers.get("authorization", ""), form)
        if not form.get("grant_type"):
            return _refusal("invalid_request", HTTPStatus.BAD_REQUEST, "The body must be a form with grant_type.")
        if form["grant_type"] != "client_credentials":
            return _refusal("unsupported_grant_type", HTTPStatus.BAD_REQUEST)
        if not (_same(client, self._options.client_id) and _same(secret, self._options.client_secret)):
            return _refusal("invalid_client", HTTPStatus.UNAUTHORIZED)
        scopes = frozenset(form.get("scope", "").split()) or frozenset(SCOPES)
        if not scopes <= set(SCOPES):
            return _refusal("invalid_scope", HTTPStatus.BAD_REQUEST)
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._tokens[token] = Token(scopes, time.monotonic() + LIFETIME_SECONDS)
        answer = {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": LIFETIME_SECONDS,
            "scope": " ".join(sorted(scopes)),
        }
        return JSONResponse(answer, headers={"Cache-Control": "no-store"})

    @staticmethod
    def _credentials(header: str, form: Mapping[str, str]) -> tuple[str, str]:
        if not header.lower().startswith("basic "):
            return form.get("client_id", ""), form.get("client_secret", "")
        try:
            client, _, secret = base64.b64decode(header[6:], validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return "", ""
        return unquote_plus(client), unquote_plus(secret)

    def check(self, headers: Mapping[str, str], scope: str) -> None:
        """Raise Problem 401 without valid credentials, 403 when they lack `scope`."""
        challenge = {"WWW-Authenticate": 'Bearer realm="property-management"'}
        if self.is_key(headers):
            return
        scheme, _, value = headers.get("authorization", "").partition(" ")
        token = self._tokens.get(value.strip()) if scheme.lower() == "bearer" else None
        if token is None or token.ends < time.monotonic():
            raise Problem(
                HTTPStatus.UNAUTHORIZED, "", "The credentials are missing, wrong or expired.", headers=challenge
            )
        if scope not in token.scopes:
            raise Problem(HTTPStatus.FORBIDDEN, "", f"This token lacks the scope {scope}.", headers=challenge)

    def is_key(self, headers: Mapping[str, str]) -> bool:
        """Return whether the request carries the API key."""
        key = headers.get("x-auth-token")
        return key is not None and _same(key, self._options.api_key)

    def revoke_all(self) -> int:
        """Make every token issued so far invalid; return how many there were."""
        with self._lock:
            count = len(self._tokens)
            self._tokens.clear()
        return count


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _refusal(error: str, status: int, description: str = "") -> Response:
    """Build an error answer of the token endpoint (RFC 6749, 5.2)."""
    content = {"error": error} | ({"error_description": description} if description else {})
    challenge = {"WWW-Authenticate": 'Basic realm="tokens"'} if status == HTTPStatus.UNAUTHORIZED else {}
    return JSONResponse(content, status, headers={"Cache-Control": "no-store"} | challenge)
