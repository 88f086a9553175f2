"""Reads ahead of the window being judged, in order and bounded."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from types import TracebackType

T = TypeVar("T")


class Ahead(Generic[T]):
    """An ordered queue of up to 2 x `concurrency` answers on their way; with 1 nothing is read ahead."""

    def __init__(self, concurrency: int) -> None:
        self.depth = 1 if concurrency == 1 else 2 * concurrency
        self._pool = None if concurrency == 1 else ThreadPoolExecutor(concurrency, "walk")
        self._queue: deque[Future[T] | Callable[[], T]] = deque()

    def __len__(self) -> int:
        """Count the reads that are queued."""
        return len(self._queue)

    @property
    def full(self) -> bool:
        """Whether as many reads as allowed are under way."""
        return len(self._queue) >= self.depth

    def ask(self, read: Callable[[], T]) -> None:
        """Queue one read."""
        self._queue.append(self._pool.submit(read) if self._pool else read)

    def beside(self, read: Callable[[], T]) -> Callable[[], T]:
        """Begin one read out of turn; what is given waits for its answer, and raises what it raised."""
        return self._pool.submit(read).result if self._pool else read

    def next(self) -> T:
        """Wait for the answer of the oldest read; raises what it raised."""
        read = self._queue.popleft()
        return read() if callable(read) else read.result()

    def forget(self) -> None:
        """Drop every read that is queued; those already sent are wasted, never used."""
        while self._queue:
            read = self._queue.pop()
            if not callable(read):
                read.cancel()

    def __enter__(self) -> Ahead[T]:
        """Use as a context manager, so that no thread outlives a walk."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Drop what is queued and wait for what is under way."""
        self.forget()
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
