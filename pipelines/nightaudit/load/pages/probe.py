"""Probes how a list behaves: page base, page size, sorting (each "not shown"), envelope, echoed page number and size.

A probe takes about four requests, sent in concurrent pairs. A wrong result cannot lose rows: walks check every page against it,
and prove completeness by the rows of the pages.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from nightaudit.client.page import Page
from nightaudit.errors import ApiError, Forbidden, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.pages.ahead import Ahead
from nightaudit.load.pages.behaviour import Behaviour, Numbering, Order
from nightaudit.load.pages.listing import BROKEN
from nightaudit.load.pages.window import ascends, rank_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.window import Key, KeyOf

    _Answer = tuple[Page, list[Key]]

LARGEST = 2000  # larger pages save nothing
_SMALLEST = 10


class _Probe:
    """Asks one list for pages, and derives parts of its behaviour from the answers; counts the requests."""

    def __init__(self, lister: Lister, key: KeyOf, filters: Mapping[str, Any], ahead: Ahead[_Answer]) -> None:
        self._lister = lister
        self._key = key
        self._filters = filters
        self.ahead = ahead
        self._lock = Lock()
        self.requests = 0

    def ask(self, page: int, size: int, sort: str | None = None) -> _Answer:
        with self._lock:
            self.requests += 1
        try:
            answer = self._lister(page=page, size=size, sort=sort, **self._filters)
        except ServiceFailed as error:
            if not sort or error.status != BROKEN:
                raise
            # Where not only sorting is broken, the requests without `sort` fail, too.
            raise Refused(error.message, status=BROKEN) from error
        return answer, [self._key(row) for row in answer.rows]

    def numbering(self) -> tuple[Numbering, Page, bool]:
        """Find out how pages are numbered, from pages 0 and 1, and page 2 where those do not decide it, with one row each.

        Return the numbering, the first page, and whether rows follow it.
        """
        self.ahead.ask(partial(self.ask, 1, 1))
        try:
            first, zero = self._ask_zero()
        except Refused:
            first, _ = self._ask_twice(1, 1, asked=self.ahead.next)
            second, two = self._ask_maybe_past_end(2, 1)
            found = Numbering(page_base=1, zero_is_first=False, echo_base=_echo(first, second), paged=True)
            return found, first, bool(two)
        second, one = self._ask_maybe_past_end(1, 1, asked=self.ahead.next)
        if one and not zero:
            first, zero = self._ask_twice(0, 1)  # an accidental empty answer would lose rows, too
        size = 2 if zero and zero == one and self._repeats_first() else 1
        if size > 1:
            (_, zero), (_, one) = self.ask(0, size), self.ask(1, size)
        if one and (zero == one or not zero):
            third, two = self._ask_maybe_past_end(2, size)
            if zero and two == zero:
                return Numbering(page_base=0, zero_is_first=True, echo_base=None, paged=False), first, False
            echo = _echo(second, third)
            return Numbering(page_base=1, zero_is_first=bool(zero), echo_base=echo, paged=True), second, bool(two)
        base = 0 if zero else None
        found = Numbering(page_base=base, zero_is_first=True, echo_base=_echo(first, second), paged=True)
        return found, first, bool(one)

    def _repeats_first(self) -> bool:
        """Return whether the first two rows are one record: then pages of one row do not tell how pages are numbered."""
        try:
            _, keys = self.ask(0, 2)
        except Refused:
            return False
        return len(keys) > len(set(keys))

    def _ask_zero(self) -> _Answer:
        """Ask for page 0. Raises Refused, also where page 0 answers status 500 twice and page 1 proves to be the first page."""
        try:
            return self._ask_twice(0, 1)
        except ServiceFailed as error:
            if error.status != BROKEN or not self._begins_with_one():
                raise
        try:
            return self.ask(0, 1)
        except ServiceFailed as error:
            raise Refused(error.message, status=error.status) from error

    def _begins_with_one(self) -> bool:
        """Return whether page 1 is the first page: it begins with the same row at sizes 1 and 2, or the list is empty."""
        try:
            (page, one), (_, two) = self.ask(1, 1), self.ask(1, 2)
        except ApiError:
            return False
        return one == two[:1] if len(one) == 1 else page.total_elements == 0

    def _ask_twice(
        self, page: int, size: int, sort: str | None = None, asked: Callable[[], _Answer] | None = None
    ) -> _Answer:
        """Ask for a page, and again if it is refused, because an accidental refusal would lose rows.

        asked  returns the answer to the first request, where that is already under way
        """
        try:
            return asked() if asked else self.ask(page, size, sort)
        except Refused:
            return self.ask(page, size, sort)

    def _ask_maybe_past_end(
        self, page: int, size: int, sort: str | None = None, asked: Callable[[], _Answer] | None = None
    ) -> _Answer:
        """Ask for a page that may lie past the end of the list; a refusal counts as an empty page, as some services refuse it."""
        try:
            return self._ask_twice(page, size, sort, asked)
        except Forbidden:
            raise
        except Refused:
            return Page((), "bare"), []

    def largest(self, first: int, ceiling: int, sort: str) -> tuple[Page, list[Key], int, str | None]:
        """Return the largest first page that the service answers, its keys, the requested size, and the sort, if not refused.

        A refused size is halved; `sort` is dropped where the service refuses it at any size.
        """
        size, sorting = ceiling, sort
        while True:
            try:
                page, keys = self.ask(first, size, sorting or None)
            except Refused:
                if sorting and size <= _SMALLEST:
                    size, sorting = ceiling, ""
                elif size <= 1:
                    raise
                elif sorting and size == ceiling and self._refuses_sort(first, sort):
                    sorting = ""
                else:
                    size //= 2
            else:
                return page, keys, size, sorting or None

    def _refuses_sort(self, number: int, sort: str) -> bool:
        try:
            self.ask(number, 1, sort)
        except Refused:
            return True
        return False

    def leaves_out(self, number: int, sort: str, unsorted: Page, page: Page) -> bool:
        """Return whether the list counts fewer records sorted (`page`) than `unsorted`: some sorts join another table."""
        if (page.total_elements or 0) >= (unsorted.total_elements or 0) or page.total_elements is None:
            return False
        before, now, after = (self.ask(number, 1, one)[0].total_elements or 0 for one in (sort, None, sort))
        return now > max(before, after)  # records may come or go meanwhile

    def effective(self, pages: Numbering, page: Page, keys: Sequence[Key], asked: int, sort: str | None) -> int:
        """Return the page size that the service really applies.

        That is the echoed size, unless the page has fewer rows and others follow, or the echo only counts the rows of the page.
        """
        if keys and page.size == page.total_elements == len(keys) < asked:
            return len(keys) if self._goes_on(pages, keys, sort) else asked
        answered = page.size if page.size is not None and 0 < page.size < asked else asked
        if len(keys) >= answered or page.total_elements == len(keys) or not keys or not pages.paged:
            return max(answered, len(keys))
        return len(keys) if self._goes_on(pages, keys, sort) else answered

    def _goes_on(self, pages: Numbering, keys: Sequence[Key], sort: str | None) -> bool:
        """Return whether the next page, of as many rows as there are `keys` on the first, has others (`WindowReader.after`)."""
        _, following = self._ask_maybe_past_end(pages.page_number(1), len(keys), sort)
        return not set(following) <= set(keys)


def _echo(first: Page, second: Page) -> int | None:
    """Return `number` of the first page; None unless the second page states one more."""
    counts_up = first.number is not None and second.number == first.number + 1
    return first.number if counts_up else None


def probe(
    lister: Lister,
    key: KeyOf,
    sort_field: str | Callable[[bytes], str] = "id",
    *,
    ceiling: int = LARGEST,
    filters: Mapping[str, Any] | None = None,
    concurrency: int = 1,
) -> Behaviour:
    """Find out how this list behaves, in about four requests.

    sort_field   the wire name of the key, or a function that returns it for the first row
    ceiling      largest page size to try
    concurrency  1 where no two requests may be under way at once

    Raises UnreadableAnswer for an unknown envelope, or one that changes between two pages; Refused where even a page of one row
    is refused; and any other error of `lister`.
    """
    with Ahead[Any](concurrency) as ahead:
        return _behaviour(_Probe(lister, key, filters or {}, ahead), sort_field, ceiling)


def _behaviour(asking: _Probe, sort_field: str | Callable[[bytes], str], ceiling: int) -> Behaviour:
    pages, first, followed = asking.numbering()
    first_page = pages.page_number(0)
    row = first.rows[0] if first.rows else b"{}"
    field = sort_field if isinstance(sort_field, str) else sort_field(row) if first.rows else "id"
    backwards = partial(asking.ask, first_page, 2, f"{field},desc")
    if followed:
        asking.ahead.ask(backwards)
    page, keys, asked, sort = asking.largest(first_page, ceiling, f"{field},asc")
    if sort and asking.leaves_out(first_page, sort, first, page):
        page, keys, asked, sort = asking.largest(first_page, ceiling, "")
    size_honoured = len(first.rows) <= 1
    totals = page.total_elements is not None and not (followed and first.total_elements == len(first.rows))
    largest = asking.effective(pages, page if totals else replace(page, total_elements=None), keys, asked, sort)
    order: Order = _order_of(keys) if sort else "unknown"
    sort_back = None
    if order != "unknown" and len(keys) > 1:
        if not followed:
            asking.ahead.ask(backwards)
        back = _reversed_keys(asking.ahead.next, order, keys)
        if not back:
            order = "unknown"
        else:
            sort_back = f"{field},desc"
            if page.total_elements == len(keys) and _goes_beyond(order, keys, back):
                _, again = asking.ask(first_page, asked, sort)  # a record may have come meanwhile
                totals = totals and not _goes_beyond(order, again, back)
    if page.envelope != first.envelope:
        raise UnreadableAnswer(
            f"The envelope of the list changed from {first.envelope} to {page.envelope} between two pages."
        )
    return Behaviour(
        **asdict(pages),
        envelope=first.envelope,
        max_size=largest,
        size_honoured=size_honoured,
        size_echoed=first.size == 1 and page.size in {largest, asked},
        totals=totals,
        sort=None if order == "unknown" else sort,
        sort_back=sort_back,
        order=order,
        grown=followed or len(keys) > 1,
        requests=asking.requests,
    )


def _order_of(keys: Sequence[Key]) -> Order:
    """Return the order in which these keys ascend, "unknown" where they do not."""
    if ascends(rank_of("ascending", keys)):
        return "ascending"
    return "text" if ascends(rank_of("text", keys)) else "unknown"


def _reversed_keys(backwards: Callable[[], _Answer], order: Order, keys: Sequence[Key]) -> list[Key]:
    """Return the last keys of the list, in descending order; none where that sort is refused or ignored.

    backwards  asks for the first two rows in descending order
    """
    try:
        _, back = backwards()
    except Refused:
        return []
    ranks = rank_of(order, back)
    turns = len(ranks) > 1 and ascends(ranks[::-1]) and ascends((rank_of(order, keys)[0], ranks[0]))
    return back if turns else []


def _goes_beyond(order: Order, keys: Sequence[Key], back: Sequence[Key]) -> bool:
    """Return whether the list, read from its end, has a record after `keys`; a total of as many is then wrong."""
    return ascends(rank_of(order, (*keys[-1:], back[0])))
