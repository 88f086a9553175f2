"""Reads every list envelope into a Page of unchanged records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from nightaudit.client import exact
from nightaudit.errors import UnreadableAnswer

Envelope = Literal["full", "short", "bare", "embedded"]


class _PageNumbers(msgspec.Struct, rename="camel"):
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    number: int | None = None


class _Wire(_PageNumbers, rename="camel"):
    content: list[msgspec.Raw] | msgspec.UnsetType | None = msgspec.UNSET
    page: _PageNumbers | None = None
    embedded: dict[str, list[msgspec.Raw]] | None = msgspec.field(name="_embedded", default=None)
    number_of_elements: int | None = None
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
    follows         whether a flag, a cursor or a link says that rows follow this page
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
                "The answer is not a page of a list: it is not an array, and has neither `content` nor `_embedded`"
                f" with rows{_others(body)}."
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
            wire.follows,
        )

    def is_followed(self, place: int) -> bool:
        """Return whether the answer says that rows follow it: by `follows` or by its number, which is `place` if not stated."""
        number = place if self.number is None else self.number
        return self.follows or number + 1 < (self.total_pages or 0)


def _others(body: bytes) -> str:
    """Name the fields that an object has, which say whether it is a message, or has its rows elsewhere."""
    try:
        stated = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    except exact.UNREADABLE:
        return ""
    names = ", ".join(filter(str.isidentifier, stated))
    return f", but {names[:200]}" if names else ""


def _numbers(numbers: _PageNumbers) -> _PageNumbers:
    """Return the numbers of a page; a negative number means "not counted" (our assumption, not shown) and becomes None."""
    return _PageNumbers(
        *(
            None if number is None or number < 0 else number
            for number in (numbers.size, numbers.total_elements, numbers.total_pages, numbers.number)
        )
    )


def _embeds_none(wire: _Wire, numbers: _PageNumbers) -> bool:
    """Return whether the answer embeds no list, has no `content`, and no total that could contradict that.

    An `_embedded` without a list says so, and so do the links, number and size of a page: HAL leaves out an empty `_embedded`.
    """
    if wire.content is not msgspec.UNSET or numbers.total_elements is not None:
        return False
    is_page = wire.page is not None and isinstance(wire.links, dict) and None not in (numbers.number, numbers.size)
    return wire.embedded == {} or (wire.embedded is None and is_page)


def _counts_none(numbers: _PageNumbers) -> bool:
    """Return whether a page's numbers say that the page is empty: the list is empty, or the page is after the last one."""
    if numbers.total_elements is None:
        return False
    number, pages = numbers.number, numbers.total_pages
    return numbers.total_elements == 0 or (number is not None and pages is not None and number >= pages)
