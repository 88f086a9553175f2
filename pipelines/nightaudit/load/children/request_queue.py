"""Requests many lists in a thread pool; where several fail in a row, goes on elsewhere: lists that always fail are neighbours."""

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
"""Lists that fail in a row before the rest of their part is put off and other lists are requested."""
MOST_PLACES = 2
"""Times that MOST_FAILED lists may fail in a row, with none answered in between, before no more are requested."""


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The answer to the request for the list of one parent.

    rows    the rows of the list
    found   whether the service returned the list
    proven  whether these are proven to be all its rows
    error   why the list could not be read
    """

    pending: Pending
    rows: tuple[bytes, ...] = ()
    found: bool = False
    proven: bool = False
    error: ApiError | None = None

    @property
    def is_confirmed(self) -> bool:
        """Whether an empty list is believed, because the record that embeds it is empty, too, or the last load found the same."""
        return self.pending.is_believed or self.pending.again

    @property
    def is_absent(self) -> bool:
        """Whether there is no such list (404), although rows of it are stored."""
        return not (self.found or self.proven or self.error)

    @property
    def failed(self) -> bool:
        """Whether a later request for the list may succeed."""
        return self.error is not None and not isinstance(self.error, Forbidden)


class RequestQueue:
    """A queue of the parents whose lists are still to be requested: `take` some, and iterate over their `answers`.

    Where MOST_FAILED lists fail in a row, the parents of the same part not yet requested go to the end of the queue, in
    reverse order.
    """

    def __init__(self, pending: Iterable[Pending]) -> None:
        self._left = deque(pending)
        self._places = 0  # where MOST_FAILED failed in a row, since a list was last answered

    def __len__(self) -> int:
        """Return how many parents are left."""
        return len(self._left)

    @property
    def in_vain(self) -> bool:
        """Whether lists failed in MOST_PLACES places and none was answered in between: further requests are useless."""
        return self._places >= MOST_PLACES

    def take(self, most: int) -> list[Pending]:
        """Remove and return the next parents, `most` at most."""
        return [self._left.popleft() for _ in range(min(most, len(self._left)))]

    def answers(
        self, pool: Executor, read: Callable[[Pending], ListAnswer], part: Sequence[Pending]
    ) -> Iterator[ListAnswer]:
        """Yield what `read` returns for each parent of a part, in order; parents not requested return to the queue.

        That includes those left when the caller stops iterating.
        """
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
    """Cancel the requests that have not started; return their parents."""
    return [pending for pending, future in asked if future.cancel()]
