"""Limits the requests in flight over all threads, and keeps away for a while from what answers 429 or 503."""

from __future__ import annotations

import itertools
import math
import re
import threading
import time
from bisect import insort
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING

from nightaudit.client.spacing import Spacing
from nightaudit.errors import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_PAUSE = 1.0  # seconds, also if Retry-After is missing or zero: a request sent at once would be refused as well
LONGEST_PAUSE = 30  # first pauses
AFTER_503 = (0.5, 1.5)  # first and longest pause, in first pauses
LONGEST_AT_LIMIT = 30  # first pauses; what is answered 503 for longer, while others are answered, is broken
PATIENCE = 60  # first pauses; a limit by the minute is over by then
CALMER = "Lower NIGHTAUDIT_CONCURRENCY or raise NIGHTAUDIT_DEADLINE_SECONDS."
HARDLY_ANY = 2  # requests in flight; if even so one is refused, the limit is one of requests in a time
ID = re.compile(r"(?<=/)(?!v\d+/)[^/]*\d[^/]*")


class NoTurn(ServiceFailed):
    """The request was not sent: its deadline passed before, or the service takes no requests of its kind."""


@dataclass(slots=True)
class Pause:
    """How long requests of one kind wait, which were answered nothing but 429 or 503 since the moment `began`.

    since  the later of that moment and the latest answer to another kind that paused
    """

    began: float
    since: float
    seconds: float = 0.0
    grew_at: float = 0.0
    ends: float = 0.0
    is_hopeless: bool = False

    def grow(self, now: float, sent_at: float, first: float, longest: float) -> None:
        """Begin the pause again. It becomes three times as long, unless it did since the request was sent.

        first, longest  lengths, in first pauses
        """
        if sent_at >= self.grew_at:
            self.seconds = min(longest * FIRST_PAUSE, 3 * self.seconds or first * FIRST_PAUSE)
            self.grew_at = now
        self.ends = now + self.seconds


@dataclass(order=True, slots=True)
class Waiting:
    """A request that waits for its turn; those of one deadline in the order of their numbers."""

    deadline: float
    number: int
    kind: str = field(compare=False)
    woken: threading.Condition = field(compare=False)


