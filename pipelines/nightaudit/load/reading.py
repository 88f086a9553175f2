"""Reads lists in threads of its own, so that their rows are there when they are asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from nightaudit.load.begun import Begun

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    import pyarrow as pa

    from nightaudit.load.batch import RawBatch
    from nightaudit.load.summary import StreamSummary
    from nightaudit.privacy.forgotten import Forgotten


class RawReader(Protocol):
    """Whatever reads rows for one raw table."""

    summary: StreamSummary

    @property
    def name(self) -> str:
        """Name of the raw table."""

    def batches(self) -> Iterator[RawBatch]:
        """New and changed rows, and tombstones."""


def raw_tables(reader: RawReader, people: Forgotten) -> Generator[pa.Table]:
    """What is read, as Arrow tables of RAW_SCHEMA that hold only new and changed records, and tombstones.

    Forgotten `people` are left out here, before anything is written; the hash stays that of the record as it came, so that
    a later load finds it unchanged.
    """
    for batch in reader.batches():
        yield batch.table(people.masked(reader.name, batch.keys, batch.parents, batch.payloads))


class Reading(AbstractContextManager["Reading"]):
    """Up to `lists` lists at a time. Leaving it ends what is being read, once the batch under way is there."""

    def __init__(self, lists: int, people: Forgotten) -> None:
        self.lists = lists
        self._pool = ThreadPoolExecutor(lists, "lists")
        self._people = people
        self._begun: dict[str, Begun[pa.Table]] = {}

    def begin(self, readers: Sequence[RawReader], ahead: int = 1) -> None:
        """Begin to read these, each `ahead` batches further than asked for."""
        for reader in readers:
            self._begun[reader.name] = Begun(raw_tables(reader, self._people), self._pool, ahead)

    def bringing(self, readers: Sequence[RawReader]) -> Iterator[RawReader]:
        """Those that bring rows; the others have been read to their end. dlt takes as long over no rows as over thousands."""
        for reader in readers:
            if not self._begun[reader.name].is_empty():
                yield reader

    def tables(self, reader: RawReader) -> Iterator[pa.Table]:
        """What a reader that has begun brings, once."""
        return self._begun[reader.name]

    def meanwhile(self, do: Callable[..., object], *given: object) -> None:
        """Do beside the reading what somebody would do later otherwise. What it raises is lost: it is then done later."""
        self._pool.submit(do, *given)

    def __exit__(self, *_: object) -> None:
        for begun in self._begun.values():  # all of them first: a list that waits for its turn is not to be begun
            begun.stop()
        for begun in self._begun.values():
            begun.close()
        self._pool.shutdown()
