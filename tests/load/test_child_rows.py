"""Rows of child lists have distinct keys whatever their ids are, and the same keys in each load."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page, in_order
from load.conftest import WELL_BEHAVED, answering, current, load_once
from load.reading_children import SEGMENTS, read
from nightaudit import warehouse
from nightaudit.load.children.pending import AGAIN, Pending
from nightaudit.settings import Settings

ODD = [{"id": 3, "n": 1}, {"id": 3, "n": 2}, {"id": "", "n": 3}, {"id": "", "n": 4}, {"id": 3, "n": 1}]


@contextmanager
def serving(answers: dict[str, Any], data_dir: Path) -> Iterator[Settings]:
    """A service with one rate; `answers` holds its name, its segments, and their envelope."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        is_below = asked.path.endswith("/rateSegments")
        rows = answers["segments"] if is_below else [{"id": 7, "name": answers["name"]}]
        exchange.json(rows if answers["bare"] and is_below else asked_page(rows, dict(asked.query)))

    with answering(respond, data_dir) as settings:
        yield settings


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


@pytest.mark.parametrize("other", ["spelling", "kind of hash"])
def test_rows_of_the_same_content_do_not_change(tmp_path: Path, other: str) -> None:
    """As records of lists: instances of a service may write them differently, and older commits hashed them otherwise."""
    rows: list[dict[str, Any]] = [{"id": 3, "n": 1}, {"id": 4, "n": 2.5}, {"id": 5, "n": 3}]
    answers = {"name": "first", "segments": rows, "bare": False}
    with serving(answers, tmp_path) as settings:
        load_once(settings, ("rates", SEGMENTS))
        held = current(settings, SEGMENTS)
        if other == "spelling":
            rows = [dict(reversed(row.items())) for row in rows]
        else:
            with duckdb.connect(str(warehouse.work_file(settings))) as work:
                work.execute(f"update raw.{SEGMENTS} set record_hash = md5(record_hash)")
        answers |= {"name": "second", "segments": [*rows[:2], {"id": 5, "n": 4}]}
        second = load_once(settings, ("rates", SEGMENTS)).streams[-1]
        now = current(settings, SEGMENTS)
    assert (0, 1, 0) == (second.new, second.changed, second.gone)
    assert ["7/5"] == [key for key in held if held[key] != now[key]]


@pytest.mark.parametrize("longer", [False, True], ids=["alone", "beside a longer one"])
@pytest.mark.parametrize("shape", ["with totals", "bare", "paged"])
def test_rows_that_read_alike_are_kept_at_their_places_where_one_page_is_the_whole_list(
    tmp_path: Path, shape: str, *, longer: bool
) -> None:
    """The same ones, whether or not another list shows that so many come in one page, or pages after it are empty."""
    alike: list[dict[str, Any]] = [{"name": "a"}, {"name": "b"}, {"name": "a"}]

    def respond(asked: Asked, exchange: Exchange) -> None:
        others: list[dict[str, Any]] = [{"id": one} for one in range(9)]
        rows = alike if "/7/" in asked.path else others
        query, told = dict(asked.query), {"totalElements": len(rows), "size": len(rows)}
        there = asked_page(rows, query)["content"] if shape == "paged" else rows
        exchange.json(rows if shape == "bare" else {"content": there, **told})

    with Loopback(respond) as server:
        pending = [Pending(one, "") for one in (("6", "7") if longer else ("7",))]
        reader, found = read(server, tmp_path, pending, concurrency=1)
    rows = dict(found)
    assert ("loaded", True) == (reader.summary.outcome, reader.summary.complete), reader.summary.reason
    assert [b'{"name": "a"}', b'{"name": "b"}', b'{"name": "a"}'] == [rows[f"7/{place}"] for place in range(3)]


