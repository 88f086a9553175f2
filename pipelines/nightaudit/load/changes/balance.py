"""The changes of one stream, held against the service's own counts until both agree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.changes.differing import Differing
from nightaudit.load.pages.rows import (
    FLAT,
    GONE,
    Version,
    key_of,
    payload_and_hash,
    record_key,
    same_content,
    statuses_of,
)
from nightaudit.load.walks.evidence import Lacking
from nightaudit.load.walks.newest import Unsuitable, modified_since, same_stamp, stamp_of

if TYPE_CHECKING:
    import datetime
    from collections import Counter
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from nightaudit.load.earlier.known import Known
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.listing import Lister
    from nightaudit.load.pages.window import Key
    from nightaudit.load.streams.stream import Stream


class Balance:
    """Our current records of a stream with its changes applied; `take` these, then `settle` with the service's totals.

    evidence  asks for records by key, as `Absent.evidence`
    held      how many of our records show each status, all of them under None
    numbered  whether ids are numbers, not text
    since     from when on records were read

    Afterwards: `changes`, and how many of them are `new`, `changed` and `gone`; how many records that we hold as modified
    `since` were `met` again, or are gone; `requests` that finding differences took.
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
        numbered: bool,
        since: datetime.datetime,
    ) -> None:
        self.new = self.changed = self.gone = self.met = self.requests = 0
        self._lister, self._stream, self._behaviour, self._known = lister, stream, behaviour, known
        self._evidence, self._numbered, self._since = evidence, numbered, since
        self._counts = held.copy()
        self._changes: dict[str, Version] = {}
        self._windows: dict[str, Callable[[], str | None]] = {}  # by key: what a page shows where it would stand

    @property
    def changes(self) -> list[Version]:
        """Records in their latest version, and the tombstones of those that are gone."""
        return list(self._changes.values())

    def held(self, status: str | None) -> int:
        """How many records we hold that show this status, all of them for None."""
        return self._counts[status]

    def take(self, read: Mapping[str, bytes]) -> None:
        """Take those of the records read, by key, that are new or differ from what we hold."""
        name = self._stream.name
        hashes = self._known.hashes(name, list(read))
        now = [Version(key, *payload_and_hash(row)) for key, row in read.items()]
        differ = [one for one in now if hashes.get(one.key) != one.digest]
        before = self._known.outlines(name, [one.key for one in differ if one.key in hashes])
        self.met += sum(hashes.get(one.key) == one.digest for one in now)
        self.met += sum(outline.stamp is not None and outline.stamp >= self._since for outline in before.values())
        # Of another stamp a record is another; only of the same one has its text to be looked at, which takes longer.
        alike = [key for key, outline in before.items() if outline.stamp == stamp_of(read[key])]
        held = self._known.payloads(name, alike)
        for one in differ:
            if not same_content(held.get(one.key), one.payload):
                self._take(one, before[one.key].statuses if one.key in before else None)

    def settle(self, totals: Mapping[str | None, int]) -> None:
        """Find the records that vanished, or appeared without a stamp, until our counts are these totals.

        Raises Unsuitable where they cannot be; a record that changed without its stamp makes stamps unfit for use.
        """
        unlisted: set[str] = set()
        for status, total in totals.items():
            if self._counts[status] != total:
                unlisted |= self._compare(status, total)
        unlisted -= self._changes.keys()  # listed under another status
        if unlisted:
            held = self._known.payloads(self._stream.name, sorted(unlisted))
            answers = self._answers(sorted(unlisted))
            asked = {answer.key for answer in answers}
            for now in (*answers, *self._shown_absent(sorted(unlisted - asked))):
                self._settle(now, held.get(now.key))
        for status, total in totals.items():
            count = self._counts[status]
            if count != total:
                raise Unsuitable(f"the service counts {total} records ({status or 'all'}), we hold {count}")

    def _answers(self, keys: Collection[str]) -> list[Version]:
        try:
            return list(self._evidence(keys))
        except (Refused, ServiceFailed, UnreadableAnswer) as error:
            raise Unsuitable(f"what became of a record that is not listed was not answered: {error.message}") from error

    def _shown_absent(self, keys: Iterable[str]) -> Iterator[Version]:
        """The evidence for records that no operation asks for, where the list hides none: the place they would stand in."""
        for key in keys if self._stream.get is None and self._stream.statuses is None else ():
            shown = self._windows[key]()
            self.requests += 1
            if shown:
                because = f"{key} not between {shown}, which one page shows, {Lacking.NO_GET}"
                yield Version(key, None, GONE + because)

    def _take(self, now: Version, before: Collection[str] | None) -> None:
        """Count a record as it now is, new, changed or gone, and not under the statuses it showed `before`."""
        if before is not None:
            self._counts.subtract((*before, None))
        if now.payload is not None:
            self._counts.update((*statuses_of(now.payload), None))
        self.new += before is None
        self.changed += before is not None and now.payload is not None
        self.gone += now.payload is None
        self._changes[now.key] = now

    def _compare(self, status: str | None, total: int) -> set[str]:
        """Take what the service lists and we lack; our keys that it does not list."""

        def belongs(row: bytes) -> bool:
            return status is None or status in statuses_of(row)

        held = self._known.showing(self._stream.name, status) - self._changes.keys()
        held |= {one.key for one in self.changes if one.payload is not None and belongs(one.payload)}
        ids: dict[Key, str] = {self._id(key): key for key in held}
        differing = Differing(self._lister, key_of, self._behaviour, self._stream.asking(status), belongs)
        unlisted, lacking = differing.find(ids, total)
        self.requests += differing.requests
        before = self._known.payloads(self._stream.name, [record_key(row) for row in lacking])
        for row in lacking:
            now = Version(record_key(row), *payload_and_hash(row))
            self._settle(now, before.get(now.key))
        self._windows.update((ids[one], partial(differing.window_without, one)) for one in unlisted)
        return {ids[one] for one in unlisted}

    def _id(self, key: str) -> Key:
        """The id a list is sorted by, out of a record's key."""
        own = key.removeprefix(FLAT)
        return int(own) if self._numbered and own.removeprefix("-").isdigit() else own

    def _settle(self, now: Version, before: bytes | None) -> None:
        if now.key in self._changes:
            raise Unsuitable("a record changed while the list was read")
        if same_stamp(before, now.payload):
            raise Unsuitable("a record changed, or is not listed, without its stamp")
        self.met += modified_since(before, self._since)
        self._take(now, None if before is None else statuses_of(before))
