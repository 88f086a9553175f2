"""What a walk proves about itself: one row per walk, kept in the warehouse."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key, Window

Tier = Literal["one page", "overlap", "both ways", "date windows", "passes", "statuses", "newest first", "children"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The evidence of one walk.

    row_count counts rows read, overlaps included; distinct_ids the records handed on, each once. ids_digest is the
    SHA-256 of the sorted ids, one per line. `complete` means: proven that every record listed during the whole walk was
    read; `reason` says why not, or what is worth knowing.
    """

    stream: str
    selection: str
    tier: Tier
    page_base: int | None
    page_size: int
    requests: int
    step_backs: int
    retries: int
    row_count: int
    distinct_ids: int
    total_first: int | None
    total_last: int | None
    ids_digest: str
    started_at: datetime
    ended_at: datetime
    complete: bool
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """Give the columns of `raw.walks` but walk_id."""
        return asdict(self)


def digest(ids: Iterable[Key]) -> str:
    """SHA-256 over the sorted ids, one per line: the same for every way of walking the same records."""
    known: list[Any] = list(ids)
    try:
        known.sort()
    except TypeError:  # numbers and texts among each other
        known.sort(key=str)
    return hashlib.sha256("\n".join(map(str, known)).encode()).hexdigest()


class Tally:
    """Counts one walk while it runs and hands each record on once; the first read of a record wins."""

    def __init__(self) -> None:
        self.started_at = datetime.now(UTC)
        self.row_count = 0
        self.step_backs = 0
        self.total_first: int | None = None
        self.total_last: int | None = None
        self.notes: list[str] = []
        self._numbers = array("q")  # eight bytes an id: a walk of millions stays small
        self._others: list[Key] = []
        self._seen: set[Key] | None = None

    @property
    def ids(self) -> Sequence[Key]:
        """Every id handed on so far."""
        return self._others or self._numbers

    def remember(self) -> set[Key]:
        """From now on refuse ids handed on before; windows that may repeat them follow."""
        if self._seen is None:
            self._seen = set(self.ids)
        return self._seen

    def has(self, key: Key, rank: Any) -> bool:
        """Whether a record was handed on; those were in the order of their ranks, unless `remember` was called."""
        if self._seen is not None:
            return key in self._seen
        place = bisect_left(self.ids, rank, key=type(rank))
        return place < len(self.ids) and self.ids[place] == key

    def note(self, window: Window) -> None:
        """Count a window that was read and used."""
        self.row_count += len(window.rows)
        if window.total is not None:
            self.total_last = window.total
            if self.total_first is None:
                self.total_first = window.total

    def take(self, records: Records) -> Records:
        """Hand on those of these records that were not handed on before."""
        if self._seen is not None:
            records = records.only([key not in self._seen for key in records.keys])
            self._seen.update(records.keys)
        self.count(records.keys)
        return records

    def count(self, keys: Sequence[Key]) -> None:
        """Count records as handed on."""
        if not self._others:
            try:
                self._numbers.extend(array("q", cast("Sequence[int]", keys)))
            except (TypeError, OverflowError):  # ids that are text, or beyond 64 bits
                self._others = [*self._numbers, *keys]
        else:
            self._others.extend(keys)

    def certify(
        self,
        *,
        stream: str,
        selection: str,
        tier: Tier,
        page_base: int | None,
        page_size: int,
        requests: int,
        retries: int,
        doubt: str,
        parts: Iterable[Certificate] = (),
    ) -> Certificate:
        """Write the certificate; it says `complete` where there is no `doubt`.

        parts  certificates of walks whose every record was counted here, too: one of as many records is of the same
        """
        same = (part.ids_digest for part in parts if part.distinct_ids == len(self.ids))
        return Certificate(
            stream=stream,
            selection=selection,
            tier=tier,
            page_base=page_base,
            page_size=page_size,
            requests=requests,
            step_backs=self.step_backs,
            retries=retries,
            row_count=self.row_count,
            distinct_ids=len(self.ids),
            total_first=self.total_first,
            total_last=self.total_last,
            ids_digest=next(same, None) or digest(self.ids),
            started_at=self.started_at,
            ended_at=datetime.now(UTC),
            complete=not doubt,
            reason=doubt or " ".join(self.notes),
        )
