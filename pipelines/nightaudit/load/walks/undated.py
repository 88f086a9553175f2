"""Finds out whether a list hides records as long as no dates are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Key, KeyOf
    from nightaudit.load.streams.stream import DateFilters

_ALL = ("1970-01-01", "2099-12-31")


def hides_without_dates(
    lister: Lister, behaviour: Behaviour, names: DateFilters, shown: int, selections: Sequence[Mapping[str, str]]
) -> bool:
    """Return whether a list hides records where no dates are asked for, such as those of the past (not shown).

    shown       total of the list without filters, as a walk found it
    selections  the filters of the statuses that the service knows; it may hide statuses only where no dates are asked for

    A list hides some if it counts more records between two dates far apart than without dates, also within one of the selections.
    It takes one request, and more where the list has grown. Where one of them is refused, or fails, the answer is no.
    """
    dates = dict(zip(names, _ALL, strict=True))

    def count(filters: Mapping[str, str]) -> int:
        return behaviour.total_of(lister(page=behaviour.page_number(0), size=1, **filters)) or 0

    def hides(filters: Mapping[str, str]) -> bool:
        dated, undated = count({**filters, **dates}), count(filters)
        return min(dated, count({**filters, **dates})) > undated  # records may come or go meanwhile

    try:
        return count(dates) > shown and hides({}) and (not selections or any(map(hides, selections)))
    except ApiError:
        return False


def shows_others_with_dates(
    lister: Lister, behaviour: Behaviour, names: DateFilters, key: KeyOf, met: Iterable[Key], size: int
) -> bool:
    """Return whether a list without totals hides records where no dates are asked for, as far as one page shows that.

    met  keys of the records that a walk met, of all statuses

    It hides some if its first page between two dates far apart shows records that the walk did not meet, and that the first page
    without dates does not show either: those would be new. Where a request is refused, or fails, the answer is no.
    """
    dates = dict(zip(names, _ALL, strict=True))

    def first(**filters: str) -> set[Key]:
        page = lister(page=behaviour.page_number(0), size=size, sort=behaviour.sort, **filters)
        return {key(row) for row in page.rows}

    try:
        others = first(**dates).difference(met)
        return bool(others and (others & first(**dates)) - first())
    except ApiError:
        return False
