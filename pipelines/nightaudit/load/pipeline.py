"""Runs a load: streams into their raw tables, then what hangs on them, then the certificates, and a report."""

from __future__ import annotations

import time
from functools import cache, partial
from typing import TYPE_CHECKING

from nightaudit import database, schemas, warehouse
from nightaudit.client.client import Client
from nightaudit.errors import ConfigurationError, CredentialsError, Forbidden, NotFound
from nightaudit.load import stepping, unread
from nightaudit.load.account import require_same_account
from nightaudit.load.behaviours import Behaviours, service_of
from nightaudit.load.belonging import keep_apart
from nightaudit.load.children import ChildReader
from nightaudit.load.due import answered_before, due_lists
from nightaudit.load.engine import engine
from nightaudit.load.extra import extra_streams
from nightaudit.load.index import index_of
from nightaudit.load.known import KnownInWarehouse
from nightaudit.load.notes import certificates, child_reads, child_unanswered
from nightaudit.load.outage import Outage
from nightaudit.load.parts import MANY_ROWS, parts
from nightaudit.load.reader import StreamReader
from nightaudit.load.reading import Reading
from nightaudit.load.referred import one_held, unlisted_parents
from nightaudit.load.spool import empty_spool
from nightaudit.load.streams import Child, Stream, chosen, table_names
from nightaudit.load.summary import ADDRESS, LoadReport
from nightaudit.load.unfinished import Unfinished
from nightaudit.load.unlisted import UnlistedReader
from nightaudit.privacy.forgotten import Forgotten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import duckdb

    from nightaudit.load.engine import Engine
    from nightaudit.load.progress import Progress
    from nightaudit.load.reading import RawReader
    from nightaudit.settings import Settings

FEWEST_LISTS, MOST_LISTS = 5, 20
"""As many lists are read at once as requests may be in flight (NIGHTAUDIT_CONCURRENCY), within these bounds."""


def load(
    settings: Settings, streams: Sequence[str] = (), *, full: bool = False, progress: Progress | None = None
) -> LoadReport:
    """Load these streams (all when empty) into the work file; the caller holds the lock.

    What is committed when it returns: every new or changed record, tombstones, one certificate per walk. A run that is
    killed leaves nothing behind that the next one trips over: rows are committed at once or not at all; what a load of all
    streams had finished is kept by the next (`Unfinished`). `full` probes the service again, and reads every list whole.
    Raises ConfigurationError, CredentialsError, UsageError, and NightauditError where rows cannot be committed; failures of
    single streams stand in the report.
    """
    settings.require_service()
    settings = settings.dated()
    extra = extra_streams(settings.extra_lists)
    wanted = chosen(streams, extra)
    started = time.perf_counter()
    private = warehouse.private_dir(settings)
    behaviours = Behaviours.of(settings)
    lists = max(FEWEST_LISTS, min(settings.concurrency, MOST_LISTS))
    with (
        engine(settings) as destination,
        Client(settings) as client,
        empty_spool(private) as folder,
        Reading(lists, folder, Forgotten.read(settings), progress) as reading,
    ):
        destination.make((*schemas.NOTES, *table_names(extra)))
        keep_apart(settings, destination.connection)
        require_same_account(client, KnownInWarehouse(destination.connection), behaviours, wanted[0])
        if full:
            behaviours.forget(stream.name for stream in wanted[0])
        stepping.remark(settings, destination.connection)
        unfinished = Unfinished(private / "unfinished.json", service_of(settings), settings.business_date, full=full)
        run = _Run(destination, client, reading, behaviours, None if streams else unfinished, full=full)
        if not streams:
            run.report.streams += unfinished.kept(destination.connection, wanted[0])
            unfinished.begin()
        run.streams(wanted[0])
        if not streams:
            run.require_a_list()
        run.children(wanted[1])
        run.certify()
    behaviours.save()
    unread.note(settings, run.report.streams)
    if not streams:
        unfinished.end()
    refused = [summary.error for summary in run.report.streams if isinstance(summary.error, CredentialsError)]
    if refused and run.report.nothing_loaded:
        raise refused[0]
    run.report.seconds = time.perf_counter() - started
    return run.report


