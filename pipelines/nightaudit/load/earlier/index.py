"""Indexes the fields of current records that look-ups need, so that each version is parsed once and not every night."""

from __future__ import annotations

import hashlib
import json
from threading import Lock
from typing import TYPE_CHECKING, Any

from nightaudit import database
from nightaudit.load.pages.stamps import FIELD
from nightaudit.load.streams.references import fields_of
from nightaudit.load.streams.table import CHILDREN
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

_STATUSES = ("status", "roomStayStatus", "roomStays[*].status", "roomStays[*].roomStayStatus")  # as `statuses_of`
_one_at_a_time = Lock()  # lists are read in parallel, and a catalog takes one new table at a time


def has(field: str) -> str:
    """Return the name of the column that says whether a record carries this field, null included."""
    return f'"has {field}"'


def has_rows(field: str) -> str:
    """Return the column that says whether a record carries a list with rows in this field."""
    return f'"rows of {field}"'


def texts(field: str) -> str:
    """Return the name of the list column with the texts at this path (`unit.id`, `roomStays[*].unit.id`)."""
    return f'"{field}"'


def index_of(connection: duckdb.DuckDBPyConnection, stream: str) -> str:
    """Bring the index of a stream's raw table up to date, and return the name of its relation: a row per current record.

    Columns: record_key, record_hash, walk_id and valid_from of the current version, modified_at (TIMESTAMPTZ, null where
    the record has no readable stamp), statuses (those the record shows), `texts` of each field that refers to records, `has`
    and `has_rows` of each field that a child list may be embedded in. Only versions that are new since the last call are
    parsed. An index whose columns an older release computed in another way is built anew.
    """
    relation = f"raw_index.{stream}"
    definition = hashlib.sha256(_rows(stream, "").encode()).hexdigest()
    version = "(record_key, valid_from)"
    current = f"from raw.{stream} where {CURRENT}"
    with _one_at_a_time:
        comments = connection.execute(
            "select comment from duckdb_tables() where schema_name = 'raw_index' and table_name = $1", [stream]
        ).fetchall()
        ((rows,),) = connection.execute(f"select count(*) from raw.{stream}").fetchall()
        state = f"{definition} of {rows} rows"  # rows of raw tables are never deleted: an equal count means no new row
        if comments == [(state,)]:
            return relation
        with database.transaction(connection):
            if comments and str(comments[0][0]).startswith(definition):
                connection.execute(f"""
                    delete from {relation} where rowid in (
                        select held.rowid from {relation} as held anti join (select * {current}) as now using {version}
                    )""")
                # valid_from is part of the filter so that DuckDB skips older row groups without unpacking their payloads.
                connection.execute(f"""
                    insert into {relation} with lacking as materialized (
                        select record_key, valid_from from (select * {current}) as now anti join {relation} using {version}
                    )
                    {_rows(stream, f"{current} and {version} in (from lacking)")}""")
            else:
                connection.execute("create schema if not exists raw_index")
                connection.execute(f"create or replace table {relation} as {_rows(stream, current)}")
            connection.execute(f"comment on table {relation} is '{state}'")
        return relation


def _rows(stream: str, raw_rows: str) -> str:
    """Return the query for the index's rows of these raw rows, a `from` clause: each payload is parsed once, for all columns."""
    fields = fields_of(stream)
    embedded = sorted({child.embedded for child in CHILDREN if child.parent == stream and child.embedded})
    shape = {field: ["NULL"] for field in embedded} | _shape((FIELD, *_STATUSES, *fields))

    def texts_at(path: str) -> str:
        """Return SQL of the list of texts at this path; an item without the text gives null."""
        items, is_list, inner = path.partition("[*].")
        return (
            f"coalesce(list_transform(parsed.{items}, lambda item: item.{inner}), [])"
            if is_list
            else f"[parsed.{path}]"
        )

    doubtful = " or ".join(f"parsed.{field} is null" for field in embedded)  # absent, null, or not a list
    carried = (
        f"case when {doubtful} then json_exists(payload, {[f'$.{field}' for field in embedded]!r})"
        f" else {[True] * len(embedded)!r} end"
        if embedded
        else "null"
    )
    columns = ", ".join(
        (
            "record_key, record_hash, walk_id, valid_from",
            f"try_cast(parsed.{FIELD} as timestamptz) as modified_at",
            f"list_distinct(flatten([{', '.join(map(texts_at, _STATUSES))}])) as statuses",
            *(f"{texts_at(field)} as {texts(field)}" for field in fields),
            *(f"carried[{place}] as {has(field)}" for place, field in enumerate(embedded, 1)),
            *(f"coalesce(len(parsed.{field}) > 0, false) as {has_rows(field)}" for field in embedded),
        )
    )
    parsed = f"select *, from_json(payload, '{json.dumps(shape)}') as parsed {raw_rows}"
    return f"select {columns} from (select *, {carried} as carried from ({parsed}))"


def _shape(paths: Iterable[str]) -> dict[str, Any]:
    """Return the JSON structure in which these paths exist, with a text at the end of each, for `from_json`."""
    shape: dict[str, Any] = {}
    for path in paths:
        place = shape
        *outer, last = path.split(".")
        for name in outer:
            inner = place.setdefault(name.removesuffix("[*]"), [{}] if name.endswith("[*]") else {})
            place = inner[0] if isinstance(inner, list) else inner
        place[last] = "VARCHAR"
    return shape
