"""A list endpoint in memory that changes between requests, by seed, and can misbehave in every known way."""

from __future__ import annotations

import bisect
import functools
import hashlib
import random
import threading
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from nightaudit.client.busy import Broken
from nightaudit.client.page import Envelope, Page
from nightaudit.errors import NotFound, Refused
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pages.probe import probe
from nightaudit.load.walks.listing import Listing
from nightaudit.load.walks.walk import Walk


class _Id(msgspec.Struct):
    id: int | str


_decode = msgspec.json.Decoder(_Id).decode


@functools.cache
def _shuffled(one: int) -> bytes:
    return hashlib.blake2b(b"%d" % one).digest()


def key(row: bytes) -> int | str:
    return _decode(row).id


def walk_of(
    listing: Any,
    behaviour: Behaviour | None = None,
    *,
    size: int = 50,
    concurrency: int = 1,
    dates: bool = False,
    **given: Any,
) -> Walk:
    """A walk of a list, which is probed first unless its behaviour is given."""
    wanted = Listing(listing, key, size=size, concurrency=concurrency, filters_by_date=dates)
    return Walk(wanted, behaviour or probe(listing, key), **given)


REFUSALS = {"refused": (Refused, 400), "broken": (Broken, 500)}
OF_PAGE_ZERO = REFUSALS | {"not found": (NotFound, 404)}


def _after_the_last(answer: str) -> Page:
    if answer == "no content":
        return Page((), "bare")
    raise {"not found": NotFound, "refused": Refused}[answer]("There is no such page.", status=404)


@dataclass
class Manners:
    """How a service behaves; the defaults follow the document. `behind` is its answer to a page after the last."""

    cap: int = 2000
    over_cap: Literal["clamp", "refuse", "silent"] = "clamp"
    counted_by: Literal["size given", "size asked"] = "size given"  # factor of the page number
    fixed_size: int | None = None
    paged: bool = True
    base: int = 0
    page_zero: Literal["same", "refused", "not found", "broken", "empty"] = "same"
    number: Literal["zero-based", "as asked", "constant", "untold"] = "zero-based"
    envelope: Envelope = "short"
    totals: bool = True
    total_off_by: int = 0
    sorting: Literal["honoured", "ignored", "refused", "broken", "text", "one way", "each page by itself"] = "honoured"
    unsorted: Literal["by id", "shuffled", "at random"] = "by id"
    allowed_sizes: tuple[int, ...] = ()
    other_sizes: Literal["clamped", "refused"] = "clamped"
    stumble: float = 0.0  # share of answers with a wrong page number
    reach: int | None = None  # rows from this offset on are never returned
    counts_reach: bool = False  # whether totals leave out the rows from `reach` on, too
    behind: Literal["empty", "not found", "refused", "no content", "last page", "first page"] = "empty"
    told: Literal["as is", "size of rows", "total of page"] = "as is"


