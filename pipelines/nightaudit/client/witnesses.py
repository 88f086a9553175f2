"""Remembers requests that were answered: asked again, they show whether a 401 concerns one path or the credentials."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nightaudit.client.message import Request

REMEMBERED = 2  # answered paths that are remembered: two, so that at least one is not the refused path
FIRST_ANSWER = 1.0  # seconds that a first 401 waits for an answer to concurrent requests


class Witnesses:
    """Requests that the service answered, for all threads.

    before  those of earlier runs
    """

    def __init__(self) -> None:
        self.before: tuple[Request, ...] = ()
        self._now: dict[str, Request] = {}  # by path
        self._any = threading.Event()

    def note(self, request: Request) -> None:
        """Remember that a request was answered, unless enough are remembered."""
        if len(self._now) < REMEMBERED:
            self._now[request.path] = request
            self._any.set()

    def elsewhere(self, path: str, deadline: float) -> list[Request]:
        """Return up to REMEMBERED requests of other paths.

        Where none was answered in an earlier run, wait FIRST_ANSWER seconds for a concurrent request to be answered.
        """
        if not self.before:
            self._any.wait(min(FIRST_ANSWER, max(0.0, deadline - time.monotonic())))
        # In any order: the first of them are asked by each client first, so they may share the trouble of `path`.
        requests = (*self._now.values(), *random.sample(self.before, len(self.before)))
        return [request for request in requests if request.path != path][:REMEMBERED]
