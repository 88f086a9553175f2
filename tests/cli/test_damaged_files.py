"""A damaged DuckDB file, or one of a newer release, is told with what to do by whatever reads it."""

from __future__ import annotations

import os
from pathlib import Path

import duckdb
import pytest

from cli.conftest import Command, found
from report import made_up

HEADERS, BLOCK = 3 * 4096, 256 * 1024


def damage_of(damage: str, file: Path) -> None:
    """Damage a DuckDB file as a failing disk does."""
    if damage in {"emptied", "cut"}:
        os.truncate(file, 0 if damage == "emptied" else HEADERS)
        return
    content = bytearray(file.read_bytes())
    for place in (100,) if damage == "a bit of its headers" else range(HEADERS + 100, len(content), BLOCK):
        content[place] ^= 1
    file.write_bytes(content)


@pytest.mark.sampled
@pytest.mark.parametrize("damage", ["emptied", "cut", "a bit of its headers", "a bit of each block"])
@pytest.mark.usefixtures("tenant")
def test_a_damaged_work_file_is_told_with_what_to_do_by_whatever_reads_it(damage: str, command: Command) -> None:
    assert 0 == command("load", "units", "tags").code
    made_up.build(Path("data/warehouse.duckdb"))
    assert "work file" not in found(command)
    damage_of(damage, Path("data/private/work.duckdb"))
    finding = found(command, 3)["work file"]
    assert "The work file is damaged: " in finding["found"]
    assert "from a backup" in finding["advice"]
    for words in (
        ("load", "units"),
        ("status",),
        ("build",),
        ("publish",),
        ("correct", "plan", "invoices-post-drafts"),
    ):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "from a backup" in ended.err


@pytest.mark.parametrize("damage", ["cut", "a bit of its headers", "a bit of each block"])
@pytest.mark.usefixtures("tenant")
def test_a_damaged_published_file_is_told_with_what_to_do_by_whatever_reads_it(damage: str, command: Command) -> None:
    Path("data").mkdir()
    made_up.build(Path("data/warehouse.duckdb"))
    damage_of(damage, Path("data/warehouse.duckdb"))
    finding = found(command, 0)["warehouse"]  # the next publication replaces the file
    assert ("!", "Move it away, and run `nightaudit publish` to write a new one.") == (
        finding["mark"],
        finding["advice"],
    )
    for words in (("query", "from occupancy.fct_vacancies"), ("report",)):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "data/warehouse.duckdb is damaged: " in ended.err
        assert "Move it away" in ended.err


def test_a_damaged_table_of_the_published_file_is_told_by_whatever_reads_it(command: Command) -> None:
    Path("data").mkdir()
    file = made_up.build(Path("data/warehouse.duckdb"))
    with duckdb.connect(str(file), read_only=True) as connection:
        stored = "select distinct block_id from pragma_storage_info('occupancy.fct_vacancies') where block_id >= 0"
        blocks = [block for (block,) in connection.execute(stored).fetchall()]
    content = bytearray(file.read_bytes())
    for block in blocks:
        content[HEADERS + block * BLOCK + 100] ^= 1
    file.write_bytes(content)
    for words in (("query", "from occupancy.fct_vacancies"), ("report",)):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "data/warehouse.duckdb is damaged: " in ended.err


def test_a_file_of_a_newer_release_is_told_with_what_to_do(command: Command) -> None:
    Path("data").mkdir()
    file = Path("data/warehouse.duckdb")
    duckdb.connect(str(file)).close()
    content = bytearray(file.read_bytes())
    content[12:20] = (2000).to_bytes(8, "little")  # the storage version
    checksum = 5381
    for place in range(8, 4096, 8):
        checksum ^= int.from_bytes(content[place : place + 8], "little") * 0xBF58476D1CE4E5B9 % 2**64
    content[:8] = checksum.to_bytes(8, "little")
    file.write_bytes(content)
    for words in (("query", "select 1"), ("report",)):
        ended = command(*words)
        assert (1, "") == (ended.code, ended.out)
        assert "run that release of nightaudit" in ended.err
