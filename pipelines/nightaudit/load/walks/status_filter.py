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
        """Whether the filter is honoured, under the first of its names under which it is."""
        for name in (self._statuses.parameter, *self._statuses.otherwise):
            self.parameter = name
            if self._chooses():
                return True
        self.parameter = self._statuses.parameter
        return False

    def _chooses(self) -> bool:
        """Where a status that nobody knows is taken for none, a known one may choose yet."""
        self.requests += 1
        try:
            if honours(self._lister, self._behaviour, {self.parameter: NO_STATUS}):
                return True
        except ServiceFailed as error:
            if error.status != BROKEN:
                raise
            self.breaks = True
            return True
        unasked = self._first_page(1).rows
        for status in self.values:
            try:
                rows = self._first_page(1, status).rows
            except Forbidden:
                raise
            except Refused:
                return True
            shows_it = all(status in statuses_of(row) for row in rows)
            if rows != unasked and (shows_it or self._first_page(1).rows == unasked):  # or nothing moved meanwhile
                return True
        return False

    def is_ignored_for(self, window: Window) -> bool:
        """Whether the first page of a status is what the list shows unasked: then the status is taken for none."""
        unasked = self._first_page(window.size, sort=self._behaviour.sort)
        return (*unasked.rows, self._behaviour.total_of(unasked)) == (*window.rows, window.total)

    def _first_page(self, size: int, status: str = "", sort: str | None = None) -> Page:
        self.requests += 1
        asked: dict[str, Any] = {self.parameter: status} if status else {}
        return self._lister(page=self._behaviour.page_number(0), size=size, sort=sort, **asked)

    def unknown(self, error: ServiceFailed) -> bool:
        """Whether this answer to a status means that the service does not know it."""
        return self.breaks and error.status == BROKEN
