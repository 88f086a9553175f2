"""Reads one window (page) of a list endpoint at a time, and checks each against the probed behaviour of the list."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Any

from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.pages.lister import Contradiction, CountingLister, EarlierPage
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.window import Window, ascends, ranks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.window import Key, KeyOf


class WindowReader:
    """Reads windows of one list with fixed filters, and checks each against the behaviour of the list. Thread-safe.

    lister        sends the requests
    retries       number of requests sent again so far
    emptied       whether an answer said that the list is empty after an earlier one had shown or counted records
    refused_with  status of the latest page that counts as the end of the list because the service refused it, else None
    """

    def __init__(self, lister: CountingLister, key: KeyOf, behaviour: Behaviour, filters: Mapping[str, Any]) -> None:
        self.lister = lister
        self._key = key
        self._filters = dict(filters)
        self._lock = threading.Lock()
        self.behaviour = behaviour
        self.retries = 0
        self.emptied = False
        self.refused_with: int | None = None
        self._ended_at: int | None = None
        self._filled = False  # an answer has shown or counted records
        self._total: int | None = None  # stated by the latest page
        self._key_type: type | None = None  # of the first key: mixed numbers and texts have no order

    def read(self, index: int, size: int, *, backwards: bool = False, among: Mapping[str, str] | None = None) -> Window:
        """Read window number `index` (from 0) of `size` rows, counted from the end of the list when `backwards`.

        among  further filters

        A page is requested a second time when it contradicts the behaviour, or is refused where the list may have ended. If the
        service refuses it again, or answers an earlier page again, the window is empty. Raises Contradiction when the second
        answer contradicts the behaviour, too, and ApiError as the lister does.
        """
        ask = partial(self._once, backwards=backwards, filters={**self._filters, **(among or {})})
        once = partial(ask, index, size)
        try:
            return once()
        except EarlierPage:
            again = partial(self._retry_earlier, ask, index, size) if self._may_end(index * size) else once
        except Contradiction:
            again = once
        except Refused as refusal:
            if isinstance(refusal, Forbidden) or not self._may_end(index * size):
                raise
            again = partial(self._retry_refused, once, index, size)
        with self._lock:
            self.retries += 1
        return again()

    def unsorted(self, index: int, size: int) -> Iterator[tuple[Any, Key]]:
        """Yield rank and key of each row of a page without a sort; none where the list is filtered, or keys do not compare."""
        if self._filters:  # some services ignore filters in a list that is not sorted
            return
        page = self.behaviour.ask(self.lister, index, size, **self._filters)
        keys = [self._key(row) for row in page.rows]
        ranks = ranks_of(self.behaviour.order, keys)
        if len({type(rank) for rank in ranks}) == 1 and self._of_one_kind(ranks):
            yield from zip(ranks, keys, strict=True)

    def check_first(self) -> None:
        """Raise Contradiction where page 0 has other rows than when the list was probed: then it had none, or those of page 1."""
        behaviour = self.behaviour
        if self._filters or (behaviour.zero_is_first and behaviour.page_base != 1):
            return
        try:
            zero = self._first_of(0)
        except (Refused, ServiceFailed):
            return
        same = behaviour.zero_is_first and (self._first_of(1) == zero or self._first_of(0) != zero)  # or the list moves
        if zero and not same:
            raise Contradiction("Page 0 has other records than before.", "end")

    def _first_of(self, page: int) -> list[Key]:
        """Return the key of the first record of page number `page` (as the service counts it); empty where the page is empty."""
        found = self.lister(page=page, size=self.behaviour.request_size(1), sort=self.behaviour.sort)
        return [self._key(row) for row in found.rows]

    def check_empty(self, first: Window) -> None:
        """Raise Contradiction where the first page is empty and the next one is not."""
        if not first.rows and self.read(1, first.size).rows:
            raise Contradiction("The first page of the list is empty, but the next page is not.", "end")

    def check_single(self, only: Window) -> None:
        """Raise Contradiction where a list of one row, which had the same row on each page when it was probed, has others now."""
        if any(self.read(index, only.size).keys != only.keys for index in (1, 2)):
            raise Contradiction("Not every page has the same record any more.", "end")

    def after(self, first: Window) -> Window:
        """Return the rows of the second page that are not on the first; other rows count as `repeated`. Raises as `read` does.

        A second page that repeats the complete first one, as some services answer after the last page, has none of either.

        The page size is the number of rows of the first page, unless that size is refused: some services compute offsets from
        the requested size, but answer fewer rows, so that the second page of the requested size would skip rows. Raises
        Contradiction where the list was empty when it was probed, or counts its pages from one, and not from zero as it seemed.
        """
        if first.rows and self.behaviour.page_base is None:
            raise Contradiction("The list was empty when its behaviour was probed.", "end")
        size = first.end - first.offset or first.size
        try:
            window = self.read(1, size)
        except Refused:
            size = first.size
            window = self.read(1, size)
        known = set(first.keys)
        fresh = [key not in known for key in window.keys]
        repeated = window.repeated + fresh.count(False)
        if known and known == set(window.keys):
            if not known.issuperset(self.read(2, size).keys):
                raise Contradiction("Pages 0 and 1 have the same records, and page 2 has others.", "end")
            repeated = 0
        records, ranks = window.records.only(fresh), [*compress(window.ranks, fresh)]
        return replace(window, records=records, ranks=ranks, repeated=repeated)

    def end_at(self, offset: int) -> None:
        """Take the list to end at this offset, whatever its total says: a page before it had room for more rows."""
        self._ended_at = offset

    def _may_end(self, offset: int) -> bool:
        """Return whether the list may end before this offset, by the last total stated; without totals it may end anywhere."""
        if self._ended_at is not None and offset >= self._ended_at:
            return True
        return bool(offset) and (self._total is None or offset >= self._total)

    def _retry_refused(self, once: Callable[[], Window], index: int, size: int) -> Window:
        """Read a refused page again; return an empty window if it is refused again: some services refuse pages after the last."""
        try:
            return once()
        except Refused as refusal:
            self._once(0, size, backwards=False, filters=self._filters)  # raises where this size is refused everywhere
            self.refused_with = refusal.status
            return Window(index * size, size, Records((), ()), [], None, refused=True)

    def _retry_earlier(self, ask: Callable[[int, int], Window], index: int, size: int) -> Window:
        """Read a page again for which the service answered an earlier one; return an empty window if it does so again.

        Raises EarlierPage where the answer shares no record with that earlier page as read in its own place.
        """
        try:
            return ask(index, size)
        except EarlierPage as error:
            keys = {self._key(row) for row in error.rows}
            if keys and keys.isdisjoint(ask(error.index, size).keys):
                raise
            return Window(index * size, size, Records((), ()), [], None, refused=True)

    def _once(self, index: int, size: int, *, backwards: bool, filters: Mapping[str, Any]) -> Window:
        behaviour = self.behaviour
        sort = behaviour.sort_back if backwards else behaviour.sort
        page = behaviour.ask(self.lister, index, size, sort, **filters)
        total = self._total = behaviour.total_of(page)
        if filters == self._filters:
            # Set, not computed with `|=`: another thread may set it meanwhile.
            if page.rows or total:
                self._filled = True
            elif self._filled and (total == 0 or not (index or page.total_elements)):
                self.emptied = True
        if not (page.rows or index or filters) and page.envelope == "bare" != behaviour.envelope:
            raise Contradiction(
                "The answer was an empty array, but the pages of this list are objects: perhaps another server answered.",
                "envelope",
            )
        size = self._check_numbers(page, index, size)
        if len(page.rows) > 1 and not behaviour.grown:
            raise Contradiction("The list has grown since its behaviour was probed.", "end")
        if not index and behaviour.paged and not behaviour.size_honoured:
            self._check_alone(page, size, sort, filters)
        all_records = Records.of(page, self._key)
        records, ranks = self._in_order(all_records, index, backwards=backwards)
        repeated = len(all_records) - len(records)
        return Window(index * size, size, records, ranks, total, follows=page.is_followed(index), repeated=repeated)

    def _in_order(self, records: Records, index: int, *, backwards: bool) -> tuple[Records, Sequence[Any]]:
        """Return the records of page `index`, each once, and their ranks. Raises Contradiction where they are not in order."""
        order, number = self.behaviour.order, self.behaviour.page_number(index)
        if order == "unknown":
            distinct = records.distinct()
            if distinct is None:
                message = f"Page {number} contains {records.ambiguous()}."
                raise Contradiction(message, "order")
            return distinct, ranks_of(order, distinct.keys)
        ranks = ranks_of(order, records.keys)
        if not ascends(ranks[::-1] if backwards else ranks) or not self._of_one_kind(ranks):
            raise Contradiction(
                f"Page {number} is not sorted by id, although the service honoured sort before.", "order"
            )
        return records, ranks

    def _check_alone(self, first: Page, size: int, sort: str | None, filters: Mapping[str, Any]) -> None:
        """Raise Contradiction where a short first page states its own number of rows as size and total, and more rows follow."""
        if not 0 < len(first.rows) < size or {first.size, first.total_elements} != {len(first.rows)}:
            return
        try:
            following = self.behaviour.ask(self.lister, 1, size, sort, **filters).rows
        except Refused as refusal:
            if isinstance(refusal, Forbidden):
                raise
            return
        if not {*map(self._key, following)} <= {*map(self._key, first.rows)}:
            raise Contradiction(f"Pages had {size} rows before, and now have {len(first.rows)}.", "size")

    def _of_one_kind(self, ranks: Sequence[Any]) -> bool:
        """Return whether the keys of this page have the type of those of earlier pages, so that they can be compared."""
        if not ranks or self.behaviour.order == "text":
            return True
        self._key_type = self._key_type or type(ranks[0])
        return isinstance(ranks[0], self._key_type)

    def _check_numbers(self, page: Page, index: int, size: int) -> int:
        """Return the real page size of the window. Raises Contradiction where the page number or size is not as requested."""
        behaviour = self.behaviour
        stated = page.number if index or behaviour.page_base != 1 else None  # page 0 of a service that counts from 1
        if behaviour.echo_base is not None and stated is not None and stated != index + behaviour.echo_base:
            message = f"Page {index + behaviour.echo_base} was requested, but the service returned page {stated}."
            if 0 <= stated - behaviour.echo_base < index:
                raise EarlierPage(message, stated - behaviour.echo_base, page.rows)
            raise Contradiction(message, "echo")
        if not behaviour.size_honoured:
            return behaviour.max_size if behaviour.paged else len(page.rows) + 1
        if behaviour.size_echoed and page.size is not None and page.size != size:
            raise Contradiction(
                f"{size} rows per page were requested, but the service states a page size of {page.size}.", "size"
            )
        if len(page.rows) > size:
            raise Contradiction(f"{size} rows per page were requested, but {len(page.rows)} came.", "size")
        return size
