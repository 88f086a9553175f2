"""Bookings of which a list hides some statuses unless asked for them, and walks of every status."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from load.drifting_list import key
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import Forbidden, Refused
from nightaudit.load.hidden.status_filter import NO_STATUS
from nightaudit.load.hidden.statuses import StatusWalk
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pages.probe import probe
from nightaudit.load.streams.stream import Statuses
from nightaudit.load.walks.listing import Listing

STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED")
NEXT = {"ENQUIRY": "PENDING", "PENDING": "CONFIRMED", "CONFIRMED": "CHECKED_IN", "CHECKED_IN": "CHECKED_OUT"}


def row_of(one: int, shown: str) -> bytes:
    """A booking that shows these statuses, separated by commas: its own, or those of its room stays."""
    stays = ",".join(f'{{"status":"{status}"}}' for status in shown.split(","))
    return (
        f'{{"id":{one},"roomStays":[{stays}]}}'.encode()
        if "," in shown
        else f'{{"id":{one},"status":"{shown}"}}'.encode()
    )


class Bookings:
    """Bookings that hide some statuses unless asked; a record changes its status at most once."""

    def __init__(
        self, seed: int, *, pending: int = 30, hides: tuple[str, ...] = ("PENDING",), flips: float = 0.0
    ) -> None:
        self.random = random.Random(seed)
        others = [status for status in STATUSES if status != "PENDING"]
        self.rows = {one: self.random.choice(others) for one in range(1, 601)}
        for one in self.random.sample(sorted(self.rows), pending):
            self.rows[one] = "PENDING"
        self.hides, self.flips = hides, flips
        self.flipped: set[int] = set()
        self.ignores_filter = self.forbids = False
        self.sorts = True  # whether the list can be sorted in descending order
        self.breaks_on: tuple[str, ...] = ()
        self.lenient = False  # takes a status that it does not know for none
        self.unknown: tuple[str, ...] = ()
        self.refused_once: set[str] = set()
        self.refused_again: set[str] = set()  # whenever they are asked for but the first time
        self.ignored_for: tuple[str, ...] = ()
        self.honours_filter: Callable[[str | None], bool] = lambda _: True  # where the list is sorted so
        self.counts_all = False  # whether the total of a status counts all bookings
        self.grows = False  # by one confirmed booking before each answer
        self.shows: Callable[[int, str], str] = lambda _, status: status
        self.asked: list[Any] = []
        self.sizes: list[int] = []

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        wanted = filters.get("statuses")
        self.asked.append(wanted)
        self.sizes.append(size)
        if self.forbids and wanted:
            raise Forbidden("The scope is missing.", status=403)
        if wanted in {*self.unknown, *([NO_STATUS] if self.unknown else []), *self.refused_once}:
            self.refused_once.discard(wanted)
            raise Refused("No such status.", status=400)
        if wanted in self.refused_again and wanted in self.asked[:-1]:
            raise Refused("No such status.", status=400)
        if wanted in self.breaks_on:
            raise Broken("Internal error.", status=500)
        if self.grows:
            self.rows[len(self.rows) + 1] = "CONFIRMED"
        ignores = self.ignores_filter or not self.honours_filter(sort)
        if ignores or wanted in {None, *self.ignored_for} or (self.lenient and wanted not in STATUSES):
            ids = [one for one, status in self.rows.items() if status not in self.hides]
        else:
            ids = [one for one, status in self.rows.items() if status == wanted]
        ids.sort(reverse=bool(self.sorts and sort and sort.endswith("desc")))
        chosen = ids[page * size : page * size + size]
        answer = Page(
            tuple(row_of(one, self.shows(one, self.rows[one])) for one in chosen),
            "short",
            page,
            size,
            len(self.rows) if self.counts_all and wanted else len(ids),
        )
        if self.random.random() < self.flips:
            for one in self.random.sample(sorted(set(self.rows) - self.flipped), 3):
                self.rows[one] = NEXT.get(self.rows[one], self.rows[one])
                self.flipped.add(one)
        return answer


def walk_by_status(
    bookings: Any, behaviour: Behaviour, statuses: Statuses, *, concurrency: int = 1, **given: Any
) -> StatusWalk:
    return StatusWalk(Listing(bookings, key, size=50, concurrency=concurrency), behaviour, statuses=statuses, **given)


def walk_all(bookings: Bookings, unasked: tuple[str, ...] = (), **given: Any) -> tuple[list[int], StatusWalk]:
    behaviour = probe(bookings, key, ceiling=50)
    bookings.asked.clear()
    bookings.sizes.clear()
    walk = walk_by_status(bookings, behaviour, Statuses("statuses", STATUSES, unasked=unasked), **given)
    ids = [int(one) for batch in walk for one, _ in batch]
    assert len(ids) == len(set(ids))
    return ids, walk
