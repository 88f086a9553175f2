"""Asks for many lists at once, and elsewhere where several fail in a row: those that always fail stand together."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit.errors import Forbidden

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from nightaudit.errors import ApiError
    from nightaudit.load.children.pending import Pending

MOST_FAILED = 3
"""Lists that may fail in a row before others are asked for, from elsewhere."""
MOST_PLACES = 2
"""Places where so many may fail, and no list be answered between them, before none is asked for any more."""


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """What the list of one parent is.

    found   whether the service answered it
    proven  whether these are all its rows
    error   why it could not be read
    """

    pending: Pending
    rows: tuple[bytes, ...] = ()
    found: bool = False
    proven: bool = False
    error: ApiError | None = None

    @property
    def failed(self) -> bool:
        """Whether it may be another one when it is asked for again."""
        return self.error is not None and not isinstance(self.error, Forbidden)


class Asking:
    """The parents whose lists are still to be asked for: `take` some, and iterate their `answers`.

    Where MOST_FAILED fail in a row, those of the same part that are not asked for yet come last of all, the last one first.
    """

    def __init__(self, pending: Iterable[Pending]) -> None:
        self._left = deque(pending)
        self._places = 0

    def __len__(self) -> int:
        """How many are left."""
        return len(self._left)

    @property
    def in_vain(self) -> bool:
        """Whether nobody is answered: lists failed in MOST_PLACES places, and in none between."""
        return self._places >= MOST_PLACES

    def take(self, most: int) -> list[Pending]:
        """The next parents."""
        return [self._left.popleft() for _ in range(min(most, len(self._left)))]

    def answers(
        self, pool: Executor, read: Callable[[Pending], ListAnswer], part: Sequence[Pending]
    ) -> Iterator[ListAnswer]:
        """What `read` says of each of a part in turn; whoever is not asked for, also because nobody iterates on, is left."""
        asked = [(pending, pool.submit(read, pending)) for pending in part]
        failed = 0
        try:
            for _, future in asked:
                if future.cancelled():
                    continue
                answer = future.result()
                if not answer.failed:
                    failed = self._places = 0
                elif (failed := failed + 1) == MOST_FAILED:
                    _give_up(asked)
                yield answer
        finally:
            unasked = _give_up(asked)
            self._left.extend(reversed(unasked))
            self._places += bool(unasked) and failed >= MOST_FAILED


def _give_up(asked: Iterable[tuple[Pending, Future[ListAnswer]]]) -> list[Pending]:
    """Ask for no more of these; returns who is not asked for."""
    return [pending for pending, future in asked if future.cancel()]
