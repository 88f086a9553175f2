"""A gate before the sandbox whose lists have the habits of an odd service, and which loses answers to writes, by seed."""

from __future__ import annotations

import random
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx

from client.loopback import Asked, Exchange, Loopback
from load.odd_pages import Refusal, in_odd_order, odd_page
from load.odd_service import FAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from load.odd_habits import Habits

DATES = {"dateFrom", "dateTo"}
PASSED_ON = {"authorization", "content-type", "x-auth-token"}
PAGING = {"page", "size", "sort"}


class OddGate:
    """Passes requests on to the sandbox at `upstream`.

    lost  share of the writes whose answer is lost, before or after they are carried out
    """

    def __init__(self, upstream: str, habits: Habits, seed: int, lost: float) -> None:
        self.habits, self.random, self.lost = habits, random.Random(seed), lost
        self.lock = threading.Lock()
        self.http = httpx.Client(base_url=upstream, timeout=30)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        """Answer one request."""
        with self.lock:
            listed = self._list(asked) if asked.method == "GET" else None
            if listed is not None and self.random.random() < self.habits.faults:
                self.random.choice(FAULTS)(exchange)
            elif listed is not None:
                self._page(listed, asked, exchange)
            elif asked.method == "POST" and self.random.random() < self.lost:
                self._lose(asked, exchange)
            else:
                answer = self._forward(asked)
                exchange.send(answer.status_code, answer.content)

    def _lose(self, asked: Asked, exchange: Exchange) -> None:
        if self.random.random() < 0.6:
            self._forward(asked)
        if self.random.random() < 0.5:
            exchange.json({"message": "broken"}, 500)
        else:
            exchange.reset()

    def _forward(self, asked: Asked, **instead: str) -> httpx.Response:
        headers = {name: text for name, text in asked.headers.items() if name in PASSED_ON}
        query = [(name, value) for name, value in asked.query if name not in instead]
        return self.http.request(
            asked.method, asked.path, params=[*query, *instead.items()], headers=headers, content=asked.body
        )

    def _list(self, asked: Asked) -> list[dict[str, Any]] | None:
        """All rows of the list that is asked for; None where it is no list."""
        dropped = DATES if self.habits.dates == "ignored" else set()
        kept = Asked(asked.method, asked.path, [], asked.headers, asked.body)
        kept.query = [pair for pair in asked.query if pair[0] not in PAGING | dropped]
        rows: list[dict[str, Any]] = []
        for number in range(1000):
            answer = self._forward(kept, page=str(number), size="200")
            found = answer.json() if answer.status_code == 200 else None
            if isinstance(found, list):
                return found
            if not isinstance(found, dict) or "content" not in found:
                return None
            rows += found["content"]
            if len(found["content"]) < 200:
                break
        return rows

    def _page(self, rows: list[dict[str, Any]], asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        refused = self.habits.dates == "refused" and DATES & query.keys()
        try:
            ordered = in_odd_order(self.habits, rows, query.get("sort"), "id", self.random)
            found = odd_page(self.habits, ordered, query)
        except Refusal as refusal:
            exchange.json({"message": "refused"}, refusal.status)
        else:
            exchange.json({"message": "refused"} if refused else found, 400 if refused else 200)


@contextmanager
def gate(upstream: str, habits: Habits, seed: int, lost: float) -> Iterator[str]:
    """Serve while the block runs; yield the address."""
    opened = OddGate(upstream, habits, seed, lost)
    with opened.http, Loopback(opened.respond) as server:
        yield server.url
