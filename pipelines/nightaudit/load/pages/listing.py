"""A list endpoint read one checked window at a time."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any, Literal, Protocol

from nightaudit.errors import Forbidden, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.window import Window, ascends, rank_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.window import Key, KeyOf

BROKEN = 500
"""What some services answer where others refuse to sort by a field."""


class Lister(Protocol):
    """One GET of a list: `page` as the service counts it, `size` rows, `sort` as on the wire. Called from threads."""

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        """Read one page; raises ApiError."""


class Contradiction(UnreadableAnswer):
    """A page that contradicts what the probe found, twice, about how the list is paged."""

    def __init__(self, message: str, about: Literal["echo", "size", "order", "end", "envelope"]) -> None:
        super().__init__(message)
        self.about = about


class EarlierPage(Contradiction):
    """A page before the one asked for: some services answer the last one, or the first, for those behind the last.

    index  where it stands, from 0
    rows   of it
    """

    def __init__(self, message: str, index: int, rows: Sequence[bytes]) -> None:
        super().__init__(message, "echo")
        self.index, self.rows = index, rows


class WindowReader:
    """Reads windows of one list (with fixed filters) and checks each against its behaviour. Thread-safe."""

    def __init__(self, lister: Lister, key: KeyOf, behaviour: Behaviour, filters: Mapping[str, Any]) -> None:
        self._lister = lister
        self._key = key
        self._filters = dict(filters)
        self._lock = threading.Lock()
        self.behaviour = behaviour
        self.requests = 0
        self.retries = 0
        self.emptied = False  # records were shown, and later an answer that there are none
        self._filled = False
        self._total: int | None = None  # told by the latest page
        self._kind: type | None = None  # of keys: numbers and texts among each other have no order

    def read(self, index: int, size: int, *, backwards: bool = False, among: Mapping[str, str] | None = None) -> Window:
        """Read window number `index` (from 0) of `size` rows, from the end of the list when `backwards`.

        `among` filters further. A page that contradicts the behaviour, or is refused where the list may have ended, is read once
        more; raises Contradiction when it contradicts again. Refused again it is an empty window, and so it is where an earlier
        page comes again.
        """
        ask = partial(self._once, backwards=backwards, filters={**self._filters, **(among or {})})
        once = partial(ask, index, size)
        try:
            return once()
        except EarlierPage:
            again = partial(self._beyond, ask, index, size) if self._may_end(index * size) else once
        except Contradiction:
            again = once
        except Refused as refusal:
            if isinstance(refusal, Forbidden) or not self._may_end(index * size):
                raise
            again = partial(self._behind, once, index, size)
        with self._lock:
            self.retries += 1
        return again()

    def check_first(self) -> None:
        """Raise Contradiction where page 0 is not what it was when the list was probed: none, or the same as page 1."""
        found = self.behaviour
        if self._filters or (found.zero_is_first and found.page_base != 1):
            return
        try:
            zero = self._first_of(0)
        except (Refused, ServiceFailed):
            return
        same = found.zero_is_first and (self._first_of(1) == zero or self._first_of(0) != zero)  # or the list moves
        if zero and not same:
            raise Contradiction("Page 0 has other records than before.", "end")

    def _first_of(self, page: int) -> list[Key]:
        """The key of the first record of this page, as the service counts it."""
        with self._lock:
            self.requests += 1
        sort = {"sort": self.behaviour.sort} if self.behaviour.sort else {}
        return [self._key(row) for row in self._lister(page=page, size=1, **sort).rows]

    def check_empty(self, first: Window) -> None:
        """Raise Contradiction where nothing is on the first page, and something on the next."""
        if not first.rows and not first.total and self.read(1, first.size).rows:
            raise Contradiction("The list is empty on its first page and not on the next.", "end")

    def behind(self, first: Window) -> Window:
        """The rows behind a first page that are not on it. Raises as `read` does.

        They are asked for in pages of as many rows, where those are not refused: some services count pages by the size asked
        for, and give fewer.
        """
        try:
            window = self.read(1, len(first.rows) or first.size)
        except Refused as refusal:
            if isinstance(refusal, Forbidden):
                raise
            window = self.read(1, first.size)
        known = set(first.keys)
        fresh = [key not in known for key in window.keys]
        return replace(window, records=window.records.only(fresh), ranks=[*compress(window.ranks, fresh)])

    def _may_end(self, offset: int) -> bool:
        """Whether the list may end before this offset, by the total told last; without totals it may end anywhere."""
        return bool(offset) and (self._total is None or offset >= self._total)

    def _behind(self, once: Callable[[], Window], index: int, size: int) -> Window:
        """Read a page that was refused once more; some services refuse the pages behind the last one."""
        try:
            return once()
        except Refused:
            self._once(0, size, backwards=False, filters=self._filters)  # raises where this size is refused everywhere
            return Window(index * size, size, Records((), ()), [], None, refused=True)

    def _beyond(self, ask: Callable[[int, int], Window], index: int, size: int) -> Window:
        """Read a page once more for which an earlier one came: one that is read in its own place is proof that none came anew."""
        try:
            return ask(index, size)
        except EarlierPage as error:
            keys = {self._key(row) for row in error.rows}
            if keys and keys.isdisjoint(ask(error.index, size).keys):
                raise
            return Window(index * size, size, Records((), ()), [], None, refused=True)

    def _once(self, index: int, size: int, *, backwards: bool, filters: Mapping[str, Any]) -> Window:
        found = self.behaviour
        sort = found.sort_back if backwards else found.sort
        number = found.page_number(index)
        with self._lock:
            self.requests += 1
        page = self._lister(page=number, size=size, **({"sort": sort} if sort else {}), **filters)
        self._total = found.total_of(page)
        if filters == self._filters:
            self._filled |= bool(page.rows)
            none = self._total == 0 or not (index or page.total_elements)
            self.emptied |= self._filled and none and not page.rows
        if not (page.rows or index or filters) and page.envelope == "bare" != found.envelope:
            raise Contradiction(
                "An empty array was answered, as by somebody else, where pages are objects.", "envelope"
            )
        size = self._check_numbers(page, index, size)
        if len(page.rows) > 1 and not found.grown:
            raise Contradiction("The list has grown since its behaviour was probed.", "end")
        if not index and found.paged and not found.size_honoured:
            self._check_alone(page, size, sort, filters)
        records = Records.of(page, self._key)
        keys = records.keys
        ranks = rank_of(found.order, keys)
        if found.order == "unknown":
            if len(set(keys)) != len(keys):
                raise Contradiction(f"Page {number} holds a record twice.", "order")
        elif not ascends(ranks[::-1] if backwards else ranks) or not self._of_one_kind(ranks):
            raise Contradiction(f"Page {number} is not in the order of its ids although sort is honoured.", "order")
        return Window(index * size, size, records, ranks, found.total_of(page))

    def _check_alone(self, first: Page, size: int, sort: str | None, filters: Mapping[str, Any]) -> None:
        """Raise Contradiction where others follow a short page whose size and total are but the number of its rows."""
        if not 0 < len(first.rows) < size or {first.size, first.total_elements} != {len(first.rows)}:
            return
        with self._lock:
            self.requests += 1
        number = self.behaviour.page_number(1)
        try:
            following = self._lister(page=number, size=size, **({"sort": sort} if sort else {}), **filters).rows
        except Refused as refusal:
            if isinstance(refusal, Forbidden):
                raise
            return
        if not {*map(self._key, following)} <= {*map(self._key, first.rows)}:
            raise Contradiction(f"Pages had {size} rows, and now they have {len(first.rows)}.", "size")

    def _of_one_kind(self, ranks: Sequence[Any]) -> bool:
        """Whether keys of this page can be compared with those of the pages before."""
        if not ranks or self.behaviour.order == "text":
            return True
        self._kind = self._kind or type(ranks[0])
        return isinstance(ranks[0], self._kind)

    def _check_numbers(self, page: Page, index: int, size: int) -> int:
        """Give the size the window really has; raises Contradiction."""
        found = self.behaviour
        told = page.number if index or found.page_base != 1 else None  # page 0 of a service that counts from 1
        if found.echo_base is not None and told is not None and told != index + found.echo_base:
            message = f"Page {index + found.echo_base} was asked for and {told} answered."
            if 0 <= told - found.echo_base < index:
                raise EarlierPage(message, told - found.echo_base, page.rows)
            raise Contradiction(message, "echo")
        if not found.size_honoured:
            return found.max_size if found.paged else len(page.rows) + 1
        if found.size_echoed and page.size is not None and page.size != size:
            raise Contradiction(f"{size} rows a page were asked for and {page.size} answered.", "size")
        if len(page.rows) > size:
            raise Contradiction(f"{size} rows a page were asked for and {len(page.rows)} came.", "size")
        return size
