"""The order in which lists are committed, one part after another, so that a late kill costs little."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from nightaudit.client.client import Client
    from nightaudit.load.outage import Outage
    from nightaudit.load.streams import Stream

LONG_ROWS = 20_000
"""A list of so many rows is a part of its own; shorter ones share one, because every commit takes a moment."""
SAMPLED_ROWS = 20
"""What a page is asked for that is to tell how long a list is, and little more."""


def parts(
    client: Client, streams: Sequence[Stream], whole: Collection[str], outage: Outage
) -> tuple[list[Stream], list[Stream]]:
    """The streams in the order they are committed in: first all short lists together, then each long one.

    Of these the one of most text comes first: one is committed while the next is read, and nothing is read beside the last.
    Only lists in `whole`, those that this load will read whole, can be long: one request each asks for their totals.
    """

    def size(stream: Stream) -> tuple[int, int]:
        """Rows, and bytes if all are as long as a few of them."""
        if stream.name not in whole:
            return 0, 0
        try:
            with outage.asking():
                # A long list has a page 1 wherever pages are counted from, and some services refuse page 0.
                page = client.page(stream.list, page=1, size=SAMPLED_ROWS)
        except NightauditError as error:  # its reader will say so
            outage.note(error)
            return 0, 0
        rows = page.total_elements or 0
        return rows, rows * sum(map(len, page.rows)) // max(len(page.rows), 1)

    with ThreadPoolExecutor(client.settings.concurrency) as pool:
        sizes = dict(zip(streams, pool.map(size, streams), strict=True))
    short = [stream for stream in streams if sizes[stream][0] < LONG_ROWS]
    long = sorted((stream for stream in streams if sizes[stream][0] >= LONG_ROWS), key=lambda stream: -sizes[stream][1])
    return short, long
