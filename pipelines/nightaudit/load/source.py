"""Offers streams as dlt resources: raw rows as Arrow tables, versions told apart by their hash."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

os.environ.setdefault("RUNTIME__DLTHUB_TELEMETRY", "false")  # before dlt is imported: it phones home by default
# dlt's staging tables and finished job files hold personal data, and a run leaves a file of every list.
os.environ.setdefault("LOAD__TRUNCATE_STAGING_DATASET", "true")
os.environ.setdefault("LOAD__DELETE_COMPLETED_JOBS", "true")

import dlt
import pyarrow as pa
from dlt.extract.utils import wrap_parallel_iterator

from nightaudit import schemas
from nightaudit.client.client import Client
from nightaudit.errors import Forbidden, NotFound, UsageError
from nightaudit.load.batch import RAW_SCHEMA, SEEN_AT
from nightaudit.load.earlier.destination import InDestination, keep_versions_if_possible
from nightaudit.load.missing.unlisted import Unlisted, UnlistedReader
from nightaudit.load.outage import Outage
from nightaudit.load.reader import StreamReader
from nightaudit.load.reader_pool import masked_tables
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import chosen
from nightaudit.privacy.forgotten import Forgotten
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from dlt.extract import DltResource

    from nightaudit.load.streams.stream import Stream

log = logging.getLogger("nightaudit.load")
_TYPES = {pa.string(): "text", SEEN_AT: "timestamp"}
RAW_COLUMNS: Any = [
    {"name": field.name, "data_type": _TYPES[field.type], "nullable": field.nullable} for field in RAW_SCHEMA
]
VERSIONS: Any = {
    "disposition": "merge",
    "strategy": "scd2",
    "row_version_column_name": "record_hash",
    "validity_column_names": list(schemas.VALIDITY),
}
FROZEN: Any = {"tables": "evolve", "columns": "freeze", "data_type": "freeze"}


def raw_resource(name: str, rows: Iterator[Any]) -> DltResource:
    """Return one raw table as a dlt resource.

    With `merge_key`, a record that is absent from a load keeps its version: dlt retires a version only when a newer version or a
    tombstone arrives under the same key.
    """
    return dlt.resource(
        rows,
        name=name,
        columns=RAW_COLUMNS,
        merge_key="record_key",
        write_disposition=VERSIONS,
        schema_contract=FROZEN,
    )


@dlt.source(name="pms", max_table_nesting=0)
def pms_source(settings: Settings | None = None, streams: Sequence[str] = ()) -> Iterator[DltResource]:
    """Return the PMS as a dlt source, for any pipeline and any destination.

    settings  address and credentials; read from the environment when omitted
    streams   names of the lists to load; all when empty

    Each resource is a table of raw records (record_key, parent_key, payload, record_hash, walk_id, seen_at, and dlt's
    validity columns). A record that the destination holds and the list no longer shows is asked for by key; one that is
    gone gets a version without payload, as in a load. A destination that cannot merge with scd2 holds the records of the
    last run only, unless another write disposition was chosen. Lists below single records (`CHILDREN`) are not among the
    resources: those need the work file of `load`.

    Raises ConfigurationError without address and credentials, UsageError for an unknown stream or such a list. A list
    that cannot be read fails the pipeline's extract step with its ApiError, so that nothing of the run is loaded. A list that
    the tenant has not, that may not be read and never was, or that could not be proven complete is logged as a warning.
    """
    settings = settings or Settings.read()
    settings.require_service()
    names = (streams,) if isinstance(streams, str) else streams
    lists, children = chosen(names, extra_streams(settings.extra_lists))
    if names and children:
        below = ", ".join(child.name for child in children)
        raise UsageError(f"The source has no list {below}.", hint="Child lists are loaded by `nightaudit load` only.")
    client, people, known = Client(settings), Forgotten.read(settings), InDestination()
    for stream in lists:
        yield raw_resource(stream.name, _in_parallel(client, stream, people, known))


def _in_parallel(client: Client, stream: Stream, people: Forgotten, known: InDestination) -> Iterator[Any]:
    """Look up what is stored, which only the thread of the pipeline may do, and read the list in one of dlt's pools."""
    keep_versions_if_possible()
    known.look_up(stream.name)
    yield from wrap_parallel_iterator(_or_fail(client, stream, people, known))


def _or_fail(client: Client, stream: Stream, people: Forgotten, known: InDestination) -> Generator[pa.Table]:
    """Yield the rows of a list; one empty table where there are none, so that dlt creates the table.

    Stored records of which the list may show a part only are asked for by key; such a record that is not stored yet is
    yielded as the list shows it, because one run can bring one version of a record.

    Raises the error of a list that failed, because a dlt source has no report to show it.
    """
    reader = StreamReader(client, stream, known)
    yield from masked_tables(reader, people)
    summary = reader.summary
    if summary.outcome == "failed" and summary.error:
        if isinstance(summary.error, NotFound | Forbidden):
            summary.error.add("The list was read before. If it is gone for good, name the other lists in `streams`.")
        raise summary.error
    partial = known.hashes(stream.name, sorted(summary.in_part))
    if partial and stream.get:
        whole = UnlistedReader(client, stream, stream.get, Unlisted(in_part=partial), Outage(), held=min(partial))
        yield from masked_tables(whole, people)
        summary.remark(whole.summary.reason)
    if not summary.rows:
        yield RAW_SCHEMA.empty_table()
    if summary.outcome == "loaded":
        known.note(stream.name, summary.reason)
    if summary.reason or not summary.complete:
        read = "read" if summary.complete else "unproven"
        log.warning("%s, %s: %s", stream.name, "skipped" if summary.outcome == "skipped" else read, summary.reason)
