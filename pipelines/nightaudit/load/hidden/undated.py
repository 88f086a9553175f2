"""Finds out whether a list hides records as long as no dates are asked for (not shown), such as those of the past."""

from __future__ import annotations

import contextlib
import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.errors import ApiError, Refused
from nightaudit.load.pages.window import ranks_of
from nightaudit.load.streams.stream import DATE_FROM, DATE_TO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nightaudit.load.pages.read_ahead import ReadAhead
    from nightaudit.load.pages.window import Key
    from nightaudit.load.walks.certificate import CertifiedWalk
    from nightaudit.load.walks.listing import Listing

BETWEEN_ALL: dict[str, Any] = {DATE_FROM: "1970-01-01", DATE_TO: "2099-12-31"}
"""Filters by two dates between which all records are, as far as they have dates."""
_DAYS_AWAY = (-1100, -735, -370, -190, 190, 370, 735)
"""Where four weeks begin that are asked for if the service refuses dates far apart, in days from today."""
_FOUR_WEEKS = datetime.timedelta(days=27)


class UndatedList:
    """A list with date filters as a walk without dates reads it; `hides_records` says whether dates bring further records.

    walk  the walk; the service may hide statuses, too, only where no dates are asked for
    """

    def __init__(self, listing: Listing, walk: CertifiedWalk) -> None:
        self._listing, self._walk = listing, walk
        self._count_dated: Callable[[], int] = partial(self._count, BETWEEN_ALL)

    def count_beside(self, ahead: ReadAhead[int]) -> None:
        """Count the records between two dates far apart while the walk begins, not after it, if the list has totals."""
        if self._walk.behaviour.totals:
            self._count_dated = ahead.beside(self._count_dated)

    def hides_records(self, today: datetime.date) -> bool:
        """Return whether the list hides records, once it is walked; no where dates are refused. Raises ApiError."""
        first, last = self._walk.certificate.total_first, self._walk.certificate.total_last
        try:
            if first is None or last is None or last > len(self._walk.ids):  # perhaps it counts the hidden records, too
                return self._shows_others()
            return self._counts_more(min(first, last))
        except ApiError:  # a service may also fail to answer for dates far apart
            return self._shows_others_far_from(today)

    def _count(self, filters: Mapping[str, str]) -> int:
        behaviour = self._walk.behaviour
        return behaviour.total_of(behaviour.ask(self._listing.lister, 0, 1, **filters)) or 0

    def _counts_more(self, shown: int) -> bool:
        """Return whether more records are counted between two dates far apart than without dates, also within a status.

        shown  how many records the list stated when the walk began or ended, whichever is less: the count between dates may be
               as old as either
        """
        selections = self._walk.selections

        def hides(filters: Mapping[str, str]) -> bool:
            dated, undated = self._count({**filters, **BETWEEN_ALL}), self._count(filters)
            return min(dated, self._count({**filters, **BETWEEN_ALL})) > undated  # records may come or go meanwhile

        found = self._count_dated() > shown and hides({})
        return found and (not selections or any(map(hides, selections)))

    def _first(self, filters: Mapping[str, str]) -> set[Key]:
        """Return the keys on the first page."""
        behaviour, size = self._walk.behaviour, min(self._listing.size, self._walk.behaviour.max_size)
        page = behaviour.ask(self._listing.lister, 0, size, behaviour.sort, **filters)
        return {self._listing.key(row) for row in page.rows}

    def _shows_others(self) -> bool:
        """Return whether the first page between two dates far apart shows records that neither the walk nor the first page shows.

        Those that the first page without dates shows would be new.
        """
        others = self._first(BETWEEN_ALL).difference(self._walk.ids)
        return bool(others and (others & self._first(BETWEEN_ALL)) - self._first({}))

    def _shows_others_far_from(self, today: datetime.date) -> bool:
        """Return whether four weeks far from today show records that the walk did not meet, and not because they are new.

        They are not new where others have higher ids; or where the walk met none of the page, if the order is unknown.
        """
        with contextlib.suppress(Refused, Broken):
            for days in _DAYS_AWAY:
                first = today + datetime.timedelta(days)
                dates = {DATE_FROM: first.isoformat(), DATE_TO: (first + _FOUR_WEEKS).isoformat()}
                found = self._first(dates)
                others = found.difference(self._walk.ids)
                if others and (others == found or self._come_before_the_last(others)) and others & self._first(dates):
                    return True
        return False

    def _come_before_the_last(self, keys: Iterable[Key]) -> bool:
        """Return whether any of these keys comes before the last one that the walk met, in the order of the list."""
        order = self._walk.behaviour.order
        met: list[Any] = [*ranks_of(order, self._walk.ids)]
        if order == "unknown" or not met:
            return False
        try:
            return bool(min(ranks_of(order, [*keys])) < max(met))
        except TypeError:  # numbers and texts are mixed
            return False
