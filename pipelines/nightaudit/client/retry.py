"""Reads are tried again under one deadline; a 429 slows every thread down, and success lets them speed up again."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypeVar

import tenacity

from nightaudit.client.body import TooLarge
from nightaudit.client.message import TOO_MANY
from nightaudit.errors import ApiError, ServiceFailed, Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nightaudit.client.statistics import Statistics

T = TypeVar("T")
TRIES = 6
FIRST_WAIT = 0.25  # seconds; doubles, with full jitter: anything from nothing to the whole wait
LONGEST_WAIT = 30.0
CALMER = "Set NIGHTAUDIT_CONCURRENCY lower or NIGHTAUDIT_DEADLINE_SECONDS higher."


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that Retry-After asks for, given as a number or as an HTTP date; None without a readable one.

    A date is measured against the answer's own Date, so that our clock does not matter.
    """
    header = headers.get("retry-after", "").strip()
    if header.replace(".", "", 1).isdecimal() and header.isascii():
        return float(header)
    moment = _moment(header)
    if moment is None:
        return None
    return max(0.0, (moment - (_moment(headers.get("date", "")) or datetime.now(UTC))).total_seconds())


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Busy(ServiceFailed):
    """A 429 or 5xx answer; `wait` is what its Retry-After asks for in seconds, None without one."""

    wait: float | None = None


class NoTurn(ServiceFailed):
    """The deadline came before the request could be sent."""


class Pace:
    """How many requests may be in flight, over all threads: halved by a 429, one more after each round of successes.

    `most` is NIGHTAUDIT_CONCURRENCY. While a Retry-After runs, nobody sends anything.
    """

    def __init__(self, most: int) -> None:
        self._most = float(most)
        self.limit = float(most)
        self._flying = 0
        self._closed_until = 0.0
        self._slowed_at = 0.0
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, deadline: float) -> Iterator[float]:
        """Wait for a turn and yield when it came; raises NoTurn, or ServiceFailed where the service asked to wait so long."""
        with self._changed:
            try:
                now = self._wait(deadline)
                self._flying += 1
            finally:  # a wake-up that came to one that gives up, or of two at once, is passed on
                if self._flying < self._allowed:
                    self._changed.notify()
        try:
            yield now
        finally:
            with self._changed:
                self._flying -= 1
                self._changed.notify()

    @property
    def _allowed(self) -> int:
        return max(1, int(self.limit))

    def _wait(self, deadline: float) -> float:
        """Wait until one more may be sent and return the time; the lock is held."""
        while True:
            now = time.monotonic()
            opens = self._closed_until
            if opens > deadline:
                raise ServiceFailed(
                    "The service asked for a longer wait than the deadline allows (429).", status=TOO_MANY, hint=CALMER
                )
            if now >= deadline:
                raise NoTurn("Its turn did not come before the deadline: others were under way.", hint=CALMER)
            if now >= opens and self._flying < self._allowed:
                return now
            self._changed.wait(min(deadline, opens if opens > now else deadline) - now)

    def slow_down(self, sent_at: float, wait: float) -> None:
        """Send nothing for `wait` seconds; halve the limit unless that was done after this request had been sent."""
        with self._changed:
            now = time.monotonic()
            self._closed_until = max(self._closed_until, now + wait)
            if sent_at >= self._slowed_at:
                self.limit = max(1.0, self.limit / 2)
                self._slowed_at = now

    def speed_up(self) -> None:
        """Note a success."""
        if self.limit < self._most:
            with self._changed:
                self.limit = min(self._most, self.limit + 1 / self.limit)
                self._changed.notify()


class Retries:
    """Carries out reads: up to six tries, full jitter, Retry-After honoured, one deadline of `seconds` over all."""

    def __init__(self, seconds: float, statistics: Statistics) -> None:
        self._seconds = seconds
        self._statistics = statistics
        self._jitter = tenacity.wait_random_exponential(multiplier=FIRST_WAIT, max=LONGEST_WAIT)

    def run(self, attempt: Callable[[float], T]) -> T:
        """Call `attempt(deadline)` until it does not fail by accident; raises its last error, which tells the tries.

        A try that got no turn tells nothing of the service where one before it did.
        """
        deadline, met = time.monotonic() + self._seconds, list[ApiError]()

        def tried() -> T:
            try:
                return attempt(deadline)
            except NoTurn as error:
                raise (met[-1] if met else error) from None
            except ApiError as error:
                met.append(error)
                raise

        state = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(TRIES) | tenacity.stop_before_delay(self._seconds),
            wait=self._wait,
            retry=tenacity.retry_if_exception(_by_accident),
            before_sleep=lambda _: self._statistics.count(retries=1),
            reraise=True,
        )
        try:
            return state(tried)
        except ApiError as error:
            if _by_accident(error) and len(met) > 1:
                error.args = (f"{error.message} Tried {len(met)} times.",)
                error.message = error.args[0]
            raise

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, Busy) else None
        jitter = self._jitter(state)
        return jitter if asked is None else max(jitter, asked + min(jitter, FIRST_WAIT))


def _by_accident(error: BaseException) -> bool:
    return isinstance(error, Unreachable | ServiceFailed | UnreadableAnswer) and not isinstance(error, TooLarge)
