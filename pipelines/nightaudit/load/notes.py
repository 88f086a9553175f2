"""What is noted of reading: a certificate per walk, and which child lists were read. Tables of our own beside the records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from nightaudit.load.children import ChildReader
    from nightaudit.load.summary import StreamSummary

_TEXT, _NUMBER, _MOMENT = pa.string(), pa.int64(), pa.timestamp("us", tz="UTC")
WALKS = pa.schema(
    {
        "walk_id": _TEXT,
        "stream": _TEXT,
        "selection": _TEXT,
        "tier": _TEXT,
        "page_base": _NUMBER,
        "page_size": _NUMBER,
        "requests": _NUMBER,
        "step_backs": _NUMBER,
        "retries": _NUMBER,
        "row_count": _NUMBER,
        "distinct_ids": _NUMBER,
        "total_first": _NUMBER,
        "total_last": _NUMBER,
        "ids_digest": _TEXT,
        "started_at": _MOMENT,
        "ended_at": _MOMENT,
        "complete": pa.bool_(),
        "reason": _TEXT,
        "business_date": pa.date32(),
    }
)
CHILD_READS = pa.schema({"stream": _TEXT, "parent_key": _TEXT, "token": _TEXT, "read_at": _MOMENT})


class Note(NamedTuple):
    """Rows for a table of schema `raw`, where they take the place of rows with the same values in the columns `key`."""

    table: str
    key: tuple[str, ...]
    rows: pa.Table


def certificates(summaries: Iterable[StreamSummary], business_date: dt.date) -> Note:
    """The certificates of walks whose records are committed, as rows of `walks`.

    `business_date` is the date on which what they read was known, whatever the clock said.
    """
    rows = [
        summary.certificate.as_dict() | {"walk_id": summary.walk_id, "business_date": business_date}
        for summary in summaries
        if summary.certificate
    ]
    return Note("walks", ("walk_id",), pa.Table.from_pylist(rows, WALKS))


def child_reads(children: Iterable[ChildReader]) -> Note:
    """Which version of which parent has had its child list read since the last call; what was read is committed."""
    now = datetime.now(UTC)
    rows = [
        {"stream": child.name, "parent_key": read.parent_key, "token": read.token, "read_at": now}
        for child in children
        for read in child.reads()
    ]
    return Note("child_reads", ("stream", "parent_key"), pa.Table.from_pylist(rows, CHILD_READS))