@dataclass
class DriftingList:
    """A list with `drift` events on average between two requests, drawn from `events`, where a kind may occur repeatedly."""

    count: int = 1000
    seed: int = 1
    drift: float = 0.0
    manners: Manners = field(default_factory=Manners)
    text_keys: bool = False
    events: tuple[str, ...] = ("delete", "append", "insert", "hide", "show", "update")
    deletions: int = 1  # adjacent rows that one delete event removes

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.visible = sorted(self.random.sample(range(1, self.count * 3 + 10), self.count))
        self.hidden: list[int] = []
        self.top = self.count * 3 + 10
        self.throughout = set(self.visible)
        self.requests = 0
        self._lock = threading.Lock()

    def begin(self) -> None:
        """Start a walk: from now on track which records stay listed."""
        self.throughout = set(self.visible)
        self.requests = 0

    def lost(self, read: set[Any]) -> set[int]:
        """Records that were listed during all of the time since `begin` and were not read."""
        return self.throughout - {int(one) for one in read}

    def __call__(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        assert not filters
        with self._lock:
            self.requests += 1
            answer = self._answer(page, size, sort)
            self._change()
            return answer

    def _answer(self, page: int, size: int, sort: str | None) -> Page:
        ways = self.manners
        if sort and ways.sorting in REFUSALS:
            kind, status = REFUSALS[ways.sorting]
            raise kind("No property to sort by.", status=status)
        if sort and sort.endswith(",desc") and ways.sorting == "one way":
            raise Refused("No such direction.", status=400)
        if page < ways.base and ways.page_zero in OF_PAGE_ZERO:
            kind, status = OF_PAGE_ZERO[ways.page_zero]
            raise kind("Page index must not be less than one.", status=status)
        asked, size = size, self._given(size)
        ids = self._ordered(sort)
        page = self._in_place_of(page, len(ids), size)
        offset = max(page - ways.base, 0) * (asked if ways.counted_by == "size asked" else size)
        if not ways.paged:
            offset = 0
        chosen = ids[offset : offset + size] if ways.reach is None else ids[offset : min(offset + size, ways.reach)]
        if page < ways.base and ways.page_zero == "empty":
            chosen = []
        chosen = self._in_page(chosen, sort)
        if not chosen and page > ways.base and ways.behind != "empty":
            return _after_the_last(ways.behind)
        told = asked if ways.over_cap == "silent" else size
        number = {"zero-based": max(page - ways.base, 0), "as asked": page, "constant": 0, "untold": None}[ways.number]
        if self.random.random() < ways.stumble:
            number = 77
        bare = ways.envelope == "bare"
        count = min(len(ids), ways.reach or len(ids)) if ways.counts_reach else len(ids)
        total = len(chosen) if ways.told == "total of page" else count + ways.total_off_by
        return Page(
            tuple(self._row(one) for one in chosen),
            ways.envelope,
            None if bare else number,
            None if bare else len(chosen) if ways.told == "size of rows" else told,
            None if bare or not ways.totals else total,
            None,
        )

    def _given(self, size: int) -> int:
        """The size of the pages that are returned for the size asked for."""
        ways = self.manners
        if size > ways.cap:
            if ways.over_cap == "refuse":
                raise Refused("Size is too large.", status=400)
            size = ways.cap
        if ways.allowed_sizes and size not in ways.allowed_sizes:
            if ways.other_sizes == "refused":
                raise Refused("Size is not allowed.", status=400)
            size = max((one for one in ways.allowed_sizes if one < size), default=ways.allowed_sizes[0])
        return ways.fixed_size or size

    def _in_place_of(self, page: int, count: int, size: int) -> int:
        """The page that is returned for the page asked for, which may be after the last."""
        base, behind = self.manners.base, self.manners.behind
        if behind not in {"last page", "first page"} or page <= base or (page - base) * size < count:
            return page
        return base + max(count - 1, 0) // size if behind == "last page" else base

    def _ordered(self, sort: str | None) -> list[int]:
        ways = self.manners
        if sort is None or ways.sorting in {"ignored", "each page by itself"}:
            if ways.unsorted == "by id":
                return self.visible
            if ways.unsorted == "at random":
                return self.random.sample(self.visible, len(self.visible))
            return sorted(self.visible, key=_shuffled)
        ids = sorted(self.visible, key=str) if ways.sorting == "text" or self.text_keys else self.visible
        return ids[::-1] if sort.endswith(",desc") else ids

    def _in_page(self, chosen: list[int], sort: str | None) -> list[int]:
        if sort is None or self.manners.sorting != "each page by itself":
            return chosen
        return sorted(chosen, key=str if self.text_keys else int, reverse=sort.endswith(",desc"))

    def _row(self, one: int) -> bytes:
        return b'{"id":"%d"}' % one if self.text_keys else b'{"id":%d}' % one

    def _change(self) -> None:
        times = int(self.drift) + (self.random.random() < self.drift % 1)
        for _ in range(times):
            getattr(self, "_" + self.random.choice(self.events))()

    def _place(self) -> int:
        """A random position, in half of the cases near the beginning, so that rows not yet read move."""
        where = self.random.random()
        return int((where * where if self.random.random() < 0.5 else where) * len(self.visible))

    def _delete(self) -> None:
        place = self._place()
        for one in self.visible[place : place + self.deletions]:
            self.throughout.discard(one)
        del self.visible[place : place + self.deletions]

    def _append(self) -> None:
        self.top = max([self.top, *self.visible[-1:]]) + 1
        self.visible.append(self.top)

    def _insert(self) -> None:
        one = self.random.randrange(1, self.top)
        at = bisect.bisect_left(self.visible, one)
        if one not in self.hidden and (at == len(self.visible) or self.visible[at] != one):
            self.visible.insert(at, one)

    def _hide(self) -> None:
        if self.visible:
            one = self.visible.pop(self._place())
            self.hidden.append(one)
            self.throughout.discard(one)

    def _show(self) -> None:
        if self.hidden:
            bisect.insort(self.visible, self.hidden.pop(self.random.randrange(len(self.hidden))))

    def _update(self) -> None:
        """Do nothing: a change of content moves no row in a list sorted by id."""
