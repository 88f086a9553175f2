"""Lists are read into files: completely, in the given order, and only as far ahead as they are needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nightaudit.errors import NightauditError
from nightaudit.load.batch import RAW_SCHEMA, RawBatch
from nightaudit.load.reader_pool import ReaderPool
from nightaudit.load.spool import SpoolFile
from nightaudit.load.summary import StreamSummary
from nightaudit.privacy.forgotten import Forgotten
from nightaudit.settings import Settings
from nightaudit.warehouse import prepare

WAIT = 20  # seconds at most


class Listed:
    """A list that notes that it was begun, and brings a row in each of so many batches, each once it may."""

    def __init__(self, name: str, batches: int = 1, error: Exception | None = None) -> None:
        self.name, self.summary = name, StreamSummary(name)
        self.begun, self.may = threading.Event(), threading.Semaphore(0)
        self.is_ending = False
        self._batches, self._error = batches, error

    def batches(self) -> Iterator[RawBatch]:
        self.begun.set()
        for number in range(self._batches):
            assert self.may.acquire(timeout=WAIT)
            batch = RawBatch("a walk")
            batch.add(str(number), b"{}", f"hash {number}")
            yield batch
        if self._error:
            raise self._error


@pytest.fixture
def reading(settings: Settings, tmp_path: Path) -> Callable[[int], ReaderPool]:
    prepare(settings)
    folder = tmp_path / "read"
    folder.mkdir()
    return lambda lists: ReaderPool(lists, folder, Forgotten.read(settings))


def keys(found: SpoolFile | None) -> list[str]:
    assert found
    with found.opened() as rows:
        assert RAW_SCHEMA == rows.schema
        return [str(key) for key in rows.read_all()["record_key"].to_pylist()]


def test_the_rows_of_a_list_stand_in_its_file(reading: Callable[[int], ReaderPool]) -> None:
    some, none = Listed("some", batches=3), Listed("none", batches=0)
    some.may.release(3)
    with reading(2) as files:
        files.begin([some, none])
        assert ["0", "1", "2"] == keys(files.result(some))
        assert files.result(none) is None


def test_a_list_in_turn_is_begun_when_the_one_before_is_ending(reading: Callable[[int], ReaderPool]) -> None:
    first, second, third, beside = Listed("first", batches=2), Listed("second"), Listed("third"), Listed("beside")
    with reading(5) as files:
        files.begin_in_turn([first, second, third])
        files.begin([beside])
        assert first.begun.wait(WAIT)
        assert beside.begun.wait(WAIT)
        first.may.release()
        assert not second.begun.wait(0.1)
        first.is_ending = True
        first.may.release()
        assert second.begun.wait(WAIT)
        assert not third.begun.wait(0.1)
        for reader in (second, third, beside):
            reader.may.release()
        assert all(files.result(reader) for reader in (first, second, third, beside))


def test_a_list_in_turn_is_begun_when_the_one_before_fails(reading: Callable[[int], ReaderPool]) -> None:
    broken, second = Listed("broken", batches=0, error=ValueError("no such list")), Listed("second")
    second.may.release()
    with reading(1) as files:
        files.begin_in_turn([broken, second])
        assert ["0"] == keys(files.result(second))


def test_lists_in_turn_are_not_begun_when_the_reading_ends(reading: Callable[[int], ReaderPool]) -> None:
    readers = [Listed(f"list {number}", batches=9) for number in range(8)]
    with reading(2) as files:
        files.begin_in_turn(readers)
        assert readers[0].begun.wait(WAIT)
        threading.Timer(0.2, readers[0].may.release).start()  # while the reading waits for the batch under way
    assert [True, *[False] * 7] == [reader.begun.is_set() for reader in readers]


def test_what_a_list_raises_comes_to_whoever_waits_for_it(reading: Callable[[int], ReaderPool]) -> None:
    broken = Listed("broken", error=ValueError("no such list"))
    broken.may.release()
    with reading(1) as files:
        files.begin([broken])
        with pytest.raises(ValueError, match="no such list"):
            files.result(broken)


def test_a_file_that_cannot_be_written_is_named(reading: Callable[[int], ReaderPool], tmp_path: Path) -> None:
    (tmp_path / "read").rmdir()
    listed = Listed("units")
    listed.may.release()
    with reading(1) as files:
        files.begin([listed])
        with pytest.raises(NightauditError, match=r"units\.arrows cannot be written: .*No such file"):
            files.result(listed)


def test_lists_that_wait_for_their_turn_are_not_begun_when_it_ends(reading: Callable[[int], ReaderPool]) -> None:
    readers = [Listed(f"list {number}", batches=9) for number in range(8)]
    with reading(2) as files:
        files.begin(readers)
        assert all(reader.begun.wait(WAIT) for reader in readers[:2])
        for reader in readers:
            threading.Timer(0.2, reader.may.release).start()  # while the reading waits for the two batches under way
    assert [True, True, *[False] * 6] == [reader.begun.is_set() for reader in readers]
