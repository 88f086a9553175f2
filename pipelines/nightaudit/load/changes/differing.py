"""Finds the few records by which our count of a selection and the service's differ, by bisection instead of a whole walk."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from nightaudit.errors import Refused, ServiceFailed
from nightaudit.load.pages.listing import BROKEN
from nightaudit.load.pages.window import ascends, rank_of
from nightaudit.load.walks.newest import Unsuitable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.window import Key, KeyOf

MOST_DIFFERING = 20
"""Differences looked for in one selection; with more a whole walk is due."""
SPREAD = 4
"""Places all over a selection, the last among them, that have to agree once the differences are found: counts may by accident."""


class Differing:
    """Compares one selection of a list, sorted by id, with what we hold of it; `find` does it all.

    belongs  whether a row is of the selection: a service that ignores the filter is not taken at its word

    Where our row at one place is the service's, and the next is not, the lesser of the two next ones is missing on the other
    side. Wrong findings are possible where the list moves meanwhile: the caller asks for each record, and counts again.
    """

    def __init__(
        self,
        lister: Lister,
        key: KeyOf,
        behaviour: Behaviour,
        filters: Mapping[str, Any],
        belongs: Callable[[bytes], bool],
    ) -> None:
        self._lister, self._key, self._filters, self._belongs = lister, key, dict(filters), belongs
        self._behaviour = behaviour
        self._rows: dict[int, bytes] = {}
        self._places: dict[Key, int] = {}  # where the service lists the record that follows one it does not list

    @property
    def requests(self) -> int:
        """How many rows `find` asked for, one each."""
        return len(self._rows)

    def find(self, ours: Iterable[Key], total: int) -> tuple[list[Key], list[bytes]]:
        """Our keys that the service does not list, and its rows that we lack. Raises Unsuitable, ApiError."""
        held = sorted(ours, key=self._rank)
        if self._behaviour.sort is None or abs(len(held) - total) > MOST_DIFFERING:
            raise Unsuitable(f"the service counts {total} records where we hold {len(held)}")
        unlisted: list[Key] = []
        lacking: list[bytes] = []
        while len(held) != total:
            place = self._first_difference(held, total)
            row = self._row(place) if place < total else None
            if row is None or (place < len(held) and self._rank(held[place]) < self._rank(self._key(row))):
                unlisted.append(held.pop(place))
                self._places[unlisted[-1]] = place
            else:
                lacking.append(row)
                held.insert(place, self._key(row))
            if len(unlisted) + len(lacking) > MOST_DIFFERING:
                raise Unsuitable("too many records differ")
        if any(
            self._key(self._row(place)) != held[place] for place in range(total - 1, -1, -(-(-total // SPREAD) or 1))
        ):
            raise Unsuitable("as many records are listed as we hold, and they are others")
        return unlisted, lacking

    def window_without(self, one: Key) -> str | None:
        """What one page shows on both sides of the place where a key that `find` gave as unlisted would stand.

        A page is one answer, in order: nothing else is listed between two rows that it shows side by side. None where it
        does not show that, because the list moved. One request. Raises as `find` does.
        """
        place = self._places[one]
        size = next((size for size in range(2, place + 2) if place % size), 1)  # so that no page begins at the place
        index = place // size
        page = self._page(index, size)
        keys = [self._key(row) for row in page.rows]
        ranks, rank = [*map(self._rank, keys)], self._rank(one)
        if page.size not in {None, size} or len(keys) > size or not ascends(ranks) or rank in ranks:
            return None
        behind = bisect_left(ranks, rank)
        end = index * size + len(keys)
        if (not behind and index) or (behind == len(keys) and (page.total_elements != end or len(keys) == 0)):
            return None
        first = f"id {keys[behind - 1]}" if behind else "the beginning"
        return f"{first} and {f'id {keys[behind]}' if behind < len(keys) else 'the end'}"

    def _first_difference(self, held: list[Key], total: int) -> int:
        """A place where the two differ, while they agree at the one before."""
        same, differs = -1, min(len(held), total)
        while differs - same > 1:
            middle = (same + differs) // 2
            if self._key(self._row(middle)) == held[middle]:
                same = middle
            else:
                differs = middle
        return differs

    def _row(self, place: int) -> bytes:
        if place not in self._rows:
            page = self._page(place, 1)
            if len(page.rows) != 1 or not self._belongs(page.rows[0]):
                raise Unsuitable("the list moved while it was compared")
            self._rows[place] = page.rows[0]
        return self._rows[place]

    def _page(self, index: int, size: int) -> Page:
        found = self._behaviour
        try:
            return self._lister(page=found.page_number(index), size=size, sort=found.sort, **self._filters)
        except (Refused, ServiceFailed) as error:
            if isinstance(error, ServiceFailed) and error.status != BROKEN:
                raise
            raise Unsuitable(error.message) from error

    def _rank(self, key: Key) -> Any:
        return rank_of(self._behaviour.order, [key])[0]
