"""How a list is asked for one page, and the errors of answers that contradict the probed behaviour of the list."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Literal, Protocol

from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.client.page import Page


class Lister(Protocol):
    """Sends one GET of a list: `page` as the service counts it, `size` rows, `sort` as on the wire. Called from threads."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        """Read one page; raises ApiError."""


class CountingLister:
    """A lister that counts its requests."""

    def __init__(self, lister: Lister) -> None:
        self.requests = 0
        self._lister, self._lock = lister, threading.Lock()

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        """Count the request, and send it."""
        with self._lock:
            self.requests += 1
        return self._lister(page=page, size=size, sort=sort, **filters)


class Contradiction(UnreadableAnswer):
    """Raised where a page contradicts the probed behaviour of the list; `about` names the part of the behaviour."""

    def __init__(self, message: str, about: Literal["echo", "size", "order", "end", "envelope"]) -> None:
        super().__init__(message)
        self.about = about


class EarlierPage(Contradiction):
    """Raised where the service answers an earlier page than the requested one: past the end, some answer the last or the first.

    index  place of the page that was answered, from 0
    rows   the rows on that page
    """

    def __init__(self, message: str, index: int, rows: Sequence[bytes]) -> None:
        super().__init__(message, "echo")
        self.index, self.rows = index, rows
