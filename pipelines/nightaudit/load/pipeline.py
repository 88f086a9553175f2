"""Runs a load: streams into the work file through dlt, certificates after them, and a report of what was done."""

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
from nightaudit.load.known import KnownInWarehouse
from nightaudit.load.reader import StreamReader
from nightaudit.load.streams import chosen
from nightaudit.load.summary import LoadReport

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb
    from rich.console import Console

    from nightaudit.settings import Settings

RAW = "raw"


def load(
    settings: Settings, streams: Sequence[str] = (), *, full: bool = False, progress: Console | None = None
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
        known = KnownInWarehouse(connection)
        readers = [StreamReader(client, stream, settings, known, behaviours) for stream in wanted]
        _run(connection, private, readers, progress)
    behaviours.save()
    report = LoadReport([reader.summary for reader in readers], time.perf_counter() - started)
    for summary in report.streams:
        if isinstance(summary.error, CredentialsError):
            raise summary.error
    return report


def _run(
    connection: duckdb.DuckDBPyConnection, private: Path, readers: list[StreamReader], progress: Console | None
) -> None:
    folder = private / "dlt"
    shutil.rmtree(folder, ignore_errors=True)  # what a killed run left: its rows are read again
    os.environ["DLT_DATA_DIR"] = str(folder)  # before dlt is imported: run as root it would use a system folder
    from nightaudit.load.source import raw_resource, walks_resource

    try:
        pipeline = _pipeline(connection, folder)
        _load(pipeline, [raw_resource(reader, progress) for reader in readers])
        _load(pipeline, [walks_resource([reader.summary for reader in readers])])
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # job files hold personal data


def _pipeline(connection: duckdb.DuckDBPyConnection, folder: Path) -> Any:
    import dlt

    return dlt.pipeline(
        "nightaudit",
        destination=dlt.destinations.duckdb(connection),
        dataset_name=RAW,
        pipelines_dir=str(folder),
        progress=None,
    )


def _load(pipeline: Any, resources: list[Any]) -> None:
    from dlt.pipeline.exceptions import PipelineStepFailed

    try:
        pipeline.run(resources, loader_file_format="parquet")
    except PipelineStepFailed as error:
        cause = error.__cause__
        while cause is not None and not isinstance(cause, NightauditError):
            cause = cause.__cause__
        raise cause or NightauditError(
            f"The load could not be committed: {error}.", hint="Run it again; nothing of it is half there."
        ) from error
