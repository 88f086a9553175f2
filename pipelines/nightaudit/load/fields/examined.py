"""Examines which fields records really carry, and reports those that are not declared, or not of this shape, or of several types.

Raw tables keep every record as it came, so such a field can neither break a load nor be lost.
"""

from __future__ import annotations

import contextlib
import datetime
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nightaudit import database, memory, warehouse
from nightaudit.files import PRIVATE
from nightaudit.lake import lake_in_use
from nightaudit.load.fields.declared import dictionary, fingerprint
from nightaudit.load.fields.remarks import beside_lake, remarks
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import table_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import duckdb

    from nightaudit.load.fields.declared import Shape
    from nightaudit.load.fields.remarks import FieldRemark
    from nightaudit.settings import Settings

MOST_EXAMINED = 20_000
"""Most records of a stream that one run examines, in the order of their arrival; later runs examine the rest."""
AT_ONCE = 500
"""Records whose structure is read together, which takes a third of the time."""
LONG_AGO = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
NOTHING = "nothing"
SHAPES = {"object", "list"}
KINDS = {"VARCHAR": "text", "BOOLEAN": "true or false", "DOUBLE": "number", "NULL": NOTHING, "JSON": "several"}

_TABLES = (
    "create schema if not exists private",
    """create table if not exists private.record_fields (
        stream varchar, field varchar, kind varchar, first_seen timestamptz, primary key (stream, field, kind)
    )""",
    "create table if not exists private.records_examined (stream varchar primary key, until timestamptz)",
    "create table if not exists private.field_remarks (stream varchar, field varchar, kinds varchar[], unknown boolean)",
)
_UNTIL = """
select max(seen_at) from (
    select seen_at from raw.{stream} where seen_at > $since and payload is not null order by seen_at limit $most
)
"""
_PAYLOADS = "select payload from raw.{stream} where seen_at > $since and seen_at <= $until and payload is not null"
_SEEN = f"""
select stream, field, list(kind order by kind) from private.record_fields
where kind <> '{NOTHING}' group by all -- which older code stored, too
"""
_STATE = "select comment from duckdb_tables() where schema_name = 'private' and table_name = 'field_remarks'"


def examine(settings: Settings) -> list[FieldRemark]:
    """Examine the records that arrived since the last call, and return all remarks, earlier ones included.

    The work is proportional to the number of new records, at most MOST_EXAMINED per stream. The record dictionary, which takes
    longer to import than a few records to examine, is asked only about fields that are new. The caller holds the lock.
    """
    with _database_of_fields(settings) as work:
        for statement in _TABLES:
            work.execute(statement)
        before = remarks(work)
        found, until = _found(work, table_names(extra_streams(settings.extra_lists)))
        state = fingerprint(settings)
        [(noted,)] = work.execute(_STATE).fetchall()
        with database.transaction(work):
            if _keep(work, found, until) or noted != state:
                _note(work, dictionary(settings))
                work.execute(f"comment on table private.field_remarks is '{state}'")
        return [replace(one, new=one not in before) for one in remarks(work)]


def _found(
    work: duckdb.DuckDBPyConnection, streams: Sequence[str]
) -> tuple[list[tuple[str, str, str, datetime.datetime]], dict[str, datetime.datetime]]:
    """Return the fields of the records not yet examined (stream, field, kind, first seen), and by stream up to which time."""
    examined = dict(work.execute("select stream, until from private.records_examined").fetchall())
    newest = " union all ".join(f"select '{stream}', max(seen_at) from raw.{stream}" for stream in streams)
    found: list[tuple[str, str, str, datetime.datetime]] = []
    now, ends = datetime.datetime.now(datetime.UTC), {}
    for stream, arrived in work.execute(newest).fetchall():
        since = examined.get(stream, LONG_AGO)
        if arrived is None or arrived <= since:
            continue
        parameters = {"since": since, "most": MOST_EXAMINED}
        [(until,)] = work.execute(_UNTIL.format(stream=stream), parameters).fetchall()
        if until is not None:
            structures = _structures(work, stream, since, until)
            pairs = {pair for one in structures for pair in _flat(json.loads(one), "")}
            found += [(stream, field, kind, until) for field, kind in pairs if kind != NOTHING]
            # A clock that was ahead stamps records with a later time. Examine those again, rather than skip newer records.
            ends[stream] = min(until, now)
    return found, ends


