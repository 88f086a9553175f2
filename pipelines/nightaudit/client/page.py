"""Every list envelope becomes one Page of untouched records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from nightaudit.errors import UnreadableAnswer

Envelope = Literal["full", "short", "bare", "embedded"]


class _PageNumbers(msgspec.Struct, rename="camel"):
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None
    number: int | None = None


class _Wire(msgspec.Struct, rename="camel"):
    content: list[msgspec.Raw] | None = None
    page: _PageNumbers | None = None
    embedded: dict[str, list[msgspec.Raw]] | None = msgspec.field(name="_embedded", default=None)
    number: int | None = None
    size: int | None = None
    number_of_elements: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None


_object = msgspec.json.Decoder(_Wire)
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
    """

    rows: tuple[bytes, ...]
    envelope: Envelope
    number: int | None = None
    size: int | None = None
    total_elements: int | None = None
    total_pages: int | None = None

    @classmethod
    def read(cls, body: bytes) -> Page:
        """Read any of the four envelopes: full and short as documented, bare list and `_embedded` as observed.

        Raises UnreadableAnswer for anything else, an envelope without rows where rows should be included,
        and a count that contradicts the rows: never an empty page by mistake.
        """
        start = body.lstrip()[:1]
        try:
            if start == b"[":
                return cls(tuple(bytes(row) for row in _array.decode(body)), "bare")
            wire = _object.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableAnswer(f"The list answer is not readable: {error}.") from error
        if wire.content is not None:
            numbers: Any = wire.page or wire
            envelope: Envelope = "short" if wire.page else "full"
            rows = wire.content
        elif wire.embedded is not None and len(wire.embedded) == 1:
            numbers, envelope, rows = wire.page or wire, "embedded", next(iter(wire.embedded.values()))
        else:
            raise UnreadableAnswer("The list answer has neither `content`, nor `_embedded`, nor is it an array.")
        if wire.number_of_elements is not None and wire.number_of_elements != len(rows):
            raise UnreadableAnswer(f"The page says {wire.number_of_elements} elements and holds {len(rows)}.")
        return cls(
            tuple(bytes(row) for row in rows),
            envelope,
            numbers.number,
            numbers.size,
            numbers.total_elements,
            numbers.total_pages,
        )
