"""On the books: nights and revenue by stay month as they were known on a date, from versions of the bookings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oracle.nights import stay_nights
from oracle.portfolio import Json, read
from oracle.rules import Day, Rules, month

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Version:
    """A record as it was known from a day on; `record` is None once it was gone."""

    collection: str
    key: Any
    since: Day
    record: Json | None


def on_the_books(
    versions: Iterable[Version], rules: Rules, as_of: Day
) -> dict[tuple[Day, int | None], tuple[int, int]]:
    """(stay month, building) to sold nights and net cents, by what was known at the end of that day."""
    latest: dict[tuple[str, Any], Version] = {}
    for version in sorted(versions, key=lambda v: v.since):
        if version.since <= as_of:
            latest[version.collection, version.key] = version
    known = read(((v.collection, v.record) for v in latest.values() if v.record is not None), rules)
    rows: dict[tuple[Day, int | None], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for part in stay_nights(known):
        nights, net = rows[month(part.night), part.stay.building]
        rows[month(part.night), part.stay.building] = nights + 1, net + part.net
    return dict(rows)
