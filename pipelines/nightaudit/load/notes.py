"""Builds the rows of our own tables beside the records: a certificate per walk, and which child lists were read."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from nightaudit import schemas
from nightaudit.client.failures import SAID

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from nightaudit.load.children.pending import Pending
    from nightaudit.load.children.reader import ChildReader
    from nightaudit.load.summary import StreamSummary


class Note(NamedTuple):
    """Rows to upsert into a table of schema `raw`; the columns in `key` identify a row."""

    table: str
    key: tuple[str, ...]
    rows: pa.Table


def certificates(summaries: Iterable[StreamSummary], business_date: date) -> Note:
    """Return the certificates of walks whose records are committed, as rows of `walks`.

    business_date  the business date of the load, which may differ from the clock

    Their reasons are published, so they leave out what the service said: it may name a person.
    """
    rows = [
        asdict(summary.certificate)
        | {
            "reason": SAID.sub("", summary.certificate.reason),
            "walk_id": summary.walk_id,
            "business_date": business_date,
        }
        for summary in summaries
        if summary.certificate
    ]
    return _note("walks", ("walk_id",), rows)


def child_reads(children: Iterable[ChildReader]) -> Note:
    """Return the versions of parents whose child list was read since the last call. The rows read are committed."""
    return _of_parents("child_reads", "read_at", {child.name: child.reads() for child in children})


def child_unanswered(children: Iterable[ChildReader]) -> Note:
    """Return the versions of parents whose child list was requested, but not answered, since the last call."""
    return _of_parents("child_unanswered", "asked_at", {child.name: child.unanswered() for child in children})


def _of_parents(table: str, moment: str, found: Mapping[str, Iterable[Pending]]) -> Note:
    now = datetime.now(UTC)
    rows = [
        {"stream": name, "parent_key": one.parent_key, "token": one.token, moment: now}
        for name, several in found.items()
        for one in several
    ]
    return _note(table, ("stream", "parent_key"), rows)


def _note(table: str, key: tuple[str, ...], rows: list[dict[str, Any]]) -> Note:
    return Note(table, key, pa.Table.from_pylist(rows, schemas.arrow_schema(schemas.NOTES[table])))
