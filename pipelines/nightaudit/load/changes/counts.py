"""Asks the service how many records a list has, and how many of each status."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import Refused
from nightaudit.load.changes.refusals import unsuitable_where_refused
from nightaudit.load.hidden.status_filter import StatusFilter
from nightaudit.load.pages.read_ahead import ReadAhead
from nightaudit.load.pages.rows import statuses_of
from nightaudit.load.pages.stamps import Unsuitable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.streams.stream import Stream


class Counts:
    """Asks the service for its counts of one list.

    All methods raise ApiError, and Unsuitable where the service refuses, breaks, or answers with what cannot be a count.
    """

    def __init__(self, lister: Lister, stream: Stream, behaviour: Behaviour, *, concurrency: int) -> None:
        self._filter = StatusFilter(lister, behaviour, stream.statuses) if stream.statuses else None
        self._lister, self._stream, self._behaviour, self._concurrency = lister, stream, behaviour, concurrency

    def page(self, index: int, size: int, sort: str | None = None) -> Page:
        """Return one page of the list, without a status filter."""
        with unsuitable_where_refused():
            return self._behaviour.ask(self._lister, index, size, sort)

    def require_count(self, total: int) -> None:
        """Raise Unsuitable unless the last page ends at its own total: a total that counts other records, too, proves nothing."""
        size = next((size for size in range(2, total + 2) if total % size), 2)  # so that the last page is short
        index = total // size
        page = self.page(index, size)
        if index * size + len(page.rows) != page.total_elements:
            raise Unsuitable("the total is not the number of records, or the list changed meanwhile")

    def of_statuses(self, statuses: Sequence[str | None]) -> dict[str | None, int]:
        """Return how many records show each status (all records for None); statuses that it does not know are left out."""
        totals: dict[str | None, int] = {}
        with ReadAhead[int | Refused](self._concurrency) as ahead:
            for status in statuses:
                ahead.ask(partial(self._total, status))
            for status in statuses:
                total = ahead.next()
                if isinstance(total, Refused):
                    self.require_unknown(total)
                else:
                    totals[status] = total
        return totals

    def require_unknown(self, error: Refused) -> None:
        """Raise Unsuitable unless this refusal of a status means that the service does not know it."""
        if not (self._filter and self._filter.means_unknown(error)):
            raise Unsuitable(error.message) from error

    def _total(self, status: str | None) -> int | Refused:
        """Return how many records show a status (all records for None), or the refusal of that status."""
        with unsuitable_where_refused():
            try:
                page = self._behaviour.ask(self._lister, 0, 1, **self._stream.filter_by(status))
            except Refused as error:
                return error
        if page.total_elements is None or (status and any(status not in statuses_of(row) for row in page.rows)):
            raise Unsuitable("the status filter is ignored, or there is no total")
        return page.total_elements