class Pace:
    """Limits the requests in flight over all threads: a 429 halves the limit, each `limit` answers raise it by one.

    `most` is the highest limit, NIGHTAUDIT_CONCURRENCY. While the service asks to wait, no thread sends anything. Where it names
    no time, only requests of the same kind (paths that differ in ids) pause, because the limit may be theirs alone: for
    FIRST_PAUSE seconds, then three times as long after each 429. Once any of the pausing kinds is answered again, all may send,
    because the limit may be that of the service. A kind that was answered nothing but 429 for PATIENCE of these is not waited
    for, unless the last answer names a time. A 404 is an answer, too; 408, 425 and 5xx are none. A 503 that names no time is
    like such a 429 while other requests are answered, because some proxies answer so to what exceeds a limit; its pauses are
    shorter.
    Where requests are refused although hardly another is in flight, they are spaced (`Spacing`).

    Of the requests that may be sent, the one whose deadline comes first is next: of a hundred that wait while few are answered,
    some would otherwise have no turn until then.
    """

    def __init__(self, most: int) -> None:
        self._most = float(most)
        self.limit = float(most)
        self._in_flight = 0
        self._waiting: list[Waiting] = []  # the next first
        self._numbers = itertools.count()
        self._closed_until = 0.0
        self._slowed_at = 0.0
        self._pauses: dict[str, Pause] = {}
        self._answered_at = -math.inf
        self._refused_since: float | None = None  # None after an answer
        self._sent_at = -math.inf
        self._spacing = Spacing(FIRST_PAUSE)
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, path: str, deadline: float) -> Iterator[float]:
        """Wait until a request of `path` may be sent, and yield the time. Raises NoTurn if that is not before the deadline."""
        with self._lock:
            waiting = Waiting(deadline, next(self._numbers), kind_of(path), threading.Condition(self._lock))
            insort(self._waiting, waiting)
            try:
                now = self._wait(waiting)
                self._in_flight += 1
            finally:
                self._waiting.remove(waiting)
                self._wake_next()
        try:
            yield now
        finally:
            with self._lock:
                self._in_flight -= 1
                self._wake_next()

    def _wait(self, waiting: Waiting) -> float:
        """Wait until this request may be sent and return the time. The caller holds the lock."""
        while True:
            now, deadline = time.monotonic(), waiting.deadline
            pause = self._pauses.get(waiting.kind)
            opens = max(self._closed_until, pause.ends if pause else 0.0)
            if pause and pause.is_hopeless and now < opens:
                raise NoTurn(
                    f"The service takes no requests of {waiting.kind} now (429).",
                    status=HTTPStatus.TOO_MANY_REQUESTS,
                    hint="Run the command again later, or lower NIGHTAUDIT_CONCURRENCY.",
                )
            opens = max(opens, self._sent_at + self._spacing.seconds)
            if opens > deadline:
                raise NoTurn(
                    "The service takes no more requests before the deadline (429 or 503).",
                    status=HTTPStatus.TOO_MANY_REQUESTS,
                    hint=CALMER,
                )
            if now >= deadline:
                raise NoTurn(
                    "The request was not sent before the deadline, because other requests were still in flight.",
                    hint=CALMER,
                )
            if now >= opens and self._in_flight < int(self.limit) and next(self._may_be_sent(now)) is waiting:
                self._sent_at = now
                return now
            waiting.woken.wait((opens if opens > now else deadline) - now)

    def _may_be_sent(self, now: float) -> Iterator[Waiting]:
        """Yield the waiting requests whose kind does not pause, the next first."""
        for waiting in self._waiting:
            pause = self._pauses.get(waiting.kind)
            if not pause or pause.ends <= now:
                yield waiting

    def _wake_next(self) -> None:
        """Wake as many waiting requests as there are free turns. Those that pause wake by themselves."""
        for waiting in itertools.islice(self._may_be_sent(time.monotonic()), max(0, int(self.limit) - self._in_flight)):
            waiting.woken.notify()

    def _wake_all(self) -> None:
        """Wake all waiting requests, since the time until which they wait has changed."""
        for waiting in self._waiting:
            waiting.woken.notify()

    def slow_down(self, path: str, sent_at: float, wait: float) -> None:
        """Halve the limit after a 429, unless that was done since the request was sent, and wait as the class says.

        wait  seconds that the service asks to wait, 0 where it names none
        """
        with self._lock:
            now = time.monotonic()
            self._halve(now, sent_at)
            refused_since = self._refused_since = self._refused_since or now
            self._closed_until = max(self._closed_until, now + wait)
            pause = self._pauses.setdefault(kind_of(path), Pause(now, now))
            if not wait:
                pause.grow(now, sent_at, 1, LONGEST_PAUSE)
            pause.is_hopeless = not wait and now - min(pause.since, refused_since) >= PATIENCE * FIRST_PAUSE
            self._wake_all()

    def ease_off(self, path: str, sent_at: float, asked_at: float) -> bool:
        """Return whether a 503 may mean a limit; if so, halve the limit as `slow_down` does, and let its kind pause.

        asked_at  when the request was first to be sent
        """
        with self._lock:
            now = time.monotonic()
            if may_be := self._may_be_limit(path, asked_at, now):
                self._halve(now, sent_at)
                self._pauses.setdefault(kind_of(path), Pause(now, now)).grow(now, sent_at, *AFTER_503)
                self._wake_all()
            return may_be

    def _halve(self, now: float, sent_at: float) -> None:
        if self._in_flight <= HARDLY_ANY:
            self._spacing.refused(sent_at)
        if sent_at >= self._slowed_at:
            self.limit = max(1.0, self.limit / 2)
            self._slowed_at = now

    def _may_be_limit(self, path: str, asked_at: float, now: float) -> bool:
        """Return whether other requests are answered, and neither this one nor its kind has long been refused."""
        long_ago = now - LONGEST_AT_LIMIT * FIRST_PAUSE
        pause = self._pauses.get(kind_of(path))
        return min(self._answered_at, asked_at, pause.began if pause else math.inf) > long_ago

    def speed_up(self, path: str, sent_at: float) -> None:
        """Raise the limit after a request that was answered, and end the pauses if it was one of a kind that paused."""
        self._refused_since = None
        self._answered_at = time.monotonic()
        if self._spacing.is_possible:
            with self._lock:
                self._spacing.answered(sent_at)
        if self._pauses or self.limit < self._most:
            with self._lock:
                self.limit = min(self._most, self.limit + 1 / self.limit)
                kind = kind_of(path)
                if kind in self._pauses:
                    del self._pauses[kind]
                    now = time.monotonic()
                    for pause in self._pauses.values():
                        pause.since = pause.ends = now
                        pause.is_hopeless = False
                    self._wake_all()
                self._wake_next()


def kind_of(path: str) -> str:
    """Return the path with {} for each part that has a digit, but for the version of the API: `/api/v3/units/{}/notes`."""
    return ID.sub("{}", path)
