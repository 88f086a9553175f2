"""Reads one stream: walks its list, yields new and changed records, and the tombstones of deleted ones."""

from __future__ import annotations

import logging
import time
import uuid
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from nightaudit.client.page import Page
from nightaudit.errors import ApiError, ConfigurationError, Forbidden, NightauditError, NotFound
from nightaudit.load.batch import BATCH_ROWS, in_batches
from nightaudit.load.changes.changed import ChangedRecords
from nightaudit.load.changes.recent import RecentChanges
from nightaudit.load.earlier.behaviours import Behaviours, ListTraits
from nightaudit.load.earlier.known import Known
from nightaudit.load.hidden.between_dates import BetweenDates
from nightaudit.load.hidden.statuses import StatusWalk
from nightaudit.load.missing.deletions import Deletions
from nightaudit.load.outage import Outage
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.read_ahead import depth
from nightaudit.load.pages.rows import keyed, sort_field
from nightaudit.load.pages.stamps import Unsuitable
from nightaudit.load.summary import StreamSummary
from nightaudit.load.walks.listing import Listing
from nightaudit.load.walks.reasons import EMPTIED
from nightaudit.load.walks.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.client.client import Client
    from nightaudit.load.batch import RawBatch
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.walks.certificate import CertifiedWalk

log = logging.getLogger("nightaudit.load")

_AFTERWARDS = {
    True: ". From now on every load reads the list completely, until one with --full finds no such record.",
    False: ", as after an upgrade of the service.",
}
"""What a remark says of records that changed and kept their stamps, by whether the stamps are not trusted any more."""


class Extent(NamedTuple):
    """The length of a list: its number of rows, and its bytes as estimated from the rows of one page."""

    rows: int
    bytes: int


