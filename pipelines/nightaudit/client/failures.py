"""Converts the status of an answer to an exception, with what the service said of it."""

from __future__ import annotations

import contextlib
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from nightaudit.client import exact
from nightaudit.client.busy import Broken, Busy, Throttled
from nightaudit.errors import (
    AmbiguousWrite,
    ApiError,
    Conflict,
    Forbidden,
    NotFound,
    NotSent,
    Refused,
    ServiceFailed,
)

if TYPE_CHECKING:
    from nightaudit.client.message import Answer

KINDS: dict[int, type[Refused]] = {
    HTTPStatus.UNAUTHORIZED: Forbidden,
    HTTPStatus.FORBIDDEN: Forbidden,
    HTTPStatus.NOT_FOUND: NotFound,
    HTTPStatus.CONFLICT: Conflict,
    HTTPStatus.GONE: NotFound,
    HTTPStatus.PRECONDITION_FAILED: Conflict,
}
CHANGED_MEANWHILE = "The record was changed by someone else. Read it again, then repeat the change."
HINTS: dict[int, str] = {
    HTTPStatus.UNAUTHORIZED: "The service accepts these credentials for other requests, but not for this one."
    " Check NIGHTAUDIT_SCOPE.",
    HTTPStatus.FORBIDDEN: "The credentials lack the scope or the permission. Check NIGHTAUDIT_SCOPE.",
    HTTPStatus.CONFLICT: CHANGED_MEANWHILE,
    HTTPStatus.PRECONDITION_FAILED: CHANGED_MEANWHILE,
}
DETAIL_CHARACTERS = 300
HIDDEN, SHORTEST = "<credential>", 8  # a shorter credential may be part of a word by chance
SAID = re.compile(r': "[^"]*"(?=\.|$)')
"""The words of a service in the message of `failure`."""
MESSAGE_FIELDS = ("message", "detail", "error")


def failure(answer: Answer, method: str, path: str, *, is_limit: bool = False) -> ApiError:
    """Build the error for a read whose status is not 2xx: Busy (may be retried), or Refused or one of its kinds.

    is_limit  whether the answer means a limit, whatever its status
    """
    reason = detail(answer)
    said = f': "{reason}"' if reason else ""
    message = f"{method} {path} answered {answer.status}{said}."
    if answer.is_transient:
        other = Broken if answer.status == HTTPStatus.INTERNAL_SERVER_ERROR else Busy
        busy = Throttled if is_limit or answer.is_limit else other
        status = HTTPStatus.TOO_MANY_REQUESTS if answer.is_limit else answer.status  # a 403 would mean: not allowed
        error = busy(message, method=method, path=path, status=status, detail=reason)
        error.wait = answer.asked_wait
        return error
    hint = HINTS.get(answer.status, "") or answer.redirected("NIGHTAUDIT_BASE_URL")
    kind = KINDS.get(answer.status, Refused)
    return kind(message, method=method, path=path, status=answer.status, detail=reason, hint=hint)


def perhaps_by_accident(answer: Answer, path: str, wait: float) -> Busy:
    """Build the error for a read answered 401 that may be an accident: it is retried after `wait` seconds."""
    refusal = failure(answer, "GET", path)
    busy = Busy(
        refusal.message, method="GET", path=path, status=answer.status, detail=refusal.detail, hint=refusal.hint
    )
    busy.wait = wait
    return busy


def detail(answer: Answer) -> str:
    """Return the text of an error body, on one line, without double quotes; e-mail addresses and the credential are masked.

    The body's shape is not shown: `message`, `detail` or `error` of an object is assumed; any other body is quoted.
    """
    if "html" in answer.headers.get("content-type", ""):
        return ""
    text = answer.body[: 4 * DETAIL_CHARACTERS].decode("utf-8", "replace")
    with contextlib.suppress(*exact.UNREADABLE):
        body = msgspec.json.decode(answer.body, type=dict[str, Any])
        text = next((body[name] for name in MESSAGE_FIELDS if isinstance(body.get(name), str) and body[name]), text)
    secret = answer.sent.get_secret_value().removeprefix("Bearer ")
    if len(secret) >= SHORTEST:
        text = text.replace(secret, HIDDEN)
    # Cut, because the time of the search grows with the square of the length.
    text = " ".join(text.replace('"', "'").split())[: 4 * DETAIL_CHARACTERS]
    text = re.sub(r"[^\s\"'<>@=:]+(@|%40)[^\s\"'<>@&]+", "<e-mail>", text)
    return "".join(character for character in text[:DETAIL_CHARACTERS] if character.isprintable()).rstrip(".")


def accepted(answer: Answer, method: str, path: str) -> Answer:
    """Return a write's 2xx answer; any other becomes NotSent (a limit), AmbiguousWrite (3xx, 5xx, empty 200) or Refused."""
    if answer.is_success:
        if answer.status == HTTPStatus.OK and not answer.body.strip() and method != "DELETE":
            raise ambiguous(method, path, "the answer is empty.", answer.status)
        return answer
    error = failure(answer, method, path)
    if answer.is_limit:
        message = f"{error.message} The service rejected it without processing it, so it may be sent again."
        raise NotSent(message, method=method, path=path, status=error.status, detail=error.detail)
    if isinstance(error, ServiceFailed) or answer.status < HTTPStatus.BAD_REQUEST:
        raise ambiguous(method, path, f"{error.message} {error.hint}".rstrip(), answer.status)
    raise error


def ambiguous(method: str, path: str, reason: str, status: int | None = None) -> AmbiguousWrite:
    """Build the error of a write that the service may or may not have carried out."""
    return AmbiguousWrite(
        f"{method} {path} may have been carried out: {reason}",
        method=method,
        path=path,
        status=status,
        hint="Read the record to see whether the change was made before you send it again.",
    )
