"""Probes how a list behaves: page base, page size, sorting (each "not shown"), envelope, echoed page number and size.

A probe takes about four requests, sent in concurrent pairs, and more where the service refuses large pages, or pages of one row.
A wrong result cannot lose rows: walks check every page against it, and prove completeness by the rows of the pages.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.client.busy import Broken
from nightaudit.client.paging import largest_page, sizes_to_try
from nightaudit.errors import Forbidden, NotFound, Refused, UnreadableAnswer
from nightaudit.load.pages.behaviour import Behaviour, Order
from nightaudit.load.pages.numbering import ProbeRequests, beginning_of
from nightaudit.load.pages.read_ahead import ReadAhead
from nightaudit.load.pages.window import ascends, ranks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Numbering
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.numbering import Answer, Beginning
    from nightaudit.load.pages.window import Key, KeyOf

LARGEST = 2000  # larger pages save nothing
_SMALLEST = 10


class _Largest(NamedTuple):
    """The largest page that the service answers, the first or the second, and its keys.

    asked  the requested size
    sort   the `sort` parameter; None where the service refuses it
    """

    page: Page
    keys: list[Key]
    asked: int
    sort: str | None


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

    Raises UnreadableAnswer for an unknown envelope, or one that changes between two pages; Refused where pages of every size
    are refused; and any other error of `lister`.
    """
    with ReadAhead[Any](concurrency) as ahead:
        asking = ProbeRequests(lister, key, filters or {}, ahead)
        try:
            beginning = beginning_of(asking)
        except (Forbidden, NotFound):
            raise
        except Refused:
            number, size = _answered(asking, ceiling)
            if asking.refuses(number, 1):  # and not only for a moment
                ceiling = asking.only_size = size
            beginning = beginning_of(asking)
        return _behaviour(asking, beginning, sort_field, ceiling)


def _answered(asking: ProbeRequests, ceiling: int) -> tuple[int, int]:
    """Return number and size of the largest first page that is answered. Raises Refused where none is."""
    try:
        return 0, largest_page(partial(asking.ask, 0), ceiling)[1]
    except Refused:
        return 1, largest_page(partial(asking.ask, 1), ceiling)[1]


def _behaviour(
    asking: ProbeRequests, beginning: Beginning, sort_field: str | Callable[[bytes], str], ceiling: int
) -> Behaviour:
    """Find out what the first page does not show: sizes, totals, and the order."""
    pages, first, followed = beginning
    number = pages.page_number(0)
    field = sort_field if isinstance(sort_field, str) else sort_field(first.rows[0]) if first.rows else "id"
    backwards = partial(asking.ask, number, 2, f"{field},desc")
    if followed:
        asking.ahead.ask(backwards)
    largest = _largest(asking, pages, ceiling, f"{field},asc")
    if _leaves_out(asking, number, first, largest):
        largest = _largest(asking, pages, ceiling, "")
    page, keys = largest.page, largest.keys
    totals = page.total_elements is not None and not (followed and first.total_elements == len(first.rows))
    max_size = _effective(asking, pages, largest, page.total_elements if totals else None)
    order: Order = _order_of(keys) if largest.sort else "unknown"
    back: list[Key] = []
    if order != "unknown" and len(keys) > 1:
        if not followed:
            asking.ahead.ask(backwards)
        back = _reversed_keys(asking.ahead.next, order, keys)
        if not back:
            order = "unknown"
        elif page.total_elements == len(keys) and _goes_beyond(order, keys, back):
            _, again = asking.ask(number, largest.asked, largest.sort)  # a record may have come meanwhile
            totals = totals and not _goes_beyond(order, again, back)
    if page.envelope != first.envelope:
        raise UnreadableAnswer(
            f"The envelope of the list changed from {first.envelope} to {page.envelope} between two pages."
        )
    return Behaviour(
        **asdict(pages),
        envelope=first.envelope,
        max_size=max_size,
        size_honoured=len(first.rows) <= 1 and not asking.only_size,
        size_echoed=first.size == 1 and page.size in {max_size, largest.asked},
        totals=totals,
        sort=None if order == "unknown" else largest.sort,
        sort_back=f"{field},desc" if back else None,
        order=order,
        only_size=asking.only_size,
        grown=followed or len(keys) > 1,
    )


