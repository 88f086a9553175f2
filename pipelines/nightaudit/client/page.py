"""Every list envelope becomes one Page of untouched records; from page to page, to the end and never for ever."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from nightaudit.client import exact
from nightaudit.errors import Forbidden, Refused, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Envelope = Literal["full", "short", "bare", "embedded"]


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


_object = msgspec.json.Decoder(_Wire, strict=False)  # numbers may be written as texts (our assumption)
_array = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(frozen=True, slots=True)
class Page:
    """One answer of a list endpoint.

    rows            the records as the JSON text they came in, byte for byte
    envelope        which of the four shapes it came in
    number          zero-based page number as the service reports it; None in a bare list
    size            page size as the service reports it (its own limit may be below what was asked); None in a bare list
    total_elements  matching records over all pages, None where not told
    total_pages     pages at that size, None where not told
    answer          all of it as `exact.check` read it: an Arrow table, or None
    """

    rows: tuple[bytes, ...]
    envelope: Envelope
    number: int | None = None
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    answer: Any = field(default=None, compare=False, repr=False)

    @classmethod
    def read(cls, body: bytes) -> Page:
        """Read any of the four envelopes: full and short as documented, bare list and `_embedded` as observed.

        Rows may be left out (as `_embedded` is of an empty list by custom) or null where the page's own numbers say that there
        are none. Raises UnreadableAnswer for anything else, an envelope without rows where rows should be included, and a
        count that contradicts the rows: never an empty page by mistake.
        """
        start = body.lstrip()[:1]
        try:
            if start == b"[":
                return cls(tuple(map(bytes, _array.decode(body))), "bare")
            wire = _object.decode(body)
        except exact.UNREADABLE as error:
            raise UnreadableAnswer(f"The list answer is not readable: {error}.") from error
        numbers = _numbers(wire.page or wire)
        envelope: Envelope = "embedded" if wire.content is msgspec.UNSET else "short" if wire.page else "full"
        if wire.content:
            rows = wire.content
        elif wire.content is msgspec.UNSET and wire.embedded and len(wire.embedded) == 1:
            rows = next(iter(wire.embedded.values()))
        elif wire.content == [] or (not wire.embedded and _is_behind(numbers)) or _has_none(wire, numbers):
            rows = []
        else:
            raise UnreadableAnswer("The list answer has neither `content`, nor `_embedded`, nor is it an array.")
        if wire.number_of_elements is not None and wire.number_of_elements != len(rows):
            raise UnreadableAnswer(f"The page says {wire.number_of_elements} elements and holds {len(rows)}.")
        return cls(
            tuple(map(bytes, rows)),
            envelope,
            numbers.number,
            numbers.size,
            numbers.total_elements,
            numbers.total_pages,
        )


def _numbers(numbers: _PageNumbers | _Wire) -> _PageNumbers:
    """The numbers of a page; a negative one stands for not counted (our assumption, not shown)."""
    return _PageNumbers(
        *(
            None if number is None or number < 0 else number
            for number in (numbers.size, numbers.total_elements, numbers.total_pages, numbers.number)
        )
    )


def _has_none(wire: _Wire, numbers: _PageNumbers) -> bool:
    """Whether an `_embedded` without a list in it stands alone, and no number of the page says otherwise."""
    return wire.content is msgspec.UNSET and wire.embedded == {} and numbers.total_elements is None


def _is_behind(numbers: _PageNumbers) -> bool:
    """Whether a page's numbers say that it is empty: it belongs to an empty list, or stands behind the last page."""
    if numbers.total_elements is None:
        return False
    number, pages = numbers.number, numbers.total_pages
    return numbers.total_elements == 0 or (number is not None and pages is not None and number >= pages)


def first_page(fetch: Callable[[int], Page]) -> tuple[Page, int]:
    """The first page of a list, and the number that stands for it in a request: 0 or 1.

    Which of them is not shown; 0 is observed. Where 0 is refused, or answered without rows though nothing says that there are
    none, 1 is asked for, too; one that is said to be number 1 counts from one. Raises what `fetch` raises for page 0 unless
    page 1 is answered.
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
    """Pages from `first` (zero-based) until the totals are reached, or a page is short or empty.

    A service that answers the second page asked for with the first one, or says that it is, counts from one, and is asked so
    from there on. A list that then answers the same page again (a bare array that knows no pages) ends there. Raises
    UnreadableAnswer when another page comes than the one asked for.
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
            return


def _expect(found: Page, wanted: int, base: int) -> None:
    if found.number not in {None, wanted, wanted + base}:
        raise UnreadableAnswer(f"Page {wanted} was asked for and page {found.number} came.")


def _is_last(found: Page, number: int, size: int) -> bool:
    effective = found.size or size
    if found.total_pages is not None:
        return number + 1 >= found.total_pages
    if found.total_elements is not None:
        return (number + 1) * effective >= found.total_elements
    return len(found.rows) < effective
