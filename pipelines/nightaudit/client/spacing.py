"""Learns how far apart a service wants its requests, where it refuses those that are sent closer together.

The rate follows CUBIC (RFC 9438): a refusal lowers it; then it grows quickly to nearly what it was, hardly for a while, and at
last quickly again.
"""

from __future__ import annotations

import math
from collections import deque

ENOUGH = 6  # refusals after which requests are spaced
NEARER = 0.9  # how much closer each request is sent than the one before, until the first of these is refused
KEPT = 0.8  # the part of the rate that is left after a refusal
GROWTH = 20  # longest times apart; after 0.6 of this without a refusal the rate is what it was, after 1.6 twice that
RUN = 12  # answers of which the time is measured
SLACK = 3  # requests are at most so many times as far apart as those of a run were when they were closest
SHORTEST = 0.01  # seconds; if those of a run were closer, the limit allows bursts, or is one of another kind
FEW, BY_CHANCE = 4, 6  # so many refusals in a row with fewer than FEW answers in between mean that spacing is of no use


class Spacing:
    """The time from one request to the next, 0 until some were refused, and where spacing is of no use.

    A refusal counts if there was an answer since the one before: of several in a row, pauses find out when they end.
    """

    def __init__(self, longest: float) -> None:
        """`longest` is in seconds: where a limit wants more, pauses do the rest."""
        self._longest = longest
        self._sent: deque[float] = deque(maxlen=RUN + 1)  # when the latest requests that were answered had been sent
        self._closest = math.inf  # the average time between the requests of a run, when they were closest
        self._answers = 0  # since the last refusal
        self._refusals = 0
        self._soon = 0  # refusals in a row with few answers in between
        self._seconds = 0.0
        self._refused_at: float | None = None  # when a spaced request was refused last
        self._seconds_then = 0.0

    @property
    def is_possible(self) -> bool:
        """Whether no run of requests was answered that was too fast to be spaced, and refusals do not come by chance."""
        return self._closest >= SHORTEST and self._soon < BY_CHANCE

    @property
    def seconds(self) -> float:
        """From the moment when one request is sent until the next may be."""
        return self._seconds if self.is_possible else 0.0

    def answered(self, sent_at: float) -> None:
        """Note that a request was answered. `sent_at` is in seconds of any clock that never goes back."""
        self._answers += 1
        self._sent.append(max(sent_at, self._sent[-1]) if self._sent else sent_at)
        if self._answers > RUN:
            self._closest = min(self._closest, (self._sent[-1] - self._sent[0]) / RUN)
        if self._refused_at is None:
            self._seconds *= NEARER
        else:
            passed = max(0.0, sent_at - self._refused_at) / (GROWTH * self._longest)
            self._seconds = self._seconds_then / (1 + (passed - (1 - KEPT) ** (1 / 3)) ** 3)

    def refused(self, sent_at: float) -> None:
        """Note that a request met a limit while no more than one other was in flight."""
        if not self._answers:
            return
        self._refusals += 1
        most = min(self._longest, SLACK * self._closest)
        if self._refusals == ENOUGH:
            self._seconds = min(most, (self._sent[-1] - self._sent[0]) / max(1, len(self._sent) - 1))
        elif self._refusals > ENOUGH:
            self._soon = self._soon + 1 if self._answers < FEW else 0
            self._refused_at, self._seconds = sent_at, min(most, self._seconds / KEPT)
            self._seconds_then = KEPT * self._seconds
        self._answers = 0
