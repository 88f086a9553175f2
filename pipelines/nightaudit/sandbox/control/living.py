"""The sandbox lives on: the days that the portfolio plays are written into the store, and the clock follows."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.sandbox.store.tables import TABLES
from nightaudit.sandbox.wire import Json, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records


class Stored:
    """The records of one transaction as the portfolio reads them."""

    def __init__(self, records: Records, today: datetime.date) -> None:
        self.today = today
        self._records = records

    def all(self, collection: str) -> Iterator[Json]:
        """Every record of a collection by ascending id; none for an unknown one."""
        if collection in TABLES:
            for row in self._records.sql.execute(f'SELECT body FROM "{collection}" ORDER BY id').fetchall():
                yield decode(row[0])

    def get(self, collection: str, record_id: int) -> Json | None:
        """One record, or None."""
        return self._records.get(collection, record_id) if collection in TABLES else None

    def last_id(self, collection: str) -> int:
        """The highest id ever given out in a collection; 0 for none."""
        return self._records.last_id(collection) if collection in TABLES else 0


def live_on(world: World, days: int) -> dict[str, int]:
    """Let `days` pass in one transaction; returns how many records of each collection were written or removed."""
    from nightaudit.sandbox.portfolio import advance

    counts: dict[str, int] = {}
    with world.store.write() as records:
        for change in list(advance(Stored(records, world.clock.today()), days, world.options.seed)):
            if change.record is None:
                records.delete(change.collection, change.id)
            else:
                records.put(change.collection, change.record)
            counts[change.collection] = counts.get(change.collection, 0) + 1
        world.move_clock(records, datetime.timedelta(days=days))
    return dict(sorted(counts.items()))
