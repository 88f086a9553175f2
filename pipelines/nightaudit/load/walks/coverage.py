"""Which ids a set of windows proves: the proof of a list read both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nightaudit.load.pages.window import Window


class Coverage:
    """The stretches of the id line that windows have answered for, each by one query.

    A window answers for every id from its first to its last row; the first page also for everything before it, the
    first page of the list read backwards for everything behind it. A record that was listed during the whole walk can
    only be missing from it where a gap is left.
    """

    def __init__(self) -> None:
        self._stretches: list[tuple[Any, Any]] = []
        self._start: Any = None  # highest rank up to which first pages answer
        self._stop: Any = None  # lowest rank from which first pages of the backward list answer
        self._empty = False

    def add(self, window: Window, *, backwards: bool) -> None:
        """Add what one window answers for."""
        if not window.ranks:
            self._empty |= window.offset == 0 and not window.total
            return
        low, high = (window.ranks[-1], window.ranks[0]) if backwards else (window.ranks[0], window.ranks[-1])
        self._stretches.append((low, high))
        if window.offset == 0 and backwards:
            self._stop = low if self._stop is None else min(self._stop, low)
        elif window.offset == 0:
            self._start = high if self._start is None else max(self._start, high)

    def gaps(self) -> list[tuple[Any, Any]]:
        """Pairs of ids between which records may have been missed."""
        if self._start is None:
            return []
        reach, found = self._start, []
        for low, high in sorted(self._stretches):
            if not _touch(reach, low):
                found.append((reach, low))
            reach = max(reach, high)
        return found

    @property
    def whole(self) -> bool:
        """Whether no gap is left from the beginning of the list to its end."""
        return self._empty or (self._start is not None and self._stop is not None and not self.gaps())


def _touch(reach: Any, low: Any) -> bool:
    """Whether no id fits between: numbers that follow each other leave no room."""
    return bool(low <= reach) or (isinstance(low, int) and bool(low == reach + 1))
