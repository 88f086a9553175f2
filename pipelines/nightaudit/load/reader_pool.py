"""Reads lists into spool files in background threads, while other lists are committed."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, closing
from threading import Event
from typing import TYPE_CHECKING, Protocol, TypeVar

from nightaudit.errors import NightauditError
from nightaudit.load.spool import SpoolFile, SpoolWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
    from pathlib import Path

    import pyarrow as pa

    from nightaudit.load.batch import RawBatch
    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import Outcome, StreamSummary
    from nightaudit.privacy.forgotten import Forgotten


class RawReader(Protocol):
    """Reads the rows of one raw table."""

    summary: StreamSummary

    @property
    def name(self) -> str:
        """Name of the raw table."""

    def batches(self) -> Iterator[RawBatch]:
        """Yield new and changed rows, and tombstones."""


class LongReader(RawReader, Protocol):
    """Reads the rows of one raw table, and knows how far it is."""

    @property
    def is_ending(self) -> bool:
        """Whether its last pages have been requested."""


AnyReader = TypeVar("AnyReader", bound=RawReader)
MOST_IN_TURN = 4
"""Most lists read at a time of those that are read in turn: the pages that are read ahead take memory."""


def masked_tables(reader: RawReader, people: Forgotten) -> Generator[pa.Table]:
    """Yield the batches of a reader as Arrow tables of RAW_SCHEMA: new and changed records, and tombstones.

    The data of forgotten `people` is masked here, before anything is written. The hash remains that of the original record, so
    that a later load finds the record unchanged.
    """
    for batch in reader.batches():
        yield batch.table(people.masked(reader.name, batch.keys, batch.parents, batch.payloads))


class ReaderPool(AbstractContextManager["ReaderPool"]):
    """Reads up to `lists` lists at a time, and others in turn. Leaving the context stops readers after the current batch.

    folder    where the spool files are written; they contain personal data
    people    whose data is masked
    progress  called after each batch
    """

    def __init__(
        self,
        lists: int,
        folder: Path,
        people: Forgotten,
        progress: Progress | None = None,
    ) -> None:
        self._together = ThreadPoolExecutor(lists, "lists")
        self._in_turn = ThreadPoolExecutor(MOST_IN_TURN, "long lists")
        self._background = ThreadPoolExecutor(1, "background")
        self._folder, self._people, self._progress = folder, people, progress
        self._results: dict[str, Future[SpoolFile | None]] = {}
        self._stopped = Event()
        self._next = Event()  # set when the next list in turn may begin
        self._next.set()

    def begin(self, readers: Sequence[RawReader]) -> None:
        """Start these readers."""
        for reader in readers:
            self._results[reader.name] = self._together.submit(self._read, reader)

    def begin_in_turn(self, readers: Sequence[LongReader]) -> None:
        """Start these readers, each when the one before is ending.

        So the requests of the next list fill the time in which this one waits for its last pages, but the lists do not all end
        together: each is committed while others are read.
        """
        for reader in readers:
            begins, self._next = self._next, Event()
            self._results[reader.name] = self._in_turn.submit(self._read_in_turn, reader, begins, self._next)

    def ended(self, readers: Iterable[AnyReader]) -> Iterator[AnyReader]:
        """Yield each of these readers, all begun before, as soon as it has read its list to the end."""
        begun = {self._results[reader.name]: reader for reader in readers}
        yield from map(begun.__getitem__, as_completed(begun))

    def result(self, reader: RawReader) -> SpoolFile | None:
        """Wait for a reader that has begun, and return its rows; None where it has none. Raises NightauditError."""
        return self._results[reader.name].result()

    def in_background(self, task: Callable[..., object], *args: object) -> None:
        """Run a task during the reading that would otherwise be done later. Its errors are dropped: then it is done later."""
        self._background.submit(task, *args)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for pool in (self._together, self._in_turn):  # first, so that no queued list starts when another one stops
            pool.shutdown(wait=False, cancel_futures=True)
        self._stopped.set()
        self._background.shutdown(wait=False, cancel_futures=kind is not None)
        for pool in (self._together, self._in_turn, self._background):
            pool.shutdown()

    def _read_in_turn(self, reader: LongReader, begins: Event, following: Event) -> SpoolFile | None:
        """Wait until `begins` is set, read, and set `following` when this reader is ending."""
        begins.wait()
        try:
            if self._stopped.is_set():
                return None
            return self._read(reader, lambda: following.set() if reader.is_ending else None)
        finally:
            following.set()

    def _read(self, reader: RawReader, after_batch: Callable[[], object] = lambda: None) -> SpoolFile | None:
        """Write the rows of a reader to its spool file; return None where there are none, or reading was stopped."""
        file = self._folder / f"{reader.name}.arrows"
        try:
            with closing(masked_tables(reader, self._people)) as tables, SpoolWriter(file) as spool:
                for table in tables:
                    spool.add(table)
                    if self._stopped.is_set():
                        return None
                    self._report(reader, None)
                    after_batch()
        except OSError as error:
            raise NightauditError(
                f"{file} cannot be written: {error}.", hint="Free space there, and run the command again."
            ) from error
        self._report(reader, reader.summary.outcome)
        return spool.spooled

    def _report(self, reader: RawReader, outcome: Outcome | None) -> None:
        if self._progress:
            self._progress.stream(reader.name, reader.summary.rows, outcome)
