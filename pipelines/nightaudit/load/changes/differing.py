"""Finds, by bisection instead of a full walk, the few records in which our copy of a selection and the service's list differ."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from nightaudit.load.changes.refusals import unsuitable_where_refused
from nightaudit.load.pages.stamps import Unsuitable
from nightaudit.load.pages.window import ascends, ranks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from nightaudit.client.page import Page
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Key, KeyOf

MOST_DIFFERING = 20
"""Most differences looked for in one selection; more need a full walk."""
SPREAD = 4
"""Places, spread over a selection and including its last, that must agree afterwards: equal counts may be an accident."""


class Differing:
    """Compares one selection of a list, sorted by id, with the records that we store of it. Call `find`.

    belongs  whether a row is part of the selection: a service may ignore the filter

    Where our row at one place equals the service's and the next one does not, the smaller of the two next ids is missing on the
    other side. A list that moves meanwhile can cause wrong findings, so the caller asks for each record and counts again.
    """

    def __init__(
        self,
        lister: Lister,
        behaviour: Behaviour,
        filters: Mapping[str, Any],
        belongs: Callable[[bytes], bool],
        *,
        key: KeyOf,
    ) -> None:
        self._key = key
        self._lister, self._behaviour, self._filters, self._belongs = lister, behaviour, dict(filters), belongs
        self._rows: dict[int, bytes] = {}
        self._kind: type | None = None  # of the first id: numbers and texts cannot be compared
        self._places: dict[Key, int] = {}  # by unlisted key: the place where its successor is listed

    def find(self, ours: Iterable[Key], total: int) -> tuple[list[Key], list[bytes]]:
        """Return our keys that the service does not list, and its rows that we lack. Raises Unsuitable, ApiError."""
        ids = sorted(map(self._of_one_kind, ours), key=self._rank)  # changed step by step into the service's list
        if self._behaviour.sort is None or abs(len(ids) - total) > MOST_DIFFERING:
            raise Unsuitable(f"the service counts {total} records, but {len(ids)} are stored")
        unlisted: list[Key] = []
        lacking: list[bytes] = []
        while len(ids) != total:
            place = self._first_difference(ids, total)
            row = self._row(place) if place < total else None
            if row is None or (place < len(ids) and self._rank(ids[place]) < self._rank(self._key(row))):
                unlisted.append(ids.pop(place))
                self._places[unlisted[-1]] = place
            else:
                lacking.append(row)
                ids.insert(place, self._key(row))
            if len(unlisted) + len(lacking) > MOST_DIFFERING:
                raise Unsuitable("too many records differ")
        if any(
            self._key(self._row(place)) != ids[place] for place in range(total - 1, -1, -(-(-total // SPREAD) or 1))
        ):
            raise Unsuitable("the service lists as many records as are stored, but not the same ones")
        return unlisted, lacking

    def window_without(self, key: Key) -> str | None:
        """Return the neighbours, on one page, of the place where `key` would stand; `key` is one that `find` gave as unlisted.

        A page is one sorted answer, so no other record is listed between two adjacent rows of the page. None where the page
        does not show this, because the list moved. One request. Raises as `find` does.
        """
        place = self._places[key]
        size = next((size for size in range(2, place + 2) if place % size), 1)  # so that no page begins at the place
        index = place // size
        page = self._page(index, size)
        keys = [self._key(row) for row in page.rows]
        ranks, rank = [*map(self._rank, map(self._of_one_kind, keys))], self._rank(key)
        if page.size not in {None, size} or len(keys) > size or not ascends(ranks) or rank in ranks:
            return None
        successor = bisect_left(ranks, rank)  # index within the page
        end = index * size + len(keys)
        if (not successor and index) or (successor == len(keys) and (page.total_elements != end or len(keys) == 0)):
            return None
        before = f"id {keys[successor - 1]}" if successor else "the beginning"
        return f"{before} and {f'id {keys[successor]}' if successor < len(keys) else 'the end'}"

    def _first_difference(self, ids: list[Key], total: int) -> int:
        """Return a place where our ids and the service's rows differ while they agree at the place before it."""
        same, differs = -1, min(len(ids), total)
        while differs - same > 1:
            middle = (same + differs) // 2
            if self._key(self._row(middle)) == ids[middle]:
                same = middle
            else:
                differs = middle
        return differs

    def _row(self, place: int) -> bytes:
        if place not in self._rows:
            page = self._page(place, 1)
            if len(page.rows) != 1 or not self._belongs(page.rows[0]):
                raise Unsuitable("the list changed while it was compared")
            self._of_one_kind(self._key(page.rows[0]))
            self._rows[place] = page.rows[0]
        return self._rows[place]

    def _page(self, index: int, size: int) -> Page:
        with unsuitable_where_refused():
            return self._behaviour.ask(self._lister, index, size, self._behaviour.sort, **self._filters)

    def _of_one_kind(self, key: Key) -> Key:
        """Return the id. Raises Unsuitable where some ids are numbers and some are texts."""
        self._kind = self._kind or type(key)
        if not isinstance(key, self._kind):
            raise Unsuitable("some ids are numbers and some are texts: they have no order")
        return key

    def _rank(self, key: Key) -> Any:
        return ranks_of(self._behaviour.order, [key])[0]
