"""Runs a load: streams into the work file through dlt, then what hangs on them, then the certificates, and a report."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from typing import TYPE_CHECKING, Any

from nightaudit import warehouse
from nightaudit.client.client import Client
from nightaudit.errors import CredentialsError, NightauditError
from nightaudit.load.behaviours import Behaviours
from nightaudit.load.children import ChildReader
from nightaudit.load.known import KnownInWarehouse
from nightaudit.load.outage import Outage
from nightaudit.load.reader import StreamReader
from nightaudit.load.references import child_hashes, pending_parents, unlisted_parents
from nightaudit.load.streams import STREAMS, Child, Stream, chosen
from nightaudit.load.summary import LoadReport
from nightaudit.load.unlisted import UnlistedReader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import duckdb

    from nightaudit.load.progress import Progress
    from nightaudit.settings import Settings


def load(
    settings: Settings, streams: Sequence[str] = (), *, full: bool = False, progress: Progress | None = None
) -> LoadReport:
    """Load these streams (all when empty) into the work file; the caller holds the lock.

    What is committed when it returns: every new or changed record, tombstones, one certificate per walk. A run that is
    killed leaves nothing behind that the next one trips over: dlt starts in an empty folder, and every table is merged by
    key. `full` probes the service again. Raises ConfigurationError, CredentialsError, UsageError; failures of single
    streams stand in the report.
    """
    settings.require_service()
    wanted = chosen(streams)
    started = time.perf_counter()
    private = warehouse.private_dir(settings)
    service = hashlib.sha256(settings.base_url.encode()).hexdigest()
    behaviours = Behaviours(private / "behaviours.json", service, forget=full)
    with warehouse.work_connection(settings) as connection, Client(settings) as client:
        run = _Run(connection, client, private / "dlt", behaviours, progress, full=full)
        try:
            run.streams(wanted[0])
            run.children(wanted[1])
            run.certify()
        finally:
            shutil.rmtree(private / "dlt", ignore_errors=True)  # job files hold personal data
    behaviours.save()
    for summary in run.report.streams:
        if isinstance(summary.error, CredentialsError):
            raise summary.error
    run.report.seconds = time.perf_counter() - started
    return run.report


class _Run:
    """One load in its three commits: lists; what they refer to and their children; the certificates of both."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        client: Client,
        folder: Path,
        behaviours: Behaviours,
        progress: Progress | None,
        *,
        full: bool,
    ) -> None:
        shutil.rmtree(folder, ignore_errors=True)  # what a killed run left: its rows are read again
        os.environ["DLT_DATA_DIR"] = str(folder)  # before dlt is imported: run as root it would use a system folder
        from nightaudit.load.source import raw_pipeline

        self.report = LoadReport([])
        self._connection = connection
        self._client = client
        self._behaviours = behaviours
        self._full = full
        self._progress = progress
        self._outage = Outage()
        self._children: list[ChildReader] = []
        self._pipeline = raw_pipeline(connection, folder)

    def streams(self, streams: Sequence[Stream]) -> None:
        """Read the lists and commit them."""
        from nightaudit.load.source import raw_resource, reads_resource

        settings, known = self._client.settings, KnownInWarehouse(self._connection, full=self._full)
        readers = [
            StreamReader(self._client, stream, settings, known, self._behaviours, self._outage) for stream in streams
        ]
        self._commit([reads_resource([]), *(raw_resource(reader, self._progress) for reader in readers)])
        self.report.streams += [reader.summary for reader in readers]

    def children(self, children: Sequence[Child]) -> None:
        """Read what is referred to but not listed, and the child lists that are due, and commit them."""
        from nightaudit.load.source import raw_resource

        if self.report.nothing_loaded:
            return
        unlisted = list(self._unlisted())
        self._children = list(self._due(children))
        if unlisted:
            self._commit([raw_resource(reader) for reader in unlisted])
        tables = KnownInWarehouse(self._connection).tables
        busy = [reader for reader in self._children if reader.busy or reader.name not in tables]
        if busy:
            self._commit([raw_resource(reader, self._progress) for reader in busy])
        for child in self._children:
            if child not in busy:
                child.conclude()
        for extra in unlisted:
            self.report.add_to(extra.summary)
        self.report.streams += [reader.summary for reader in self._children]

    def certify(self) -> None:
        """Commit the certificates: only now that their records are committed."""
        from nightaudit.load.source import reads_resource, walks_resource

        today = self._client.settings.business_date
        self._commit([walks_resource(self.report.streams, today), reads_resource(self._children)])

    def _unlisted(self) -> Iterator[UnlistedReader]:
        loaded = {summary.stream for summary in self.report.streams}
        for stream in STREAMS:
            if stream.get is not None and stream.name in loaded:
                keys = unlisted_parents(self._connection, stream.name, loaded)
                if keys:
                    yield UnlistedReader(self._client, stream, stream.get, keys, self._outage)

    def _due(self, children: Sequence[Child]) -> Iterator[ChildReader]:
        budget = self._client.settings.child_requests
        tables = KnownInWarehouse(self._connection).tables
        for child in children:
            due = []
            if child.parent in tables:
                due = pending_parents(self._connection, child, self._client.settings.business_date)
            most = len(due) if child.essential else max(0, budget)
            now, later = due[:most], due[most:]
            budget -= 0 if child.essential else len(now)
            known = child_hashes(self._connection, child, now) if child.name in tables else {}
            yield ChildReader(self._client, child, now, known, self._outage, put_off=len(later))

    def _commit(self, resources: list[Any]) -> None:
        from dlt.pipeline.exceptions import PipelineStepFailed

        try:
            self._pipeline.run(resources, loader_file_format="parquet")
        except PipelineStepFailed as error:
            cause = error.__cause__
            while cause is not None and not isinstance(cause, NightauditError):
                cause = cause.__cause__
            raise cause or NightauditError(
                f"The load could not be committed: {error}.", hint="Run it again; nothing of it is half there."
            ) from error
