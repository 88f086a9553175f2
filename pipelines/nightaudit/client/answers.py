"""Converts the body of an answer to rows, a record or a file."""

from __future__ import annotations

import contextlib
import re
from codecs import BOM_UTF8
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from nightaudit.client import exact
from nightaudit.client.failures import DETAIL_CHARACTERS, MESSAGE_FIELDS, detail
from nightaudit.client.page import Page
from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.client.message import Answer
    from nightaudit.client.operation import Operation

EMPTY_TIMES = 3  # empty answers to one request before an empty answer is accepted
WITH_CONTENT = {HTTPStatus.OK, HTTPStatus.NON_AUTHORITATIVE_INFORMATION, HTTPStatus.PARTIAL_CONTENT}
CHARSET = re.compile(r"\bcharset\s*=\s*\"?([\w.:-]+)", re.ASCII)
LATIN = {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "iso-8859-15", "windows-1252", "cp1252"}
HALF = re.compile(rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]..", re.DOTALL)
ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
OF_ERRORS = {"status", "type", "code"}
"""Fields of records that objects with an error have, too, such as those of RFC 9457."""


def json_text(answer: Answer) -> bytes:
    """Return the body of a 200 answer as UTF-8; raises UnreadableAnswer unless it is declared as JSON and is not empty.

    A byte order mark at its start is removed, as RFC 8259 allows, and half surrogate pairs are replaced. 203 (changed by a proxy)
    and 206 (a page of a list) count as 200: the text must be complete JSON anyway.
    """
    kind, _, parameters = (answer.headers.get("content-type") or "application/json").lower().partition(";")
    kind = kind.strip()
    if not answer.body.strip():
        raise UnreadableAnswer(f"The answer is empty ({answer.status}).", status=answer.status)
    if answer.status not in WITH_CONTENT:
        raise UnreadableAnswer(
            f"The answer has status {answer.status}, which is not expected here.", status=answer.status
        )
    if not kind.endswith(("/json", "+json")):
        page = ": a web page, perhaps of a proxy. Check NIGHTAUDIT_BASE_URL" if kind == "text/html" else ""
        raise UnreadableAnswer(f"The answer is {kind[:40]}, not JSON{page}.", status=answer.status)
    charset = CHARSET.search(parameters)
    return _whole_pairs(_in_utf8(answer.body.removeprefix(BOM_UTF8), charset[1] if charset else ""))


def _in_utf8(text: bytes, charset: str) -> bytes:
    """Return a text declared as LATIN in UTF-8. If it is UTF-8, it stays as it is: some services declare what they do not use."""
    if charset not in LATIN:
        return text
    with contextlib.suppress(UnicodeDecodeError):
        text.decode()
        return text
    try:
        return text.decode(charset).encode()
    except UnicodeDecodeError as error:
        raise UnreadableAnswer(f"The answer is neither UTF-8 nor {charset}: {error}.") from error


def _whole_pairs(text: bytes) -> bytes:
    """Replace each escaped half of a surrogate pair, as in a text cut within an emoji, by U+FFFD: no reader can hold a half."""
    if b"\\" not in text or not (b"\\ud" in text or b"\\uD" in text) or not HALF.search(text):
        return text
    return ESCAPE.sub(lambda escape: rb"\ufffd" if escape[1] else escape[0], text)


def record_text(answer: Answer, operation: Operation[Any], check: Callable[[bytes], object] | None = None) -> bytes:
    """Return the JSON text of one object, completely checked; `check`, if given, is called with it. Raises UnreadableAnswer.

    An object that cannot be the operation's record is refused, because some services answer an error with 200: one with a message
    and no field of the record, or where the record is requested by its id, any without a field of the record.
    """
    text = json_text(answer).strip()
    if not text.startswith(b"{"):
        raise UnreadableAnswer("The answer is not a JSON object.", status=answer.status)
    exact.check(text)
    if check:
        check(text)
    _require_record(answer, operation, text)
    return text


def _require_record(answer: Answer, operation: Operation[Any], text: bytes) -> None:
    stated = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).keys()
    fields = operation.record.model_fields if operation.record else {}
    if not fields or stated & {field.alias or name for name, field in fields.items()} - OF_ERRORS:
        return
    if stated & {*MESSAGE_FIELDS}:
        message = f'The answer is a message, not the record: "{detail(answer)}".'
        raise UnreadableAnswer(message, status=answer.status)
    if operation.path.endswith("}"):
        names = f"only {', '.join(sorted(stated))[:DETAIL_CHARACTERS]}" if stated else "nothing"
        raise UnreadableAnswer(f"The answer is not the record: it has {names}.", status=answer.status)


class _Answers:
    """The answers to one request and its retries. An empty one may be an accident: only the last of EMPTY_TIMES is believed.

    Calling it with an answer raises UnreadableAnswer where the request is to be retried.
    """

    def __init__(self) -> None:
        self._empty = 0

    def _believes_empty(self) -> bool:
        """Count one more empty answer; return whether there have been EMPTY_TIMES."""
        self._empty += 1
        return self._empty >= EMPTY_TIMES


class ListAnswers(_Answers):
    """Reads the answers to one list request; every row is completely checked. 204 means that there are no rows (assumed)."""

    def __call__(self, answer: Answer) -> Page:
        """Return the rows as a page."""
        if answer.status == HTTPStatus.NO_CONTENT and not answer.body and self._believes_empty():
            return Page((), "bare")
        text = json_text(answer)
        return replace(Page.read(text), answer=exact.check(text, is_json=True))


class OneOrNoneAnswers(_Answers):
    """Reads the answers to a request for a record that may not exist yet, such as the prices of an enquiry.

    No content, or null, means that it does not exist (assumed).
    """

    def __init__(self, operation: Operation[Any], check: Callable[[bytes], object] | None = None) -> None:
        super().__init__()
        self._operation, self._check = operation, check

    def __call__(self, answer: Answer) -> bytes | None:
        """Return the JSON text of one object, None for no record."""
        is_empty = answer.status in {HTTPStatus.OK, HTTPStatus.NO_CONTENT} and answer.body.strip() in {b"", b"null"}
        if is_empty and self._believes_empty():
            return None
        return record_text(answer, self._operation, self._check)


def pdf(answer: Answer) -> bytes:
    """Return the bytes of a PDF file; raises UnreadableAnswer for anything else, or a file that is cut off.

    Its end is in its last 1024 bytes, not counting the blanks and zeros that some programs fill it up with.
    """
    is_whole = answer.body.startswith(b"%PDF-") and b"%%EOF" in answer.body.rstrip(b"\0\r\n ")[-1024:]
    if answer.status != HTTPStatus.OK or not is_whole:
        raise UnreadableAnswer("The answer is not a complete PDF file.", status=answer.status)
    return answer.body
