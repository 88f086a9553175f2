"""Learns how far apart a service wants its requests, where it answers no two that are closer."""

from __future__ import annotations

import math

SHORTEST = 0.02  # seconds; a service that answers requests closer than this has a limit of another kind, or none
ENOUGH = 3  # refusals after which requests are spaced
NEARER = 0.9  # how much closer the next request is sent, until one is refused
MARGIN = 1.05  # how much further apart they stay then, because requests do not travel equally long
KEPT = 50  # answers until one is sent at once again, in case the limit is gone, or is none


class Spacing:
    """The time from one request to the next, 0 until some were refused.

    A limit "ten a second, no burst" refuses whatever comes less than a tenth of a second after the last request that it took.
    So no two answered requests were ever sent closer together, whatever was tried. Where two were, requests are not spaced:
    the limit allows bursts, or refusals have another reason.
    """

    def __init__(self, longest: float) -> None:
        """`longest` is in seconds: where a limit wants more, pauses do the rest."""
        self._longest = longest
        self._answered = -math.inf  # when the latest request that was answered had been sent
        self._apart = math.inf  # the shortest time between two that were answered
        self._refusals = 0
        self._seconds = 0.0
        self._left: int | None = None  # answers until one is sent at once; None while they come nearer

    @property
    def is_possible(self) -> bool:
        """Whether no two requests were answered that were sent closer together than SHORTEST."""
        return self._apart >= SHORTEST

    def answered(self, sent_at: float) -> None:
        """Note that a request was answered. `sent_at` is in seconds of any clock that never goes back."""
        self._apart = min(self._apart, abs(sent_at - self._answered))
        self._answered = max(self._answered, sent_at)
        if self._left is None:
            self._seconds = NEARER * max(self._seconds, self._apart)
        elif self._left:
            self._left -= 1

    def refused(self, sent_at: float) -> None:
        """Note that a request met a limit, while no other was in flight."""
        if not 0 < sent_at - self._answered < 2 * self._apart:
            return
        self._refusals += 1
        if self._refusals <= ENOUGH:
            self._seconds, self._left = min(self._longest, self._apart), None
        elif self._left == 0:
            self._left = None
        else:
            self._seconds, self._left = min(self._longest, MARGIN * self._seconds), KEPT

    @property
    def seconds(self) -> float:
        """From the moment when one request is sent until the next may be."""
        return self._seconds if self._refusals >= ENOUGH and self.is_possible and self._left != 0 else 0.0
