"""What an answer means: its status as an error of ours, its body as rows, a record or a file."""

from __future__ import annotations

import contextlib
import re
from codecs import BOM_UTF8
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from nightaudit.client import exact
from nightaudit.client.message import BAD_REQUEST, NO_CONTENT, OK, REDIRECT, TOO_MANY
from nightaudit.client.page import Page
from nightaudit.client.retry import Busy, asked_wait
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
    from collections.abc import Callable

    from nightaudit.client.message import Answer

EMPTY_TIMES = 3
KINDS: dict[int, type[Refused]] = {
    401: Forbidden,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    412: Conflict,
}
HINTS = {
    401: "The credentials are good for other requests, not for this one; see NIGHTAUDIT_SCOPE.",
    403: "The credentials lack the scope or the right; see NIGHTAUDIT_SCOPE.",
    409: "Someone else changed the record: read it again.",
    412: "Someone else changed the record: read it again.",
}
DETAIL_CHARACTERS = 300
MESSAGE_FIELDS = ("message", "detail", "error")


def failure(answer: Answer, method: str, path: str) -> ApiError:
    """Build the error that a status outside 2xx means to a read: Busy (worth another try), Refused and its kinds."""
    said = detail(answer)
    message = f"{method} {path} answered {answer.status}{': ' + said if said else ''}."
    if answer.is_passing:
        error = Busy(message, method=method, path=path, status=answer.status, detail=said)
        error.wait = asked_wait(answer.headers)
        return error
    hint = HINTS.get(answer.status, "") or answer.redirected("NIGHTAUDIT_BASE_URL")
    kind = KINDS.get(answer.status, Refused)
    return kind(message, method=method, path=path, status=answer.status, detail=said, hint=hint)


def detail(answer: Answer) -> str:
    """Say what an error body says, on one line, e-mail addresses masked.

    The body's shape is not shown: `message`, `detail` or `error` of an object is assumed, and anything else is quoted.
    """
    if "html" in answer.headers.get("content-type", ""):
        return ""
    text = answer.body[: 4 * DETAIL_CHARACTERS].decode("utf-8", "replace")
    with contextlib.suppress(*exact.UNREADABLE):
        body = msgspec.json.decode(answer.body, type=dict[str, Any])
        text = next((body[name] for name in MESSAGE_FIELDS if isinstance(body.get(name), str) and body[name]), text)
    text = re.sub(r"[^\s\"'<>@=:]+(@|%40)[^\s\"'<>@&]+", "<e-mail>", " ".join(text.split()))
    return "".join(character for character in text[:DETAIL_CHARACTERS] if character.isprintable()).rstrip(".")


def accepted(answer: Answer, method: str, path: str) -> Answer:
    """Return a write's 2xx answer; any other becomes NotSent (429), AmbiguousWrite (3xx, 5xx, empty 200) or Refused."""
    if OK <= answer.status < REDIRECT:
        if answer.status == OK and not answer.body.strip() and method != "DELETE":
            raise ambiguous(method, path, "the answer is empty.", answer.status)
        return answer
    error = failure(answer, method, path)
    if answer.status == TOO_MANY:
        message = f"{error.message} It was turned down unread and may be sent again."
        raise NotSent(message, method=method, path=path, status=TOO_MANY, detail=error.detail)
    if isinstance(error, ServiceFailed) or answer.status < BAD_REQUEST:
        raise ambiguous(method, path, error.message, answer.status)
    raise error


def ambiguous(method: str, path: str, reason: str, status: int | None = None) -> AmbiguousWrite:
    """Build the error of a write whose fate is unknown."""
    return AmbiguousWrite(
        f"{method} {path} may have been carried out: {reason}",
        method=method,
        path=path,
        status=status,
        hint="Read the record before sending it again.",
    )


def json_text(answer: Answer) -> bytes:
    """Return the body of a 200 answer that says it is JSON and is not empty; raises UnreadableAnswer.

    A byte order mark before it is left out, as RFC 8259 allows.
    """
    kind = answer.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if answer.status != OK or not answer.body.strip():
        raise UnreadableAnswer(f"The answer is empty ({answer.status}).", status=answer.status)
    if not kind.endswith(("/json", "+json")):
        page = ": a web page, of a proxy or at a wrong NIGHTAUDIT_BASE_URL" if kind == "text/html" else ""
        raise UnreadableAnswer(f"The answer is {kind[:40]}, not JSON{page}.", status=answer.status)
    return answer.body.removeprefix(BOM_UTF8)


class _Nothing:
    """Counts how often it was said to one request."""

    def __init__(self) -> None:
        self._times = 0

    def is_believed(self) -> bool:
        """Whether it has been said often enough, this time included."""
        self._times += 1
        return self._times >= EMPTY_TIMES


class ListAnswers:
    """Understands the answers that one list request gets, tried again or not; every row is checked whole.

    204 says that there are no rows (assumed), but said once or twice it may be an accident: only the third one is believed.
    """

    def __init__(self) -> None:
        self._nothing = _Nothing()

    def __call__(self, answer: Answer) -> Page:
        """Read the rows. Raises UnreadableAnswer, so that the request is tried again."""
        if answer.status == NO_CONTENT and not answer.body and self._nothing.is_believed():
            return Page((), "bare")
        text = json_text(answer)
        return replace(Page.read(text), answer=exact.check(text, is_json=True))


class RecordAnswers:
    """Understands the answers to a request for one record; `check`, where there is one, is called with its JSON text."""

    def __init__(self, check: Callable[[bytes], object] | None = None) -> None:
        self._check = check

    def __call__(self, answer: Answer) -> bytes:
        """Return the JSON text of one object, checked whole. Raises UnreadableAnswer, so that the request is tried again."""
        text = json_text(answer).strip()
        if not text.startswith(b"{"):
            raise UnreadableAnswer("The answer is not a JSON object.", status=answer.status)
        exact.check(text)
        if self._check:
            self._check(text)
        return text


class OneOrNoneAnswers:
    """Understands the answers that one request gets for a record which may not be there yet, as the prices of an enquiry.

    No content, or null, says so (assumed), but said once or twice it may be an accident: only the third one is believed.
    """

    def __init__(self) -> None:
        self._nothing, self._one = _Nothing(), RecordAnswers()

    def __call__(self, answer: Answer) -> bytes | None:
        """Return the JSON text of one object, None for none. Raises UnreadableAnswer, so that the request is tried again."""
        is_empty = answer.status in {OK, NO_CONTENT} and answer.body.strip() in {b"", b"null"}
        if is_empty and self._nothing.is_believed():
            return None
        return self._one(answer)


def pdf(answer: Answer) -> bytes:
    """Return the bytes of a PDF file."""
    if answer.status != OK or not answer.body.startswith(b"%PDF-"):
        raise UnreadableAnswer("The answer is not a PDF file.", status=answer.status)
    return answer.body
