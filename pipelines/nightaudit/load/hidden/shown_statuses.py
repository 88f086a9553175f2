"""Counts what a list shows of each status when no status is asked for, to find the statuses that it hides."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key


class ShownStatuses:
    """The records that the latest unfiltered walk showed, by status. Call `begin` before each such walk, `add` during it.

    rows     number of records by status
    skipped  number of records that the service could not show in it
    """

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        self.skipped = 0
        self._together: set[frozenset[str]] = set()  # the statuses of each record, in upper case
        self._unmet: dict[str, frozenset[Key]] = {}

    def expect(self, status: str, keys: Iterable[Key]) -> None:
        """Note the first keys of a status that has more than one page: an unfiltered walk that meets none of them hides it."""
        self._unmet[status] = frozenset(keys)

    def begin(self) -> None:
        """Start to count another unfiltered walk."""
        self.rows.clear()
        self._together.clear()

    def add(self, batch: Records) -> None:
        """Count the records of an unfiltered walk."""
        for statuses, times in Counter(batch.shown_statuses).items():
            self.rows.update(dict.fromkeys(statuses, times))
            self._together.add(frozenset(map(str.upper, statuses)))
        self._unmet = {status: keys for status, keys in self._unmet.items() if keys.isdisjoint(batch.keys)}

    def hides(self, status: str, counts: Collection[int]) -> bool:
        """Return whether the walk showed fewer records of a status than there are.

        counts  how many records the status has, as read by name at different times; empty where unknown
        """
        return not counts or self.rows[status] + self.skipped < min(counts) or bool(self._unmet.get(status))

    def shows(self, *statuses: str) -> bool:
        """Return whether the walk showed a record of these statuses alone.

        A booking that has stays of other statuses, too, may be shown for the others.
        """
        return any(together and together.issubset(statuses) for together in self._together)

    @property
    def upper(self) -> set[str]:
        """The statuses shown, in upper case: in the spelling of those that the document names."""
        return {status.upper() for status in self.rows}
