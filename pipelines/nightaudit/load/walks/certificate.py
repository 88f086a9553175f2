"""The certificate of a walk, with the evidence of its completeness, and what the walks that leave one have in common."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from nightaudit.load.pages.lister import CountingLister

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key, Window
    from nightaudit.load.walks.listing import Listing

Tier = Literal["one page", "overlap", "both ways", "date windows", "passes", "statuses", "newest first", "children"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The evidence of one walk; its fields are columns of `raw.walks`.

    row_count     rows read, overlaps included
    distinct_ids  records handed on, each counted once
    ids_digest    SHA-256 of the sorted ids, one per line
    complete      proven that every record which was listed during the whole walk was read
    reason        why the walk is not proven complete, or what else is worth knowing
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


def digest(ids: Iterable[Key]) -> str:
    """Return the SHA-256 over the sorted ids, one per line. It does not depend on the order in which records were read."""
    ordered: list[Any] = list(ids)
    try:
        ordered.sort()
    except TypeError:  # numbers and texts are mixed
        ordered.sort(key=str)
    return hashlib.sha256("\n".join(map(str, ordered)).encode()).hexdigest()


class Tally:
    """Counts the rows and ids of one walk while it runs, and removes duplicates: the first read of a record wins.

    notes  remarks for the reason of the certificate
    """

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
        self._kinds: set[type] = set()  # of the keys since `remember`

    @property
    def ids(self) -> Sequence[Key]:
        """Every id handed on so far."""
        return self._others or self._numbers

    def remember(self) -> set[Key]:
        """Remove duplicates from now on, because the windows that follow may repeat records. Return the set of ids so far.

        The set is live: `take` adds to it.
        """
        if self._seen is None:
            self._seen = set()
            self._seen.update(self._comparable(self.ids))
        return self._seen

    def _comparable(self, keys: Sequence[Key]) -> Sequence[Key]:
        """Return these keys as `remember` holds them: as texts once both numbers and texts came, as in raw tables."""
        kinds = len(self._kinds)
        self._kinds.update(map(type, keys))
        if len(self._kinds) <= 1:
            return keys
        if kinds == 1 and self._seen:
            texts = [*map(str, self._seen)]
            self._seen.clear()
            self._seen.update(texts)
        return [*map(str, keys)]

    def has(self, key: Key, rank: Any) -> bool:
        """Return whether a record was handed on; records came in the order of their ranks, unless `remember` was called."""
        if self._seen is not None:
            return self._comparable([key])[0] in self._seen
        place = bisect_left(self.ids, rank, key=type(rank))
        return place < len(self.ids) and bool(type(rank)(self.ids[place]) == rank)

    def note(self, window: Window) -> None:
        """Count the rows of a window that was used, and note its total."""
        self.row_count += len(window.rows)
        if window.total is not None:
            self.total_last = window.total
            if self.total_first is None:
                self.total_first = window.total

    def take(self, records: Records) -> Records:
        """Count these records, and return them; after `remember`, only those that were not handed on before."""
        if self._seen is not None:
            keys = self._comparable(records.keys)
            records = records.only([key not in self._seen for key in keys])
            self._seen.update(keys)
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
        """Return the certificate; it is `complete` where `doubt` is empty.

        parts  certificates of walks whose records were all counted here, too. A part with as many records as this walk has the
               same records, so its digest is reused.
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


class CertifiedWalk(ABC):
    """One walk of one list: iterate it once for `Records`, each record once, then read `certificate` and `behaviour`.

    behaviour  how the list behaves; adapted where its pages contradict that
    hidden     the statuses that the list hides; like the two below, empty where statuses are not asked for by name
    barred     the statuses whose records may neither be read by name nor are shown without a filter
    in_part    the keys, as raw tables store them, of records that show other room stays when another status is asked for
    """

    def __init__(self, listing: Listing, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self._certificate: Certificate | None = None  # from the moment when the walk ends
        self.hidden: set[str] = set()
        self.barred: set[str] = set()
        self.in_part: set[str] = set()
        self._lister = CountingLister(listing.lister)
        self._listing = replace(listing, lister=self._lister)
        self._tally = Tally()
        self._doubt = "The list was not read to its end."

    @property
    def certificate(self) -> Certificate:
        """The certificate of what was read until now; not complete before the walk ends, nor where it ends with an error."""
        return self._certificate or self._certify()

    @property
    def ids(self) -> Sequence[Key]:
        """The keys of the records handed on so far."""
        return self._tally.ids

    def __iter__(self) -> Iterator[Records]:
        """Walk the list; can be done once."""
        try:
            yield from filter(None, self._walk())
        except Exception as error:
            self._doubt = str(error)
            raise
        finally:
            self._certificate = self._certify()

    @property
    def parameter(self) -> str:
        """Wire name of the status filter, as found out; "" where statuses are not asked for by name."""
        return ""

    @property
    def selections(self) -> Sequence[Mapping[str, str]]:
        """The filters of the statuses that the service knows."""
        return ()

    def may_hide(self, shown: Collection[str]) -> bool:  # noqa: ARG002 - a walk by statuses looks at it
        """Return whether a record that showed these statuses before may be there although this walk has not met it."""
        return False

    @abstractmethod
    def _walk(self) -> Iterator[Records]:
        """Read the list, with empty batches in between; leave in `_doubt` what is not proven."""

    @abstractmethod
    def _certify(self) -> Certificate:
        """Return the certificate of what was read until now."""
