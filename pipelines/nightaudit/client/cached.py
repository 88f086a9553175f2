"""Refuses answers that a cache on the way has kept for too long, although a new one was requested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.message import Answer


def require_recent(answer: Answer, oldest: float) -> None:
    """Raise UnreadableAnswer where the answer was kept for more than `oldest` seconds, by its Age header (RFC 9111).

    Such an answer may lack what has been written since. Some caches state no age: their answers pass.
    """
    age = answer.headers.get("age", "").strip()
    if age.isascii() and age.isdecimal() and int(age[:9]) > oldest:
        raise UnreadableAnswer(
            f"The answer is {age[:9]} seconds old: a cache on the way kept it, although a new one was requested.",
            status=answer.status,
            hint="Ask the operator of the service to exempt the API from caching.",
        )
