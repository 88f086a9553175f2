"""Services that change their behaviour, by seed: upgraded, cached, served by two machines, empty for a while."""

from __future__ import annotations

import datetime
import random
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from client.loopback import Asked, Exchange
from load.odd_habits import OFTEN, Habits
from load.odd_list import OddList, Record
from load.odd_pages import Refusal
from load.odd_service import OddService
from nightaudit.load.pages.stamps import FIELD
from nightaudit.load.streams.stream import Stream

KEPT = {"ids", "stamps", "dateless", "flat_bookings", "denied", "denied_with", "faults", "throttles", "moves"}
MANY = 30  # records of a bulk change at most
OUTAGE = 12  # requests that an outage lasts
KEPT_FOR = 60  # requests of a list during which an answer is cached


@dataclass(frozen=True)
class Unsteadiness:
    """How a service changes besides its habits; the defaults are those of a steady service.

    upgraded  when some of the habits change
    away      the answer to every request during an outage in each load, of a gateway or another backend
    lag       number of changes that a second machine, which answers every other request, has not seen yet
    cached    whether answers are cached for some requests, unless the reader sends `no-cache`
    bulk      whether up to MANY records come, go or change at once, with one stamp
    ties      how records of one stamp are ordered: by position, differently for each page and size, or differently each time
    coarse    whether stamps have whole seconds only
    clock     hours that the service's clock is ahead
    """

    upgraded: Literal["", "between loads", "during each"] = ""
    away: Literal["", "not found", "empty"] = ""
    lag: int = 0
    cached: bool = False
    bulk: bool = False
    ties: Literal["by place", "by page", "at random"] = "by place"
    coarse: bool = False
    clock: int = 0


SOMETIMES: dict[str, tuple[Any, ...]] = {
    "upgraded": ("", "", "between loads", "during each"),
    "away": ("", "", "not found", "empty"),
    "lag": (0, 0, 1, 4),
    "cached": (False, False, True),
    "bulk": (False, True),
    "ties": ("by place", "by page", "at random"),
    "coarse": (False, True),
    "clock": (0, 0, -30, 9, 9600),
}


def unsteadiness(seed: int) -> Unsteadiness:
    """The unsteadiness of the service of this seed."""
    draw = random.Random(f"unsteadiness {seed}")
    return Unsteadiness(**{one: draw.choice(choices) for one, choices in SOMETIMES.items()})


class UnsteadyList(OddList):
    """One list of an unsteady service."""

    def __init__(self, stream: Stream, habits: Habits, seed: int, ways: Unsteadiness) -> None:
        self.ways = ways
        self._moment: datetime.datetime | None = None  # stamp of the bulk change under way
        self._past: deque[dict[str, Record]] = deque(maxlen=ways.lag + 1)
        self._kept: dict[str, tuple[int, Any]] = {}
        self._question = ""
        super().__init__(stream, habits, seed)

    def begin(self) -> None:
        super().begin()
        self.was_away = False
        self._kept.clear()
        self._past.clear()
        self._past.append(dict(self.held))

    def move(self) -> None:
        if not self.ways.bulk or self.random.random() < 0.9:
            super().move()
        else:
            self._move_many()
        self._past.append(dict(self.held))

    def _move_many(self) -> None:
        self._moment = datetime.datetime.now(datetime.UTC)
        kind, many = self.random.choice(("come", "go", "change")), self.random.randint(2, MANY)
        chosen = self.random.sample(sorted(self.held), min(many, len(self.held) // 2))
        if kind == "come":
            for _ in range(many):
                self._add()
        for key in chosen:
            if kind == "go":
                del self.held[key]
                self.all_night.discard(key)
            elif kind == "change":
                self._change(key)
        self._moment = None

    def _keep(self, key: str, record: Record, ago: datetime.timedelta = datetime.timedelta(0)) -> None:
        super()._keep(key, record, ago)
        if FIELD in record:
            stamp = datetime.datetime.fromisoformat(record[FIELD])
            if self._moment and not ago:
                stamp = self._moment
            stamp += datetime.timedelta(hours=self.ways.clock)
            record[FIELD] = stamp.isoformat(timespec="seconds" if self.ways.coarse else "microseconds")

    def answered(self, own: str, query: dict[str, str], *, anew: bool, empty: bool) -> Any:
        """The current answer, or that of a lagging or an empty machine, or a cached one. Raises Refusal."""
        self._question = question = repr((own, sorted(query.items())))
        kept = self._kept.get(question)
        if self.ways.cached and not anew and kept and self.requests < kept[0] + KEPT_FOR:
            return kept[1]
        now = self.held
        if empty:
            self.was_away, self.held = True, {}
        elif self.ways.lag and self.requests % 2:
            self.held = self._past[0]
        try:
            answer = self.record(own) if own else self.page(query)
        finally:
            self.held = now
        self._kept[question] = self.requests, answer
        return answer

    def _ordered(self, rows: list[Record], sort: str | None) -> list[Record]:
        if sort and sort.startswith(FIELD) and self.ways.ties != "by place":
            (self.random if self.ways.ties == "at random" else random.Random(self._question)).shuffle(rows)
        return super()._ordered(rows, sort)


class UnsteadyService(OddService):
    """An odd service with unsteady lists."""

    lists: Sequence[UnsteadyList]

    def __init__(self, habits: Habits, ways: Unsteadiness, seed: int) -> None:
        self.ways, self.random = ways, random.Random(f"unsteady service {seed}")
        self._requests = self._nights = 0
        self._asked = threading.local()
        self._upgrade_at = self._away_at = 0
        super().__init__(habits, seed)

    def new_list(self, stream: Stream, seed: int) -> UnsteadyList:
        return UnsteadyList(stream, self.habits, seed, self.ways)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        self._asked.anew = "no-cache" in asked.headers.get("cache-control", "")
        super().respond(asked, exchange)

    def begin(self) -> None:
        super().begin()
        self._requests = 0
        self._upgrade_at, self._away_at = self.random.randint(1, 250), self.random.randint(1, 250)
        if self.ways.upgraded == "between loads" and self._nights:
            self._upgrade()
        self._nights += 1

    def _upgrade(self) -> None:
        chosen = self.random.sample(sorted(OFTEN.keys() - KEPT), self.random.randint(1, 4))
        given: dict[str, Any] = {habit: self.random.choice(OFTEN[habit]) for habit in chosen}
        for one in self.lists:
            one.habits = replace(one.habits, **given)

    def found(self, one: OddList, own: str, query: dict[str, str]) -> Any:
        self._requests += 1
        if self.moving and self.ways.upgraded == "during each" and self._requests == self._upgrade_at:
            self._upgrade()
        away = self.ways.away if self.moving and 0 <= self._requests - self._away_at < OUTAGE else ""
        if away == "not found":
            raise Refusal(404)
        assert isinstance(one, UnsteadyList)
        return one.answered(own, query, anew=self._asked.anew, empty=bool(away))
