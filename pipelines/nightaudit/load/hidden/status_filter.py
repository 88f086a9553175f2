"""Finds out whether and how a list honours its status filter. Which statuses a service knows is "not shown"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.pages.lister import Contradiction
from nightaudit.load.pages.rows import statuses_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.page import Page
    from nightaudit.errors import ApiError
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Window
    from nightaudit.load.streams.stream import Statuses

NO_STATUS = "NO_SUCH_STATUS"
COMPARED_ROWS = 100
"""Rows to compare when finding out whether the filter is honoured: a single row may have the status by chance."""


class StatusFilter:
    """The status filter of one list, and whether the service honours it.

    parameter  wire name of the filter, found by `is_honoured`
    values     the statuses to ask for by name
    unasked    those that the list hides where no status is asked for, by the document or as observed
    """

    def __init__(self, lister: Lister, behaviour: Behaviour, statuses: Statuses) -> None:
        self.parameter, self.values, self.unasked = statuses.parameter, statuses.values, statuses.unasked
        self._refusals: dict[str, int | None] = {}  # of NO_STATUS, by name of the filter; None where it was not refused
        self._lister, self._behaviour, self._statuses = lister, behaviour, statuses
        self._sort = behaviour.sort
        self._counts_others = False  # whether totals count records of other statuses, too

    def behaviour(self, unasked: Behaviour) -> Behaviour:
        """Return how the list behaves where a status is asked for; without one it behaves as `unasked`.

        It is not sorted where the service ignores the filter in a sorted list, and has no totals where these count records of
        other statuses.
        """
        if self._sort is None:
            unasked = replace(unasked, sort=None, sort_back=None, order="unknown")
        return replace(unasked, totals=unasked.totals and not self._counts_others)

    def total_of(self, window: Window) -> int | None:
        """Return how many records a status has, as its first page states; None where that counts others, too, or nothing.

        A first page without records that states some counts others, and so do those of all statuses from then on.
        """
        self._counts_others |= bool(window.total and not window.rows and not window.skipped)
        return None if window.total is None or self._counts_others else max(window.total, window.end)

    def is_honoured(self, asked: Mapping[str, Callable[[], Window]]) -> bool:
        """Find out whether the service honours the filter, and under which of its names (`parameter`).

        asked  by status, what returns its first page, which is sorted, and was asked for under the first name

        No rows for a status that does not exist are a proof only where the filter has a single name: otherwise the name itself
        may be refused, or the list may be empty anyway. So a name is sought under which some status brings a record. Where
        there is none, the first name that may be honoured is taken.
        """
        perhaps, first_sort = "", self._sort
        for name in (self._statuses.parameter, *self._statuses.otherwise):
            self.parameter = name
            if not self._brings_none_sorted_or_not():
                if self._selects_known():
                    return True
                continue
            is_as_asked = name == self._statuses.parameter and self._sort == first_sort
            if not self._statuses.otherwise or self._brings_any(asked if is_as_asked else {}):
                return True
            perhaps = perhaps or name
        self.parameter = perhaps or self._statuses.parameter
        return bool(perhaps)

    def _brings_any(self, asked: Mapping[str, Callable[[], Window]]) -> bool:
        """Return whether asking for any status by name brings a record.

        Raises ServiceFailed where none does, and the service failed for one: that one may have records.
        """
        failed: ServiceFailed | None = None
        for status in self.values:
            try:
                if (asked[status]() if asked else self._first_page(1, status)).rows:
                    return True
            except (Refused, Contradiction):
                continue
            except ServiceFailed as error:
                if not self.means_unknown(error):
                    failed = failed or error
        if failed:
            raise failed
        return False

    def _brings_none_sorted_or_not(self) -> bool:
        """Return whether asking for a status that does not exist brings no record, or is refused, sorted or else unsorted."""
        if self.brings_none():
            return True
        sort, self._sort = self._sort, None
        if sort is not None and self.brings_none():
            return True
        self._sort = sort
        return False

    def brings_none(self) -> bool:
        """Return whether asking for a status that does not exist brings no record, or is refused. Raises ApiError."""
        self._refusals[self.parameter] = None
        try:
            page = self._first_page(1, NO_STATUS)
        except (Refused, Broken) as error:
            self._refusals[self.parameter] = error.status
            return True
        self._counts_others = not page.rows and bool(self._behaviour.total_of(page))
        return not page.rows  # rows decide, because a total may be wrong

    def _selects_known(self) -> bool:
        """Return whether the filter selects rows of any known status, although it is ignored for one that does not exist."""
        unasked = self._first_rows()
        for status in self.values:
            try:
                rows = self._first_rows(status)
            except Refused:
                return True
            if rows != unasked and self._is_selection(status, rows, unasked):
                return True
        return False

    def _is_selection(self, status: str, rows: list[bytes], unasked: list[bytes]) -> bool:
        """Return whether `rows` differ from the `unasked` ones because of the filter, not by chance or a change of the list.

        Where all rows show the status, they are read a second time: in a list whose order changes with each request, a single
        page may show only one status by chance.
        """
        if _all_show(status, rows) and not (unasked and _all_show(status, unasked)):
            return _all_show(status, self._first_rows(status))
        return self.behaviour(self._behaviour).order != "unknown" and self._first_rows() == unasked

    def is_ignored_for(self, status: str, window: Window) -> bool:
        """Return whether the first page of a status equals that of the unfiltered list: then the service ignores the filter.

        Where no row shows the status, both pages are read again if they differ: the list may have changed in between.
        """
        rows, total = window.rows, window.total
        for again in (True, True, False):
            unasked = self._first_page(window.size)
            if self._are_equal(unasked, rows, total):
                return True
            if not again or any(status in statuses_of(row) for row in rows):
                break
            page = self._first_page(window.size, status)
            rows, total = page.rows, self._behaviour.total_of(page)
        return False

    def _are_equal(self, unasked: Page, rows: Sequence[bytes], total: int | None) -> bool:
        """Return whether two first pages are equal, by their totals in a list of unknown order with more than one page."""
        total_unasked = self._behaviour.total_of(unasked)
        if self.behaviour(self._behaviour).order != "unknown":
            return (*unasked.rows, total_unasked) == (*rows, total)
        is_part = total_unasked is not None and len(unasked.rows) < total_unasked
        return total_unasked == total and (is_part or sorted(unasked.rows) == sorted(rows))

    def _first_rows(self, status: str = "") -> list[bytes]:
        """Return the rows of a first page, sorted, so that two pages can be compared whatever their order."""
        return sorted(self._first_page(min(COMPARED_ROWS, self._behaviour.max_size), status).rows)

    def _first_page(self, size: int, status: str = "") -> Page:
        """Read a first page as walks do, sorted or not: some services ignore the filter only in one of the two cases."""
        asked: dict[str, Any] = {self.parameter: status} if status else {}
        return self._behaviour.ask(self._lister, 0, size, self._sort, **asked)

    def means_unknown(self, error: ApiError) -> bool:
        """Return whether this error means that the service does not know the requested status: it answers NO_STATUS so, too.

        A missing right (Forbidden) never means that; a 500 only where NO_STATUS was asked for before.
        """
        if isinstance(error, Forbidden):
            return False
        if self.parameter not in self._refusals and isinstance(error, Refused):
            self._brings_none_sorted_or_not()
        return error.status is not None and self._refusals.get(self.parameter) == error.status


def _all_show(status: str, rows: list[bytes]) -> bool:
    return all(status in statuses_of(row) for row in rows)
