"""A real HTTP server of eight lists with habits drawn by seed, which fails, throttles, and changes between requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from client.loopback import Asked, Exchange, Loopback
from load.odd_habits import Habits
from load.odd_list import OddList
from load.odd_pages import Refusal
from nightaudit.load.streams.stream import Stream
from nightaudit.load.streams.table import STREAMS

LISTS = (
    "bookings",
    "buildings",
    "contacts",
    "financial_allocations_sales_invoices",
    "guest_stays",
    "sales_invoices",
    "tags",
    "units",
)
THROTTLED_EVERY = 40


def _half(exchange: Exchange) -> None:
    exchange.send(200, b'{"content":[{"id":1},', Content_Length="90")
    exchange.cut()


FAULTS: tuple[Callable[[Exchange], None], ...] = (
    lambda exchange: exchange.json({"message": "broken"}, 500),
    lambda exchange: exchange.json({"message": "busy"}, 503, Retry_After="0"),
    lambda exchange: exchange.send(200, b"<html>Please sign in</html>", Content_Type="text/html"),
    lambda exchange: exchange.send(200),
    _half,
    lambda exchange: exchange.reset(),
    lambda exchange: exchange.json({"error": "backend", "code": 12}),
)


class OddService:
    """Eight lists behind one address; `moving` says whether they may change before they answer."""

    def __init__(self, habits: Habits, seed: int) -> None:
        self.habits, self.moving = habits, True
        self.lists: Sequence[OddList] = [self.new_list(stream, seed) for stream in STREAMS if stream.name in LISTS]
        self._by_path = {one.stream.list.path: one for one in self.lists}
        if habits.flat_bookings:
            self._by_path["/roomStays"] = self._by_path["/bookings"]

    def new_list(self, stream: Stream, seed: int) -> OddList:
        """Create one of the service's lists."""
        return OddList(stream, self.habits, seed)

    def begin(self) -> None:
        """A load starts."""
        for one in self.lists:
            one.begin()

    def pass_a_day(self) -> None:
        """Add, remove or change one record in ten of each list, and three more."""
        for one in self.lists:
            for _ in range(3 + len(one.held) // 10):
                one.move()

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        """Answer one request."""
        if asked.method == "POST":
            exchange.json({"access_token": "token", "token_type": "Bearer", "expires_in": 3600})
            return
        path = asked.path.removeprefix("/api/v3")
        head, _, own = path.rpartition("/")
        one = self._by_path.get(path) or self._by_path.get(head)
        if one is None or (self.habits.flat_bookings and head == "/bookings"):
            exchange.json({"message": "There is no such path."}, 404)
            return
        with one.lock:
            answer = self._answer(one, "" if path in self._by_path else own, dict(asked.query))
        answer(exchange)

    def _answer(self, one: OddList, own: str, query: dict[str, str]) -> Callable[[Exchange], None]:
        one.requests += 1
        if one.random.random() < self.habits.faults:
            return one.random.choice(FAULTS)
        if self.habits.throttles and one.requests % THROTTLED_EVERY == 0:
            return lambda exchange: exchange.json({"message": "too many"}, 429, Retry_After="0")
        if self.moving and one.random.random() < self.habits.moves:
            one.move()
        try:
            found = self.found(one, own, query)
        except Refusal as refusal:
            status = refusal.status
            return lambda exchange: exchange.json({"message": "refused"}, status)
        return lambda exchange: exchange.json(found)

    def found(self, one: OddList, own: str, query: dict[str, str]) -> Any:
        """The answer to a request for the record `own` or, if that is empty, for a page. Raises Refusal."""
        return one.record(own) if own else one.page(query)


@contextmanager
def serving_oddly(service: OddService) -> Iterator[str]:
    """Serve while the block runs; yield the address."""
    with Loopback(service.respond) as server:
        yield server.url