class _Run:
    """One load: lists, then what they refer to and their children; each is certified once it is committed."""

    def __init__(
        self,
        destination: Engine,
        client: Client,
        reading: Reading,
        behaviours: Behaviours,
        unfinished: Unfinished | None,
        *,
        full: bool,
    ) -> None:
        self.report = LoadReport([])
        self._engine, self._connection = destination, destination.connection
        self._client = client
        self._reading = reading
        self._behaviours = behaviours
        self._unfinished = unfinished
        self._full = full
        self._outage = Outage()
        self._children: list[ChildReader] = []
        self._certified = {""}  # walk ids
        self._all_streams = chosen((), extra_streams(client.settings.extra_lists))[0]

    def streams(self, streams: Sequence[Stream]) -> None:
        """Read the lists that are not kept. Many new rows are committed as they end, few when no short list is read any more."""
        kept = {summary.stream for summary in self.report.streams}
        streams = [stream for stream in streams if stream.name not in kept]
        new_cursor = database.cursors_of(self._connection)
        settings, known = self._client.settings, KnownInWarehouse(self._connection, full=self._full)
        walked = known.walked()
        whole = {stream.name for stream in streams} - (set() if self._full else walked)
        self._client.was_answered(stream.list for stream in self._all_streams if stream.name in walked)
        readers = [
            StreamReader(self._client, stream, settings, known, self._behaviours, self._outage) for stream in streams
        ]
        short, long = parts(readers, whole, settings.concurrency)
        self._reading.begin(short)
        self._reading.begin(long, in_turn=True)
        awaited, ended = {reader.name for reader in short}, list[StreamReader]()
        for reader in self._reading.ended((*short, *long)):
            ended.append(reader)
            awaited.discard(reader.name)
            if not awaited or sum(one.summary.new for one in ended) >= MANY_ROWS:
                self._finish(ended, new_cursor)
                ended = []
        self.report.sort([stream.name for stream in self._all_streams])

    def _finish(self, readers: Sequence[StreamReader], new_cursor: Callable[[], duckdb.DuckDBPyConnection]) -> None:
        """Commit what lists that have ended bring, and certify them."""
        self._commit(readers)
        for reader in readers:
            if reader.summary.new >= MANY_ROWS:
                self._reading.meanwhile(_index, new_cursor(), reader.name)
        self.report.streams += [reader.summary for reader in readers]
        self._behaviours.save()
        self.certify()

    def _commit(self, readers: Sequence[RawReader]) -> None:
        """Commit the rows of readers that have begun, once they have ended. Raises NightauditError."""
        found = {reader.name: rows for reader in readers if (rows := self._reading.found(reader))}
        if found:
            self._engine.commit(found)
        for rows in found.values():
            rows.remove()

    def require_a_list(self) -> None:
        """Raise ConfigurationError where every list was skipped: one that is missing is a habit of the tenant, all are not."""
        first = self.report.streams[0]
        if any(summary.outcome != "skipped" for summary in self.report.streams):
            return
        hint = first.error.hint if isinstance(first.error, Forbidden) else ADDRESS
        raise ConfigurationError(f"The service gives none of the API's lists: {first.reason}", hint=hint)

    def children(self, children: Sequence[Child]) -> None:
        """Read what is referred to but not listed, and the child lists that are due, and commit them."""
        if self.report.nothing_loaded:
            return
        index = cache(partial(index_of, self._connection))
        unlisted = list(self._unlisted(index))
        self._children = list(self._due(children, index))
        self._reading.begin(unlisted)
        self._commit(unlisted)
        for child in self._children:
            if not child.busy:
                child.conclude()
        while busy := [reader for reader in self._children if reader.busy]:
            self._reading.begin(busy)
            self._commit(busy)
            self.certify()
        for extra in unlisted:
            self.report.add_to(extra.summary)
        self.report.streams += [reader.summary for reader in self._children]
        self.report.sort([stream.name for stream in self._all_streams])

    def certify(self) -> None:
        """Note certificates, and which child lists were read, since the last call: their records are committed."""
        fresh = [summary for summary in self.report.streams if summary.walk_id not in self._certified]
        self._certified.update(summary.walk_id for summary in fresh)
        walks = certificates(fresh, self._client.settings.business_date)
        for note in (walks, child_reads(self._children), child_unanswered(self._children)):
            if len(note.rows):
                self._engine.note(note)
        if fresh and self._unfinished:
            self._unfinished.note(summary.walk_id for summary in fresh if summary.certificate)

    def _unlisted(self, index: Callable[[str], str]) -> Iterator[UnlistedReader]:
        """The records that others refer to; not of a list that is not there, where 404 says nothing of any record."""
        loaded = {summary.stream for summary in self.report.streams}
        there = loaded - {one.stream for one in self.report.streams if isinstance(one.error, NotFound)}
        for stream in self._all_streams:
            if stream.get is not None and stream.name in there:
                keys, gone = unlisted_parents(self._connection, index, stream.name, loaded, full=self._full)
                if keys or gone:
                    behaviour = self._behaviours.get(stream.name)
                    yield UnlistedReader(
                        self._client,
                        stream,
                        stream.get,
                        keys,
                        self._outage,
                        gone=gone,
                        first_page=behaviour.page_number(0) if behaviour else 0,
                        held=one_held(self._connection, stream.name),
                    )

    def _due(self, children: Sequence[Child], index: Callable[[str], str]) -> Iterator[ChildReader]:
        """The child lists that are due, each with as many parents as its share of the budget allows."""
        settings, known = self._client.settings, KnownInWarehouse(self._connection)
        answered = answered_before(self._connection)
        for due in due_lists(
            self._connection, index, children, settings.business_date, settings.child_requests, full=self._full
        ):
            yield ChildReader(
                self._client,
                due.child,
                due.pending,
                due.known,
                self._outage,
                above=self._behaviours.get(due.child.parent),
                put_off=due.put_off,
                answered=due.child.name in answered,
                records=partial(known.payloads, due.child.parent),
                witnesses=due.witnesses,
            )


def _index(connection: duckdb.DuckDBPyConnection, stream: str) -> None:
    """Bring the index of a stream up to date, and compress what was committed, beside which nothing would be read later."""
    index_of(connection, stream)
    connection.execute("checkpoint")
