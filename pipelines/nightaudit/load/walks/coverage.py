"""The ranges of ids that windows cover, and the gaps between them: the proof of a list that is read in both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightaudit.load.pages.window import Window


class Coverage:
    """The ranges of ids that windows cover, each window being one query.

    A window covers every id from its first to its last row. The first page of the list also covers everything before it, and
    the first page in descending order everything after it. A record that was listed during the whole walk can have been missed
    only where a gap is left.
    """

    def __init__(self) -> None:
        self._ranges: list[tuple[Any, Any]] = []
        self._start: Any = None  # highest rank up to which first pages cover everything
        self._stop: Any = None  # lowest rank from which first pages in descending order cover everything
        self._empty = False

    def add(self, window: Window, *, backwards: bool) -> None:
        """Add the range of one window."""
        if not window.ranks:
            self._empty |= window.offset == 0 and not window.total
            return
        low, high = (window.ranks[-1], window.ranks[0]) if backwards else (window.ranks[0], window.ranks[-1])
        self._ranges.append((low, high))
        if window.offset == 0 and backwards:
            self._stop = low if self._stop is None else min(self._stop, low)
        elif window.offset == 0:
            self._start = high if self._start is None else max(self._start, high)

    def gaps(self) -> list[tuple[Any, Any]]:
        """Return pairs of ids between which records may have been missed."""
        if self._start is None:
            return []
        reach, found = self._start, []
        for low, high in sorted(self._ranges):
            if not _leaves_no_gap(reach, low):
                found.append((reach, low))
            reach = max(reach, high)
        return found

    @property
    def complete(self) -> bool:
        """Whether no gap is left from the beginning of the list to its end."""
        return self._empty or (self._start is not None and self._stop is not None and not self.gaps())


def _leaves_no_gap(reach: Any, low: Any) -> bool:
    """Return whether no id fits between these two: the ranges overlap, or the numbers are consecutive."""
    return bool(low <= reach) or (isinstance(low, int) and bool(low == reach + 1))
