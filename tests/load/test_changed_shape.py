"""A service that shows the same records in another shape since: in one place for another, or one kind for another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange, Loopback, page_of
from load.conftest import TODAY, current, load_once, rows
from nightaudit.load.summary import StreamSummary
from nightaudit.settings import Settings

Json = dict[str, Any]
INVOICES, ITEMS = "sales_invoices", "sales_invoices_sales_invoice_items"


@dataclass
class Service:
    """Lists by path; single records, too, of either kind; `answers` stand in the place of what a path would answer."""

    lists: dict[str, list[Json]] = field(default_factory=dict)
    single: dict[str, Json] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3"), dict(asked.query)
        self.asked.append(path)
        if path in self.answers or path not in self.lists:
            one = None if path in self.answers else self.single.get(path)
            exchange.json(one or {}, 200 if one else self.answers.get(path, 404))
            return
        found = [row for row in self.lists[path] if query.get("status", "POSTED") == "POSTED"]
        number, size = int(query["page"]), int(query["size"])
        exchange.json(page_of(found[number * size : (number + 1) * size], number, len(found)))

    def items(self, invoice: int, *amounts: int) -> list[Json]:
        return [{"id": invoice * 10 + place, "amount": amount} for place, amount in enumerate(amounts)]


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def settings(service: Service, tmp_path: Path) -> Iterator[Settings]:
    server = Loopback(service.respond)
    try:
        yield Settings.read(base_url=server.url, api_key="k", data_dir=tmp_path / "data", page_size=10, today=TODAY)
    finally:
        server.close()


def loaded(settings: Settings, *streams: str, full: bool = False) -> dict[str, StreamSummary]:
    return {summary.stream: summary for summary in load_once(settings, streams, full=full).streams}


def amounts(settings: Settings) -> dict[str, int]:
    return {key: json.loads(text)["amount"] for key, text in current(settings, ITEMS).items()}


def path_of(invoice: int) -> str:
    return f"/salesInvoices/{invoice}/salesInvoiceItems"


def invoiced(service: Service) -> list[Json]:
    """Two invoices of two items each, in lists of their own."""
    service.lists["/salesInvoices"] = [{"id": one, "status": "POSTED"} for one in (1, 2)]
    service.lists |= {path_of(one): service.items(one, 100, 7) for one in (1, 2)}
    return service.lists["/salesInvoices"]


def test_rows_that_their_record_carries_for_a_time_are_read_anew_where_they_are_a_list_again(
    service: Service, settings: Settings
) -> None:
    invoices = invoiced(service)
    loaded(settings, INVOICES, ITEMS)
    for one in (1, 2):
        del service.lists[path_of(one)]
        invoices[one - 1]["salesInvoiceItems"] = service.items(one, 150)
    asked = len(service.asked)
    carried = loaded(settings, INVOICES, ITEMS)[ITEMS]
    assert (2, 2, True) == (carried.changed, carried.gone, carried.complete)
    assert {"1/10": 150, "2/20": 150} == amounts(settings)
    assert not [path for path in service.asked[asked:] if path.endswith("Items")]
    assert (0, 0) == (loaded(settings, INVOICES, ITEMS)[ITEMS].rows, loaded(settings, INVOICES, ITEMS)[ITEMS].gone)
    for one in (1, 2):  # as they were on the first night
        del invoices[one - 1]["salesInvoiceItems"]
        service.lists[path_of(one)] = service.items(one, 150, 8)
    assert loaded(settings, INVOICES, ITEMS)[ITEMS].complete
    assert {"1/10": 150, "1/11": 8, "2/20": 150, "2/21": 8} == amounts(settings)
    told = f"select payload is null from raw.{ITEMS} where record_key = '1/11' order by valid_from"
    assert [(False,), (True,), (False,)] == rows(settings, told)


@pytest.mark.parametrize("nothing", [[], None])
@pytest.mark.parametrize("answer", ["rows", "none", 404, 403])
def test_a_record_that_carries_no_row_is_taken_at_its_word_where_the_list_says_so_too(
    service: Service, settings: Settings, nothing: object, answer: str | int
) -> None:
    invoices = invoiced(service)
    loaded(settings, INVOICES, ITEMS)
    invoices[0]["salesInvoiceItems"] = nothing
    if answer == "none":
        service.lists[path_of(1)] = []
    elif isinstance(answer, int):
        service.answers[path_of(1)] = answer
    later = loaded(settings, INVOICES, ITEMS)[ITEMS]
    assert (answer != 403) is later.complete
    assert ({"1/10", "1/11"} if answer in {"rows", 403} else set()) | {"2/20", "2/21"} == amounts(settings).keys()


def test_what_is_no_list_is_not_taken_for_one(service: Service, settings: Settings) -> None:
    invoices = invoiced(service)
    loaded(settings, INVOICES, ITEMS)
    invoices[0]["salesInvoiceItems"] = {"href": path_of(1)}
    service.answers[path_of(1)] = 404
    assert not loaded(settings, INVOICES, ITEMS)[ITEMS].complete
    assert 4 == len(amounts(settings))


def test_a_full_load_reads_lists_below_records_anew(service: Service, settings: Settings) -> None:
    invoiced(service)
    loaded(settings, INVOICES, ITEMS)
    service.lists[path_of(1)] = service.items(1, 99)  # while the invoice did not change
    loaded(settings, INVOICES, ITEMS)
    assert 100 == amounts(settings)["1/10"]
    assert loaded(settings, INVOICES, ITEMS, full=True)[ITEMS].complete
    assert {"1/10": 99, "2/20": 100, "2/21": 7} == amounts(settings)


def test_full_loads_read_those_lists_first_that_are_due_then_those_read_longest_ago(
    service: Service, settings: Settings
) -> None:
    service.lists["/contacts"] = [{"id": one} for one in range(1, 9)]
    service.lists |= {f"/contacts/{one}/notes": [{"id": one}] for one in range(1, 9)}
    few = settings.model_copy(update={"child_requests": 4, "concurrency": 1})
    notes = [f"/contacts/{one}/notes" for one in (8, 7, 6, 5, 4, 3, 2, 1)]
    for full, expected in ((False, notes[:4]), (True, notes[4:]), (True, notes[:4]), (True, notes[4:])):
        before = len(service.asked)
        report = loaded(few, "contacts", "contacts_notes", full=full)
        assert expected == [*dict.fromkeys(path for path in service.asked[before:] if path.endswith("notes"))]
        assert full is report["contacts_notes"].complete


def test_bookings_that_come_as_room_stays_for_a_time_are_not_held_in_both_shapes(
    service: Service, settings: Settings
) -> None:
    """Of the same ids, and each may be asked for by its key all the time."""
    stays = [{"roomStayId": one, "bookingId": one, "roomStayStatus": "CONFIRMED"} for one in range(1, 31)]
    bookings = [{"id": one, "status": "CONFIRMED", "roomStays": [{"roomStayId": one}]} for one in range(1, 31)]
    service.single = {f"/roomStays/{one['roomStayId']}": one for one in stays}
    service.single |= {f"/bookings/{one['id']}": one for one in bookings}
    for listed, prefix in ((stays, "stay/"), (bookings, ""), (stays, "stay/"), (bookings, "")):
        service.lists["/bookings"] = listed
        assert loaded(settings, "bookings")["bookings"].complete
        assert {f"{prefix}{one}" for one in range(1, 31)} == current(settings, "bookings").keys()
    [(told,)] = rows(settings, "select record_hash from raw.bookings where record_key = 'stay/9' and valid_to is null")
    assert told.startswith("gone: not listed by the complete walk ")
    assert told.endswith(", which shows bookings")
