"""Retries reads until one deadline, and limits concurrency: a 429 lowers the limit for all threads, successes raise it again."""

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
FIRST_WAIT = 0.25  # seconds; doubles with each try, with full jitter: a random share of the wait
LONGEST_WAIT = 30.0
CALMER = "Lower NIGHTAUDIT_CONCURRENCY or raise NIGHTAUDIT_DEADLINE_SECONDS."


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of Retry-After, given as a number or as an HTTP date; None without a readable value.

    A date is compared with the Date header of the same answer, so that our clock does not matter.
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
    """An answer of 408, 425, 429 or 5xx; `wait` is its Retry-After in seconds, None without one."""

    wait: float | None = None


class Broken(Busy):
    """An answer of 500, which some services also send where others refuse a parameter, such as an unknown sort field."""


class NoTurn(ServiceFailed):
    """The deadline passed before the request could be sent."""


class Pace:
    """Limits the requests in flight over all threads: a 429 halves the limit, each `limit` successes raise it by one.

    `most` is the highest limit, NIGHTAUDIT_CONCURRENCY. No thread sends anything until a Retry-After has passed, or after
    several 429 without a success between them, a pause that grows: without it, six tries end before a limit by the minute.
    """

    def __init__(self, most: int) -> None:
        self._most = float(most)
        self.limit = float(most)
        self._in_flight = 0
        self._closed_until = 0.0
        self._slowed_at = 0.0
        self._pause = 0.0  # seconds, 0 after a success
        self._changed = threading.Condition()

    @contextmanager
    def turn(self, deadline: float) -> Iterator[float]:
        """Wait for a turn and yield its time; raises NoTurn at the deadline, ServiceFailed if the wait after a 429 is longer."""
        with self._changed:
            try:
                now = self._wait(deadline)
                self._in_flight += 1
            finally:  # pass a wake-up on: its receiver gave up, or one wake-up stood for two free turns
                if self._in_flight < self._allowed:
                    self._changed.notify()
        try:
            yield now
        finally:
            with self._changed:
                self._in_flight -= 1
                self._changed.notify()

    @property
    def is_slowest(self) -> bool:
        """Whether the pause has grown to LONGEST_WAIT: for a minute or so, nothing but 429 was answered."""
        return self._pause >= LONGEST_WAIT

    @property
    def _allowed(self) -> int:
        return max(1, int(self.limit))

    def _wait(self, deadline: float) -> float:
        """Wait until one more request may be sent and return the time. The caller holds the lock."""
        while True:
            now = time.monotonic()
            opens = self._closed_until
            if opens > deadline:
                raise ServiceFailed(
                    "The service takes no more requests before the deadline (429).", status=TOO_MANY, hint=CALMER
                )
            if now >= deadline:
                raise NoTurn(
                    "The request was not sent before the deadline, because other requests were still in flight.",
                    hint=CALMER,
                )
            if now >= opens and self._in_flight < self._allowed:
                return now
            self._changed.wait(min(deadline, opens if opens > now else deadline) - now)

    def slow_down(self, sent_at: float, wait: float, pause: float = 0.0) -> bool:
        """Send nothing for `wait` seconds, nor for the pause, which begins with `pause` seconds and triples up to LONGEST_WAIT.

        Halve the limit, and triple the pause, unless that was done since this request was sent. Return whether the pause was
        tripled for the first time since a success.
        """
        with self._changed:
            now, grows = time.monotonic(), False
            if sent_at >= self._slowed_at:
                self.limit = max(1.0, self.limit / 2)
                grows = 0.0 < self._pause <= pause
                self._pause = min(LONGEST_WAIT, max(pause, 3 * self._pause))
                self._slowed_at = now
            self._closed_until = max(self._closed_until, now + max(wait, self._pause))
            return grows

    def speed_up(self) -> None:
        """Raise the limit after a successful request, and end the growth of the pause."""
        self._pause = 0.0
        if self.limit < self._most:
            with self._changed:
                self.limit = min(self._most, self.limit + 1 / self.limit)
                self._changed.notify()


class Retries:
    """Retries reads: up to six tries, exponential backoff with full jitter, Retry-After, one deadline of `seconds` in all."""

    def __init__(self, seconds: float, statistics: Statistics) -> None:
        self._seconds = seconds
        self._statistics = statistics
        self._jitter = tenacity.wait_random_exponential(multiplier=FIRST_WAIT, max=LONGEST_WAIT)

    def run(self, attempt: Callable[[float], T]) -> T:
        """Call `attempt(deadline)` until it returns or fails for good; raises the last error, with the number of tries.

        Where a try got no turn (NoTurn), the error of the try before is raised instead: it says more about the service.
        """
        deadline, errors = time.monotonic() + self._seconds, list[ApiError]()

        def tried() -> T:
            try:
                return attempt(deadline)
            except NoTurn as error:
                raise (errors[-1] if errors else error) from None
            except ApiError as error:
                errors.append(error)
                raise

        state = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(TRIES) | tenacity.stop_before_delay(self._seconds),
            wait=self._wait,
            retry=tenacity.retry_if_exception(_is_transient),
            before_sleep=lambda _: self._statistics.count(retries=1),
            reraise=True,
        )
        try:
            return state(tried)
        except ApiError as error:
            if _is_transient(error) and len(errors) > 1:
                error.add(f"Tried {len(errors)} times.")
            if isinstance(error, Busy) and (error.wait or 0) > self._seconds:
                error.add(f"The answer asks to wait {error.wait:,.0f} seconds.")
            raise

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.wait if isinstance(error, Busy) else None
        jitter = self._jitter(state)
        return jitter if asked is None else max(jitter, asked + min(jitter, FIRST_WAIT))


def _is_transient(error: BaseException) -> bool:
    return isinstance(error, Unreachable | ServiceFailed | UnreadableAnswer) and not isinstance(error, TooLarge)