@pytest.mark.parametrize(("count", "longest"), [(19, 0), (20, 0), (20, 21), (21, 0)])
def test_a_list_of_as_many_rows_as_a_page_usually_has_is_not_taken_for_complete(
    tmp_path: Path, count: int, longest: int
) -> None:
    """Where page and size are ignored. That another list shows more rows proves that they are not cut off."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        exchange.json([{"id": one} for one in range(count if "/7/" in asked.path else longest)])

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, [Pending("6", ""), Pending("7", "")], concurrency=1)
    assert ("loaded", count != 20 or longest > 20) == (reader.summary.outcome, reader.summary.complete)
    assert count == sum(key.startswith("7/") for key, _ in found), "its rows are kept all the same"


@pytest.mark.parametrize("count", [45, 12])
def test_an_array_that_a_machine_with_shorter_pages_cut_is_read_to_its_end(tmp_path: Path, count: int) -> None:
    """That another list showed a longer page proved it complete, so that 25 of 45 rows seemed deleted."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        there, most = (count, 20) if "/7/" in asked.path else (60, 50)
        query = dict(asked.query)
        query["size"] = str(min(int(query["size"]), most))
        rows = asked_page(in_order([{"id": one} for one in range(there)], query), query)["content"]
        exchange.json(rows or {"message": "after the end"}, 200 if rows or count > most else 500)

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, [Pending("6", ""), Pending("7", "")], concurrency=1)
    assert ("loaded", True) == (reader.summary.outcome, reader.summary.complete), reader.summary.reason
    assert count == sum(key.startswith("7/") for key, _ in found)


@pytest.mark.parametrize(("stream", "again"), [("unit_contracts_units", True), (SEGMENTS, False)])
def test_a_list_that_nothing_else_has_read_again_is_read_twice_if_it_is_empty(
    tmp_path: Path, stream: str, *, again: bool
) -> None:
    """The other is read again when its turn comes."""
    with Loopback(lambda _, exchange: exchange.json([])) as server:
        reader, _ = read(server, tmp_path, [Pending("7", "")], stream=stream)
    assert [again] == [pending.token.endswith(AGAIN) for pending in reader.reads()]


def test_a_long_child_list_without_totals_is_proven_by_its_ids(tmp_path: Path) -> None:
    """Walked in the order of their numbers; as texts, 10 would come before 9."""
    listed = [{"id": number} for number in range(1, 13)]

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        page, size = int(query["page"]), min(int(query["size"]), 5)
        rows = listed[::-1] if query.get("sort") == "id,desc" else listed
        exchange.json({"content": rows[page * size : (page + 1) * size], "number": page, "size": size})

    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, [Pending("7", "")])
    assert [f"7/{number}" for number in range(1, 13)] == [key for key, _ in found]
    assert reader.summary.complete, reader.summary.reason


@pytest.mark.parametrize("above", [0, 1], ids=["above from 0", "above from 1"])
@pytest.mark.parametrize("base", [None, 0, 1], ids=["empty", "from 0", "from 1"])
def test_a_child_list_without_totals_is_empty_if_its_first_pages_are(
    tmp_path: Path, base: int | None, above: int
) -> None:
    """Also where its pages are numbered otherwise than those of the list above."""
    asked: list[int] = []

    def respond(request: Asked, exchange: Exchange) -> None:
        query = dict(request.query)
        asked.append(int(query["page"]))
        rows = [{"id": 1}] if asked[-1] == base else []
        exchange.json({"content": rows, "number": asked[-1], "size": int(query["size"])})

    behaviour = replace(WELL_BEHAVED, page_base=above, zero_is_first=not above)
    with Loopback(respond) as server:
        reader, found = read(server, tmp_path, [Pending("7", "")], above=behaviour)
    assert ["7/1"] * (base is not None) == [key for key, _ in found]
    assert reader.summary.complete, reader.summary.reason
    assert base is not None or [[0, 1], [0, 1, 2]][above] == sorted(asked), "a walk takes six requests"
