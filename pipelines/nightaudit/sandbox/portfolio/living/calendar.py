"""Which nights of units are taken, by stays and blocks. Days are ordinals."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nightaudit.sandbox.portfolio.estate import Unit

BLOCK = 0


class Calendar:
    """The taken nights of units: from, to and stay (BLOCK for a block), by unit."""

    def __init__(self, units: Mapping[int, Unit]) -> None:
        self.taken: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        self._units = units

    def free(self, unit_id: int, start: int, end: int, but: int | None = None) -> bool:
        """Return whether the nights are free, except for the stay `but`, and within the unit's life."""
        room = self._units[unit_id]
        alive = (room.first is None or room.first <= start) and (room.last is None or end <= room.last + 1)
        return alive and not any(a < end and start < b and key != but for a, b, key in self.taken[unit_id])

    def take(self, unit_id: int | None, start: int, end: int, key: int) -> None:
        """Mark the nights of a stay on a unit as taken, instead of those it had before; a BLOCK is added to others."""
        if unit_id:
            self.leave(unit_id, key)
            self.taken[unit_id].append((start, end, key))

    def leave(self, unit_id: int | None, key: int) -> None:
        """Mark the nights of one stay on a unit as free."""
        if unit_id and key != BLOCK:
            self.taken[unit_id] = [row for row in self.taken[unit_id] if row[2] != key]
