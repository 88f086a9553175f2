"""What look-ups need of current records, read out of each version once: a night must not read every record again."""

from __future__ import annotations

import hashlib
import json
from threading import Lock
from typing import TYPE_CHECKING, Any

from nightaudit import database
from nightaudit.load.streams.references import fields_of
from nightaudit.load.streams.table import CHILDREN
from nightaudit.load.walks.newest import FIELD
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

_STATUSES = ("status", "roomStayStatus", "roomStays[*].status", "roomStays[*].roomStayStatus")  # as `statuses_of`
_one_at_a_time = Lock()  # readers of several lists ask at once, and a catalog takes one new table at a time


def has(field: str) -> str:
    """The column that says whether a record carries this field, be it null."""
    return f'"has {field}"'


def has_rows(field: str) -> str:
    """The column that says whether a record carries a list with rows in this field."""
    return f'"rows of {field}"'


def texts(field: str) -> str:
    """The column of the texts at this path (`unit.id`, `roomStays[*].unit.id`), a list."""
    return f'"{field}"'


def index_of(connection: duckdb.DuckDBPyConnection, stream: str) -> str:
    """The index of the raw table of a stream, brought up to date: a relation with a row per record that is there now.

    Columns: record_key, record_hash, walk_id and valid_from of its current version, modified_at (TIMESTAMPTZ, null where
    the record has none that can be read), statuses (those it shows), `texts` of each field that refers to records, `has`
    and `has_rows` of each field that a child list may be embedded in. Only versions that are new since the last call are
    read. What an older release read out otherwise is read anew.
    """
    relation, columns = f"raw_index.{stream}", _columns(stream)
    made_as = hashlib.sha256(columns.encode()).hexdigest()
    version = "(record_key, valid_from)"
    current = f"from raw.{stream} where {CURRENT}"
    with _one_at_a_time:
        found = connection.execute(
            "select comment from duckdb_tables() where schema_name = 'raw_index' and table_name = $1", [stream]
        ).fetchall()
        ((rows,),) = connection.execute(f"select count(*) from raw.{stream}").fetchall()
        state = f"{made_as} of {rows} rows"  # a row of a raw table never goes: as many are the same
        if found == [(state,)]:
            return relation
        with database.transaction(connection):
            if found and str(found[0][0]).startswith(made_as):
                connection.execute(f"""
                    delete from {relation} where rowid in (
                        select held.rowid from {relation} as held anti join (select * {current}) as now using {version}
                    )""")
                # By their time, too: DuckDB then skips the row groups before it without unpacking their payloads.
                connection.execute(f"""
                    insert into {relation} with lacking as materialized (
                        select record_key, valid_from from (select * {current}) as now anti join {relation} using {version}
                    )
                    select {columns} {current} and {version} in (from lacking)""")
            else:
                connection.execute("create schema if not exists raw_index")
                connection.execute(f"create or replace table {relation} as select {columns} {current}")
            connection.execute(f"comment on table {relation} is '{state}'")
        return relation


def _columns(stream: str) -> str:
    """What is read out of a payload: the texts at all paths and the fields that hold a list, all in one reading."""
    fields = fields_of(stream)
    embedded = sorted({child.embedded for child in CHILDREN if child.parent == stream and child.embedded})
    shape = {field: ["NULL"] for field in embedded} | _shape((FIELD, *_STATUSES, *fields))
    read = f"from_json(payload, '{json.dumps(shape)}')"

    def found(path: str) -> str:
        """A list; in the place of an item that has no such text stands null."""
        items, is_list, inner = path.partition("[*].")
        return (
            f"coalesce(list_transform({read}.{items}, lambda item: item.{inner}), [])"
            if is_list
            else f"[{read}.{path}]"
        )

    doubtful = " or ".join(f"{read}.{field} is null" for field in embedded)  # missing, null or no list
    there = (
        f"case when {doubtful} then json_exists(payload, {[f'$.{field}' for field in embedded]!r})"
        f" else {[True] * len(embedded)!r} end"
    )
    return ", ".join(
        (
            "record_key, record_hash, walk_id, valid_from",
            f"try_cast({read}.{FIELD} as timestamptz) as modified_at",
            f"list_distinct(flatten([{', '.join(map(found, _STATUSES))}])) as statuses",
            *(f"{found(field)} as {texts(field)}" for field in fields),
            *(f"({there})[{place}] as {has(field)}" for place, field in enumerate(embedded, 1)),
            *(f"coalesce(len({read}.{field}) > 0, false) as {has_rows(field)}" for field in embedded),
        )
    )


def _shape(paths: Iterable[str]) -> dict[str, Any]:
    """The structure these paths lead through, with a text at the end of each."""
    shape: dict[str, Any] = {}
    for path in paths:
        place = shape
        *outer, last = path.split(".")
        for name in outer:
            inner = place.setdefault(name.removesuffix("[*]"), [{}] if name.endswith("[*]") else {})
            place = inner[0] if isinstance(inner, list) else inner
        place[last] = "VARCHAR"
    return shape
