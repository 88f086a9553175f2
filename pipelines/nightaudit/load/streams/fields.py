"""Examines which fields records really carry, and reports those that are not declared or that come in several types.

Raw tables keep every record as it came, so such a field can neither break a load nor be lost.
"""

from __future__ import annotations

import contextlib
import datetime
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from nightaudit import database, memory, warehouse
from nightaudit.load.streams.declared import dictionary, is_declared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings

MOST_EXAMINED = 20_000
"""Most records of a stream that one run examines, in the order of their arrival; later runs examine the rest."""
LONG_AGO = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
KINDS = {"VARCHAR": "text", "BOOLEAN": "true or false", "DOUBLE": "number", "NULL": "nothing", "JSON": "several"}

_TABLES = (
    "create schema if not exists private",
    """create table if not exists private.record_fields (
        stream varchar, field varchar, kind varchar, first_seen timestamptz, primary key (stream, field, kind)
    )""",
    "create table if not exists private.records_examined (stream varchar primary key, until timestamptz)",
)
_UNTIL = """
select max(seen_at) from (
    select seen_at from raw.{stream} where seen_at > $since and payload is not null order by seen_at limit $most
)
"""
_STRUCTURES = """
select distinct try(json_structure(payload)) as structure from raw.{stream}
where seen_at > $since and seen_at <= $until and payload is not null
"""
_REPORT = """
select stream, field, list(kind order by kind), min(first_seen) from private.record_fields
where kind <> 'nothing' group by stream, field order by stream, field
"""


@dataclass(frozen=True, slots=True)
class FieldRemark:
    """A field that someone should look at.

    kinds    the JSON types that its values had
    unknown  whether the field is missing from the record dictionary
    retyped  whether its values had more than one type
    new      whether no earlier run made the same remark
    """

    stream: str
    field: str
    kinds: tuple[str, ...]
    unknown: bool
    retyped: bool
    new: bool = False

    @property
    def text(self) -> str:
        """The remark in words."""
        parts = ["not in our record dictionary"] if self.unknown else []
        return ", ".join([*parts, *([f"comes as {' and as '.join(self.kinds)}"] if self.retyped else [])])

    def as_dict(self) -> dict[str, Any]:
        """Return the remark as JSON-ready values."""
        return asdict(self) | {"kinds": list(self.kinds), "text": self.text}


def examine(settings: Settings) -> list[FieldRemark]:
    """Examine the records that arrived since the last call, and return all remarks, earlier ones included.

    The work is proportional to the number of new records, at most MOST_EXAMINED per stream. The caller holds the lock.
    """
    with _notebook(settings) as work:
        for statement in _TABLES:
            work.execute(statement)
        before = set(remarks(work, settings))
        examined = dict(work.execute("select stream, until from private.records_examined").fetchall())
        fields: list[tuple[str, str, str, datetime.datetime]] = []
        now = datetime.datetime.now(datetime.UTC)
        for stream in dictionary(settings):
            parameters = {"since": examined.get(stream, LONG_AGO), "most": MOST_EXAMINED}
            [(until,)] = work.execute(_UNTIL.format(stream=stream), parameters).fetchall()
            if until is not None:
                structures = _structures(work, stream, parameters["since"], until)
                fields += {(stream, *pair, until) for one in structures for pair in _flat(one, "")}
                # A clock that was ahead stamps records with a later time. Examine those again, rather than skip newer records.
                examined[stream] = min(until, now)
        _keep(work, fields, examined)
        return [replace(one, new=one not in before) for one in remarks(work, settings)]


@contextlib.contextmanager
def _notebook(settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the database that keeps the fields seen, with the raw tables in it: the work file, or a small file beside a lake."""
    if settings.engine != "spark":
        with warehouse.work_connection(settings) as work:
            yield work
        return
    import duckdb

    from nightaudit.lake import Lake
    from nightaudit.lake.raw import show

    with duckdb.connect(str(_beside_lake(settings)), config={"memory_limit": memory.LOAD_LIMIT}) as connection:
        _beside_lake(settings).chmod(0o600)
        connection.execute("set TimeZone = 'UTC'")
        show(connection, Lake.of(settings))
        yield connection


def _beside_lake(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "fields.duckdb"


def _structures(
    work: duckdb.DuckDBPyConnection, stream: str, since: datetime.datetime, until: datetime.datetime
) -> list[Any]:
    found = work.execute(_STRUCTURES.format(stream=stream), {"since": since, "until": until}).fetchall()
    return [json.loads(structure) for (structure,) in found if structure]  # DuckDB 2.0.0: null where nested too deeply


def _keep(
    work: duckdb.DuckDBPyConnection,
    fields: list[tuple[str, str, str, datetime.datetime]],
    examined: dict[str, datetime.datetime],
) -> None:
    """Store the fields seen and the watermark of each stream, in one transaction."""
    with database.transaction(work):
        if fields:
            work.execute(
                "insert or ignore into private.record_fields select unnest(?), unnest(?), unnest(?), unnest(?)",
                [list(column) for column in zip(*fields, strict=True)],
            )
        if examined:
            work.execute(
                "insert or replace into private.records_examined select unnest(?), unnest(?)",
                [list(examined), list(examined.values())],
            )


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


def remarks_on_lake(settings: Settings) -> list[FieldRemark]:
    """Return the remarks on the fields that earlier calls of `examine` saw in a lake; none while another run writes that file."""
    import duckdb

    path = _beside_lake(settings)
    try:
        with duckdb.connect(str(path), read_only=True) as work:
            return list(remarks(work, settings))
    except duckdb.Error:
        return []


def remarks(work: duckdb.DuckDBPyConnection, settings: Settings) -> Iterator[FieldRemark]:
    """Yield the remarks on the fields that earlier calls of `examine` saw; `work` is the open database that keeps them."""
    if not database.has_table(work, "private.record_fields"):
        return
    known = dictionary(settings)
    for stream, field, kinds, _ in work.execute(_REPORT).fetchall():
        declared = known.get(stream) or {}
        unknown = bool(declared) and not is_declared(field, declared)
        retyped = len(kinds) > 1
        if unknown or retyped:
            yield FieldRemark(stream, field, tuple(kinds), unknown, retyped)
