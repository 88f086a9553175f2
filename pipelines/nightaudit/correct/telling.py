"""Tells people how far reading or sending is: seldom, and not at all where nobody is to be told."""

from __future__ import annotations

import math
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


class Telling:
    """Tells people a line, and knows when it told the last one; the steps of one piece of work share it."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self.told = tell, time.monotonic()

    def __call__(self, text: str) -> None:
        """Tell this line."""
        self._tell(text)
        self.told = time.monotonic()


def shared(tell: Tell) -> Telling:
    """Return what tells the same people, to be given to all steps of one piece of work: no step begins a silence of its own."""
    return tell if isinstance(tell, Telling) else Telling(tell)


class AtTimes:
    """Tells how far work is, if nothing was told for SILENT_SECONDS. Call it for every row, with a function for the text."""

    def __init__(self, tell: Tell) -> None:
        self._tell, self._begun = shared(tell), -math.inf

    def begin(self) -> None:
        """Tell nothing before a third of SILENT_SECONDS from now: shorter work is a part of other work, which tells of itself."""
        self._begun = time.monotonic()

    def __call__(self, text: Callable[[], str]) -> None:
        """Tell this text, if it is time."""
        now = time.monotonic()
        if now - self._tell.told >= SILENT_SECONDS and now - self._begun >= SILENT_SECONDS / 3:
            self._tell(text())


def counted(items: Sequence[T], tell: Tell, done: str) -> Iterator[T]:
    """Yield the items, each of which takes a request, and tell at times how many are done."""
    tell_at_times = AtTimes(tell)
    for place, item in enumerate(items):
        tell_at_times(partial("{} of {} {}".format, place, len(items), done))
        yield item
