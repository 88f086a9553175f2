"""Finds out whether a list hides records as long as no dates are asked for (not shown), such as those of the past."""

from __future__ import annotations

import contextlib
import datetime
from typing import TYPE_CHECKING

from nightaudit.client.retry import Broken
from nightaudit.errors import ApiError, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Key, KeyOf
    from nightaudit.load.streams.stream import DateFilters

ALL = ("1970-01-01", "2099-12-31")
"""Two dates between which all records are, as far as they have dates."""
_DAYS_AWAY = (-1100, -735, -370, -190, 190, 370, 735)
"""Where four weeks begin that are asked for if the service refuses dates far apart, in days from today."""
_FOUR_WEEKS = datetime.timedelta(days=27)


def between_all(names: DateFilters) -> dict[str, str]:
    """Return the date filters of a list for ALL dates, by their wire names."""
    return dict(zip(names, ALL, strict=True))


class Undated:
    """A list as a walk without dates has read it; `hides_records` says whether it hides records that dates bring.

    lister, behaviour  as the walk used them
    names              wire names of the date filters
    met                keys of the records that the walk met, of all statuses
    total              number of rows of the list without filters, as the walk found it; None where pages state none
    selections         the filters of the statuses that the service knows; it may hide statuses only where no dates are asked for
    """

    def __init__(
        self,
        lister: Lister,
        behaviour: Behaviour,
        names: DateFilters,
        *,
        key: KeyOf,
        met: Sequence[Key],
        total: int | None,
        selections: Sequence[Mapping[str, str]] = (),
        size: int,
    ) -> None:
        self._lister, self._behaviour, self._names = lister, behaviour, names
        self._key, self._met, self._size = key, met, size
        self._total, self._selections = total, selections

    def hides_records(self, today: datetime.date) -> bool:
        """Return whether the list hides records. Where the date filters are refused, the answer is no. Raises ApiError."""
        try:
            if self._total is None or self._total > len(self._met):  # perhaps it counts the hidden records, too
                return self._shows_others()
            return self._counts_more(self._total)
        except ApiError:  # a service may also fail to answer for dates far apart
            return self._shows_others_far_from(today)

    def _count(self, filters: Mapping[str, str]) -> int:
        return self._behaviour.total_of(self._behaviour.ask(self._lister, 0, 1, **filters)) or 0

    def _counts_more(self, shown: int) -> bool:
        """Return whether more records are counted between two dates far apart than without dates, also within a status.

        It takes one request, and more where the list has grown.
        """
        dates = between_all(self._names)

        def hides(filters: Mapping[str, str]) -> bool:
            dated, undated = self._count({**filters, **dates}), self._count(filters)
            return min(dated, self._count({**filters, **dates})) > undated  # records may come or go meanwhile

        found = self._count(dates) > shown and hides({})
        return found and (not self._selections or any(map(hides, self._selections)))

    def _first(self, filters: Mapping[str, str]) -> set[Key]:
        """Return the keys on the first page."""
        page = self._behaviour.ask(self._lister, 0, self._size, self._behaviour.sort, **filters)
        return {self._key(row) for row in page.rows}

    def _shows_others(self) -> bool:
        """Return whether the first page between two dates far apart shows records that neither the walk nor the first page shows.

        Those that the first page without dates shows would be new.
        """
        dates = between_all(self._names)
        others = self._first(dates).difference(self._met)
        return bool(others and (others & self._first(dates)) - self._first({}))

    def _shows_others_far_from(self, today: datetime.date) -> bool:
        """Return whether four weeks far from today show only records that the walk did not meet."""
        with contextlib.suppress(Refused, Broken):
            for days in _DAYS_AWAY:
                first = today + datetime.timedelta(days)
                ends = (first.isoformat(), (first + _FOUR_WEEKS).isoformat())
                dates = dict(zip(self._names, ends, strict=True))
                found = self._first(dates)
                if found and found.isdisjoint(self._met) and self._first(dates):
                    return True
        return False
