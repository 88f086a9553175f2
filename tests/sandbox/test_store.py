"""The store at scale, seen in the statements it runs, and the files it does not take."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from full_disk import files_of_at_most
from nightaudit.client.resources import Bookings, documented_operations
from nightaudit.errors import NightauditError, UsageError
from nightaudit.sandbox import SandboxOptions
from nightaudit.sandbox.calls.call import Call
from nightaudit.sandbox.calls.world import World
from nightaudit.sandbox.store.records import Records
from nightaudit.sandbox.store.tables import TABLES
from sandbox.sandbox_api import Api, served
from sandbox.sandbox_examples import example


@pytest.fixture
def world(options: SandboxOptions) -> Iterator[World]:
    found = World(options)
    yield found
    found.store.close()


def test_what_rules_look_up_by_is_indexed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, str]] = set()
    where = Records.where

    def noted(records: Records, collection: str, path: str, value: object) -> list[Any]:
        asked.add((collection, path))
        return where(records, collection, path, value)

    monkeypatch.setattr(Records, "where", noted)
    for operation in documented_operations():
        wanted = example(operation)
        api.call(operation, *wanted.ids, body=wanted.body, **wanted.query)
        api.admin("reset")
    assert len(asked) > 5
    indexed = {(name, index.split()[0]) for name, table in TABLES.items() for index in table.indexes}
    assert set() == asked - indexed


def test_a_reader_beside_a_writer_does_not_read_the_whole_collection_for_a_page(world: World) -> None:
    def statements(page: int) -> list[str]:
        run: list[str] = []
        with world.store.read() as records:
            records.sql.set_trace_callback(run.append)
            call = Call(Bookings.list, world, records, (), {"page": [str(page)], "size": ["2"]}, {}, None)
            assert [2 * page + 1, 2 * page + 2] == [
                row["id"] for row in json.loads(bytes(call.page("bookings").body))["content"]
            ]
            records.sql.set_trace_callback(None)
        return [text for text in run if text.startswith("SELECT id FROM")]

    assert [True] == ["LIMIT 2 OFFSET 0" in text for text in statements(0)]
    with world.store.write() as records:
        records.insert("contacts", {"lastName": "Reed"})
    assert [True] == ["LIMIT 2 OFFSET 2" in text for text in statements(1)]
    assert [False] == ["LIMIT" in text for text in statements(2)]
    assert [] == statements(0)


def test_a_page_may_be_larger_than_a_statement_has_room_for(world: World) -> None:
    with world.store.write() as records:
        made = [records.insert("tags", {"name": f"T{number}"})["id"] for number in range(20)]
        before = records.sql.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 10)
        assert made == [json.loads(text)["id"] for text in records.texts("tags", made)]
        records.sql.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, before)


@pytest.mark.parametrize("made", ["by another version", "by another program"])
def test_a_file_that_is_none_of_ours_is_refused_and_left_as_it_is(tmp_path: Path, folder: Path, made: str) -> None:
    path = tmp_path / "kept.sqlite"
    if made == "by another version":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE bookings (id INTEGER PRIMARY KEY, body TEXT)")
    else:
        path.write_text("customers and their secrets\n" * 100)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="kept"), served(folder, database=path):
        pass
    assert before == path.read_bytes()


def test_a_disk_that_is_full_is_told_and_left_no_fuller(tmp_path: Path) -> None:
    full = pytest.raises(NightauditError, match=r"kept\.sqlite cannot be written: .* another --database\.")
    with files_of_at_most(100_000), full:
        World(SandboxOptions(units=3, years=1, database=tmp_path / "kept.sqlite"))
    assert [] == list(tmp_path.iterdir())
