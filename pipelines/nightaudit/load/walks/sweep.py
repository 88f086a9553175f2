"""Reads a list page after page, from its first page to the last or back, and finds out where it ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import Refused, UnprovenWalk
from nightaudit.load.pages.lister import Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nightaudit.load.pages.window import Key, Window
    from nightaudit.load.walks.strategy import Reading

_MOST_PAGES = 100_000  # of a list that states no total
_MOST_STALE = 60  # pages in a row without a record that is new in this reading


def sweep(reading: Reading, *, backwards: bool = False) -> Iterator[Window]:
    """Read page after page, up to the first that is empty, or that is short and reaches the total (if one is stated).

    After a short page before the total, offsets do not say how many rows were read, so only an empty or repeated page is the end.
    A refused page after a short one is the end, too, whatever the total says: its window is empty, and `refused`.
    Raises Contradiction where two pages in a row hold the same records, UnprovenWalk where the list does not end.
    """
    reader, _, ahead, size = reading
    ahead.cancel()
    asked, total, stale = 0, None, 0
    before: Sequence[Key] = ()
    cut = ended = False  # whether a page before the total was short, and whether the last page reached the total
    met: set[Key] = set()
    last: Window | None = None
    most = _MOST_PAGES
    while True:
        while not ahead.full and (not len(ahead) or (total is not None and asked * size < total)):
            ahead.ask(partial(reader.read, asked, size, backwards=backwards))
            asked += 1
        last = window = _next(reading, last, backwards=backwards)
        if window.rows and window.keys == before:
            if ended:
                return
            raise Contradiction("Two successive pages have the same records.", "end")
        if not window.offset:
            reader.check_empty(window)
        before = window.keys
        stale = stale + 1 if met.issuperset(before) else 0
        met.update(before)
        yield window
        if total is None and window.total is not None:
            most = 60 + 4 * (window.total // size)
        total = window.total
        if total is not None and window.rows and window.offset >= total:
            most = _MOST_PAGES  # the total is capped: some services count no further than 10,000
        _check_budget(window.offset // size, most, stale)
        ended = window.short and (total is None or window.end >= total)
        if not window.rows or (ended and not cut):
            ahead.cancel()
            return
        cut |= window.short


def _check_budget(pages: int, most: int, stale: int) -> None:
    """Raise UnprovenWalk where so many pages, or so many `stale` ones in a row, show that the list does not end."""
    if pages >= most:
        raise UnprovenWalk(
            f"The list did not end after {most} pages: it grows as fast as it is read.",
            hint="Run the command again when the service is less busy.",
        )
    if stale >= _MOST_STALE:
        raise UnprovenWalk(
            f"The list does not end: {stale} pages in a row repeat records of the pages before.",
            hint="Report it to the vendor: no load can read such a list completely.",
        )


def _next(reading: Reading, last: Window | None, *, backwards: bool) -> Window:
    """Return the window after `last`. Where it is refused, and `last` was short, it is read once more as the end of the list."""
    try:
        return reading.ahead.next()
    except Refused:
        if last is None or not last.short:
            raise
        reading.ahead.cancel()
        reading.reader.end_at(last.end)
        return reading.reader.read(last.offset // last.size + 1, last.size, backwards=backwards)


def downwards(reading: Reading, pages: int) -> Iterator[Window]:
    """Read the pages from the last to the first: a deletion moves records forwards, to pages that are still to be read."""
    reader, _, ahead, size = reading
    ahead.cancel()
    left = pages
    while left or len(ahead):
        while left and not ahead.full:
            left -= 1
            ahead.ask(partial(reader.read, left, size))
        yield ahead.next()
