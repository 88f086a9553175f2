"""Iterates over the pages of a list, whatever sizes, numbers and totals the service answers with, without looping for ever."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import ApiError, Forbidden, NotFound, Refused, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
Fetch: TypeAlias = "Callable[[int, int], Page]"  # of a page by its number in requests and its size
_ROUND_SIZES = (1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1)
SMALLEST_CAP = 10  # rows; we assume that no service answers with fewer where more are there
_DEEP = 1000  # rows, from which on a page may be refused because it is too deep (our assumption)


def sizes_to_try(largest: int) -> tuple[int, ...]:
    """Return page sizes in descending order, from `largest` on: a limit is mostly a round number (our assumption)."""
    return (largest, *(size for size in _ROUND_SIZES if size < largest))


def largest_page(fetch: Callable[[int], T], largest: int) -> tuple[T, int]:
    """Return what `fetch` returns for the largest page size that is not refused, and that size; `largest` is tried first.

    Raises Refused where every size is refused, and at once every other error of `fetch`, Forbidden and NotFound among them.
    """
    *others, smallest = sizes_to_try(largest)
    for size in others:
        try:
            return fetch(size), size
        except (Forbidden, NotFound):
            raise
        except Refused:
            continue
    return fetch(smallest), smallest


def first_page(fetch: Fetch, size: int) -> tuple[Page, int]:
    """Return the first page of a list, and its number in requests: 0 or 1.

    The document does not show the number; 0 is observed. Page 1 is requested too where page 0 is refused or broken, or has no
    rows although no total says that the list is empty. A page 0 that reports its number as 1 means that the service counts from
    one. Raises what `fetch` raises for page 0 unless page 1 is answered, and proves to be the first one where page 0 is broken.
    """
    try:
        found = fetch(0, size)
    except Forbidden:
        raise
    except (Refused, Broken) as error:
        if isinstance(error, Broken) and not begins_with_one(fetch, size):
            raise
        try:
            return fetch(1, size), 1
        except Refused:
            raise error from None
    if not found.rows and found.total_elements != 0:
        try:
            second = fetch(1, size)
        except Refused:
            return found, 0
        if second.rows:
            return second, 1
    return found, int(found.number == 1)


def begins_with_one(fetch: Fetch, size: int) -> bool:
    """Return whether page 1 is the first page: it begins with the same row at size 1 and at a larger one, or is empty as page 0.

    Where the service ignores sizes, nothing shows that. An empty page that calls itself another than page 0 may be one after the
    last row, where some services count no row.
    """
    try:
        long, short = fetch(1, max(size, 2)), fetch(1, 1)
    except ApiError:
        return False
    if short.rows:
        return len(short.rows) == 1 and long.rows[:1] == short.rows
    return (long.total_elements, long.number) == (0, 0)


def every_page(fetch: Fetch, *, first: int, size: int, full: int) -> Iterator[Page]:
    """Yield pages from `first` (zero-based) to the end of the list.

    size  rows that are requested of the first page
    full  rows of the longest page known of this list or of others like it

    The last page is one with fewer rows than the pages before it, and a first page one with fewer than `full` or than the size
    that it states beside a total; and no total must say that more rows follow. A total alone ends no list: some count only up
    to a limit, some only the page. The page after the last one may be refused.

    Whether the second page begins after the rows received or after the rows requested is "not shown". It is therefore requested
    with the size of the first one, which makes both the same.

    A service counts pages from one when its answer to the second request repeats the first page, by its rows or its number;
    from then on page numbers are sent one-based. A list that repeats its rows after that, in any order (a bare array without
    pages), ends there. Raises UnreadableAnswer when the service returns another page than the requested one, or repeats rows
    and says that others follow.
    """
    met = set[int]()  # hashes of the rows yielded
    wanted = first
    found, base = first_page(fetch, size) if first == 0 else (fetch(first, size), 0)
    next_size = min(size, len(found.rows)) if first == 0 else size
    seen = first * len(found.rows)
    while found.rows:
        _expect(found, wanted, base)
        yield found
        seen += len(found.rows)
        full = max(full, len(found.rows))
        told = found.size if wanted == first and found.total_elements is not None else None
        if len(found.rows) < (told or full) and not _announces_more(found, wanted, seen):
            return
        met.update(map(hash, found.rows))
        last, wanted = found, wanted + 1
        found, base = _page_after(last, lambda number: fetch(number, next_size), wanted, base, seen)
        if found.rows == last.rows or _shows_nothing_new(found, met):
            if _announces_more(found, wanted, seen):
                raise UnreadableAnswer("The answer says that more rows follow, but the next page has the same rows.")
            return


def _page_after(last: Page, fetch: Callable[[int], Page], wanted: int, base: int, seen: int) -> tuple[Page, int]:
    """Return the page after `last`, and what is added to its number in requests.

    The page is empty where it is refused and can be taken for one after the end: where the total is reached, or where fewer than
    _DEEP rows were seen. Where it is broken, or redirected as to a sign-in page, both are required.
    """
    try:
        found = fetch(wanted + base)
        if base == 0 and (found.number == wanted - 1 or found.rows == last.rows):
            base = 1
            found = fetch(wanted + base)
    except Forbidden:
        raise
    except (Refused, Broken) as error:
        is_refusal = isinstance(error, Refused) and (error.status or HTTPStatus.BAD_REQUEST) >= HTTPStatus.BAD_REQUEST
        reasons = (last.total_elements is not None, is_refusal, seen < _DEEP)
        if _announces_more(last, wanted - 1, seen) or sum(reasons) < len(reasons) - 1:
            raise
        return Page((), last.envelope), base
    return found, base


def _shows_nothing_new(found: Page, met: set[int]) -> bool:
    """Return whether all rows of a page were met before; never of one row, or of rows without an id, which may be alike."""
    has_ids = len(found.rows) > 1 and all(b'"id"' in row for row in found.rows)
    return has_ids and met.issuperset(map(hash, found.rows))


def _announces_more(found: Page, wanted: int, seen: int) -> bool:
    return found.is_followed(wanted) or (found.total_elements is not None and seen < found.total_elements)


def _expect(found: Page, wanted: int, base: int) -> None:
    if found.number not in {None, wanted, wanted + base}:
        raise UnreadableAnswer(f"Page {wanted} was requested, but the service returned page {found.number}.")
