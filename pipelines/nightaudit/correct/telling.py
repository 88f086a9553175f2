"""Tells people how far reading or sending is: seldom, and not at all where nobody is to be told."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SILENT_SECONDS = 15  # the longest silence while rows are read or sent: after that, people take a run for hung
T = TypeVar("T")
Tell = Callable[[str], object]


def silent(_text: str) -> None:
    """Tell nobody."""


class AtTimes:
    """Tells how far work is, once in SILENT_SECONDS at most. Call it for every row, with a function that returns the text."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._told = tell, time.monotonic()

    def __call__(self, text: Callable[[], str]) -> None:
        """Tell this text, if nothing was told for SILENT_SECONDS."""
        if time.monotonic() - self._told >= SILENT_SECONDS:
            self._tell(text())
            self._told = time.monotonic()


def counted(items: Sequence[T], tell: Tell, done: str) -> Iterator[T]:
    """Yield the items, each of which takes a request, and tell every SILENT_SECONDS how many are done."""
    tell_at_times = AtTimes(tell)
    for place, item in enumerate(items):
        tell_at_times(partial("{} of {} {}".format, place, len(items), done))
        yield item