def _order_of(keys: Sequence[Key]) -> Order:
    """Return the order in which these keys ascend, "unknown" where they do not."""
    if ascends(ranks_of("ascending", keys)):
        return "ascending"
    return "text" if ascends(ranks_of("text", keys)) else "unknown"


def _reversed_keys(backwards: Callable[[], Answer], order: Order, keys: Sequence[Key]) -> list[Key]:
    """Return the last keys of the list, in descending order; none where that sort is refused or ignored.

    backwards  asks for the first two rows in descending order
    """
    try:
        _, back = backwards()
    except Refused:
        return []
    ranks = ranks_of(order, back)
    turns = len(ranks) > 1 and ascends(ranks[::-1]) and ascends((ranks_of(order, keys)[0], ranks[0]))
    return back if turns else []


def _goes_beyond(order: Order, keys: Sequence[Key], back: Sequence[Key]) -> bool:
    """Return whether the list, read from its end, has a record after `keys`; a total of as many is then wrong."""
    return ascends(ranks_of(order, (*keys[-1:], back[0])))


def _largest(asking: ProbeRequests, pages: Numbering, ceiling: int, sort: str) -> _Largest:
    """Return the largest page that the service answers: the first one, or the second where the service answers 500 to the first.

    That may have a record which the service cannot show. After a refused size, the next smaller one is tried; `sort` is dropped
    where the service refuses it at any size.
    """
    first, size, sorting = pages.page_number(0), ceiling, sort
    while True:
        try:
            return _Largest(*asking.ask(first, size, sorting or None), size, sorting or None)
        except (Refused, Broken) as error:
            is_broken = error.status == HTTPStatus.INTERNAL_SERVER_ERROR
            if sorting and size <= _SMALLEST and not is_broken:
                size, sorting = ceiling, ""
            elif size <= 1:
                raise
            elif sorting and size == ceiling and asking.refuses(first, 1, sort):
                sorting = ""
            elif is_broken and size == ceiling and (second := _second_page(asking, pages, size, sorting or None)):
                return second
            else:
                size = sizes_to_try(size)[1]


def _second_page(asking: ProbeRequests, pages: Numbering, size: int, sort: str | None) -> _Largest | None:
    """Return the second page of this size; None where the service does not answer it, or it has no rows."""
    try:
        page, keys = asking.ask_maybe_past_end(pages.page_number(1), size, sort)
    except Broken:
        return None
    return _Largest(page, keys, size, sort) if keys else None


def _leaves_out(asking: ProbeRequests, number: int, unsorted: Page, found: _Largest) -> bool:
    """Return whether the list counts fewer records where it is `found` sorted: some sorts join another table."""
    sort, total = found.sort, found.page.total_elements
    if not sort or total is None or total >= (unsorted.total_elements or 0):
        return False
    before, now, after = (asking.ask(number, 1, one)[0].total_elements or 0 for one in (sort, None, sort))
    return now > max(before, after)  # records may come or go meanwhile


def _effective(asking: ProbeRequests, pages: Numbering, found: _Largest, total: int | None) -> int:
    """Return the page size that the service really applies; `total` is the number of rows of the list, where it is known.

    That is the echoed size, unless the page has fewer rows and others follow, or the echo only counts the rows of the page.
    """
    rows, asked, echoed = len(found.keys), found.asked, found.page.size
    if rows and echoed == total == rows < asked:
        return rows if _goes_on(asking, pages, found) else asked
    answered = echoed if echoed is not None and 0 < echoed < asked else asked
    if rows >= answered or total == rows or not rows or not pages.paged:
        return max(answered, rows)
    return rows if _goes_on(asking, pages, found) else answered


def _goes_on(asking: ProbeRequests, pages: Numbering, found: _Largest) -> bool:
    """Return whether the next page, of as many rows as the first one has, has others, or a part of these.

    It may be empty, or repeat the first page. A part of these shows that the order is another one at each request.
    """
    _, following = asking.ask_maybe_past_end(pages.page_number(1), len(found.keys), found.sort)
    return bool(following) and set(following) != set(found.keys)