class StreamReader:
    """Reads one stream in one load. Iterate `batches`; afterwards `summary` holds the result.

    known       the records that earlier loads committed; without it every record is new
    behaviours  how lists behaved in earlier loads; this reader adds what it finds out
    outage      shared by the readers of a load

    An error of the service ends the stream, not the load; it is reported in the summary. The rows yielded before are valid and
    may be committed. Absence from the list is evidence only after a complete walk.
    """

    def __init__(
        self,
        client: Client,
        stream: Stream,
        known: Known | None = None,
        behaviours: Behaviours | None = None,
        outage: Outage | None = None,
    ) -> None:
        self.name = stream.name
        self.summary = StreamSummary(stream.name, walk_id=uuid.uuid4().hex)
        self._client = client
        self._settings = client.settings
        self._known = known or Known()
        self._behaviours = behaviours or Behaviours()
        self._traits = self._behaviours.get(self.name)  # as earlier loads found them
        self.stream = stream.with_status_filter(self._traits.status_filter)
        self._outage = outage or Outage()
        self._deletions = Deletions(client, self.stream, self.summary, self._known)
        self._probed: Behaviour | NotFound | Forbidden | None = None
        self._expected: int | None = None
        self._answered = self._showed = False  # any page; any record, without a filter
        key = keyed(stream.list)
        self._listing = Listing(
            self._page,
            key,
            size=client.settings.page_size,
            concurrency=client.settings.concurrency,
            sort_field=partial(sort_field, key=key),
            stream=self.name,
            filters_by_date=self.stream.filters_by_date,
        )

    def extent(self) -> Extent:
        """Probe the list and return its length; zero where it cannot be probed: `batches` will then report why."""
        largest = Page((), "bare")

        def lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
            nonlocal largest
            found = self._page(page, size, sort, **filters)
            largest = max(largest, found, key=lambda one: len(one.rows))
            return found

        try:
            self._probed = found = self._probe(lister)
        except NightauditError as error:
            self._outage.note(error)
            self._probed = error if isinstance(error, NotFound | Forbidden) else None
            return Extent(0, 0)
        self._expected = largest.total_elements if found.totals else None
        rows = self._expected or 0
        return Extent(rows, rows * sum(map(len, largest.rows)) // max(len(largest.rows), 1))

    @property
    def is_ending(self) -> bool:
        """Whether the last pages of the list are requested by the end of the next batch; False while its length is unknown."""
        requested = depth(self._settings.concurrency) * self._settings.page_size
        return self._expected is not None and self.summary.rows + BATCH_ROWS + requested >= self._expected

    def _probe(self, lister: Lister) -> Behaviour:
        listing = self._listing
        return probe(lister, listing.key, listing.sort_field, ceiling=listing.size, concurrency=listing.concurrency)

    def batches(self) -> Iterator[RawBatch]:
        """Yield new and changed records, then the tombstones of deleted ones."""
        started = time.perf_counter()
        try:
            yield from self._rows()
        except (NotFound, Forbidden) as error:
            absent = not self._answered and not self._known.was_listed(self.name)
            self.summary.end("skipped" if absent else "failed", error)
            if not absent:
                self.summary.remark("The list existed before.")
        except (ApiError, ConfigurationError) as error:
            self._outage.note(error)
            self.summary.end("failed", error)
        finally:
            self.summary.seconds = time.perf_counter() - started

    def _page(self, page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        with self._outage.asking(), self.summary.counting(self._client.statistics):
            found = self._client.page(self.stream.list, page=page, size=size, sort=sort, **filters)
        self._answered = True
        if found.rows and not filters:
            self._showed = True
        return found

    def _rows(self) -> Iterator[RawBatch]:
        """Read the list incrementally, or completely where that is not possible."""
        if isinstance(self._probed, NightauditError):
            raise self._probed
        kept = self._traits.behaviour if self._traits.proven else None
        behaviour = self._probed or kept or self._probe(self._page)
        try:
            yield from self._recent(behaviour)
        except (Unsuitable, Forbidden) as reason:  # perhaps only the sort, or one status, is forbidden
            log.debug("%s is read completely: %s", self.name, reason)
            yield from self._whole(behaviour)

    def _recent(self, behaviour: Behaviour) -> Iterator[RawBatch]:
        """Yield what was modified since the last load. Raises Unsuitable before the first batch where that cannot be read."""
        found = self._traits
        if found.forgetful:
            raise Unsuitable("records changed, but their stamps did not")
        recent = RecentChanges(
            self._listing,
            self.stream,
            behaviour,
            self._known,
            hidden=found.hidden if found.behaviour else None,
            evidence=self._deletions.absent(behaviour).evidence,
            summary=self.summary,
        )
        changes = recent.changes()
        hidden = tuple(sorted(recent.hidden)) or found.hidden
        self._behaviours.put(self.name, replace(found, behaviour=behaviour, proven=True, hidden=hidden))
        yield from in_batches(changes, self.summary.walk_id)

    def _whole(self, behaviour: Behaviour) -> Iterator[RawBatch]:
        """Walk the complete list; yield new and changed records, and the tombstones of deleted ones."""
        found = self._traits
        changed = ChangedRecords(self._known, self.summary)
        stored = len(changed.missing)
        new_walk = partial(self._new_walk, stored=stored)
        walk = new_walk(self._listing, behaviour)
        both = BetweenDates(
            self._listing,
            walk,
            new_walk,
            hid_before=lambda: bool(changed.missing) and found.hides_undated,
            today=self._settings.business_date,
        )
        changed.in_part = self.summary.in_part = walk.in_part  # asked for by key afterwards
        try:
            yield from changed.batches(both)
        finally:
            self.summary.certificate = certificate = both.certificate
        self.summary.complete, self.summary.reason = certificate.complete, certificate.reason
        upgraded = changed.unstamped * 2 > self.summary.rows
        forgets = bool(changed.unstamped) and (found.upgraded or not upgraded)
        self._behaviours.put(
            self.name,
            ListTraits(
                behaviour=walk.behaviour,
                proven=certificate.complete,
                hidden=tuple(sorted(walk.hidden)) or found.hidden,
                status_filter=walk.parameter or found.status_filter,
                forgetful=found.forgetful or forgets,
                upgraded=upgraded,
                hides_undated=both.hides,
            ),
        )
        if self.summary.complete and not self.summary.rows and self._showed:
            self.summary.judge(EMPTIED, complete=False)
        if changed.unstamped and not found.forgetful:
            self.summary.remark(f"{changed.unstamped} records changed, but their stamps did not{_AFTERWARDS[forgets]}")
        yield from self._deletions.batches(walk, changed.missing, stored)

    def _new_walk(self, listing: Listing, behaviour: Behaviour, *, stored: int) -> CertifiedWalk:
        """Return a walk of this stream's list: one that reads every status, where the list may hide some.

        stored  how many records of the list earlier loads have stored
        """
        statuses = self.stream.statuses
        if statuses is None:
            return Walk(listing, behaviour, expected=self._expected, stored=stored)
        hidden = self._traits.hidden
        return StatusWalk(listing, behaviour, statuses=statuses, hidden=hidden, expected=self._expected, stored=stored)
