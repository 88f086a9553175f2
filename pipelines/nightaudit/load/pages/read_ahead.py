"""A bounded, ordered read-ahead queue: fetches the next pages in threads while the current one is checked."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")


def depth(concurrency: int) -> int:
    """Return how many reads are requested at a time; with a concurrency of 1 nothing is read ahead."""
    return 1 if concurrency == 1 else 2 * concurrency


class ReadAhead(Generic[T]):
    """An ordered queue of reads under way, as many as `depth` allows."""

    def __init__(self, concurrency: int) -> None:
        self.depth = depth(concurrency)
        self._pool = None if concurrency == 1 else ThreadPoolExecutor(concurrency, "walk")
        self._queue: deque[Future[T] | Callable[[], T]] = deque()

    def __len__(self) -> int:
        """Return the number of queued reads."""
        return len(self._queue)

    @property
    def full(self) -> bool:
        """Whether the queue holds as many reads as allowed."""
        return len(self._queue) >= self.depth

    def ask(self, read: Callable[[], T]) -> Callable[[], T]:
        """Queue one read. Return a function that waits for its answer out of turn, and raises what the read raised."""
        if self._pool:
            future = self._pool.submit(read)
            self._queue.append(future)
            return future.result
        read_once = cache(read)
        self._queue.append(read_once)
        return read_once

    def beside(self, read: Callable[[], T]) -> Callable[[], T]:
        """Start one read outside the queue. Return a function that waits for its answer, and raises what the read raised."""
        return self._pool.submit(read).result if self._pool else read

    def next(self) -> T:
        """Return the answer of the oldest read, once it has arrived. Raises what the read raised."""
        read = self._queue.popleft()
        return read() if callable(read) else read.result()

    def cancel(self) -> None:
        """Drop every queued read; the answers of those already sent are discarded."""
        while self._queue:
            read = self._queue.pop()
            if not callable(read):
                read.cancel()

    def __enter__(self) -> ReadAhead[T]:
        """Use as a context manager, so that no thread outlives a walk."""
        return self

    def __exit__(self, *_: object) -> None:
        """Drop the queued reads and wait for those under way."""
        self.cancel()
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
