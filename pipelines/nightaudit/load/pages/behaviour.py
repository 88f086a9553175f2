"""How one list endpoint of this service pages, sizes and sorts its rows, as the probe found out."""

from dataclasses import dataclass
from typing import Any, Literal

from nightaudit.client.page import Envelope, Page
from nightaudit.load.pages.lister import Lister

Order = Literal["ascending", "text", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """How a list numbers its pages (not shown).

    paged          False where every page number answers the same rows
    page_base      number of the first page in requests: 0, 1, or None with too few rows to decide
    zero_is_first  whether a request for page 0 answers the first page; some services that count from 1 do that, too
    echo_base      value of `number` on the first page; None where it is absent or cannot be trusted
    """

    paged: bool
    page_base: int | None
    zero_is_first: bool
    echo_base: int | None

    def page_number(self, index: int) -> int:
        """Return the page number to request for page `index`, counted from 0; 0 for the first page wherever that works."""
        return 0 if index == 0 and self.zero_is_first else index + (self.page_base or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour(Numbering):
    """How a list behaves where the document is silent, as `probe` found out; includes how its pages are numbered.

    envelope       the shape of its pages
    max_size       largest page size that proved to work (not shown); the one fixed size where size_honoured is False
    size_honoured  whether any size up to max_size is answered as requested
    size_echoed    whether `size` repeats the requested size
    totals         whether the total on a page counts the rows of the list, not those of the page
    sort           `sort` parameter for ascending ids; None where sorting is refused or ignored
    sort_back      `sort` parameter for descending ids; None where that did not prove to work
    order          order of the rows with `sort`: ids ascending as numbers (or strings), as text, or in no known order
    only_size      page size to send in every request, because pages of one row are refused; None where any size is answered
    grown          whether the list had a second row; with fewer, size and total cannot be interpreted
    """

    envelope: Envelope
    max_size: int
    size_honoured: bool
    size_echoed: bool
    totals: bool
    sort: str | None
    sort_back: str | None
    order: Order
    only_size: int | None = None
    grown: bool = True

    def request_size(self, rows: int) -> int:
        """Return the page size to send where `rows` rows are wanted."""
        return self.only_size or rows

    def ask(self, lister: Lister, index: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        """Request page `index`, from 0, of `size` rows where the list answers such pages. Raises ApiError."""
        return lister(page=self.page_number(index), size=self.request_size(size), sort=sort, **filters)

    def total_of(self, page: Page) -> int | None:
        """Return the number of rows of the list that this page states; None where it is absent or cannot be trusted."""
        return page.total_elements if self.totals else None
