"""How one list endpoint of this service really behaves, as the probe found it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

import msgspec

from nightaudit.client.page import Envelope, Page

Order = Literal["ascending", "text", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """How a list numbers its pages (not shown).

    paged          False where every page holds the same rows, whatever page is asked for
    page_base      number of the first page in requests: 0, 1, or None with too few rows to tell
    zero_is_first  page 0 answers the first page, on a service that counts from 0 or from 1
    echo_base      what `number` says on the first page; None where it is not told or not to be trusted
    """

    paged: bool
    page_base: int | None
    zero_is_first: bool
    echo_base: int | None

    def page_number(self, index: int) -> int:
        """What to ask for to get page `index`, counted from 0; the first one is page 0 wherever that works."""
        return 0 if index == 0 and self.zero_is_first else index + (self.page_base or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour(Numbering):
    """What the document does not show about a list, found by asking (`probe`); and how its pages are numbered.

    envelope       the shape of its pages
    max_size       most rows a page that proved to work (not shown); the one fixed size where size_honoured is False
    size_honoured  whether any size up to max_size is answered as asked
    size_echoed    whether `size` repeats the size that was asked for
    totals         whether pages tell how many rows there are, and not how many they hold themselves
    sort           what to send for ascending ids; None where sorting is refused or ignored
    sort_back      what to send for descending ids, where that proved to work
    order          how rows come with `sort`: ids ascending as numbers (or strings), as text, or in no known order
    grown          whether there was a second row: fewer do not tell what sizes and totals mean
    requests       what finding out took
    """

    envelope: Envelope
    max_size: int
    size_honoured: bool
    size_echoed: bool
    totals: bool
    sort: str | None
    sort_back: str | None
    order: Order
    grown: bool = True
    requests: int = field(default=0, compare=False)

    def total_of(self, page: Page) -> int | None:
        """How many rows the list has, as this page tells it; None where it does not, or is not to be trusted."""
        return page.total_elements if self.totals else None

    def as_dict(self) -> dict[str, Any]:
        """Give a JSON-ready dictionary, so that it can be kept between runs."""
        return asdict(self)

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Self:
        """Read the behaviour kept by `as_dict`; raises msgspec.ValidationError when it is of another version."""
        return msgspec.convert(dict(kept), cls, strict=True)
