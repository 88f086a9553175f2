"""Simulates days: writes the changes that `portfolio.advance` yields into the store, and moves the clock."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.sandbox.wire import Json, decode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records


class Stored:
    """The records of one transaction in the form that the portfolio reads (`portfolio.Portfolio`)."""

    def __init__(self, records: Records, today: datetime.date) -> None:
        self.today = today
        self._records = records

    def all(self, collection: str) -> Iterator[Json]:
        """Yield every record of a collection by ascending id."""
        for row in self._records.sql.execute(f'SELECT body FROM "{collection}" ORDER BY id').fetchall():
            yield decode(row[0])

    def get(self, collection: str, record_id: int) -> Json | None:
        """Return one record, or None."""
        return self._records.get(collection, record_id)

    def last_id(self, collection: str) -> int:
        """Return the highest id ever assigned in a collection; 0 for none."""
        return self._records.last_id(collection)


def live_on(world: World, days: int) -> dict[str, int]:
    """Simulate `days` days in one transaction; return how many records were written or removed, by collection."""
    from nightaudit.sandbox.portfolio import advance

    counts: Counter[str] = Counter()
    with world.store.write() as records:
        for change in list(advance(Stored(records, world.clock.today()), days, world.store.filling.seed)):
            if change.record is None:
                records.delete(change.collection, change.id)
            else:
                records.put(change.collection, change.record)
            counts[change.collection] += 1
        world.move_clock(records, datetime.timedelta(days=days))
    return dict(sorted(counts.items()))
