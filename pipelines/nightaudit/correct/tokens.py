"""The token of a created record in the text that carries it: put in front, and found again in what the service kept."""

from __future__ import annotations

import re
from typing import Final

SHORTEST: Final = len("na-01234567")
"""Of a token at the end of a shortened text: so much of it tells it from all others."""
_WHOLE = re.compile(r"na-[0-9a-f]{16}")
_ANY = re.compile(r"na-[0-9a-f]{8,16}")


def with_token(text: str | None, token: str) -> str:
    """A text that begins with a token: a service that shortens texts cuts off their ends."""
    return f"[{token}] {text}" if text else token


def own_token(text: object) -> str:
    """The token that a text carries whole, "" for none, in whatever case: the first, for what follows may quote another's."""
    own = _WHOLE.search(_small(text))
    return own[0] if own else ""


def is_marked(text: object) -> bool:
    """Whether a text may carry a token."""
    return "na-" in _small(text)


def carries(text: object, token: str) -> bool:
    """Whether a text carries this token, whole or so much of it as the text had room for."""
    if own := own_token(text):
        return own == token
    end = _small(text)[_small(text).rfind("na-") :]
    return len(end) >= SHORTEST and token.startswith(end)


def named(text: object) -> set[str]:
    """The beginnings of all tokens in a text, quoted ones and shortened ones, too."""
    return {token[:SHORTEST] for token in _ANY.findall(_small(text))}


def _small(text: object) -> str:
    return str(text or "").casefold()
