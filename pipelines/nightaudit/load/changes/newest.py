"""Incremental reads: newest first by the records' modified stamp, back to the records that earlier loads have read.

The stamp is our assumption (not shown), and a service may not maintain it reliably. So a list is read this way only where its
pages prove to be sorted by the stamp; afterwards we must have as many records of every status as the service counts; and a
complete walk every WHOLE_EVERY loads audits the result.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.load.pages.records import Records
from nightaudit.load.pages.stamps import FIELD, Unsuitable, stamp_of
from nightaudit.load.pages.window import Window
from nightaudit.load.walks.overlap import plan

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Mapping

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import KeyOf
    from nightaudit.load.walks.certificate import Tally

_MOST_BACK = 8
_MOST_TURNS = 8  # returns to the first page in a row that each brought something new
_TOO_FAST = "the list changes faster than it can be read"


class _SameStamp(NamedTuple):
    """A group of records with the same stamp, which stand side by side in the list.

    first  offset of the first of them
    total  total of the list on the page that showed the first
    """

    stamp: datetime.datetime
    first: int
    total: int | None


class NewestFirst:
    """Reads the records of one selection (`filters`) that were modified since `since`; iterate it for batches of records.

    Each window must share a record with the one before; where it does not, rows have moved towards the front, and the walk
    steps back. Records modified meanwhile move to the front, so the first page is read again until it brings nothing new, up to
    eight times. A record comes again only in a newer version.

    Afterwards `total` is the number of records that the service counts in the selection. Raises Unsuitable, ApiError.
    """

    def __init__(
        self,
        lister: Lister,
        behaviour: Behaviour,
        since: datetime.datetime,
        tally: Tally,
        *,
        key: KeyOf,
        size: int,
        filters: Mapping[str, Any],
    ) -> None:
        if not (behaviour.paged and behaviour.size_honoured and behaviour.totals):
            raise Unsuitable("pages have a fixed size or no totals")
        self._lister, self._key, self._filters, self._size = lister, key, dict(filters), size
        self._behaviour, self._since, self._tally = behaviour, since, tally
        self._seen: dict[Any, datetime.datetime] = {}
        self._group: _SameStamp | None = None  # the last in the window before
        self.total = 0
        self._requests = 0

    def __iter__(self) -> Iterator[Records]:
        """Read the selection; can be done once."""
        yield from self._read_back()
        if self._requests == 1:  # a single query: nothing can have moved meanwhile
            return
        for _ in range(_MOST_TURNS):  # records that have moved to the front meanwhile
            window, stamps = self._read(0, self._size)
            fresh = self._take(window, stamps)
            if not fresh:
                return
            yield fresh
            yield from self._read_back()
        raise Unsuitable(_TOO_FAST)

    def _read_back(self) -> Iterator[Records]:
        """Read windows from the front, up to a stamp before `since`, or a window whose records were all seen in earlier calls."""
        need = furthest = backs = 0
        seen_before, self._group = set(self._seen), None
        while True:
            window, stamps = self._read(*plan(need, self._size))
            joins = window.offset == 0 or any(key in self._seen for key in window.keys)
            if not joins:
                backs += 1
                if backs > _MOST_BACK:
                    raise Unsuitable(_TOO_FAST)
                need = max(0, need - 2**backs)
                self._tally.step_backs += 1
                continue
            fresh = self._take(window, stamps)
            if self._may_have_missed(window, stamps):
                raise Unsuitable("records with the same stamp change their order from page to page")
            yield fresh
            reached = not stamps or stamps[-1] < self._since or window.short
            if reached or (seen_before and seen_before.issuperset(window.keys)):
                return
            if window.end - 1 <= need:
                raise Unsuitable(f"pages of up to {self._size} rows cannot overlap at row {need}")
            need = window.end - 1
            if need > furthest:  # the first page joins always, also where the pages after it never do
                furthest, backs = need, 0

    def _may_have_missed(self, window: Window, stamps: list[datetime.datetime]) -> bool:
        """Return whether a record may have been missed in a group of the same stamp that began in an earlier window.

        The order within such a group is undefined, and may differ from page to page. The group occupies consecutive offsets, so
        we must have met as many records of it as there are offsets from its first to its last. If not, or if the total changed,
        a record may be missing.
        """
        group = self._group
        if group and group.first < window.offset:
            end = window.offset + len(stamps) - [*reversed(stamps), group.stamp].index(group.stamp)
            met = sum(stamp == group.stamp for stamp in self._seen.values())
            if window.total != group.total or met != end - group.first:
                return True
        if stamps and not (group and group.stamp == stamps[-1]):
            self._group = _SameStamp(stamps[-1], window.offset + stamps.index(stamps[-1]), window.total)
        return False

    def _take(self, window: Window, stamps: list[datetime.datetime]) -> Records:
        """Return the records modified since `since`, except those already handed on with the same stamp."""
        self._tally.note(window)
        self.total = window.total or 0
        fresh = window.records.only(
            [
                stamp >= self._since and self._seen.get(key) != stamp
                for key, stamp in zip(window.keys, stamps, strict=True)
            ]
        )
        self._seen.update(zip(window.keys, stamps, strict=True))
        return fresh

    def _read(self, index: int, size: int) -> tuple[Window, list[datetime.datetime]]:
        """Return one window and the stamps of its rows.

        Raises Unsuitable where it has no total, is not sorted by stamp, or is another page than the requested one.
        """
        self._requests += 1
        page = self._behaviour.ask(self._lister, index, size, f"{FIELD},desc", **self._filters)
        times = [stamp_of(row) for row in page.rows]
        if page.total_elements is None:
            raise Unsuitable("the list has no total")
        first_number = self._behaviour.echo_base
        is_another = first_number is not None and page.number not in {None, index + first_number}
        if is_another or (page.rows and index * size >= page.total_elements):
            raise Unsuitable("the service returned another page than the requested one")
        if any(later > earlier for earlier, later in itertools.pairwise(times)):
            raise Unsuitable(f"the list is not sorted by {FIELD}")
        records = Records.of(page, self._key)
        window = Window(index * size, size, records, records.keys, page.total_elements)
        if window.short and window.end < page.total_elements:
            raise Unsuitable(f"{size} rows per page were requested, but {len(times)} came")
        return window, times
