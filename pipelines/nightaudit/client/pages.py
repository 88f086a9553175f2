"""From page to page of a list, to its end and never for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nightaudit.client.page import Page


def every_page(fetch: Callable[[int], Page], *, first: int, size: int) -> Iterator[Page]:
    """Pages from `first` (zero-based) until the totals are reached, or a page is short or empty.

    Whether the request's `page` starts at 0 or 1 is not shown: zero is observed; a service that echoes 0 for the second
    page asked for counts from one, and is asked so from there on. A list that answers the same page again (a bare array
    that knows no pages) ends there. Raises UnreadableAnswer when another page comes than the one asked for.
    """
    base, wanted = 0, first
    last: Page | None = None
    while True:
        found = fetch(wanted + base)
        if found.number is not None and found.number == wanted - 1 and base == 0 and last is not None:
            base = 1
            continue
        if found.number is not None and found.number != wanted:
            raise UnreadableAnswer(f"Page {wanted} was asked for and page {found.number} came.")
        if not found.rows or (last is not None and found.rows == last.rows):
            return
        yield found
        if _is_last(found, wanted, size):
            return
        last, wanted = found, wanted + 1


def _is_last(found: Page, number: int, size: int) -> bool:
    effective = found.size or size
    if found.total_pages is not None:
        return number + 1 >= found.total_pages
    if found.total_elements is not None:
        return (number + 1) * effective >= found.total_elements
    return len(found.rows) < effective
