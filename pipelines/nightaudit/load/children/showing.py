"""Whether lists below records show rows now: one that is empty says nothing on a night when all of them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nightaudit.load.children.below import Below
    from nightaudit.load.outage import Outage


class Showing:
    """Tells whether lists of one kind show rows tonight: `sees` is told of each that does.

    known      rows held of the parents that are asked for
    witnesses  other parents of which rows are held: their lists are asked for where no other shows any
    """

    def __init__(
        self, below: Below, outage: Outage, known: Mapping[str, Mapping[str, str]], witnesses: Iterable[str]
    ) -> None:
        self._below, self._outage = below, outage
        self._witnesses = list(witnesses)
        # Where no row is held, none was ever lost.
        self._shows: bool | None = None if self._witnesses or any(known.values()) else True

    def sees(self) -> None:
        """Note that a list shows rows."""
        self._shows = True

    def rows(self) -> bool:
        """Whether any list shows rows. Raises ApiError."""
        if self._shows is None:
            self._shows = any(self._shown(parent) for parent in self._witnesses)
        return self._shows

    def _shown(self, parent: str) -> bool:
        try:
            with self._outage.asking():
                rows, _ = self._below.read(parent)
        except Refused:
            return False
        return bool(rows)
