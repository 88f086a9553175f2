"""What is noted of reading: a certificate per walk, and which child lists were read. Tables of our own beside the records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from nightaudit import schemas

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from nightaudit.load.children.pending import Pending
    from nightaudit.load.children.reader import ChildReader
    from nightaudit.load.summary import StreamSummary

WALKS = schemas.arrow_schema(schemas.WALKS)


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
    return _of_parents("child_reads", "read_at", {child.name: child.reads() for child in children})


def child_unanswered(children: Iterable[ChildReader]) -> Note:
    """Which version of which parent has had its child list asked for in vain since the last call."""
    return _of_parents("child_unanswered", "asked_at", {child.name: child.unanswered() for child in children})


def _of_parents(table: str, moment: str, found: Mapping[str, Iterable[Pending]]) -> Note:
    now = datetime.now(UTC)
    rows = [
        {"stream": name, "parent_key": one.parent_key, "token": one.token, moment: now}
        for name, several in found.items()
        for one in several
    ]
    schema = schemas.arrow_schema(schemas.NOTES[table])
    return Note(table, ("stream", "parent_key"), pa.Table.from_pylist(rows, schema))
