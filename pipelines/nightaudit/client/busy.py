"""The errors of a service that may answer the same request later, and how long it asks to wait."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from nightaudit.errors import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Mapping


class Busy(ServiceFailed):
    """An answer of 408, 425, 5xx or a limit; `wait` is its Retry-After in seconds, None without one."""

    wait: float | None = None


class Throttled(Busy):
    """An answer that means a limit, or a 503 that may mean one (`Pace.ease_off`): some proxies send it where others send 429."""


class Broken(Busy):
    """An answer of 500, which some services also send where others refuse a parameter, such as an unknown sort field."""


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of Retry-After, given as a number or as an HTTP date; None without a readable value.

    A date is compared with the Date header of the same answer, so that our clock does not matter.
    """
    header = headers.get("retry-after", "").strip()
    if header.replace(".", "", 1).isdecimal() and header.isascii():
        return float(header)
    moment = _moment(header)
    if moment is None:
        return None
    return max(0.0, (moment - (_moment(headers.get("date", "")) or datetime.now(UTC))).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
