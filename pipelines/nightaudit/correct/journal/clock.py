"""Timestamps as the journal stores them, and the time that has passed since."""

from __future__ import annotations

import datetime
import time


def now() -> str:
    """Return the current time in UTC, as ISO text with microseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds")


class Clock:
    """Measures the time since its own stamps by the monotonic clock, so that setting the machine's clock does no harm."""

    def __init__(self) -> None:
        self._stamps: dict[str, float] = {}

    def stamp(self) -> str:
        """Return the current time, and remember it for `since`."""
        instant = now()
        self._stamps[instant] = time.monotonic()
        return instant

    def since(self, instant: str) -> float:
        """Return the seconds since an instant; for one that is not from `stamp`, by the machine's clock."""
        if instant in self._stamps:
            return time.monotonic() - self._stamps[instant]
        return (datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(instant)).total_seconds()
