"""Probes how a list behaves: page base, page size, sorting (each "not shown"), envelope, echoed page number and size.

A probe takes about four requests, sent in concurrent pairs, and more where the service refuses large pages, or pages of one row.
A wrong result cannot lose rows: walks check every page against it, and prove completeness by the rows of the pages.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.paging import largest_page, sizes_to_try
from nightaudit.errors import Forbidden, NotFound, Refused, UnreadableAnswer
from nightaudit.load.pages.ahead import Ahead
from nightaudit.load.pages.behaviour import Behaviour, Order
from nightaudit.load.pages.numbering import ProbeRequests, numbering_of
from nightaudit.load.pages.window import ascends, rank_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Numbering
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.numbering import Answer
    from nightaudit.load.pages.window import Key, KeyOf

LARGEST = 2000  # larger pages save nothing
_SMALLEST = 10


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
    with Ahead[Any](concurrency) as ahead:
        asking = ProbeRequests(lister, key, filters or {}, ahead)
        try:
            numbering = numbering_of(asking)
        except (Forbidden, NotFound):
            raise
        except Refused:
            number, size = _answered(asking, ceiling)
            if asking.refuses(number, 1):  # and not only for a moment
                ceiling = asking.only_size = size
            numbering = numbering_of(asking)
        return _behaviour(asking, numbering, sort_field, ceiling)


def _answered(asking: ProbeRequests, ceiling: int) -> tuple[int, int]:
    """Return number and size of the largest first page that is answered. Raises Refused where none is."""
    try:
        return 0, largest_page(partial(asking.ask, 0), ceiling)[1]
    except (Forbidden, NotFound):
        raise
    except Refused:
        return 1, largest_page(partial(asking.ask, 1), ceiling)[1]


def _behaviour(
    asking: ProbeRequests,
    numbering: tuple[Numbering, Page, bool],
    sort_field: str | Callable[[bytes], str],
    ceiling: int,
) -> Behaviour:
    pages, first, followed = numbering
    first_page = pages.page_number(0)
    row = first.rows[0] if first.rows else b"{}"
    field = sort_field if isinstance(sort_field, str) else sort_field(row) if first.rows else "id"
    backwards = partial(asking.ask, first_page, 2, f"{field},desc")
    if followed:
        asking.ahead.ask(backwards)
    page, keys, asked, sort = _largest(asking, first_page, ceiling, f"{field},asc")
    if sort and _leaves_out(asking, first_page, sort, first, page):
        page, keys, asked, sort = _largest(asking, first_page, ceiling, "")
    size_honoured = len(first.rows) <= 1 and not asking.only_size
    totals = page.total_elements is not None and not (followed and first.total_elements == len(first.rows))
    largest = _effective(asking, pages, page if totals else replace(page, total_elements=None), keys, asked, sort)
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
        only_size=asking.only_size,
        grown=followed or len(keys) > 1,
        requests=asking.requests,
    )


def _order_of(keys: Sequence[Key]) -> Order:
    """Return the order in which these keys ascend, "unknown" where they do not."""
    if ascends(rank_of("ascending", keys)):
        return "ascending"
    return "text" if ascends(rank_of("text", keys)) else "unknown"


def _reversed_keys(backwards: Callable[[], Answer], order: Order, keys: Sequence[Key]) -> list[Key]:
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


def _largest(asking: ProbeRequests, first: int, ceiling: int, sort: str) -> tuple[Page, list[Key], int, str | None]:
    """Return the largest first page that the service answers, its keys, the requested size, and the sort, if not refused.

    After a refused size, the next smaller one is tried; `sort` is dropped where the service refuses it at any size.
    """
    size, sorting = ceiling, sort
    while True:
        try:
            page, keys = asking.ask(first, size, sorting or None)
        except Refused:
            if sorting and size <= _SMALLEST:
                size, sorting = ceiling, ""
            elif size <= 1:
                raise
            elif sorting and size == ceiling and asking.refuses(first, 1, sort):
                sorting = ""
            else:
                size = sizes_to_try(size)[1]
        else:
            return page, keys, size, sorting or None


def _leaves_out(asking: ProbeRequests, number: int, sort: str, unsorted: Page, page: Page) -> bool:
    """Return whether the list counts fewer records sorted (`page`) than `unsorted`: some sorts join another table."""
    if (page.total_elements or 0) >= (unsorted.total_elements or 0) or page.total_elements is None:
        return False
    before, now, after = (asking.ask(number, 1, one)[0].total_elements or 0 for one in (sort, None, sort))
    return now > max(before, after)  # records may come or go meanwhile


def _effective(
    asking: ProbeRequests, pages: Numbering, page: Page, keys: Sequence[Key], asked: int, sort: str | None
) -> int:
    """Return the page size that the service really applies.

    That is the echoed size, unless the page has fewer rows and others follow, or the echo only counts the rows of the page.
    """
    if keys and page.size == page.total_elements == len(keys) < asked:
        return len(keys) if _goes_on(asking, pages, keys, sort) else asked
    answered = page.size if page.size is not None and 0 < page.size < asked else asked
    if len(keys) >= answered or page.total_elements == len(keys) or not keys or not pages.paged:
        return max(answered, len(keys))
    return len(keys) if _goes_on(asking, pages, keys, sort) else answered


def _goes_on(asking: ProbeRequests, pages: Numbering, keys: Sequence[Key], sort: str | None) -> bool:
    """Return whether the next page, of as many rows as there are `keys` on the first, has others (`WindowReader.after`)."""
    _, following = asking.ask_maybe_past_end(pages.page_number(1), len(keys), sort)
    return not set(following) <= set(keys)
