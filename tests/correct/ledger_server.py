"""A small service of financial allocations that fails on purpose, by seed: real HTTP on loopback."""

from __future__ import annotations

import contextlib
import json
import random
import threading
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from client.loopback import Exchange, Loopback, not_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LISTS = "/api/v3/financialAllocations/"
FAULTS = ("500 before", "500 after", "drop before", "drop after", "cut after", "late", "429")
REFUSALS = {"400": "the account is closed", "401": "who are you", "403": "not your building"}
KEY = "planted-key"


class Ledger:
    """Invoices, allocations and faults of one server; `hook` is called with "before" and "after" around every create.

    keep          what is kept of the reference that a create brings
    hidden        ids of allocations that no list shows
    late_seconds  when a late write is committed after its answer; None leaves it in `late` until the test commits it
    """

    def __init__(
        self, *, share: float = 0.0, seed: int = 0, late_seconds: float | None = None, faults: tuple[str, ...] = FAULTS
    ) -> None:
        self.random = random.Random(seed)
        self.share = share
        self.faults = faults
        self.late_seconds = late_seconds
        self.late: list[dict[str, Any]] = []
        self.lock = threading.Lock()
        self.keep: Callable[[str], str | None] = str
        self.chosen: tuple[str, tuple[int, ...]] | None = None
        self.invoices: dict[int, dict[str, Any]] = {
            7: {
                "id": 7,
                "status": "POSTED",
                "currencyCode": "GBP",
                "totalGross": Decimal(1_000_000),
                "outstandingAmount": Decimal(1_000_000),
                "financeAccount": {"id": 70},
            }
        }
        self.allocations: list[dict[str, Any]] = []
        self.hidden: set[int] = set()
        self.posts = 0
        self.pages = 0
        self.hook: Callable[[str], None] = lambda _: None
        self.done: Counter[str] = Counter()

    def fail(self, fault: str, *posts: int) -> None:
        """Choose these creates, counted from 1, to fail so; no other fails, not by chance either."""
        self.chosen = fault, posts

    def fault(self) -> str:
        with self.lock:
            if self.chosen:
                fault, posts = self.chosen
                return fault if self.posts in posts else ""
            return self.random.choice(self.faults) if self.random.random() < self.share else ""

    def commit(self, body: dict[str, Any]) -> dict[str, Any]:
        with self.lock:
            stored = {"id": len(self.allocations) + 1, "financeAccountId": body.get("accountId"), **body}
            if body.get("externalReference"):
                stored["externalReference"] = self.keep(body["externalReference"])
            self.allocations.append(stored)
            invoice = self.invoices[body["targetInvoiceId"]]
            invoice["outstandingAmount"] -= Decimal(str(body["amount"]))
            return stored

    def commit_late(self, body: dict[str, Any]) -> None:
        if self.late_seconds is None:
            self.late.append(body)
        else:
            threading.Timer(self.late_seconds, self.commit, [body]).start()

    def tokens(self) -> Counter[str]:
        return Counter(row["externalReference"] for row in self.allocations)


class Handler(Exchange):
    """Answers for the ledger; a test may put another method in the place of one."""

    ledger: Ledger

    def handle_any(self) -> None:
        getattr(self, self.command.lower())()

    def get(self) -> None:
        parts = urlsplit(self.path)
        if self.headers.get("X-Auth-Token") != KEY:
            self.answer(401, {"message": "who are you"})
        elif parts.path.startswith("/api/v3/salesInvoices/"):
            found = self.ledger.invoices.get(int(parts.path.rsplit("/", 1)[1]))
            self.answer(200 if found else 404, found or {"message": "unknown"})
        elif parts.path == LISTS + "salesPayments":
            self.page([], parts.query)
        else:
            with self.ledger.lock:
                rows = [row for row in self.ledger.allocations if row["id"] not in self.ledger.hidden]
            self.page(rows, parts.query)

    def page(self, rows: list[dict[str, Any]], query: str) -> None:
        self.ledger.pages += 1
        asked = parse_qs(query)
        number, size = int(asked.get("page", ["0"])[0]), int(asked.get("size", ["20"])[0])
        numbers = {"size": size, "number": number, "totalElements": len(rows), "totalPages": -(-len(rows) // size)}
        self.answer(200, {"content": rows[number * size : (number + 1) * size], "page": numbers})

    def post(self) -> None:
        body, ledger = self.body(), self.ledger
        with ledger.lock:
            ledger.posts += 1
        fault = ledger.fault()
        ledger.done[fault] += 1
        ledger.hook("before")
        if fault == "429":
            self.answer(429, {}, {"Retry-After": "0"})
        elif fault in REFUSALS:
            self.answer(int(fault), {"message": REFUSALS[fault]})
        elif fault == "500 before":
            self.answer(500, {"message": "failed"})
        elif fault == "drop before":
            self.reset()
        elif fault == "late":
            ledger.commit_late(body)
            self.answer(504, {"message": "too slow"})
        else:
            stored = ledger.commit(body)
            ledger.hook("after")
            if fault == "500 after":
                self.answer(500, {"message": "failed"})
            elif fault == "drop after":
                self.reset()
            elif fault == "cut after":
                text = json.dumps(stored, default=float).encode()
                self.send(201, text[: len(text) // 2], Content_Length=str(len(text)))
                self.cut()
            else:
                self.answer(201, stored)

    def body(self) -> Any:
        """The record that is written."""
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])), parse_float=Decimal)

    def answer(self, status: int, value: object, headers: dict[str, str] | None = None) -> None:
        self.send(status, json.dumps(value, default=float).encode(), **(headers or {}))


@contextlib.contextmanager
def serving(ledger: Ledger) -> Iterator[str]:
    """Serve the ledger on a free port; yield its base address."""
    with Loopback(not_found, handler=type("BoundHandler", (Handler,), {"ledger": ledger})) as server:
        yield server.url
