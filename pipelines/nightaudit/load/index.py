"""What look-ups need of raw records, read out of each version once: a night must not read every record again."""

from __future__ import annotations

import hashlib
from threading import Lock
from typing import TYPE_CHECKING

from nightaudit import warehouse
from nightaudit.load.newest import FIELD
from nightaudit.load.references import fields_of
from nightaudit.load.streams import CHILDREN

if TYPE_CHECKING:
    import duckdb

_STATUSES = ("status", "roomStayStatus", "roomStays[*].roomStayStatus")
_one_at_a_time = Lock()  # readers of several lists ask at once, and a catalog takes one new table at a time


def has(field: str) -> str:
    """The column that says whether a record carries this field, be it null."""
    return f'"has {field}"'


def texts(field: str) -> str:
    """The column of the texts at this path (`unit.id`, `roomStays[*].unit.id`), a list."""
    return f'"{field}"'


def index_of(connection: duckdb.DuckDBPyConnection, stream: str) -> str:
    """The index of the raw table of a stream, brought up to date: a relation with a row per version, current ones and others.

    Columns: record_hash, modified_at (TIMESTAMPTZ, null where the record has none that can be read), statuses (those it
    shows), `texts` of each field that refers to records, `has` of each field that a child list may be embedded in. Only
    versions that are new since the last call are read. What an older release read out otherwise is read anew.
    """
    relation, columns = f"raw_index.{stream}", _columns(stream)
    made_as = hashlib.sha256(columns.encode()).hexdigest()
    lacking = f"""
        select {columns} from raw.{stream} where valid_to is null and payload is not null and record_hash in (
            select record_hash from raw.{stream} where valid_to is null
            and record_hash not in (select record_hash from {relation})
        )"""
    with _one_at_a_time:
        found = connection.execute(
            "select comment from duckdb_tables() where schema_name = 'raw_index' and table_name = $1", [stream]
        ).fetchall()
        if found == [(made_as,)]:
            connection.execute(f"insert into {relation} {lacking}")
            return relation
        connection.execute("create schema if not exists raw_index")
        with warehouse.transaction(connection):
            connection.execute(
                f"""create or replace table {relation} as
                    select {columns} from raw.{stream} where valid_to is null and payload is not null"""
            )
            connection.execute(f"comment on table {relation} is '{made_as}'")
        return relation


def _columns(stream: str) -> str:
    """What is read out of a payload: all plain paths in one reading, each path through a list in one of its own."""
    fields = fields_of(stream)
    paths = (FIELD, *_STATUSES, *fields)
    plain = [path for path in paths if "[*]" not in path]
    read = f"json_extract_string(payload, {[f'$.{path}' for path in plain]!r})"

    def found(path: str) -> str:
        return f"[{read}[{plain.index(path) + 1}]]" if path in plain else f"json_extract_string(payload, '$.{path}')"

    embedded = sorted({child.embedded for child in CHILDREN if child.parent == stream and child.embedded})
    kinds = f"json_type(payload, {[f'$.{field}' for field in embedded]!r})"
    return ", ".join(
        (
            "record_hash",
            f"try_cast({found(FIELD)}[1] as timestamptz) as modified_at",
            f"list_distinct(flatten([{', '.join(map(found, _STATUSES))}])) as statuses",
            *(f"{found(field)} as {texts(field)}" for field in fields),
            *(f"{kinds}[{place}] is not null as {has(field)}" for place, field in enumerate(embedded, 1)),
        )
    )
