"""The fast path: newest first by the records' own modified stamp, until what is known begins.

A stamp is our assumption (not shown) and a service may not keep it truthfully. So the path is taken only where the list is seen
to be sorted by it, what was read must leave every status with as many records as the service counts, and a whole walk every
WHOLE_EVERY loads audits it.
"""

from __future__ import annotations

import datetime
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from nightaudit.load.pages.records import Records
from nightaudit.load.pages.window import Window
from nightaudit.load.walks.overlap import plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.window import KeyOf
    from nightaudit.load.walks.certificate import Tally

WHOLE_EVERY = 14
MARGIN = datetime.timedelta(days=2)
"""How far behind the newest known stamp a walk goes back: longer than any load takes, and than two clocks differ."""
FIELD = "lastModifiedDate"
_MOST_BACK = 8
_MOST_TURNS = 8  # to the front, each of which brought something
_TOO_FAST = "the list changes faster than it can be read"


class _Stamp(msgspec.Struct):
    stamp: datetime.datetime | None = msgspec.field(default=None, name=FIELD)


_stamp = msgspec.json.Decoder(_Stamp)


class Unsuitable(Exception):
    """The list cannot be read newest first; the message says why."""


def stamp_of(row: bytes) -> datetime.datetime:
    """The modified stamp of a record, UTC where it names no offset. Raises Unsuitable for a record without one."""
    try:
        stamp = _stamp.decode(row).stamp
    except msgspec.DecodeError as error:
        raise Unsuitable(f"{FIELD} is not a date-time: {error}") from error
    if stamp is None:
        raise Unsuitable(f"not every record carries {FIELD}")
    return stamp if stamp.tzinfo else stamp.replace(tzinfo=datetime.UTC)


def same_stamp(one: bytes | None, other: bytes | None) -> bool:
    """Whether two versions of a record carry the same stamp, although their content differs. None has no stamp."""
    try:
        return one is not None and other is not None and stamp_of(one) == stamp_of(other)
    except Unsuitable:
        return False


def modified_since(row: bytes | None, since: datetime.datetime) -> bool:
    """Whether a record carries a stamp of this moment or a later one. None has no stamp."""
    try:
        return row is not None and stamp_of(row) >= since
    except Unsuitable:
        return False


class _Alike(NamedTuple):
    """Records of one stamp: the place of the first of them, and the total that was told then."""

    stamp: datetime.datetime
    first: int
    total: int | None


class NewestFirst:
    """Reads the records of one selection that were modified since `since`; iterate it for batches, each record once.

    A window joins the one before by sharing a record with it; rows that slid towards the front meanwhile are met by stepping
    back. Records modified while it runs move to the front: the first page is read again until it brings nothing new, up to eight
    times.
    Afterwards `total` says how many records the service counts in the selection. Raises Unsuitable, ApiError.
    """

    def __init__(
        self,
        lister: Lister,
        key: KeyOf,
        behaviour: Behaviour,
        since: datetime.datetime,
        tally: Tally,
        *,
        size: int,
        filters: Mapping[str, Any],
    ) -> None:
        if not (behaviour.paged and behaviour.size_honoured and behaviour.totals):
            raise Unsuitable("pages have a fixed size or no totals")
        self._lister, self._key, self._filters = lister, key, dict(filters)
        self._behaviour, self._since, self._tally = behaviour, since, tally
        self._size = min(size, behaviour.max_size)
        self._seen: dict[Any, datetime.datetime] = {}
        self._alike: _Alike | None = None
        self.total = 0
        self.requests = 0

    def __iter__(self) -> Iterator[Records]:
        """Read once."""
        yield from self._back_to_known()
        if self.requests == 1:  # one query: nothing moved while it was answered
            return
        for _ in range(_MOST_TURNS):  # what moved to the front meanwhile
            window, stamps = self._read(0, self._size)
            fresh = self._take(window, stamps)
            if not fresh:
                return
            yield fresh
            yield from self._back_to_known()
        raise Unsuitable(_TOO_FAST)

    def _back_to_known(self) -> Iterator[Records]:
        need, backs = 0, 0
        known, self._alike = set(self._seen), None
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
            if self._passed_over(window, stamps):
                raise Unsuitable("records of one moment change places from page to page")
            yield fresh
            reached = not stamps or stamps[-1] < self._since or window.short
            if reached or (known and known.issuperset(window.keys)):
                return
            if window.end - 1 <= need:
                raise Unsuitable(f"pages of up to {self._size} rows cannot overlap at row {need}")
            need, backs = window.end - 1, 0

    def _passed_over(self, window: Window, stamps: list[datetime.datetime]) -> bool:
        """Whether a record may have been passed over among those of one stamp that begin in a window before.

        Nothing orders such records, and they may come otherwise on each page. They stand side by side, so as many of them have
        to have been met as there are places from the first to the last. Else, or where the list moved, one may be missing.
        """
        alike = self._alike
        if alike and alike.first < window.offset:
            behind = window.offset + len(stamps) - [*reversed(stamps), alike.stamp].index(alike.stamp)
            met = sum(stamp == alike.stamp for stamp in self._seen.values())
            if window.total != alike.total or met != behind - alike.first:
                return True
        if stamps and not (alike and alike.stamp == stamps[-1]):
            self._alike = _Alike(stamps[-1], window.offset + stamps.index(stamps[-1]), window.total)
        return False

    def _take(self, window: Window, stamps: list[datetime.datetime]) -> Records:
        """Hand on the rows that are new enough and not handed on before in this version."""
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
        self.requests += 1
        page = self._lister(page=self._behaviour.page_number(index), size=size, sort=f"{FIELD},desc", **self._filters)
        times = [stamp_of(row) for row in page.rows]
        if page.total_elements is None:
            raise Unsuitable("the list has no total")
        if any(later > earlier for earlier, later in itertools.pairwise(times)):
            raise Unsuitable(f"the list is not sorted by {FIELD}")
        records = Records.of(page, self._key)
        window = Window(index * size, size, records, records.keys, page.total_elements)
        if window.short and window.end < page.total_elements:
            raise Unsuitable(f"{size} rows a page were asked for and {len(times)} came")
        return window, times
