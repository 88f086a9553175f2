"""What a load commits together: short lists at once, long ones each for itself, so that a load can go on where it stopped."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from nightaudit.load.pages.extent import LONG_ROWS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from nightaudit.load.reader import StreamReader

MANY_ROWS = 5_000
"""So many new rows are committed while other lists are read; fewer wait for them, because every commit takes a moment."""


def parts(
    readers: Sequence[StreamReader], whole: Collection[str], concurrency: int
) -> tuple[list[StreamReader], list[StreamReader]]:
    """The readers in the order they are committed in: first all of short lists together, then each of a long one.

    Of these the one of most text comes first: one is committed while the next is read, and nothing is read beside the last.
    Only lists in `whole`, those that this load will read whole, can be long: their readers probe them now.
    """
    asked = [reader for reader in readers if reader.name in whole]
    with ThreadPoolExecutor(concurrency) as pool:
        extents = dict(
            zip((reader.name for reader in asked), pool.map(lambda reader: reader.extent(), asked), strict=True)
        )
    long = [reader for reader in asked if extents[reader.name].rows >= LONG_ROWS]
    short = [reader for reader in readers if reader not in long]
    return short, sorted(long, key=lambda reader: -extents[reader.name].bytes)
