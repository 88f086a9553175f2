"""The dlt pipeline that appends rows to the existing raw tables of a lake."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

# Before dlt is imported: it logs the traceback of each failure, which the error of the load reports anyway.
os.environ.setdefault("RUNTIME__LOG_LEVEL", "CRITICAL")
os.environ.setdefault("RUNTIME__INTERCEPT_SIGNALS", "false")  # it swallows the first Ctrl-C

import dlt
import pyarrow as pa
from dlt.destinations.impl.filesystem.filesystem import FilesystemClient
from dlt.pipeline.exceptions import PipelineStepFailed

from nightaudit.errors import NightauditError
from nightaudit.lake import CATALOG
from nightaudit.lake.raw import of_tenant
from nightaudit.load.source import RAW_COLUMNS, raw_resource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dlt.extract import DltResource

    from nightaudit.lake import Lake
    from nightaudit.load.spool import SpoolFile

REASON = re.compile(r"^[\w.]+(?:Error|Exception): (.+)$", re.MULTILINE)


class _Client(FilesystemClient):
    """dlt's client, except that it accepts a folder that contains tables but none of dlt's own metadata."""

    def create_dataset(self) -> None:
        """Create the folder unless it exists."""
        self.fs_client.makedirs(self.dataset_path, exist_ok=True)


class _Folder(dlt.destinations.filesystem):
    """dlt's filesystem destination, with our client."""

    @property
    def client_class(self) -> type[FilesystemClient]:
        """The class of the client that writes."""
        return _Client


def lake_pipeline(lake: Lake, folder: Path) -> dlt.Pipeline:
    """Return the dlt pipeline into the raw tables of the lake; dlt keeps its state in `folder`."""
    dlt.config["iceberg_catalog.iceberg_catalog_name"] = CATALOG
    dlt.config["iceberg_catalog.iceberg_catalog_type"] = "sql"
    dlt.secrets["iceberg_catalog.iceberg_catalog_config"] = lake.pyiceberg_properties()
    destination = _Folder(lake.location, destination_name="filesystem")
    dataset = lake.namespace("raw")
    return dlt.pipeline("nightaudit", destination=destination, dataset_name=dataset, pipelines_dir=str(folder))


def append(pipeline: dlt.Pipeline, lake: Lake, found: Mapping[str, SpoolFile]) -> None:
    """Append rows to raw tables that exist in the lake; `found` holds them by table name.

    Raises NightauditError, and KeyboardInterrupt where that was the cause.
    """
    try:
        pipeline.run([_appended(lake, name, rows) for name, rows in found.items()], loader_file_format="parquet")
    except PipelineStepFailed as error:
        cause = error.__cause__
        while cause is not None and not isinstance(cause, KeyboardInterrupt):
            cause = cause.__cause__
        raise cause or NightauditError(
            f"The load could not be committed: {_reason(str(error))}",
            hint="Run the load again; nothing was committed in part.",
        ) from error


def _appended(lake: Lake, name: str, rows: SpoolFile) -> DltResource:
    resource = raw_resource(name, _tables(lake, rows))
    tenant = {"name": "tenant", "data_type": "text", "nullable": False}
    columns = [*RAW_COLUMNS, *([tenant] if lake.tenant else [])]
    resource.apply_hints(write_disposition="append", merge_key="", columns=columns, table_format="iceberg")
    return resource


def _tables(lake: Lake, rows: SpoolFile) -> Iterator[pa.Table]:
    with rows.opened() as batches:
        for batch in batches:
            yield of_tenant(lake, pa.Table.from_batches([batch]))


def _reason(message: str) -> str:
    """Return the cause of a failure in dlt, in one line: the last error in the traceback it quotes, or else its own message."""
    raised = REASON.findall(message)
    reason = raised[-1] if raised else (message.partition("'>\n")[2] or message).splitlines()[0]
    return str(reason).rstrip(".") + "."
