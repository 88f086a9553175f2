"""Lists that nobody waits for any more are not begun."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from nightaudit.load.batch import RawBatch
from nightaudit.load.reading import Reading
from nightaudit.load.summary import StreamSummary
from nightaudit.privacy.forgotten import Forgotten
from nightaudit.settings import Settings
from nightaudit.warehouse import prepare


class Listed:
    """A list that notes that it was begun, and brings a batch once it may."""

    def __init__(self, name: str, may: threading.Event) -> None:
        self.name, self.summary = name, StreamSummary(name)
        self.begun, self._may = threading.Event(), may

    def batches(self) -> Iterator[RawBatch]:
        self.begun.set()
        self._may.wait(20)
        yield RawBatch("a walk")


def test_lists_that_wait_for_their_turn_are_not_begun_when_it_ends(settings: Settings) -> None:
    prepare(settings)
    may = threading.Event()
    readers = [Listed(f"list {number}", may) for number in range(8)]
    with Reading(2, Forgotten.read(settings)) as reading:
        reading.begin(readers)
        assert all(reader.begun.wait(20) for reader in readers[:2])
        threading.Timer(0.2, may.set).start()  # while the reading waits for these two
    assert [True, True, *[False] * 6] == [reader.begun.is_set() for reader in readers]
