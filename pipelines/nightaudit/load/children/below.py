"""What stands below one record: a list, or a record, read so that it is known whether it is whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Pages
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.rows import child_id
from nightaudit.load.walks.walk import Walk

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.summary import StreamSummary

_AGAIN = b"\0"
"""What marks a row that reads like one before it; no JSON text holds it."""


class Below:
    """Reads what an operation answers for one parent after the other; its requests are counted in `summary`.

    above  how the list of the parents behaves, where known: what it numbers its pages from, and whether its totals are true
    """

    def __init__(
        self, client: Client, operation: Operation[Any], summary: StreamSummary, above: Behaviour | None
    ) -> None:
        self._client, self._operation, self._summary = client, operation, summary
        self._first_page = above.page_number(0) if above else 0
        self._totals = above is None or above.totals
        self._longest = 0  # rows of the longest bare page so far

    def read(self, parent: str) -> tuple[tuple[bytes, ...], bool]:
        """All rows below a parent, and whether they are proven to be all. Raises ApiError. Called from threads.

        A list is read in one page where its total says so, else by a walk of its own.
        """
        if not isinstance(self._operation, Pages):
            with self._summary.counting(self._client.statistics):
                one = self._client.raw_or_none(self._operation, parent)
            return (() if one is None else (one,)), True

        def lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            with self._summary.counting(self._client.statistics):
                return self._client.page(self._operation, parent, page=page, size=size, sort=sort, **filters)

        def telling_apart(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            return _told_apart(lister(page, size, sort, **filters))

        size = self._client.settings.page_size
        first = lister(self._first_page, size)
        if first.number in {None, 0, 1} and self._whole(first, size):
            return first.rows, True
        ids = [child_id(row) for row in first.rows]
        key = _whole_text if len(set(ids)) < len(ids) else _id_or_text
        behaviour = probe(lister, key, ceiling=size)
        # Where any page is the whole list, rows that read alike are several: none of them has moved.
        several = key is _whole_text and not (behaviour.paged or behaviour.size_honoured)
        walk = Walk(telling_apart if several else lister, key, behaviour, size=size, concurrency=1)
        rows = tuple(row.rstrip(_AGAIN) for batch in walk for _, row in batch)
        return rows, bool(walk.certificate and walk.certificate.complete)

    def _whole(self, page: Page, asked: int) -> bool:
        """Whether nothing can stand behind this first page: fewer rows than a page has, and its total or its kind agrees.

        A bare array tells neither total nor size: it is whole when longer ones came in one page.
        """
        rows = len(page.rows)
        if page.envelope == "bare":
            shorter, self._longest = rows < self._longest, max(self._longest, rows)
            return shorter or not rows
        return self._totals and page.total_elements == rows < min(asked, page.size or asked)


def _id_or_text(row: bytes) -> int | str:
    own = child_id(row)
    return _whole_text(row) if own is None else own


def _whole_text(row: bytes) -> str:
    """What tells rows apart that have no ids of their own."""
    return row.decode()


def _told_apart(page: Page) -> Page:
    """The page with a mark on each row that reads like one before it."""
    met, rows = Counter[bytes](), list[bytes]()
    for row in page.rows:
        rows.append(row + met[row] * _AGAIN)
        met[row] += 1
    return replace(page, rows=tuple(rows))
