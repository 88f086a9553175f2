"""How a list's status filter takes what it is asked for: which statuses a service knows is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.errors import Forbidden, Refused, ServiceFailed
from nightaudit.load.pages.listing import BROKEN
from nightaudit.load.pages.probe import honours
from nightaudit.load.pages.rows import statuses_of

if TYPE_CHECKING:
    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.window import Window
    from nightaudit.load.streams.stream import Statuses

NO_STATUS = "NO_SUCH_STATUS"
COMPARED_ROWS = 100
"""So many show whether asking by name chooses: a single row shows a status by chance."""


class StatusFilter:
    """Asks a list by the name of a status, where `chooses` has found that this shows other rows than it shows unasked.

    parameter  wire name of the filter, found by `chooses`
    values     the statuses to ask for by name
    requests   spent on finding out, by all methods
    breaks     whether the service answers 500 to a status that it does not know, where others refuse it
    """

    def __init__(self, lister: Lister, behaviour: Behaviour, statuses: Statuses) -> None:
        self.requests, self.breaks, self.parameter = 0, False, statuses.parameter
        self.values = statuses.values
        self._lister, self._behaviour, self._statuses = lister, behaviour, statuses

    def chooses(self) -> bool:
        """Whether the filter is honoured, under the first of its names under which it is.

        One that shows nothing of a status that nobody knows may be refused by its name, or the list may show nothing anyway:
        where it has other names, one that brings a record is sought, and where none does, the first that may be is taken.
        """
        perhaps = ""
        for name in (self._statuses.parameter, *self._statuses.otherwise):
            self.parameter = name
            if not self._shows_none():
                if self._chooses():
                    return True
            elif not self._statuses.otherwise or self._brings_any():
                return True
            else:
                perhaps = perhaps or name
        self.parameter = perhaps or self._statuses.parameter
        return bool(perhaps)

    def _brings_any(self) -> bool:
        """Whether any status that is asked for by name brings a record."""
        for status in self.values:
            try:
                if self._first_page(1, status).rows:
                    return True
            except Forbidden:
                raise
            except Refused:
                continue
            except ServiceFailed as error:
                if not self.unknown(error):
                    raise
        return False

    def _shows_none(self) -> bool:
        """Whether asking for a status that nobody knows shows no record, or is refused."""
        self.requests += 1
        try:
            return honours(self._lister, self._behaviour, {self.parameter: NO_STATUS})
        except ServiceFailed as error:
            if error.status != BROKEN:
                raise
            self.breaks = True
            return True

    def _chooses(self) -> bool:
        """Where a status that nobody knows is taken for none, a known one may choose yet."""
        unasked = self._first_rows()
        for status in self.values:
            try:
                rows = self._first_rows(status)
            except Forbidden:
                raise
            except Refused:
                return True
            if rows != unasked and self._is_choice(status, rows, unasked):
                return True
        return False

    def _is_choice(self, status: str, rows: list[bytes], unasked: list[bytes]) -> bool:
        """Whether other rows come by the name of this status, not by chance, and not because the list moved meanwhile.

        Of a list that comes in another order each time, a page that happens to show one status alone would tell so.
        """
        if _all_show(status, rows) and not (unasked and _all_show(status, unasked)):
            return _all_show(status, self._first_rows(status))
        return self._behaviour.order != "unknown" and self._first_rows() == unasked

    def is_ignored_for(self, window: Window) -> bool:
        """Whether the first page of a status is what the list shows unasked: then the status is taken for none.

        Of a list in no known order that has more than a page, the totals tell.
        """
        unasked = self._first_page(window.size, sort=self._behaviour.sort)
        total = self._behaviour.total_of(unasked)
        if self._behaviour.order != "unknown":
            return (*unasked.rows, total) == (*window.rows, window.total)
        is_part = total is not None and len(unasked.rows) < total
        return total == window.total and (is_part or sorted(unasked.rows) == sorted(window.rows))

    def _first_rows(self, status: str = "") -> list[bytes]:
        """The rows of a first page in an order of our own."""
        return sorted(self._first_page(min(COMPARED_ROWS, self._behaviour.max_size), status).rows)

    def _first_page(self, size: int, status: str = "", sort: str | None = None) -> Page:
        self.requests += 1
        asked: dict[str, Any] = {self.parameter: status} if status else {}
        return self._lister(page=self._behaviour.page_number(0), size=size, sort=sort, **asked)

    def unknown(self, error: ServiceFailed) -> bool:
        """Whether this answer to a status means that the service does not know it."""
        return self.breaks and error.status == BROKEN


def _all_show(status: str, rows: list[bytes]) -> bool:
    return all(status in statuses_of(row) for row in rows)
