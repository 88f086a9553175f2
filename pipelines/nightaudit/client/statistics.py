"""Counters of what the client did: in total, and for a block of code in one thread."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True)
class Figures:
    """Counters; `bytes` are of unpacked answer bodies, `throttled` counts answers that named a limit, `tokens` token requests."""

    requests: int = 0
    retries: int = 0
    bytes: int = 0
    throttled: int = 0
    tokens: int = 0


class Statistics:
    """Thread-safe counters of a client."""

    def __init__(self) -> None:
        self._total = Figures()
        self._lock = threading.Lock()
        self._local = threading.local()

    def count(self, **increments: int) -> None:
        """Add to the named counters, in the total and in every open `measured` block of this thread."""
        with self._lock:
            _add(self._total, increments)
        for figures in getattr(self._local, "open", ()):
            _add(figures, increments)

    @property
    def total(self) -> Figures:
        """A copy of the counters since the client began."""
        with self._lock:
            return replace(self._total)

    @contextmanager
    def measured(self) -> Iterator[Figures]:
        """Count what this thread does inside the block: `with client.statistics.measured() as figures: ...`."""
        figures = Figures()
        if not hasattr(self._local, "open"):
            self._local.open = []
        self._local.open.append(figures)
        try:
            yield figures
        finally:
            self._local.open = [other for other in self._local.open if other is not figures]


def _add(figures: Figures, increments: dict[str, int]) -> None:
    for name, amount in increments.items():
        setattr(figures, name, getattr(figures, name) + amount)
