"""A service that a test changes between two nights: what it shows, refuses, hides, and how it pages."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from client.loopback import Asked, Exchange, page_of
from nightaudit.load.hidden.status_filter import NO_STATUS
from nightaudit.sandbox.wire import Json

FIRST = datetime.datetime(2026, 10, 1, tzinfo=datetime.UTC)


def stamp(day: int) -> str:
    return (FIRST + datetime.timedelta(day)).isoformat()


@dataclass
class ChangingService:
    """Lists by path, sorted as asked, some statuses hidden unless asked for, or refused; while it is away, empty arrays.

    records  what is answered for one record, by path
    reach  rows that are shown and counted at most
    breaks_at  the row from which on pages answer 404
    numbers_first  whether ids that are numbers are sorted before those that are texts
    """

    lists: dict[str, list[Json]] = field(default_factory=dict)
    records: dict[str, Json] = field(default_factory=dict)
    hides: str = ""
    refuses: str = ""
    ignores_statuses: bool = False
    takes_for_none: str = ""
    largest: int = 50
    reach: int | None = None
    breaks_at: int | None = None
    first_page: int = 0
    before_the_first_is_nothing: bool = False
    numbers_first: bool = False
    is_away: bool = False
    asked_by: set[str] = field(default_factory=set)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path = asked.path.removeprefix("/api/v3")
        if path in self.records:
            exchange.json(self.records[path])
            return
        query, found = dict(asked.query), self.lists.get(path)
        self.asked_by |= query.keys() & {"status", "statuses"}
        asked_for = query.get("statuses")
        wanted = None if self.ignores_statuses or asked_for == self.takes_for_none else asked_for
        number = int(query.get("page", "0")) - self.first_page
        if found is not None and number < 0 and self.before_the_first_is_nothing:
            exchange.json(page_of([], 0, 0))
            return
        if found is None or number < 0 or (self.refuses and wanted in {self.refuses, NO_STATUS}):
            exchange.json({"error": "no"}, 404 if found is None else 400)
            return
        if self.is_away:
            exchange.json([])
            return
        shown = [row for row in found if status_of(row) == wanted or (not wanted and status_of(row) != self.hides)]
        name, _, direction = query.get("sort", "").partition(",")
        if name:

            def order(row: dict[str, Any]) -> Any:
                return (isinstance(row[name], str), row[name]) if self.numbers_first else row[name] or ""

            shown.sort(key=order, reverse=direction == "desc")
        shown = shown[: self.reach]
        size = min(int(query["size"]), self.largest)
        if self.breaks_at is not None and number * size >= self.breaks_at:
            exchange.json({"error": "no"}, 404)
            return
        exchange.json(page_of(shown[number * size : (number + 1) * size], number, len(shown)))


def status_of(row: Json) -> object:
    return row.get("roomStayStatus")


def contacts_of(count: int) -> list[Json]:
    """The higher the id, the longer ago it was modified."""
    return [{"id": one, "note": "", "lastModifiedDate": stamp(-one)} for one in range(1, count + 1)]


def change(contacts: list[Json]) -> None:
    """Change contacts after all others."""
    for contact in contacts:
        contact |= {"note": "changed", "lastModifiedDate": stamp(5)}


def stays_of(count: int, *, stamped: bool = False, pending: int = 4) -> list[Json]:
    """Every fourth is PENDING, or one of so many; the higher the id, the longer ago it was modified, if that is said."""
    stays: list[Json] = [
        {"roomStayId": one, "roomStayStatus": "CONFIRMED" if one % pending else "PENDING"}
        for one in range(1, count + 1)
    ]
    return [stay | {"lastModifiedDate": stamp(-stay["roomStayId"])} for stay in stays] if stamped else stays
