"""Reads from the headers of an answer how long it asks to wait, and whether a quota is used up.

The document names no limits. `Retry-After` is of RFC 9110; the other names are those of common gateways, some of which send no
`Retry-After` (our assumption: a service behind one of them answers so).
"""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

RESET = ("ratelimit-reset", "x-ratelimit-reset", "x-ratelimit-reset-after", "x-rate-limit-reset")
REMAINING = ("ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining")
EPOCH = 10**9  # a larger number is a moment in seconds since 1970, one a thousand times as large in milliseconds


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of Retry-After, given as a number or as an HTTP date; None without a readable value.

    headers  by lower-case name. A moment is compared with the Date header of the same answer, so that our clock does not matter.
    """
    return _seconds(headers.get("retry-after", ""), headers)


def until_reset(headers: Mapping[str, str]) -> float | None:
    """Return the seconds until a quota that is used up begins anew; None where that is not said, or where some of it is left."""
    if _remaining(headers) - {"0"}:
        return None
    waits = (_seconds(headers[name], headers) for name in RESET if name in headers)
    return next((wait for wait in waits if wait is not None), None)


def is_used_up(headers: Mapping[str, str]) -> bool:
    """Return whether the headers say that nothing of a quota is left."""
    return "0" in _remaining(headers)


def _remaining(headers: Mapping[str, str]) -> set[str]:
    return {headers[name].strip() for name in REMAINING if name in headers}


def _seconds(text: str, headers: Mapping[str, str]) -> float | None:
    text = text.strip()
    if text.replace(".", "", 1).isdecimal() and text.isascii():
        number = float(text)
        if number < EPOCH:
            return number
        moment: datetime | None = _since_1970(number if number < 1000 * EPOCH else number / 1000)
    else:
        moment = _date(text)
    if moment is None:
        return None
    return max(0.0, (moment - (_date(headers.get("date", "")) or datetime.now(UTC))).total_seconds())


def _since_1970(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
