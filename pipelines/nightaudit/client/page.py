"""Reads every list envelope into a Page of unchanged records, and iterates over the pages of a list without looping for ever."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

import msgspec

from nightaudit.client import exact
from nightaudit.client.retry import Broken
from nightaudit.errors import ApiError, Forbidden, NotFound, Refused, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Envelope = Literal["full", "short", "bare", "embedded"]
T = TypeVar("T")
Fetch: TypeAlias = "Callable[[int, int], Page]"  # of a page by its number in requests and its size
_ROUND_SIZES = (1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1)
SMALLEST_CAP = 10  # rows; we assume that no service answers with fewer where more are there
_DEEP = 1000  # rows, from which on a page may be refused because it is too deep (our assumption)


class _PageNumbers(msgspec.Struct, rename="camel"):
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    number: int | None = None


class _Wire(msgspec.Struct, rename="camel"):
    content: list[msgspec.Raw] | msgspec.UnsetType | None = msgspec.UNSET
    page: _PageNumbers | None = None
    embedded: dict[str, list[msgspec.Raw]] | None = msgspec.field(name="_embedded", default=None)
    number: int | None = None
    size: int | None = None
    number_of_elements: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    last: Any = None
    has_more: Any = None
    has_next: Any = None
    next: Any = None
    next_cursor: Any = None
    links: Any = msgspec.field(name="_links", default=None)

    @property
    def follows(self) -> bool:
        """Whether the answer says that rows follow it: by `last` as documented, or by a cursor or a link (our assumption)."""
        linked = self.links.get("next") if isinstance(self.links, dict) else None
        flagged = self.last is False or self.has_more is True or self.has_next is True
        return flagged or any((self.next, self.next_cursor, linked))


_object = msgspec.json.Decoder(_Wire, strict=False)  # numbers may be written as texts (our assumption)
_array = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(frozen=True, slots=True)
class Page:
    """One answer of a list endpoint.

    rows            the JSON text of each record, byte for byte as received
    envelope        which of the four shapes the answer has
    number          zero-based page number as the service reports it; None in a bare list
    size            page size as the service reports it (may be below the size we requested); None in a bare list
    total_elements  matching records over all pages, None where not stated
    total_pages     pages at that size, None where not stated
    follows         whether the answer says that rows follow this page
    answer          the complete answer as `exact.check` returned it: an Arrow table, or None
    """

    rows: tuple[bytes, ...]
    envelope: Envelope
    number: int | None = None
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    follows: bool = False
    answer: Any = field(default=None, compare=False, repr=False)

    @classmethod
    def read(cls, body: bytes) -> Page:
        """Read any of the four envelopes: full and short as documented, bare list and `_embedded` as observed.

        Rows may be missing (an empty list usually has no `_embedded`) or null where the page's numbers say that it is empty.
        Raises UnreadableAnswer for any other shape, for an envelope without rows whose numbers do not say that it is empty, and
        for a count that contradicts the rows, so that no page is taken for empty by mistake.
        """
        start = body.lstrip()[:1]
        try:
            if start == b"[":
                return cls(tuple(map(bytes, _array.decode(body))), "bare")
            wire = _object.decode(body)
        except exact.UNREADABLE as error:
            raise UnreadableAnswer(f"The answer is not a readable page of a list: {error}.") from error
        numbers = _numbers(wire.page or wire)
        envelope: Envelope = "embedded" if wire.content is msgspec.UNSET else "short" if wire.page else "full"
        if wire.content:
            rows = wire.content
        elif wire.content is msgspec.UNSET and wire.embedded and len(wire.embedded) == 1:
            rows = next(iter(wire.embedded.values()))
        elif wire.content == [] or (not wire.embedded and _counts_none(numbers)) or _embeds_none(wire, numbers):
            rows = []
        else:
            raise UnreadableAnswer(
                "The answer is not a page of a list: it is not an array, and has neither `content` nor `_embedded`."
            )
        if wire.number_of_elements is not None and wire.number_of_elements != len(rows):
            raise UnreadableAnswer(f"The page states {wire.number_of_elements} elements, but contains {len(rows)}.")
        return cls(
            tuple(map(bytes, rows)),
            envelope,
            numbers.number,
            numbers.size,
            numbers.total_elements,
            numbers.total_pages,
            wire.follows or (numbers.number or 0) + 1 < (numbers.total_pages or 0),
        )


def _numbers(numbers: _PageNumbers | _Wire) -> _PageNumbers:
    """Return the numbers of a page; a negative number means "not counted" (our assumption, not shown) and becomes None."""
    return _PageNumbers(
        *(
            None if number is None or number < 0 else number
            for number in (numbers.size, numbers.total_elements, numbers.total_pages, numbers.number)
        )
    )


def _embeds_none(wire: _Wire, numbers: _PageNumbers) -> bool:
    """Return whether the answer has an `_embedded` without a list, no `content`, and no total that could contradict that."""
    return wire.content is msgspec.UNSET and wire.embedded == {} and numbers.total_elements is None


def _counts_none(numbers: _PageNumbers) -> bool:
    """Return whether a page's numbers say that the page is empty: the list is empty, or the page is after the last one."""
    if numbers.total_elements is None:
        return False
    number, pages = numbers.number, numbers.total_pages
    return numbers.total_elements == 0 or (number is not None and pages is not None and number >= pages)


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
        if isinstance(error, Broken) and not _begins_with_one(fetch, size):
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


