"""Converts an answer that is no success, or too old, to an exception, with what the service said of it."""

from __future__ import annotations

import contextlib
import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar

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
    UnreadableAnswer,
)

if TYPE_CHECKING:
    from nightaudit.client.message import Answer, Request

Error = TypeVar("Error", bound=ApiError)
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


def failure(answer: Answer, *, is_limit: bool = False) -> ApiError:
    """Build the error for an answer whose status is not 2xx: Busy (may be retried), or Refused or one of its kinds.

    is_limit  whether the answer means a limit, whatever its status
    """
    if answer.is_transient:
        other = Broken if answer.status == HTTPStatus.INTERNAL_SERVER_ERROR else Busy
        error = _error(Throttled if is_limit or answer.is_limit else other, answer)
        error.wait = answer.asked_wait
        return error
    hint = HINTS.get(answer.status, "") or answer.advice_on_redirect
    return _error(KINDS.get(answer.status, Refused), answer, hint)


def perhaps_by_accident(answer: Answer, wait: float) -> Busy:
    """Build the error for a read answered 401 that may be an accident: it is retried after `wait` seconds."""
    busy = _error(Busy, answer, HINTS[HTTPStatus.UNAUTHORIZED])
    busy.wait = wait
    return busy


def _error(kind: type[Error], answer: Answer, hint: str = "") -> Error:
    method, path, reason = answer.request.method, answer.request.path, detail(answer)
    said = f': "{reason}"' if reason else ""
    status = HTTPStatus.TOO_MANY_REQUESTS if answer.is_limit else answer.status  # a 403 would mean: not allowed
    message = f"{method} {path} answered {answer.status}{said}."
    return kind(message, method=method, path=path, status=status, detail=reason, hint=hint)


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
    if answer.request.credential:
        secret = answer.request.credential[1].get_secret_value().removeprefix("Bearer ")
        text = text.replace(secret, HIDDEN) if len(secret) >= SHORTEST else text
    # Cut, because the time of the search grows with the square of the length.
    text = " ".join(text.replace('"', "'").split())[: 4 * DETAIL_CHARACTERS]
    text = re.sub(r"[^\s\"'<>@=:]+(@|%40)[^\s\"'<>@&]+", "<e-mail>", text)
    return "".join(character for character in text[:DETAIL_CHARACTERS] if character.isprintable()).rstrip(".")


def require_recent(answer: Answer, oldest: float) -> None:
    """Raise UnreadableAnswer where a cache on the way kept the answer for more than `oldest` seconds (Age, RFC 9111).

    Such an answer may lack what has been written since. Some caches state no age: their answers pass.
    """
    age = answer.headers.get("age", "").strip()
    if age.isascii() and age.isdecimal() and int(age[:9]) > oldest:
        raise UnreadableAnswer(
            f"The answer is {age[:9]} seconds old: a cache on the way kept it, although a new one was requested.",
            status=answer.status,
            hint="Ask the operator of the service to exempt the API from caching.",
        )


def accepted(answer: Answer) -> Answer:
    """Return a write's 2xx answer; any other becomes NotSent (a limit), AmbiguousWrite (3xx, 5xx, empty 200) or Refused."""
    if answer.is_success:
        if answer.status == HTTPStatus.OK and not answer.body.strip() and answer.request.method != "DELETE":
            raise ambiguous(answer.request, "the answer is empty.", answer.status)
        return answer
    if answer.is_limit:
        not_sent = _error(NotSent, answer)
        not_sent.add("The service rejected it without processing it, so it may be sent again.")
        raise not_sent
    error = failure(answer)
    if isinstance(error, ServiceFailed) or answer.status < HTTPStatus.BAD_REQUEST:
        raise ambiguous(answer.request, f"{error.message} {error.hint}".rstrip(), answer.status)
    raise error


def ambiguous(request: Request, reason: str, status: int | None = None) -> AmbiguousWrite:
    """Build the error of a write that the service may or may not have carried out."""
    return AmbiguousWrite(
        f"{request.method} {request.path} may have been carried out: {reason}",
        method=request.method,
        path=request.path,
        status=status,
        hint="Read the record to see whether the change was made before you send it again.",
    )
