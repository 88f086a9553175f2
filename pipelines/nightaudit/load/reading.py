"""Reads lists into files in threads of its own, so that their rows are there when they are to be committed."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, closing
from threading import Event
from typing import TYPE_CHECKING, Protocol, TypeVar

from nightaudit.errors import NightauditError
from nightaudit.load.spool import Spooled, Spooling

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from nightaudit.load.batch import RawBatch
    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import Outcome, StreamSummary
    from nightaudit.privacy.forgotten import Forgotten


class RawReader(Protocol):
    """Whatever reads rows for one raw table."""

    summary: StreamSummary

    @property
    def name(self) -> str:
        """Name of the raw table."""

    def batches(self) -> Iterator[RawBatch]:
        """New and changed rows, and tombstones."""


AnyReader = TypeVar("AnyReader", bound=RawReader)


def raw_tables(reader: RawReader, people: Forgotten) -> Generator[pa.Table]:
    """What is read, as Arrow tables of RAW_SCHEMA that hold only new and changed records, and tombstones.

    Forgotten `people` are left out here, before anything is written; the hash stays that of the record as it came, so that
    a later load finds it unchanged.
    """
    for batch in reader.batches():
        yield batch.table(people.masked(reader.name, batch.keys, batch.parents, batch.payloads))


class Reading(AbstractContextManager["Reading"]):
    """Up to `lists` lists at a time, and one in turn; leaving it ends what is being read, once the batch under way is there.

    folder  where the files are put, which hold personal data
    """

    def __init__(
        self,
        lists: int,
        folder: Path,
        people: Forgotten,
        progress: Progress | None = None,
    ) -> None:
        self._together = ThreadPoolExecutor(lists, "lists")
        self._in_turn = ThreadPoolExecutor(1, "long lists")
        self._beside = ThreadPoolExecutor(1, "beside")
        self._folder, self._people, self._progress = folder, people, progress
        self._found: dict[str, Future[Spooled | None]] = {}
        self._ended = Event()

    def begin(self, readers: Sequence[RawReader], *, in_turn: bool = False) -> None:
        """Begin to read these, or have each begin when those given `in_turn` before it are read to their end."""
        pool = self._in_turn if in_turn else self._together
        for reader in readers:
            self._found[reader.name] = pool.submit(self._read, reader)

    def ended(self, readers: Iterable[AnyReader]) -> Iterator[AnyReader]:
        """Those of these readers that have begun, each once it has read its list to the end."""
        begun = {self._found[reader.name]: reader for reader in readers}
        yield from map(begun.__getitem__, as_completed(begun))

    def found(self, reader: RawReader) -> Spooled | None:
        """Wait for what a reader that has begun brings; None where it brings nothing. Raises NightauditError."""
        return self._found[reader.name].result()

    def meanwhile(self, do: Callable[..., object], *given: object) -> None:
        """Do beside the reading what somebody would do later otherwise. What it raises is lost: it is then done later."""
        self._beside.submit(do, *given)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for pool in (self._together, self._in_turn):  # first of all: a list that waits for its turn is not to be begun
            pool.shutdown(wait=False, cancel_futures=True)
        self._ended.set()
        self._beside.shutdown(wait=False, cancel_futures=kind is not None)
        for pool in (self._together, self._in_turn, self._beside):
            pool.shutdown()

    def _read(self, reader: RawReader) -> Spooled | None:
        file = self._folder / f"{reader.name}.arrows"
        try:
            with closing(raw_tables(reader, self._people)) as tables, Spooling(file) as spool:
                for table in tables:
                    spool.add(table)
                    if self._ended.is_set():
                        return None
                    self._tell(reader, None)
        except OSError as error:
            raise NightauditError(
                f"{file} cannot be written: {error}.", hint="Make room there, and run it again."
            ) from error
        self._tell(reader, reader.summary.outcome)
        return spool.spooled

    def _tell(self, reader: RawReader, outcome: Outcome | None) -> None:
        if self._progress:
            self._progress.stream(reader.name, reader.summary.rows, outcome)
