"""Reconciles the changes read from one stream with the service's own counts of its records."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.changes.differing import Differing
from nightaudit.load.changes.refusals import unsuitable_where_refused
from nightaudit.load.hidden.undated import BETWEEN_ALL
from nightaudit.load.pages.rows import FLAT, keyed, record_key, statuses_of
from nightaudit.load.pages.stamps import MARGIN, Unsuitable, may_stay, modified_since, same_stamp, stamp_of
from nightaudit.load.pages.versions import Version, payload_and_hash, same_content, tombstone
from nightaudit.load.walks.reasons import Lacking

if TYPE_CHECKING:
    import datetime
    from collections import Counter
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from nightaudit.load.earlier.known import Known, Outline
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import Key
    from nightaudit.load.streams.stream import Stream

UNSTAMPED = "a record changed or disappeared, but its stamp did not change"


class Balance:
    """The stored current records of a stream plus the changes read now. Call `take`, then `settle`.

    evidence  asks the service for records by key, see `AbsentRecords.evidence`
    held      number of stored current records by status, all of them under None
    since     the records read now were modified at this moment or later

    Results: `changes`, and how many of them are `new`, `changed` and `gone`. `met` counts the stored records with a stamp of
    `since` or later that the service showed again or that are gone.
    """

    def __init__(
        self,
        lister: Lister,
        stream: Stream,
        behaviour: Behaviour,
        known: Known,
        evidence: Callable[[Collection[str]], Iterator[Version]],
        *,
        held: Counter[str | None],
        since: datetime.datetime,
    ) -> None:
        self.new = self.changed = self.gone = self.met = 0
        self._lister, self._stream, self._behaviour, self._known = lister, stream, behaviour, known
        self._evidence, self._since, self._key = evidence, since, keyed(stream.list)
        self._are_numbers = True  # the ids, as `take` finds them
        self._counts = held.copy()
        self._changes: dict[str, Version] = {}
        self._windows: dict[str, Callable[[], str | None]] = {}  # by key: reads what a page shows around its place

    @property
    def changes(self) -> list[Version]:
        """The latest versions of new and changed records, and tombstones of records that are gone."""
        return list(self._changes.values())

    def count(self, status: str | None) -> int:
        """Return how many current records, changes applied, show this status; for None, how many there are."""
        return self._counts[status]

    def take(self, read: Mapping[str, bytes]) -> None:
        """Apply the records read, by key, that are new or whose content differs from the stored version.

        Raises Unsuitable when a record that the loads before had read after its last change has changed and kept its stamp.
        """
        name = self._stream.name
        self._are_numbers = all(isinstance(self._key(row), int) for row in read.values())
        hashes = self._known.hashes(name, list(read))
        versions = [Version(key, *payload_and_hash(row)) for key, row in read.items()]
        differ = [version for version in versions if hashes.get(version.key) != version.digest]
        before = self._known.outlines(name, [version.key for version in differ if version.key in hashes])
        self.met += len(versions) - len(differ)
        self.met += sum(outline.stamp is not None and outline.stamp >= self._since for outline in before.values())
        # A record with another stamp has changed. Only where the stamp is the same are the texts compared, which takes longer.
        same_stamps = [key for key, outline in before.items() if outline.stamp == stamp_of(read[key])]
        stored = self._known.payloads(name, same_stamps)
        for version in differ:
            if not same_content(stored.get(version.key), version.payload):
                if version.key in stored:
                    self._require_recent(before[version.key])
                self._apply(version, before[version.key].statuses if version.key in before else None)

    def _require_recent(self, before: Outline) -> None:
        """Raise Unsuitable unless a change since the last load may carry the stamp of the stored version: see `may_stay`."""
        if before.stamp and not may_stay(before.stamp, self._since + MARGIN, before.stored_at):
            raise Unsuitable(UNSTAMPED)

    def settle(self, totals: Mapping[str | None, int]) -> None:
        """Search for records that vanished or appeared unread until our counts equal the service's `totals` by status.

        Raises Unsuitable when they cannot be made equal, or when a record changed and kept its stamp: stamps then prove nothing.
        """
        unlisted: set[str] = set()
        for status, total in totals.items():
            if self._counts[status] != total:
                unlisted |= self._compare(status, total)
        unlisted -= self._changes.keys()  # now listed under another status
        if unlisted:
            stored = self._known.payloads(self._stream.name, sorted(unlisted))
            answers = self._answers(sorted(unlisted))
            asked = {answer.key for answer in answers}
            for version in (*answers, *self._shown_absent(sorted(unlisted - asked), totals.get(None, 0))):
                self._apply_found(version, stored.get(version.key))
        for status, total in totals.items():
            count = self._counts[status]
            if count != total:
                raise Unsuitable(f"the service counts {total} records ({status or 'all'}), but {count} are stored")

    def _answers(self, keys: Collection[str]) -> list[Version]:
        try:
            return list(self._evidence(keys))
        except (Refused, ServiceFailed, UnreadableAnswer) as error:
            raise Unsuitable(
                f"the service did not say what happened to a record that is no longer listed: {error.message}"
            ) from error

    def _shown_absent(self, keys: Iterable[str], total: int) -> Iterator[Version]:
        """Yield tombstones of records that cannot be asked for by key and are absent from their place in the list.

        Only for a list, of `total` rows, without an operation for one record and without hidden statuses.
        """
        cannot_be_asked_for = [*keys] if self._stream.get is None and self._stream.statuses is None else []
        if cannot_be_asked_for:
            self._require_no_more_by_date(total)
        for key in cannot_be_asked_for:
            shown = self._windows[key]()
            if shown:
                yield tombstone(key, f"{key} not between {shown}, which one page shows, {Lacking.NO_GET}")

    def _require_no_more_by_date(self, total: int) -> None:
        """Raise Unsuitable where the list may hide records unless dates are asked for: it counts more between dates far apart."""
        if not self._stream.filters_by_date:
            return
        with unsuitable_where_refused():
            dated = self._behaviour.ask(self._lister, 0, 1, **BETWEEN_ALL).total_elements
        if dated is None or dated > total:
            raise Unsuitable("the list may hide records where no dates are asked for")

    def _apply(self, version: Version, before: Collection[str] | None) -> None:
        """Add a new, changed or gone record to the changes, and move the counts from the statuses `before` to its own.

        before  the statuses of the stored version, None for a new record
        """
        if before is not None:
            self._counts.subtract((*before, None))
        if version.payload is not None:
            self._counts.update((*statuses_of(version.payload), None))
        self.new += before is None
        self.changed += before is not None and version.payload is not None
        self.gone += version.payload is None
        self._changes[version.key] = version

    def _compare(self, status: str | None, total: int) -> set[str]:
        """Apply the rows that the service lists and we lack; return the keys of our records that it does not list."""

        def belongs(row: bytes) -> bool:
            return status is None or status in statuses_of(row)

        ours = self._known.showing(self._stream.name, status) - self._changes.keys()
        ours |= {version.key for version in self.changes if version.payload is not None and belongs(version.payload)}
        keys: dict[Key, str] = {self._id(key): key for key in ours}  # by id
        differing = Differing(self._lister, self._behaviour, self._stream.filter_by(status), belongs, key=self._key)
        unlisted, lacking = differing.find(keys, total)
        before = self._known.payloads(self._stream.name, [record_key(row, self._key) for row in lacking])
        for row in lacking:
            version = Version(record_key(row, self._key), *payload_and_hash(row))
            self._apply_found(version, before.get(version.key))
        self._windows.update((keys[own_id], partial(differing.window_without, own_id)) for own_id in unlisted)
        return {keys[own_id] for own_id in unlisted}

    def _id(self, key: str) -> Key:
        """Return the id by which the list is sorted, from a record key."""
        own = key.removeprefix(FLAT)
        return int(own) if self._are_numbers and own.removeprefix("-").isdigit() else own

    def _apply_found(self, version: Version, before: bytes | None) -> None:
        """Apply a record that the counts led to. Raises Unsuitable where stamps or the reading cannot be trusted."""
        if version.key in self._changes:
            raise Unsuitable("a record changed while the list was read")
        if same_stamp(before, version.payload):
            raise Unsuitable(UNSTAMPED)
        self.met += modified_since(before, self._since)
        self._apply(version, None if before is None else statuses_of(before))
