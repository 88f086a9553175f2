"""Items that are made in other threads, so that they are there when they are asked for."""

from __future__ import annotations

from collections import deque
from threading import Condition
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Executor

T = TypeVar("T")
_END: Any = object()


class Begun(Generic[T]):
    """Iterate it for what `items` yields, in order, made in `pool` from now on; up to `most` are made ahead.

    Iterating raises what `items` raised, where it did.
    """

    def __init__(self, items: Generator[T], pool: Executor, most: int) -> None:
        self._items, self._pool, self._most = items, pool, most
        self._changed = Condition()
        self._made: deque[T] = deque()
        self._making = self._ended = False
        self._error: BaseException | None = None
        with self._changed:
            self._go_on()

    def is_empty(self) -> bool:
        """Wait for the first item that is still to come; whether there is none."""
        with self._changed:
            self._changed.wait_for(lambda: self._made or self._ended)
            return not self._made and self._error is None

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> T:
        with self._changed:
            self._changed.wait_for(lambda: self._made or self._ended)
            if self._made:
                item = self._made.popleft()
                self._go_on()
                return item
            raise self._error or StopIteration

    def stop(self) -> None:
        """Begin no further item."""
        with self._changed:
            self._ended = True

    def close(self) -> None:
        """End `items`, once the item under way is made."""
        self.stop()
        with self._changed:
            self._changed.wait_for(lambda: not self._making)
        self._items.close()

    def _go_on(self) -> None:
        """Have more made, unless that is being done; the lock is held."""
        if not (self._making or self._ended):
            self._making = True
            self._pool.submit(self._make)

    def _make(self) -> None:
        more = True
        while more:
            item, error = _END, None
            try:
                item = _END if self._ended else next(self._items, _END)
            except BaseException as raised:  # noqa: BLE001 - it is raised where the item would have come
                error = raised
            with self._changed:
                if item is _END:
                    self._ended, self._error = True, error
                else:
                    self._made.append(item)
                more = self._making = not self._ended and len(self._made) < self._most
                self._changed.notify_all()