@contextlib.contextmanager
def _database_of_fields(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database that keeps the fields seen, with the raw tables in it: the work file, or a small file beside a lake."""
    lake = lake_in_use(settings)
    if lake is None:
        with warehouse.work_connection(settings) as work:
            yield work
        return
    import duckdb

    from nightaudit.lake.raw import show

    with duckdb.connect(str(beside_lake(settings)), config={"memory_limit": memory.LOAD_LIMIT}) as connection:
        beside_lake(settings).chmod(PRIVATE)
        connection.execute("set TimeZone = 'UTC'")
        show(connection, lake)
        yield connection


def _structures(
    work: duckdb.DuckDBPyConnection, stream: str, since: datetime.datetime, until: datetime.datetime
) -> set[str]:
    """Return the structures of these records, as JSON: of many together, but each by itself where a field has several types."""
    found: set[str] = set()
    beside = work.cursor()
    rows = work.execute(_PAYLOADS.format(stream=stream), {"since": since, "until": until})
    while texts := [text for (text,) in rows.fetchmany(AT_ONCE)]:
        together = beside.execute("select json_structure(?) -> 0", [f"[{','.join(texts)}]"]).fetchall()
        if any('"JSON"' in structure for (structure,) in together):
            together = beside.execute(
                "select distinct json_structure(text) from unnest(?) as one(text)", [texts]
            ).fetchall()
        found |= {structure for (structure,) in together}
    return found


def _keep(
    work: duckdb.DuckDBPyConnection,
    fields: list[tuple[str, str, str, datetime.datetime]],
    examined: dict[str, datetime.datetime],
) -> int:
    """Store the fields seen and the watermark of each stream; return how many of the fields, or their types, are new."""
    if examined:
        work.execute(
            "insert or replace into private.records_examined select unnest(?), unnest(?)",
            [list(examined), list(examined.values())],
        )
    if not fields:
        return 0
    [(added,)] = work.execute(
        "insert or ignore into private.record_fields select unnest(?), unnest(?), unnest(?), unnest(?)",
        [list(column) for column in zip(*fields, strict=True)],
    ).fetchall()
    return int(added)


def _note(work: duckdb.DuckDBPyConnection, known: dict[str, dict[str, Shape]]) -> None:
    """Store the remarks on all fields seen. A stream whose records are not declared has no unknown fields."""
    work.execute("delete from private.field_remarks")
    for stream, field, kinds in work.execute(_SEEN).fetchall():
        declared = known.get(stream, {})
        unknown = bool(declared) and field not in declared
        shape = kinds[0] if kinds[0] in SHAPES else "value"
        if unknown or len(kinds) > 1 or declared.get(field, shape) != shape:
            work.execute("insert into private.field_remarks values (?, ?, ?, ?)", [stream, field, kinds, unknown])


def _flat(structure: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the path of each field below a structure, such as `roomStays[].unit.id`, with its kind."""
    if isinstance(structure, dict):
        for name, below in structure.items():
            field = f"{path}.{name}" if path else name
            yield field, _kind(below)
            yield from _flat(below, field)
    elif isinstance(structure, list):
        for below in structure:
            yield from _flat(below, f"{path}[]")


def _kind(structure: Any) -> str:
    if isinstance(structure, str):
        return KINDS.get(structure, "number" if structure.endswith("INT") else structure)
    return "list" if isinstance(structure, list) else "object"
