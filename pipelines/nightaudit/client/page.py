"""Reads every list envelope into a Page of unchanged records, and iterates over the pages of a list without looping for ever."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import msgspec

from nightaudit.client import exact
from nightaudit.errors import Forbidden, NotFound, Refused, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Envelope = Literal["full", "short", "bare", "embedded"]
T = TypeVar("T")
_ROUND_SIZES = (1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1)


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


def first_page(fetch: Callable[[int], Page]) -> tuple[Page, int]:
    """Return the first page of a list, and its number in requests: 0 or 1.

    The document does not show the number; 0 is observed. Page 1 is requested too where page 0 is refused, or has no rows
    although no total says that the list is empty. A page 0 that reports its number as 1 means that the service counts from one.
    Raises what `fetch` raises for page 0 unless page 1 is answered.
    """
    try:
        found = fetch(0)
    except Forbidden:
        raise
    except Refused as error:
        try:
            return fetch(1), 1
        except Refused:
            raise error from None
    if not found.rows and found.total_elements != 0:
        try:
            second = fetch(1)
        except Refused:
            return found, 0
        if second.rows:
            return second, 1
    return found, int(found.number == 1)


def every_page(fetch: Callable[[int], Page], *, first: int, size: int) -> Iterator[Page]:
    """Yield pages from `first` (zero-based) until the totals are reached, or a page is short or empty.

    A service counts pages from one when its answer to the second request repeats the first page, by its rows or its number;
    from then on page numbers are sent one-based. A list that repeats its page after that (a bare array without pages) ends
    there. Raises UnreadableAnswer when the service returns another page than the requested one, or repeats a page that says
    that rows follow it.
    """
    wanted = first
    found, base = first_page(fetch) if first == 0 else (fetch(first), 0)
    while found.rows:
        _expect(found, wanted, base)
        yield found
        if _is_last(found, wanted, size):
            return
        last, wanted = found, wanted + 1
        found = fetch(wanted + base)
        if base == 0 and (found.number == wanted - 1 or found.rows == last.rows):
            base = 1
            found = fetch(wanted + base)
        _expect(found, wanted, base)
        if found.rows == last.rows:
            if found.follows:
                raise UnreadableAnswer("The answer says that more rows follow, but the next page has the same rows.")
            return


def _expect(found: Page, wanted: int, base: int) -> None:
    if found.number not in {None, wanted, wanted + base}:
        raise UnreadableAnswer(f"Page {wanted} was requested, but the service returned page {found.number}.")


def _is_last(found: Page, number: int, size: int) -> bool:
    effective = found.size or size
    if found.total_pages is not None:
        return number + 1 >= found.total_pages
    if found.total_elements is not None:
        return (number + 1) * effective >= found.total_elements
    return len(found.rows) < effective and not found.follows
