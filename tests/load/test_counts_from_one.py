"""A service that counts pages from 1, refuses page 0, and has a different largest page for each list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange, page_of
from load.conftest import answering, current, load_list, load_once, rows
from load.faulty_reading import STREAM
from nightaudit.client.client import Client
from nightaudit.load import short_and_long
from nightaudit.load.reader import StreamReader
from nightaudit.settings import Settings

UNITS: dict[int, dict[str, Any]] = {number: {"id": number, "unitName": f"Unit {number}"} for number in range(1, 8)}
INTERVALS = [
    {"startDate": f"2026-11-{day:02}", "endDate": f"2026-11-{day:02}", "available": True} for day in range(1, 6)
]


@contextmanager
def serving(
    units: dict[int, dict[str, Any]], data_dir: Path, *, below: int = 400, counts_its_rows: bool = False
) -> Iterator[Settings]:
    """`below` is the status of page 0; one that counts its rows says so for its total, and tells the size asked for."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, kind, last = asked.path.split("/")
        if kind == "units":
            one = units.get(int(last))
            exchange.json(one or {}, 200 if one else 404)
            return
        listed, cap = (list(units.values()), 4) if last == "units" else (INTERVALS, 2)
        if last == "rates":
            listed = [{"id": number, **interval} for number, interval in enumerate(INTERVALS, 1)]
        query = dict(asked.query)
        number, asked_for = int(query["page"]), int(query["size"])
        size = min(asked_for, cap)
        if number < 1:
            exchange.json({"message": "Pages begin with 1."}, below)
            return
        if query.get("sort") == "id,desc":
            listed = listed[::-1]
        shown = listed[(number - 1) * size : number * size]
        page = page_of(shown, number, len(shown) if counts_its_rows else len(listed))
        exchange.json(page | {"page": page["page"] | {"size": asked_for if counts_its_rows else size}})

    with answering(respond, data_dir, page_size=100) as settings:
        yield settings


def parts_of(settings: Settings, *names: str) -> tuple[list[str], list[str]]:
    with Client(settings) as client:
        readers = [StreamReader(client, STREAM[name]) for name in names]
        short, long = short_and_long.short_and_long(readers, set(names), settings.concurrency)
    return [reader.name for reader in short], [reader.name for reader in long]


def test_long_lists_of_the_service_are_separate_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_and_long, "LONG_ROWS", 6)
    with serving(UNITS, tmp_path) as settings:
        assert (["rates"], ["units"]) == parts_of(settings, "units", "rates")


def test_a_list_is_ending_once_its_last_pages_are_requested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nightaudit.load.reader.BATCH_ROWS", 3)
    with serving(UNITS, tmp_path) as settings:
        one_by_one = settings.model_copy(update={"page_size": 1, "concurrency": 1})
        with Client(one_by_one) as client:
            reader = StreamReader(client, STREAM["units"])
            assert not reader.is_ending, "its length is unknown"
            assert len(UNITS) == reader.extent().rows
            ending = []
            for reader.summary.rows in range(len(UNITS)):
                ending.append(reader.is_ending)
    assert [rows + 3 + 1 >= len(UNITS) for rows in range(len(UNITS))] == ending
    assert {False, True} == set(ending)


def test_the_list_of_most_text_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_and_long, "LONG_ROWS", 1)
    with serving(UNITS, tmp_path) as settings:
        assert ([], ["rates", "units"]) == parts_of(settings, "units", "rates"), "fewer rows, and longer ones"


@pytest.mark.sampled
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("oddity", [{}, {"below": 500}, {"counts_its_rows": True}])
def test_lists_child_lists_and_tombstones_of_the_service_are_read(oddity: dict[str, Any], tmp_path: Path) -> None:
    streams = ("units", "availabilities_unit_intervals")
    fewer = {number: unit for number, unit in UNITS.items() if number != 4}
    for units in (UNITS, fewer):
        with serving(units, tmp_path, **oddity) as settings:
            report = load_once(settings, streams)
        report.raise_for_failures()
        assert [True, True] == [summary.complete for summary in report.streams]
        assert {str(number): unit for number, unit in units.items()} == {
            key: json.loads(text) for key, text in current(settings, "units").items()
        }
    assert len(UNITS) * len(INTERVALS) == len(current(settings, "availabilities_unit_intervals"))
    assert [("gone: GET /units/4 answered 404",)] == rows(
        settings, "select record_hash from raw.units where payload is null"
    )


@pytest.mark.parametrize("accident", [403, 404])
def test_a_first_page_that_is_refused_once_by_accident_does_not_skip_the_list(accident: int, tmp_path: Path) -> None:
    asked_before = 0

    def respond(asked: Asked, exchange: Exchange) -> None:
        nonlocal asked_before
        query = dict(asked.query)
        number, size = int(query["page"]), int(query["size"])
        if number == 1:
            asked_before += 1
        if number < 1 or asked_before == 1:
            exchange.json({"message": "refused"}, 400 if number < 1 else accident)
            return
        found = sorted(UNITS.values(), key=lambda unit: unit["id"], reverse=query.get("sort") == "id,desc")
        exchange.json(page_of(found[(number - 1) * size : number * size], number, len(found)))

    with answering(respond, tmp_path) as settings:
        tags = load_list(settings, "tags")
        assert ("loaded", True) == (tags.outcome, tags.complete)
        assert current(settings, "tags").keys() == {str(number) for number in UNITS}
