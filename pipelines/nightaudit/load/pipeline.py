"""Runs a load from end to end: chooses the streams, opens the service and the engine, and returns the report."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from nightaudit import schemas, warehouse
from nightaudit.background import entered_in_background
from nightaudit.client.client import Client
from nightaudit.errors import CredentialsError
from nightaudit.load.earlier import unread
from nightaudit.load.earlier.account import require_same_account
from nightaudit.load.earlier.behaviours import Behaviours
from nightaudit.load.earlier.service import keep_apart
from nightaudit.load.engine import open_engine
from nightaudit.load.spool import empty_spool
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import chosen, table_names
from nightaudit.privacy.forgotten import Forgotten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import LoadReport
    from nightaudit.settings import Settings

FEWEST_LISTS, MOST_LISTS = 5, 20
"""Bounds of the number of lists read at once, which is otherwise the number of requests in flight (NIGHTAUDIT_CONCURRENCY)."""


def load(
    settings: Settings, streams: Sequence[str] = (), *, full: bool = False, progress: Progress | None = None
) -> LoadReport:
    """Load these streams (all when empty) into the work file or the lake, and return a report. The caller holds the lock.

    full  probe the lists again, and read each completely

    On return every new or changed record, every tombstone, and one certificate per walk are committed. A killed run does no harm
    to the next one, because the rows of a table are committed in one transaction. After a killed load of all streams, the next
    load does not read the lists again that it had finished (`Unfinished`).

    Raises ConfigurationError, CredentialsError, UsageError, and NightauditError where rows cannot be committed. The report
    contains the failures of single streams.
    """
    settings.require_service()
    settings = settings.dated()
    extra = extra_streams(settings.extra_lists)
    lists, children = chosen(streams, extra)
    started = time.perf_counter()
    behaviours = Behaviours.of(settings)
    at_once = max(FEWEST_LISTS, min(settings.concurrency, MOST_LISTS))
    with (
        entered_in_background(open_engine(settings)) as opened,
        Client(settings) as client,
        empty_spool(warehouse.private_dir(settings)) as folder,
    ):
        # These modules import Arrow. That takes as long as opening the file, so both are done at the same time.
        import pyarrow as pa

        from nightaudit.load.earlier import business_date
        from nightaudit.load.earlier.committed import CommittedRecords
        from nightaudit.load.earlier.unfinished import Unfinished
        from nightaudit.load.reader_pool import ReaderPool
        from nightaudit.load.run import LoadRun

        # pyarrow's own pool retains 150 MB more of what a large load has freed.
        pa.set_memory_pool(pa.system_memory_pool())
        engine = opened()
        with ReaderPool(at_once, folder, Forgotten.read(settings), progress) as pool:
            engine.make((*schemas.NOTES, *table_names(extra)))
            keep_apart(settings, engine.connection)
            require_same_account(client, CommittedRecords(engine.connection), behaviours, lists)
            if full:
                behaviours.forget(stream.name for stream in lists)
            business_date.warn(settings, engine.connection)
            unfinished = None if streams else Unfinished(settings, full=full)
            run = LoadRun(engine, client, pool, behaviours, unfinished, full=full)
            run.read_lists(lists)
            if unfinished:
                run.report.require_a_list()
            run.read_children(children)
            run.certify()
    behaviours.save()
    unread.note(settings, run.report.streams)
    if unfinished:
        unfinished.end()
    refused = [summary.error for summary in run.report.streams if isinstance(summary.error, CredentialsError)]
    if refused and run.report.nothing_loaded:
        raise refused[0]
    run.report.seconds = time.perf_counter() - started
    return run.report
