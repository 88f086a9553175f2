"""Turns the arguments of a call into path and query, and the file of an upload into a multipart body."""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from pydantic import BaseModel

from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

MOST_QUOTED = 40
FILE_TYPES = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"%PDF": "application/pdf"}
_BLANKS = "[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*"  # the characters that `str.strip` removes
NO_ID = f"{_BLANKS}[.]{{0,2}}{_BLANKS}"
"""Regular expression for Python and DuckDB, matches texts that are not an id: only blanks (some write "no id" so), `.`, `..`."""


def is_id(text: str) -> bool:
    """Return whether a record can be requested by this text: it is not blank, and does not lead to another path (`..`)."""
    return not re.fullmatch(NO_ID, text)


def target(operation: Operation[Any], ids: tuple[int | str, ...], filters: Mapping[str, object], path: str = "") -> str:
    """Return path and query of a request, percent-encoded; `path` is that of the operation in another revision of the API.

    A list is written as a repeated parameter (how lists are written is not shown). Raises UsageError for a wrong number
    of ids, a value that is not an id (`is_id`), an unknown filter, a filter value that cannot be written as text, and an
    empty list: it would not be sent, so the answer would be every record.
    """
    for value in ids:
        is_whole = isinstance(value, Integral | str) and not isinstance(value, bool)
        if not is_whole or not is_id(str(value)):
            is_body = operation.method != "GET" and isinstance(value, BaseModel | Mapping | list | bytes)
            hint = "Give the body by name: body=..." if is_body else ""
            raise UsageError(f"{operation.name}: {repr(value)[:MOST_QUOTED]} is not an id.", hint=hint)
    found = operation.url_path(*ids, path=path)
    query = operation.query(filters)
    if not query:
        return found
    return f"{found}?{urlencode([pair for name, value in query.items() for pair in _pairs(name, value)])}"


def _pairs(name: str, value: object) -> Iterable[tuple[str, str]]:
    if isinstance(value, bytes | bytearray | Mapping):
        raise UsageError(f"The filter {name} is neither a text, a number, a date nor a list of them.")
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [(name, _text(value))]
    pairs = [pair for item in value for pair in _pairs(name, item)]
    if not pairs:
        raise UsageError(f"The filter {name} is an empty list.", hint="Leave it out to get every record.")
    return pairs


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return _text(value.value)
    if isinstance(value, datetime.date):  # includes datetime
        return value.isoformat()
    return format(value, "f") if isinstance(value, Decimal) else str(value)


class Payload(NamedTuple):
    """A request body and its content type."""

    content: bytes | None = None
    kind: str = "application/json"


def multipart(body: object) -> Payload:
    """Pack a file for upload; the name of the form field is not shown: `file` is assumed.

    Takes the file's bytes, or a mapping of `fileName`, `content` and `type`. Raises UsageError for anything else.
    """
    given: Mapping[str, object] = (
        {"content": body} if isinstance(body, bytes) else body if isinstance(body, Mapping) else {}
    )
    content = given.get("content")
    if not isinstance(content, bytes) or not content:
        raise UsageError("An upload must be the file's bytes, or a mapping of fileName, content (bytes) and type.")
    guessed = next(
        (kind for start, kind in FILE_TYPES.items() if content.startswith(start)), "application/octet-stream"
    )
    kind = str(given.get("type") or guessed)
    name = str(given.get("fileName") or f"upload.{kind.rpartition('/')[2]}")
    if not (name + kind).isprintable():
        raise UsageError("The file name or type of an upload contains control characters.")
    quoted = name.replace("\\", "%5C").replace('"', "%22")
    boundary = secrets.token_hex(16)
    head = (
        f"--{boundary}\r\n"
        f'Content-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        f"Content-Type: {kind}\r\n\r\n"
    )
    tail = f"\r\n--{boundary}--\r\n"
    return Payload(head.encode() + content + tail.encode(), f"multipart/form-data; boundary={boundary}")
