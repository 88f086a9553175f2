"""Reads what is below one record (a list, or one record), and whether the reading is proven complete."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.client.operation import Pages
from nightaudit.client.paging import SMALLEST_CAP, largest_page
from nightaudit.errors import Forbidden, NotFound, Refused
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.rows import FLAT, child_id, may_be_of
from nightaudit.load.walks.listing import Listing
from nightaudit.load.walks.walk import Walk

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Key
    from nightaudit.load.streams.stream import Child
    from nightaudit.load.summary import StreamSummary

_AGAIN = b"\0"
"""Mark on a row with the text of an earlier row; JSON text cannot contain it."""


class BelowReader:
    """Reads what is below each parent of one child stream; counts the requests in `summary`.

    above  how the list of the parents behaves, None if unknown: gives the number of the first page, and whether totals are true
    """

    def __init__(self, client: Client, child: Child, summary: StreamSummary, above: Behaviour | None) -> None:
        self._client, self._operation, self._summary = client, child.operation, summary
        self._is_parent = bool(
            child.adds
        )  # whether the operation answers with the parent, which must not state another key
        self._first_page = above.page_number(0) if above else 0
        self._totals = above is None or above.totals
        self._size = client.settings.page_size  # rows a page
        self._longest = 0  # rows of the longest page so far, see `_is_complete`

    def read(self, parent: str) -> tuple[tuple[bytes, ...], bool]:
        """Return all rows below a parent, and whether they are proven to be all. Raises ApiError. Called from threads.

        One page is enough where its total agrees, where it is short and the page after it shows no more, or with no row on it and
        those beside it; else the list is read by a walk.
        """
        if not isinstance(self._operation, Pages):
            own = parent.removeprefix(FLAT)
            with self._summary.counting(self._client.statistics):
                one = self._client.raw_or_none(self._operation, own, check=may_be_of(own) if self._is_parent else None)
            return (() if one is None else (one,)), True

        def lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            with self._summary.counting(self._client.statistics):
                return self._client.page(self._operation, parent, page=page, size=size, sort=sort, **filters)

        def marking_lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            return _marked(lister(page, size, sort, **filters))

        first, size = self._first(lister)
        if first.number in {None, 0, 1} and (
            self._is_complete(first, size, lister) or self._is_empty(first, size, lister)
        ):
            return first.rows, True
        ids = [child_id(row) for row in first.rows]
        key = _text if len(set(ids)) < len(ids) else _id_or_text
        behaviour = probe(lister, key, ceiling=size)
        # A page is one answer, so no row stands on it twice because it moved: rows of equal text are different rows.
        listing = Listing(marking_lister if key is _text else lister, key, size=size, concurrency=1)
        walk = Walk(listing, behaviour)
        rows = tuple(row.rstrip(_AGAIN) for batch in walk for _, row in batch)
        return rows, walk.certificate.complete

    def _first(self, lister: Lister) -> tuple[Page, int]:
        """Return the first page and its requested size. These lists may number their pages otherwise than the list above."""
        number = self._first_page
        try:
            return self._largest(lister, number)
        except Refused as refusal:
            if isinstance(refusal, Forbidden | NotFound):
                raise
            found = probe(lister, _id_or_text, ceiling=1).page_number(0)
            if found == number:
                raise
            self._first_page = found
            return self._largest(lister, found)

    def _largest(self, lister: Lister, number: int) -> tuple[Page, int]:
        """Return a page and its size as requested, from now on the largest that the service does not refuse."""
        page, size = largest_page(lambda size: lister(number, size), self._size)
        self._size = min(size, self._size)  # another thread may have found a smaller one meanwhile
        return page, size

    def _is_empty(self, page: Page, size: int, lister: Lister) -> bool:
        """Return whether this first page is empty, and so is the page after it, and page 0, which may be the list's first."""
        if page.rows or page.total_elements:
            return False
        try:
            return not any(lister(number, size).rows for number in {0, self._first_page + 1} - {self._first_page})
        except Refused:
            return False

    def _is_complete(self, page: Page, asked: int, lister: Lister) -> bool:
        """Return whether no row can follow this first page: it has fewer rows than fit, and exactly its total.

        Where it does not state how many fit, it is empty, or a longer page came before. A bare array states no total, either: if
        another machine of the service, with shorter pages, may have cut it, the page after it must show no more.
        """
        rows = len(page.rows)
        shorter, self._longest = rows < self._longest, max(self._longest, rows)
        fits = shorter or not rows if page.size is None else rows < min(asked, page.size)
        if page.envelope == "bare":
            return fits and (rows < SMALLEST_CAP or self._shows_no_more(page, asked, lister))
        return fits and self._totals and page.total_elements == rows

    def _shows_no_more(self, page: Page, size: int, lister: Lister) -> bool:
        """Return whether the page after this first page has no rows, or the same ones, as where page numbers are ignored.

        Some services break after the end of a list; a walk would break there, too.
        """
        try:
            return lister(self._first_page + 1, size).rows in {(), page.rows}
        except Broken:
            return True
        except Refused:
            return False


def _id_or_text(row: bytes) -> Key:
    own = child_id(row)
    return _text(row) if own is None else own


def _text(row: bytes) -> str:
    """Return the key of a row without an `id`: its complete text."""
    return row.decode()


def _marked(page: Page) -> Page:
    """Return the page with marks on each row whose text an earlier row has, so that all texts differ."""
    met, rows = Counter[bytes](), list[bytes]()
    for row in page.rows:
        rows.append(row + met[row] * _AGAIN)
        met[row] += 1
    return replace(page, rows=tuple(rows))
