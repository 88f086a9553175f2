"""Instants as the journal keeps them, and how long ago they were."""

from __future__ import annotations

import datetime
import time


def now() -> str:
    """The present instant in UTC, ISO with microseconds."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="microseconds")


class Clock:
    """Knows how long ago an instant of its own was, also where the machine's clock was set meanwhile."""

    def __init__(self) -> None:
        self._stamps: dict[str, float] = {}

    def stamp(self) -> str:
        """The present instant, remembered for `since`."""
        instant = now()
        self._stamps[instant] = time.monotonic()
        return instant

    def since(self, instant: str) -> float:
        """Seconds since an instant; of one that is not its own the machine's clock tells."""
        if instant in self._stamps:
            return time.monotonic() - self._stamps[instant]
        return (datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(instant)).total_seconds()
