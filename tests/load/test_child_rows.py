"""Rows of child lists have distinct keys whatever their ids are, and the same keys in each load."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page
from load.conftest import TODAY, current, load_once
from load.faulty_reading import CHILD
from nightaudit.client.client import Client
from nightaudit.load.children.due import Due
from nightaudit.load.children.pending import Pending
from nightaudit.load.children.reader import ChildReader
from nightaudit.load.outage import Outage
from nightaudit.settings import Settings

SEGMENTS = "rates_rate_segments"
ODD = [{"id": 3, "n": 1}, {"id": 3, "n": 2}, {"id": "", "n": 3}, {"id": "", "n": 4}, {"id": 3, "n": 1}]


@contextmanager
def serving(answers: dict[str, Any], data_dir: Path) -> Iterator[Settings]:
    """A service with one rate; `answers` holds its name, its segments, and their envelope."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        rows = answers["segments"] if asked.path.endswith("/rateSegments") else [{"id": 7, "name": answers["name"]}]
        if answers["bare"] and asked.path.endswith("/rateSegments"):
            exchange.json(rows)
            return
        exchange.json(asked_page(rows, query))

    with Loopback(respond) as server:
        yield Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=data_dir, today=TODAY)


@pytest.mark.parametrize("bare", [False, True], ids=["with totals", "bare"])
def test_rows_of_one_id_and_without_ids_are_all_kept_and_do_not_change_from_load_to_load(
    tmp_path: Path, *, bare: bool
) -> None:
    answers = {"name": "first", "segments": ODD, "bare": bare}
    with serving(answers, tmp_path) as settings:
        first = load_once(settings, ("rates", SEGMENTS)).streams[-1]
        held = current(settings, SEGMENTS)
        answers |= {"name": "second", "segments": [ODD[1], ODD[0], *ODD[2:]]}
        second = load_once(settings, ("rates", SEGMENTS)).streams[-1]
        assert held == current(settings, SEGMENTS)
    assert [1, 2, 3, 4] == sorted(json.loads(text)["n"] for text in held.values())
    assert ((4, 0, 0), (0, 0, 0)) == tuple((one.new, one.changed, one.gone) for one in (first, second))
    assert ("loaded", 4) == (second.outcome, second.rows)


@pytest.mark.parametrize("longer", [False, True], ids=["alone", "beside a longer one"])
@pytest.mark.parametrize("bare", [False, True], ids=["with totals", "bare"])
def test_rows_that_read_alike_are_kept_at_their_places_where_any_page_is_the_whole_list(
    tmp_path: Path, *, bare: bool, longer: bool
) -> None:
    """The same ones, whether or not another list shows that so many come in one page."""
    alike = [{"name": "a"}, {"name": "b"}, {"name": "a"}]

    def respond(asked: Asked, exchange: Exchange) -> None:
        rows = alike if "/7/" in asked.path else [{"id": one} for one in range(9)]
        told = {"totalElements": len(rows), "size": len(rows)}
        exchange.json(rows if bare else {"content": rows, **told})

    with Loopback(respond) as server:
        settings = Settings.read(
            base_url=server.url, api_key="sandbox-key", data_dir=tmp_path, today=TODAY, concurrency=1
        )
        with Client(settings) as client:
            pending = [Pending(one, "") for one in (("6", "7") if longer else ("7",))]
            reader = ChildReader(client, Due(CHILD[SEGMENTS], pending, {}), Outage())
            rows = {
                key: text for batch in reader.batches() for key, text in zip(batch.keys, batch.payloads, strict=True)
            }
    assert ("loaded", True) == (reader.summary.outcome, reader.summary.complete), reader.summary.reason
    assert [b'{"name": "a"}', b'{"name": "b"}', b'{"name": "a"}'] == [rows[f"7/{place}"] for place in range(3)]


def test_a_long_child_list_without_totals_is_proven_by_its_ids(tmp_path: Path) -> None:
    """Walked in the order of their numbers; as texts, 10 would come before 9."""
    listed = [{"id": number} for number in range(1, 13)]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        page, size = int(query["page"]), min(int(query["size"]), 5)
        rows = listed[::-1] if query.get("sort") == "id,desc" else listed
        exchange.json({"content": rows[page * size : (page + 1) * size], "number": page, "size": size})

    with Loopback(respond) as server:
        settings = Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=tmp_path, today=TODAY)
        with Client(settings) as client:
            reader = ChildReader(client, Due(CHILD[SEGMENTS], [Pending("7", "")], {}), Outage())
            keys = [key for batch in reader.batches() for key in batch.keys]
    assert [f"7/{number}" for number in range(1, 13)] == keys
    assert reader.summary.complete, reader.summary.reason
