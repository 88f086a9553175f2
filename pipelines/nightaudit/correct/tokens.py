"""Puts a row's token into the text of the record it creates, and finds it in the text that the service kept."""

from __future__ import annotations

import re
from typing import Final

SHORTEST: Final = len("na-01234567")
"""Length from which the beginning of a token, at the end of a shortened text, identifies the token."""
_COMPLETE = re.compile(r"na-[0-9a-f]{16}")
_COMPLETE_OR_CUT = re.compile(r"na-[0-9a-f]{8,16}")


def with_token(text: str | None, token: str) -> str:
    """Return the text with the token in front, because a service that shortens texts cuts off their ends."""
    return f"[{token}] {text}" if text else token


def own_token(text: object) -> str:
    """Return the first complete token in a text, in lower case, "" for none. Later tokens may be quotes from other texts."""
    own = _COMPLETE.search(_small(text))
    return own[0] if own else ""


def mark(text: object) -> str:
    """Return what a text shows of its own token: all of it, or the beginning where the text ends within it; "" for neither."""
    if own := own_token(text):
        return own
    end = _small(text)[_small(text).rfind("na-") :]
    return end if len(end) >= SHORTEST else ""


def carries(text: object, token: str) -> bool:
    """Return whether a text carries this token, complete or cut off at the end of the text."""
    found = mark(text)
    return bool(found) and token.startswith(found)


def beginnings(text: object) -> set[str]:
    """Return the beginnings of all tokens in a text, also of quoted and of shortened ones."""
    return {token[:SHORTEST] for token in _COMPLETE_OR_CUT.findall(_small(text))}


def _small(text: object) -> str:
    return str(text or "").casefold()
