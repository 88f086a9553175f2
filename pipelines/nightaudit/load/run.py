"""The steps of one load: lists, then unlisted records and child lists; each is committed to its raw table, then certified."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from nightaudit import database
from nightaudit.errors import NotFound
from nightaudit.load.children.due import due_lists
from nightaudit.load.children.reader import ChildReader
from nightaudit.load.earlier.committed import CommittedRecords
from nightaudit.load.earlier.index import index_of
from nightaudit.load.missing.referred import one_held, unlisted_parents
from nightaudit.load.missing.unlisted import UnlistedReader
from nightaudit.load.notes import certificates, child_reads, child_unanswered
from nightaudit.load.outage import Outage
from nightaudit.load.reader import StreamReader
from nightaudit.load.short_and_long import LONG_ROWS, short_and_long
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import chosen
from nightaudit.load.summary import LoadReport
from nightaudit.load.walks.reasons import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import duckdb

    from nightaudit.client.client import Client
    from nightaudit.load.earlier.behaviours import Behaviours
    from nightaudit.load.earlier.unfinished import Unfinished
    from nightaudit.load.engine import Engine
    from nightaudit.load.reader_pool import RawReader, ReaderPool
    from nightaudit.load.streams.stream import Child, Stream
    from nightaudit.load.summary import StreamSummary


class LoadRun:
    """One load: call `read_lists`, then `read_children`, then `certify`. `report` collects the summaries.

    engine      where rows are committed
    behaviours  how lists behaved in earlier loads
    unfinished  which lists this load has finished, for the next one, in case this load is killed; None for some streams only
    full        read every list completely
    """

    def __init__(
        self,
        engine: Engine,
        client: Client,
        pool: ReaderPool,
        behaviours: Behaviours,
        unfinished: Unfinished | None,
        *,
        full: bool,
    ) -> None:
        self.report = LoadReport([])
        self._engine, self._connection = engine, engine.connection
        self._client = client
        self._pool = pool
        self._behaviours = behaviours
        self._unfinished = unfinished
        self._full = full
        self._known = CommittedRecords(engine.connection, full=full)
        self._outage = Outage(client.settings.deadline_seconds)
        self._children: list[ChildReader] = []
        self._certified = {""}  # walk ids
        self._all_streams = chosen((), extra_streams(client.settings.extra_lists))[0]

    def read_lists(self, streams: Sequence[Stream]) -> None:
        """Read and commit the lists that an unfinished load has not read already.

        Lists that have ended are committed once they have LONG_ROWS new rows together, or once all short lists have ended.
        """
        if self._unfinished:
            self.report.streams += self._unfinished.kept(self._connection, streams)
            self._unfinished.begin()
        kept = {summary.stream for summary in self.report.streams}
        streams = [stream for stream in streams if stream.name not in kept]
        new_cursor = database.cursors_of(self._connection)
        walked = self._known.walked()
        whole = {stream.name for stream in streams} - (set() if self._full else walked)
        self._client.was_answered(stream.list for stream in self._all_streams if stream.name in walked)
        readers = [
            StreamReader(self._client, stream, self._known, self._behaviours, self._outage) for stream in streams
        ]
        short, long = short_and_long(readers, whole, self._client.settings.concurrency)
        self._pool.begin(short)
        self._pool.begin_in_turn(long)
        short_unread, ended = {reader.name for reader in short}, list[StreamReader]()
        for reader in self._pool.ended((*short, *long)):
            ended.append(reader)
            short_unread.discard(reader.name)
            if not short_unread or sum(one.summary.new for one in ended) >= LONG_ROWS:
                self._finish(ended, new_cursor)
                ended = []
        self.report.sort([stream.name for stream in self._all_streams])

    def _finish(self, readers: Sequence[StreamReader], new_cursor: Callable[[], duckdb.DuckDBPyConnection]) -> None:
        """Commit and certify these lists, which have been read to the end."""
        self._commit(readers)
        for reader in readers:
            if reader.summary.new >= LONG_ROWS:
                self._pool.in_background(_index, new_cursor(), reader.name)
        self.report.streams += [reader.summary for reader in readers]
        self._behaviours.save()
        self.certify()

    def _commit(self, readers: Sequence[RawReader]) -> None:
        """Wait for these readers, which have begun, and commit their rows. Raises NightauditError."""
        found = {reader.name: rows for reader in readers if (rows := self._pool.result(reader))}
        if found:
            self._engine.commit(found)
        for rows in found.values():
            rows.remove()

    def read_children(self, children: Sequence[Child]) -> None:
        """Read and commit the records that others refer to but no list shows, and the child lists that are due."""
        if self.report.nothing_loaded:
            return
        index = cache(partial(index_of, self._connection))
        listed = {summary.stream: summary for summary in self.report.streams}
        unlisted = list(self._unlisted(listed, index))
        self._children = list(self._due(children, index))
        self._pool.begin(unlisted)
        self._commit(unlisted)
        for child in self._children:
            if not child.busy:
                child.conclude()
        while busy := [reader for reader in self._children if reader.busy]:
            self._pool.begin(busy)
            self._commit(busy)
            self.certify()
        for extra in unlisted:
            self._doubt_where_empty(listed[extra.name], extra.summary)
            listed[extra.name].add(extra.summary)
        self.report.streams += [reader.summary for reader in self._children]
        self.report.sort([stream.name for stream in self._all_streams])

    def _doubt_where_empty(self, summary: StreamSummary, extra: StreamSummary) -> None:
        """Take back the proof of an empty list where records of it were found by their keys; a second load has to confirm it.

        A list that failed, or was not empty before, is doubted already (`StreamReader`).
        """
        if extra.new and summary.complete and summary.certificate and not summary.certificate.distinct_ids:
            there = f"{extra.new:,} of its records, which other records refer to, exist"
            summary.judge(f"{EMPTY}, but {there}. The next load has to confirm that the list is empty.", complete=False)
            self._certified.discard(summary.walk_id)

    def certify(self) -> None:
        """Store the certificates and the notes on child lists that are new since the last call. Their records are committed."""
        fresh = [summary for summary in self.report.streams if summary.walk_id not in self._certified]
        self._certified.update(summary.walk_id for summary in fresh)
        walks = certificates(fresh, self._client.settings.business_date)
        for note in (walks, child_reads(self._children), child_unanswered(self._children)):
            if len(note.rows):
                self._engine.note(note)
        if fresh and self._unfinished:
            self._unfinished.note(summary.walk_id for summary in fresh if summary.certificate)

    def _unlisted(self, listed: Mapping[str, StreamSummary], index: Callable[[str], str]) -> Iterator[UnlistedReader]:
        """Yield a reader for each list of which others refer to unlisted records, or which may show records in part only.

        Lists that the service answers with 404 are left out, because 404 for a record of them proves nothing.
        """
        for stream in self._all_streams:
            summary = listed.get(stream.name)
            if stream.get and summary and not isinstance(summary.error, NotFound):
                found = unlisted_parents(self._connection, index, stream.name, listed, full=self._full)
                stored = self._known.hashes(stream.name, sorted(summary.in_part))
                unlisted = found._replace(in_part={key: stored.get(key) for key in summary.in_part})
                if any(unlisted):
                    yield UnlistedReader(
                        self._client,
                        stream,
                        stream.get,
                        unlisted,
                        self._outage,
                        behaviour=self._behaviours.get(stream.name).behaviour,
                        held=one_held(self._connection, stream.name),
                    )

    def _due(self, children: Sequence[Child], index: Callable[[str], str]) -> Iterator[ChildReader]:
        """Yield a reader for each child list that is due, with as many parents as its share of the request budget allows."""
        settings = self._client.settings
        failed = {summary.stream for summary in self.report.failed}
        for due in due_lists(
            self._connection, index, children, settings.business_date, settings.child_requests, full=self._full
        ):
            yield ChildReader(
                self._client,
                due,
                self._outage,
                above=self._behaviours.get(due.child.parent).behaviour,
                committed=self._known,
                all_known=due.child.parent not in failed,
            )


def _index(connection: duckdb.DuckDBPyConnection, stream: str) -> None:
    """Update the index of a stream, and run a checkpoint, which compresses the committed rows, while other lists are read."""
    index_of(connection, stream)
    connection.execute("checkpoint")
