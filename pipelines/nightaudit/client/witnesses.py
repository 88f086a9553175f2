"""Remembers requests that were answered: asked again, they show whether a 401 concerns one path or the credentials."""

from __future__ import annotations

import random
import threading
import time

REMEMBERED = 2  # answered paths that are remembered: two, so that at least one is not the refused path
FIRST_ANSWER = 1.0  # seconds that a first 401 waits for an answer to concurrent requests


class Witnesses:
    """The targets (path and query) that the service answered, for all threads.

    before  those of earlier runs
    """

    def __init__(self) -> None:
        self.before: tuple[str, ...] = ()
        self._now: dict[str, str] = {}  # by path
        self._any = threading.Event()

    def note(self, path: str, target: str) -> None:
        """Remember that a target was answered, unless enough are remembered."""
        if len(self._now) < REMEMBERED:
            self._now[path] = target
            self._any.set()

    def elsewhere(self, path: str, deadline: float) -> list[str]:
        """Return up to REMEMBERED targets of other paths.

        Where none was answered in an earlier run, wait FIRST_ANSWER seconds for a concurrent request to be answered.
        """
        if not self.before:
            self._any.wait(min(FIRST_ANSWER, max(0.0, deadline - time.monotonic())))
        # In any order: the first of them are asked by each client first, so they may share the trouble of `path`.
        targets = (*self._now.values(), *random.sample(self.before, len(self.before)))
        return [target for target in targets if target.partition("?")[0] != path][:REMEMBERED]
