"""A service of invoices whose items are child lists, and of further lists that a test adds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from client.loopback import Asked, Exchange, asked_page
from load.conftest import current
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

INVOICES, ITEMS = "sales_invoices", "sales_invoices_sales_invoice_items"


@dataclass
class Service:
    """Lists, and single records, by path.

    answers  by path, in the place of a list: a status, `none` of its rows, or a `bare` array without any
    more     rows that the total of a list of items tells beyond those that come
    down     which of the next requests for items are answered without rows, by number from 0
    """

    lists: dict[str, list[Json]] = field(default_factory=dict)
    single: dict[str, Json] = field(default_factory=dict)
    answers: dict[str, int | str] = field(default_factory=dict)
    more: int = 0
    down: range = range(0)
    asked_for_items: int = 0
    asked: list[str] = field(default_factory=list)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3"), dict(asked.query)
        self.asked.append(path)
        head, _, own = path.rpartition("/")
        if any(str(row.get("id")) == own for row in self.lists.get(head, ())):
            exchange.json({"id": int(own), "status": "POSTED"})
            return
        answer = self.answers.get(path, 200 if path in self.lists or path in self.single else 404)
        if isinstance(answer, int) and (path in self.single or answer != 200):
            exchange.json(self.single.get(path, {}), answer)
            return
        if answer == "bare":
            exchange.json([])
            return
        status = query.get("status")
        is_down = "Items" in path and self.asked_for_items in self.down
        self.asked_for_items += "Items" in path
        found = (
            [] if answer == "none" or is_down else [one for one in self.lists[path] if status in {None, status_of(one)}]
        )
        page = asked_page(found, query)
        page["page"]["totalElements"] += self.more * ("Items" in path)
        exchange.json(page)


def status_of(row: Json) -> object:
    return row.get("status", row.get("roomStayStatus", "POSTED"))


def items(invoice: int, *amounts: int) -> list[Json]:
    return [{"id": invoice * 10 + place, "amount": amount} for place, amount in enumerate(amounts)]


def amounts(settings: Settings) -> dict[str, int]:
    return {key: json.loads(text)["amount"] for key, text in current(settings, ITEMS).items()}


def path_of(invoice: int) -> str:
    return f"/salesInvoices/{invoice}/salesInvoiceItems"


def invoiced(service: Service, *invoices: int) -> list[Json]:
    """Add invoices with two items each, as child lists."""
    service.lists["/salesInvoices"] = [{"id": one, "status": "POSTED"} for one in invoices]
    service.lists |= {path_of(one): items(one, 100, 7) for one in invoices}
    return service.lists["/salesInvoices"]
