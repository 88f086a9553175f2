"""Finds out whether the lists of one child stream show rows now: when all of them are empty, an empty list proves nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nightaudit.load.children.below import BelowReader
    from nightaudit.load.outage import Outage


class Showing:
    """Whether any list of one child stream shows rows in this load. Call `sees` for each list that does.

    known      stored rows of the parents whose lists are read
    witnesses  other parents with stored rows: their lists are requested when no other list showed a row
    """

    def __init__(
        self, below: BelowReader, outage: Outage, known: Mapping[str, Mapping[str, str]], witnesses: Iterable[str]
    ) -> None:
        self._below, self._outage = below, outage
        self._witnesses = list(witnesses)
        self._seen: str | None = None
        # Without stored rows, none can have been lost.
        self._shows: bool | None = None if self._witnesses or any(known.values()) else True

    def sees(self, parent: str) -> None:
        """Record that the list of a parent shows rows."""
        self._shows, self._seen = True, parent

    def still_shows_rows(self) -> bool:
        """Return whether the list that showed rows last does so still; where none has, as `shows_rows` does. Raises ApiError."""
        return self.shows_rows() if self._seen is None else self._shown(self._seen)

    def shows_rows(self) -> bool:
        """Return whether any list shows rows, asking for the witnesses' lists if needed. Raises ApiError."""
        if self._shows is None:
            self._shows = any(self._shown(parent) for parent in self._witnesses)
        return self._shows

    def _shown(self, parent: str) -> bool:
        try:
            with self._outage.asking():
                rows, _ = self._below.read(parent)
        except Refused:
            return False
        if rows:
            self.sees(parent)
        return bool(rows)