def _begins_with_one(fetch: Fetch, size: int) -> bool:
    """Return whether page 1 is the first page: it begins with the same row at any size, or the list is empty."""
    try:
        long, short = fetch(1, size), fetch(1, 1 if size > 1 else 2)
    except ApiError:
        return False
    return long.rows[:1] == short.rows[:1] if long.rows else long.total_elements == 0


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
    from then on page numbers are sent one-based. A list that repeats its page after that (a bare array without pages) ends
    there. Raises UnreadableAnswer when the service returns another page than the requested one, or repeats a page that says
    that rows follow it.
    """
    wanted = first
    found, base = first_page(fetch, size) if first == 0 else (fetch(first, size), 0)
    next_size = min(size, len(found.rows) or size) if first == 0 else size
    seen = first * len(found.rows)
    while found.rows:
        _expect(found, wanted, base)
        yield found
        seen += len(found.rows)
        full = max(full, len(found.rows))
        told = found.size if wanted == first and found.total_elements is not None else None
        if len(found.rows) < (told or full) and not _announces_more(found, seen):
            return
        last, wanted = found, wanted + 1
        found, base = _page_after(last, lambda number: fetch(number, next_size), wanted, base, seen)
        if found.rows == last.rows:
            if _announces_more(found, seen):
                raise UnreadableAnswer("The answer says that more rows follow, but the next page has the same rows.")
            return


def _page_after(last: Page, fetch: Callable[[int], Page], wanted: int, base: int, seen: int) -> tuple[Page, int]:
    """Return the page after `last`, and what is added to its number in requests.

    The page is empty where it is refused and can be taken for one after the end: where the total is reached, or where fewer than
    _DEEP rows were seen. Where it is broken, both are required.
    """
    try:
        found = fetch(wanted + base)
        if base == 0 and (found.number == wanted - 1 or found.rows == last.rows):
            base = 1
            found = fetch(wanted + base)
    except Forbidden:
        raise
    except (Refused, Broken) as error:
        reasons = (last.total_elements is not None, isinstance(error, Refused), seen < _DEEP)
        if _announces_more(last, seen) or sum(reasons) < len(reasons) - 1:
            raise
        return Page((), last.envelope), base
    return found, base


def _announces_more(found: Page, seen: int) -> bool:
    return found.follows or (found.total_elements is not None and seen < found.total_elements)


def _expect(found: Page, wanted: int, base: int) -> None:
    if found.number not in {None, wanted, wanted + base}:
        raise UnreadableAnswer(f"Page {wanted} was requested, but the service returned page {found.number}.")
