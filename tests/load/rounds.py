"""Counts round trips instead of seconds: how long a load would wait for a slow service, on a machine of any speed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

QUIET = 1.0  # seconds without another request, after which no more are expected


class Rounds:
    """Delays requests until `bound` are in flight, or no more come, then answers all of them: one round trip.

    Afterwards `sizes` has the number of requests in flight of each round trip.
    """

    def __init__(self, answer: Callable[..., Any], bound: int) -> None:
        self.sizes: list[int] = []
        self._answer, self._bound = answer, bound
        self._waiting = 0
        self._changed = threading.Condition()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with self._changed:
            this = len(self.sizes)
            self._waiting += 1
            self._changed.notify_all()
            while len(self.sizes) == this:
                before = self._waiting
                if before >= self._bound or (not self._changed.wait(QUIET) and before == self._waiting):
                    self._let_go(this)
        return self._answer(*args, **kwargs)

    def _let_go(self, this: int) -> None:
        if len(self.sizes) == this:
            self.sizes.append(self._waiting)
            self._waiting = 0
            self._changed.notify_all()

    @property
    def in_flight(self) -> float:
        """Requests of a round trip, on average, as a part of `bound`."""
        return sum(self.sizes) / len(self.sizes) / self._bound
