"""On the books: nights and revenue by stay month as they were known on a date, from versions of the bookings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from oracle.nights import nights_of
from oracle.portfolio import read
from oracle.rules import SOLD, Day, Rules, month, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oracle.model import Json, Stay


@dataclass(frozen=True)
class Version:
    """A record as loads found it from a day on; `record` is None once it was gone."""

    collection: str
    key: Any
    since: Day
    record: Json | None


@dataclass(slots=True)
class Booked:
    """The nights, net amount (in cents) and stays on the books of a stay month, in one building and currency."""

    nights: int = 0
    net: int = 0
    stays: set[int] = field(default_factory=set)


def on_the_books(versions: Iterable[Version], rules: Rules, as_of: Day) -> dict[tuple[Day, int | None, str], Booked]:
    """What was sold as known at the end of `as_of`, by stay month, building and currency."""
    rows: dict[tuple[Day, int | None, str], Booked] = defaultdict(Booked)
    for stay, night, net in _nights(_known(versions, rules, as_of)):
        row = rows[month(night), stay.building, stay.currency]
        row.nights, row.net = row.nights + 1, row.net + net
        row.stays.add(stay.id)
    return dict(rows)


def by_night(versions: Iterable[Version], rules: Rules, as_of: Day) -> dict[tuple[Day, int | None, str], Booked]:
    """The same by night: a stay's amount of a month is split over its nights of that month, because the mart keeps months."""
    rows: dict[tuple[Day, int | None, str], Booked] = defaultdict(Booked)
    for stay in _known(versions, rules, as_of):
        months: dict[Day, list[tuple[Day, int]]] = defaultdict(list)
        for _, night, net in _nights([stay]):
            months[month(night)].append((night, net))
        for nights in months.values():
            for (night, _), share in zip(nights, split(sum(net for _, net in nights), len(nights)), strict=True):
                row = rows[night, stay.building, stay.currency]
                row.nights, row.net = row.nights + 1, row.net + share
    return dict(rows)


def _known(versions: Iterable[Version], rules: Rules, as_of: Day) -> list[Stay]:
    """The stays that were sold, as known at the end of `as_of`.

    Buildings and units are those of the last load: a stay is in the building of its unit today. For dates before the first
    load, the records of that load count: a stay is on the books from its booking date, and a cancelled one until its
    cancellation.
    """
    first: dict[Any, Version] = {}
    newest: dict[Any, Version] = {}
    latest: dict[Any, Version] = {}
    today: dict[tuple[str, Any], Version] = {}
    for version in sorted(versions, key=lambda v: v.since):
        if version.collection != "bookings":
            today[version.collection, version.key] = version
            continue
        first.setdefault(version.key, version)
        newest[version.key] = version
        if version.since <= as_of:
            latest[version.key] = version
    places = [(v.collection, v.record) for v in today.values() if v.record is not None]
    naming = [v.record for v in newest.values() if v.record is not None]
    known = [("bookings", v.record) for v in latest.values() if v.record is not None]
    opening = min((version.since for version in first.values()), default=as_of)
    of_first_load = [v.record for v in first.values() if v.since == opening and v.record is not None]
    to_come = [("bookings", record) for record in of_first_load] if as_of < opening else []
    sold = [stay for stay in read([*places, *known], rules, naming=naming).stays.values() if stay.status in SOLD]
    before = [
        stay for stay in read([*places, *to_come], rules, naming=naming).stays.values() if _was_booked(stay, as_of)
    ]
    return [*sold, *before]


def _was_booked(stay: Stay, as_of: Day) -> bool:
    if not stay.booked or stay.booked > as_of:
        return False
    given_up = stay.cancelled or stay.left
    return stay.status in SOLD or (
        stay.status in {"CANCELLED", "NO_SHOW"} and given_up is not None and as_of < given_up
    )


def _nights(stays: Iterable[Stay]) -> Iterator[tuple[Stay, Day, int]]:
    for stay in stays:
        for part in nights_of(stay):
            if not part.is_day_use:
                yield stay, part.night, part.net
