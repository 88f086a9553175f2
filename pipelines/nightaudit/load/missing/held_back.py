"""Doubts a 404 for a missing record while some statuses of its list may not be read: it may have such a status by now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Forbidden
from nightaudit.load.pages.rows import statuses_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from nightaudit.errors import ApiError
    from nightaudit.load.pages.versions import Version


class HeldBackTombstones:
    """Holds back tombstones of missing records until another answer shows that records of a barred status are not hidden.

    barred  the statuses, in capital letters
    errors  the errors answered in place of records; read after the last version
    kept    number of records whose tombstones were held back for good: they stay as they were
    """

    def __init__(self, barred: Collection[str], errors: Sequence[ApiError]) -> None:
        self._barred, self._errors = frozenset(barred), errors
        self.kept = 0

    def versions(self, evidence: Iterable[Version]) -> Iterator[Version]:
        """Yield the versions of records that exist, then the tombstones, if they are believed."""
        gone: list[Version] = []
        hides = True
        for version in evidence:
            if version.payload is None:
                gone.append(version)
            else:
                hides = hides and self._barred.isdisjoint(map(str.upper, statuses_of(version.payload)))
                yield version
        if hides and not any(isinstance(error, Forbidden) for error in self._errors):
            self.kept = len(gone)
        else:
            yield from gone
