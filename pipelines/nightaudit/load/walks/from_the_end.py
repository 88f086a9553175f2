"""Reads a sorted list from its end back to the record that an ascending walk reached, where later pages are not shown.

Let L be the largest id that the ascending walk took: it has read every record up to L (`overlap`). Read in descending order, the
first page holds the last records, and each window that follows shares a record with the one before, so that every record down
to the smallest id taken is read, too. Once that id is at or below L, none is missing in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.load.walks.overlap import plan
from nightaudit.load.walks.strategy import Strategy, Unfit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.load.pages.records import Records
    from nightaudit.load.walks.strategy import Reading

_MOST_BACK = 8  # step-backs in a row


class FromTheEnd(Strategy):
    """Reads the rest of a list after an ascending walk.

    reached  the rank of L
    """

    def __init__(self, reading: Reading, reached: Any) -> None:
        super().__init__(reading)
        self._reached = reached

    def run(self) -> Iterator[Records]:
        """Yield the records, each once. Raises Unfit where the readings do not meet, ApiError as `WindowReader.read` does."""
        need = backs = 0
        lowest: Any = None
        while lowest is None or lowest > self._reached:
            window = self._reader.read(*plan(need, self._size), backwards=True)
            joins = not need or bool(window.ranks and window.ranks[0] >= lowest)
            goes_on = lowest is None or window.short or bool(window.ranks and window.ranks[-1] < lowest)
            if not (joins and goes_on):
                backs += 1
                self._tally.step_backs += 1
                need = max(0, need - 2**backs)
                if backs > _MOST_BACK:
                    raise Unfit("The list changes too fast, or the service does not return the requested pages.")
                continue
            self._tally.note(window)
            yield self._tally.take(window.records)
            if window.ranks:
                lowest = window.ranks[-1] if lowest is None else min(lowest, window.ranks[-1])
            if window.short and (lowest is None or lowest > self._reached):
                raise Unfit(f"Read from its end, the list stops before record {self._reached}.")
            need, backs = window.end - 1, 0
        total, read = self._tally.total_last, len(self._tally.ids)
        if total is None or total > read:
            stated = "no total" if total is None else f"a total of {total:,}"
            self.doubt = f"The list states {stated}; {read:,} records were read from its beginning and its end."
