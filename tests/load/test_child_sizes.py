"""Child lists of a service that refuses pages of the size or the number with which the lists above them were read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page, in_order
from load.conftest import answering, current, load_once
from load.reading_children import parents, read
from nightaudit.client.client import Client
from nightaudit.client.page import Page
from nightaudit.errors import Refused
from nightaudit.load.children.below import BelowReader
from nightaudit.load.streams.table import CHILDREN
from nightaudit.load.summary import StreamSummary
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

INVOICES = 3


@pytest.mark.parametrize(("largest", "tried"), [(10, {10}), (5, {10, 5}), (1, {10, 5, 2})])
def test_where_child_lists_refuse_a_size_the_next_smaller_is_tried(
    largest: int, tried: set[int], tmp_path: Path
) -> None:
    """Once for all lists of a kind."""
    items = {str(one): [{"id": 100 * one + place} for place in range(4 * one)] for one in range(1, INVOICES + 1)}
    asked_for: set[int] = set()  # sizes of first pages

    def respond(asked: Asked, exchange: Exchange) -> None:
        query, parts = {"page": "0", "size": "20"} | dict(asked.query), asked.path.removeprefix("/api/v3/").split("/")
        size = int(query["size"])
        if parts[0] != "salesInvoices" or len(parts) == 2:
            exchange.json({}, 404)
            return
        rows: list[Json] = [{"id": one} for one in range(1, INVOICES + 1)]
        if parts[-1] == "salesInvoiceItems":
            rows = items[parts[1]]
            if "sort" not in query and size > 1:
                asked_for.add(size)
            if size > largest:
                exchange.json({"message": "size is too large"}, 400)
                return
        elif len(parts) > 1:
            rows = []
        exchange.json(asked_page(in_order(rows, query), query))

    with answering(respond, tmp_path / "data") as settings:
        load_once(settings.model_copy(update={"concurrency": 1}))
        found = current(settings, "sales_invoices_sales_invoice_items")
        assert 24 == len(found)
    assert tried == asked_for


def test_a_size_that_one_list_refused_is_asked_of_no_other_that_is_read_meanwhile(tmp_path: Path) -> None:
    client = Client(Settings.read(base_url="http://127.0.0.1:9", api_key="k", data_dir=tmp_path, page_size=20))
    below = BelowReader(client, CHILDREN[0], StreamSummary(CHILDREN[0].name, walk_id="w"), None)

    def refusing(*page_and_size: Any, **_: Any) -> Page:
        if page_and_size[1] > 10:
            raise Refused("The size is too large.", status=400)
        return Page((), "bare")

    def answering_late(*_: Any, **__: Any) -> Page:
        below._largest(refusing, 0)
        return Page((), "bare")

    assert [20, 10] == [below._largest(answering_late, 0)[1] for _ in range(2)]


@pytest.mark.parametrize("dialect", ["content", "array"])
def test_child_lists_that_count_from_one_are_read_where_other_lists_count_from_zero(
    dialect: str, tmp_path: Path
) -> None:
    segments = [{"id": one} for one in range(7)]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        if query["page"] == "0":
            exchange.json({"message": "Pages begin with 1."}, 400)
        else:
            page = asked_page(in_order(segments, query), query, base=1)
            exchange.json(page if dialect == "content" else page["content"])

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, parents(3), page_size=20)
        assert reader.summary.complete, reader.summary.reason
        assert 3 * len(segments) == len(found)


@pytest.mark.parametrize("stated", [{}, {"size": 5}], ids=["no size", "its size"])
def test_a_total_that_counts_the_page_alone_does_not_cut_a_child_list(stated: Json, tmp_path: Path) -> None:
    """The pages have five rows at most, whether they say so or not."""
    segments = [{"id": one} for one in range(12)]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        rows = in_order(segments, query)
        number, size = int(query["page"]), min(5, int(query["size"]))
        there = rows[number * size :][:size]
        exchange.json({"content": there, "page": stated | {"number": number, "totalElements": len(there)}})

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, parents(3), page_size=20)
        assert 3 * len(segments) == len(found)
        assert reader.summary.complete, reader.summary.reason
