"""A portfolio as a folder of JSON lines: written, read back, and refused where it is not one."""

import gzip
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from nightaudit.errors import ConfigurationError
from nightaudit.sandbox.portfolio import encode, generate, read_folder, write_folder

TODAY = date(2026, 11, 20)


@pytest.mark.parametrize("gz", [False, True])
def test_what_is_written_is_read_back_exactly(tmp_path: Path, gz: bool) -> None:  # noqa: FBT001 - a parameter of the test
    given = [(name, record) for name, record in generate(units=6, today=TODAY)]
    count = write_folder(tmp_path / "portfolio", given, gz=gz)
    again = list(read_folder(tmp_path / "portfolio"))
    assert sorted(encode(pair) for pair in again) == sorted(encode(pair) for pair in given)
    assert sum(count.values()) == len(given)
    suffixes = {"".join(file.suffixes) for file in (tmp_path / "portfolio").iterdir()}
    assert suffixes == {".jsonl.gz" if gz else ".jsonl"}


def test_the_same_records_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_folder(tmp_path / name, generate(units=3, today=TODAY), gz=True)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_money_is_a_plain_number_with_every_digit(tmp_path: Path) -> None:
    record = {"id": 1, "amount": Decimal("12345678901234567.10")}
    assert encode(record) == b'{"id":1,"amount":12345678901234567.10}'
    write_folder(tmp_path, [("extras", record)])
    assert list(read_folder(tmp_path)) == [("extras", record)]


def test_a_collection_without_a_file_is_empty_and_blank_lines_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "units.jsonl").write_text('{"id":1}\n\n{"id":2}\n')
    (tmp_path / "notes.txt").write_text("not a collection")
    assert list(read_folder(tmp_path)) == [("units", {"id": 1}), ("units", {"id": 2})]


@pytest.mark.parametrize("line", ['{"id":2', "[1, 2]", '{"id":NaN}', "null", '{"id":"\\ud83"}', "\xff"])
def test_a_malformed_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "units.jsonl").write_text(f'{{"id":1}}\n{line}\n', encoding="latin-1")
    with pytest.raises(ConfigurationError, match=r"units\.jsonl, line 2: not "):
        list(read_folder(tmp_path))


def test_a_cut_archive_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b'{"id":1}\n' * 5_000)
    (tmp_path / "units.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ConfigurationError, match=r"units\.jsonl\.gz, after line \d+: cannot be read"):
        list(read_folder(tmp_path))


def test_a_folder_that_is_none_and_a_collection_there_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no portfolio folder"):
        list(read_folder(tmp_path / "absent"))
    (tmp_path / "units.jsonl").write_text('{"id":1}\n')
    (tmp_path / "units.jsonl.gz").write_bytes(gzip.compress(b'{"id":1}\n'))
    with pytest.raises(ConfigurationError, match=r"units is in .* twice"):
        list(read_folder(tmp_path))
