"""Retries reads until one deadline."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, TypeVar

import tenacity

from nightaudit.client.body import TooLarge
from nightaudit.client.busy import Busy, Throttled
from nightaudit.client.pace import NoTurn
from nightaudit.errors import ApiError, ServiceFailed, Unreachable, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.client.statistics import Statistics

T = TypeVar("T")
TRIES = 6
FIRST_WAIT = 0.25  # seconds; doubles with each try, with full jitter: a random share of the wait


class Retries:
    """Retries reads: up to six tries, exponential backoff with full jitter, Retry-After, one deadline of `seconds` in all.

    A try that meets a limit (Throttled) does not count: the Pace decides when, and for how long, it is sent again.
    """

    def __init__(self, seconds: float, statistics: Statistics) -> None:
        self._seconds = seconds
        self._statistics = statistics

    def run(self, attempt: Callable[[float], T]) -> T:
        """Call `attempt(deadline)` until it returns or fails for good; raises the last error, with the number of tries.

        A try that gets no turn (NoTurn) is the last one; the error of the try before is raised: it says more about the service.
        """
        deadline, errors = time.monotonic() + self._seconds, list[ApiError]()
        is_late = tenacity.stop_before_delay(self._seconds)

        def tried() -> T:
            try:
                return attempt(deadline)
            except ApiError as error:
                if not isinstance(error, NoTurn):
                    errors.append(error)
                raise

        state = tenacity.Retrying(
            stop=lambda state: is_late(state) or _tries(errors) >= TRIES,
            wait=lambda _: self._wait(errors),
            retry=tenacity.retry_if_exception(_is_transient),
            before_sleep=lambda _: self._statistics.count(retries=1),
            reraise=True,
        )
        try:
            return state(tried)
        except ApiError as last:
            error = errors[-1] if errors else last
            if _is_transient(error) and len(errors) > 1:
                error.add(f"Tried {len(errors)} times.")
            if isinstance(error, Busy) and (error.wait or 0) > self._seconds:
                error.add(f"The answer asks to wait {error.wait:,.0f} seconds.")
            raise error from None

    def _wait(self, errors: list[ApiError]) -> float:
        error = errors[-1]
        asked = error.wait if isinstance(error, Busy) else None
        if isinstance(error, Throttled) and (asked or 0) <= self._seconds:
            return 0.0  # it waits in the line of the Pace, where whoever sleeps is overtaken
        longest = FIRST_WAIT * 2.0 ** (_tries(errors) - 1)
        jitter = random.uniform(0, longest)  # noqa: S311 - not secret
        return jitter if asked is None else max(jitter, asked + min(jitter, FIRST_WAIT))


def _tries(errors: list[ApiError]) -> int:
    return sum(not isinstance(error, Throttled) for error in errors)


def _is_transient(error: BaseException) -> bool:
    return isinstance(error, Unreachable | ServiceFailed | UnreadableAnswer) and not isinstance(
        error, TooLarge | NoTurn
    )
