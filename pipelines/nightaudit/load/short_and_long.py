"""Decides which lists are committed together: short lists jointly, long lists singly, so that a killed load can be resumed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from nightaudit.load.reader import StreamReader

LONG_ROWS = 5_000
"""From so many new rows on, lists are committed while others are still read; fewer rows wait, because each commit takes time."""


def short_and_long(
    readers: Sequence[StreamReader], whole: Collection[str], concurrency: int
) -> tuple[list[StreamReader], list[StreamReader]]:
    """Return the readers of short lists, and those of long lists (LONG_ROWS), the longest in bytes first.

    whole  names of the lists that this load will read completely. Only these can be long; they are probed here.

    Each long list is committed while the next one is read, so the last one should be short: nothing is read during its commit.
    """
    probed = [reader for reader in readers if reader.name in whole]
    with ThreadPoolExecutor(concurrency) as pool:
        extents = dict(
            zip((reader.name for reader in probed), pool.map(lambda reader: reader.extent(), probed), strict=True)
        )
    long = [reader for reader in probed if extents[reader.name].rows >= LONG_ROWS]
    short = [reader for reader in readers if reader not in long]
    return short, sorted(long, key=lambda reader: -extents[reader.name].bytes)
