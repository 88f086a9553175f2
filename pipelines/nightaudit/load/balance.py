"""The changes of one stream, held against the service's own counts until both agree."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nightaudit.load.absent import FLAT, GONE
from nightaudit.load.differing import Differing
from nightaudit.load.newest import Unsuitable, same_stamp
from nightaudit.load.rows import Kept, key_of, payload_and_hash, record_key, same_content, statuses_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from nightaudit.load.absent import Evidence
    from nightaudit.load.behaviour import Behaviour
    from nightaudit.load.known import Known
    from nightaudit.load.listing import Key, Lister
    from nightaudit.load.streams import Stream


class Balance:
    """Our current records of a stream with its changes applied; `take` these, then `settle` with the service's totals.

    evidence  asks for records by key, as `Absent.evidence`     numbered  whether ids are numbers, not text

    Afterwards: `changes`, and how many of them are `new`, `changed` and `gone`; `requests` that finding differences took.
    """

    def __init__(
        self,
        lister: Lister,
        stream: Stream,
        behaviour: Behaviour,
        known: Known,
        evidence: Callable[[Iterable[str]], Iterator[Evidence]],
        *,
        numbered: bool,
    ) -> None:
        self.new = self.changed = self.gone = self.requests = 0
        self._lister, self._stream, self._behaviour, self._known = lister, stream, behaviour, known
        self._evidence, self._numbered = evidence, numbered
        self._counts = known.by_status(stream.name)
        self._changes: dict[str, Evidence] = {}
        self._windows: dict[str, Callable[[], str | None]] = {}  # by key: what a page shows where it would stand

    @property
    def changes(self) -> list[Evidence]:
        """Records in their latest version, and the evidence of those that are gone."""
        return list(self._changes.values())

    def held(self, status: str | None) -> int:
        """How many records we hold that show this status, all of them for None."""
        return self._counts[status]

    def take(self, read: Iterable[Kept]) -> None:
        """Take those of the records read that are new, or differ from what we hold."""
        name, read = self._stream.name, list(read)
        hashes = self._known.hashes(name, [kept.key for kept in read])
        differ = [kept for kept in read if hashes.get(kept.key) != kept.digest]
        before = self._known.payloads(name, [kept.key for kept in differ if kept.key in hashes])
        for kept in differ:
            if kept.key not in before or not same_content(before[kept.key], kept.payload):
                self._take(kept, before.get(kept.key))

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
            answers = list(self._evidence(sorted(unlisted)))
            asked = {key for key, _, _ in answers}
            for kept in (*answers, *self._shown_absent(sorted(unlisted - asked))):
                self._settle(kept, held.get(kept[0]))
        for status, total in totals.items():
            count = self._counts[status]
            if count != total:
                raise Unsuitable(f"the service counts {total} records ({status or 'all'}), we hold {count}")

    def _shown_absent(self, keys: Iterable[str]) -> Iterator[Evidence]:
        """The evidence for records that no operation asks for, where the list hides none: the place they would stand in."""
        for key in keys if self._stream.statuses is None else ():
            shown = self._windows[key]()
            self.requests += 1
            if shown:
                yield key, None, f"{GONE}{key} not between {shown}, which one page shows, no operation to ask for one"

    def _take(self, kept: Evidence, before: str | None) -> None:
        """Count a record that is new, changed or gone as it now is, and not as it was."""
        key, payload, _ = kept
        if before is not None:
            self._counts.subtract((*statuses_of(before.encode()), None))
        if payload is not None:
            self._counts.update((*statuses_of(payload.encode()), None))
        self.new += before is None
        self.changed += before is not None and payload is not None
        self.gone += payload is None
        self._changes[key] = kept

    def _compare(self, status: str | None, total: int) -> set[str]:
        """Take what the service lists and we lack; our keys that it does not list."""

        def belongs(row: bytes) -> bool:
            return status is None or status in statuses_of(row)

        held = self._known.showing(self._stream.name, status) - self._changes.keys()
        held |= {key for key, text, _ in self._changes.values() if text is not None and belongs(text.encode())}
        ids: dict[Key, str] = {self._id(key): key for key in held}
        differing = Differing(self._lister, key_of, self._behaviour, self._stream.asking(status), belongs)
        unlisted, lacking = differing.find(ids, total)
        self.requests += differing.requests
        before = self._known.payloads(self._stream.name, [record_key(row) for row in lacking])
        for row in lacking:
            kept = Kept(record_key(row), *payload_and_hash(row))
            self._settle(kept, before.get(kept.key))
        self._windows.update((ids[one], partial(differing.window_without, one)) for one in unlisted)
        return {ids[one] for one in unlisted}

    def _id(self, key: str) -> Key:
        """The id a list is sorted by, out of a record's key."""
        own = key.removeprefix(FLAT)
        return int(own) if self._numbered and own.removeprefix("-").isdigit() else own

    def _settle(self, kept: Evidence, before: str | None) -> None:
        key, payload, _ = kept
        if key in self._changes:
            raise Unsuitable("a record changed while the list was read")
        if before is not None and payload is not None and same_stamp(before, payload):
            raise Unsuitable("a record changed, or is not listed, without its stamp")
        self._take(kept, before)
