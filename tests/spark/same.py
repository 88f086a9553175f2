"""Holds the marts of a lake, as a reader finds them published, to those of a work file: row by row."""

from __future__ import annotations

import datetime
import math
from contextlib import closing
from typing import TYPE_CHECKING, Any

import duckdb
import psycopg2
from pyiceberg.table import StaticTable

from nightaudit.lake.publishing import MARTS
from nightaudit.lake.raw import show

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from nightaudit.lake import Lake

Rows = tuple[list[str], list[tuple[Any, ...]]]


def published(lake: Lake) -> dict[str, str]:
    """Every published mart and where its snapshot is described: one question to the catalog, so of one moment."""
    schemas = {lake.namespace(schema): schema for schema in MARTS}
    with closing(psycopg2.connect(lake.address)) as connection, connection.cursor() as cursor:
        cursor.execute("select to_regclass('iceberg_tables')")
        if cursor.fetchone() == (None,):
            return {}
        cursor.execute("select table_namespace, table_name, metadata_location from iceberg_tables")
        return {f"{schemas[namespace]}.{name}": place for namespace, name, place in cursor if namespace in schemas}


def in_lake(place: str) -> Rows:
    """Columns and rows of a snapshot."""
    arrow = StaticTable.from_metadata(place).scan().to_arrow()
    return arrow.column_names, list(zip(*(column.to_pylist() for column in arrow.columns), strict=True))


def compare(work_file: Path, lake: Lake, ignored: Mapping[str, set[str]] | None = None) -> int:
    """How many rows were compared; fails with the first that differs. `ignored` are columns by table."""
    compared = 0
    places = published(lake)
    with duckdb.connect(str(work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        marts = connection.execute(
            "select table_schema || '.' || table_name from information_schema.tables"
            f" where table_schema in {MARTS} order by all"
        ).fetchall()
        assert places.keys() == {name for (name,) in marts}
        for (name,) in marts:
            relation = connection.sql(f"from {name}")
            left_out = (ignored or {}).get(name, set())
            columns, theirs = in_lake(places[name])
            assert [*relation.columns, *(["tenant"] if lake.tenant else [])] == columns, name
            kept = [number for number, column in enumerate(relation.columns) if column not in left_out]
            ours, theirs = _in_order(relation.fetchall(), kept), _in_order(theirs, kept)
            assert len(ours) == len(theirs), f"{name}: {len(ours)} rows in DuckDB, {len(theirs)} in Spark"
            for one, other in zip(ours, theirs, strict=True):
                assert all(map(_same, one, other)), f"{name}: {one} in DuckDB, {other} in Spark"
            compared += len(ours)
    return compared


def compare_versions(work_file: Path, lake: Lake) -> int:
    """How many versions of records were compared, of every stream, as a load reads both; fails with a stream that differs."""
    compared = 0
    with duckdb.connect() as raw, duckdb.connect(str(work_file), read_only=True) as work:
        raw.execute("set TimeZone = 'UTC'")
        show(raw, lake)
        streams = work.execute(
            "select table_name from duckdb_columns() where schema_name = 'raw' and column_name = 'record_hash'"
        ).fetchall()
        for (stream,) in streams:
            query = f"select record_key, record_hash, valid_to is null from raw.{stream} order by all"
            versions = work.execute(query).fetchall()
            assert versions == raw.execute(query).fetchall(), stream
            compared += len(versions)
    return compared


def _in_order(rows: list[tuple[Any, ...]], kept: list[int]) -> list[tuple[Any, ...]]:
    return sorted(
        (tuple(_comparable(row[number]) for number in kept) for row in rows),
        key=lambda row: [(value is not None, str(value)) for value in row if not isinstance(value, float)],
    )


def _comparable(value: Any) -> Any:
    """Moments without their zone, which the two drivers write differently and is UTC in both."""
    return value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value


def _same(one: Any, other: Any) -> bool:
    """Equal; sums of floating point may be added up in another order."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9)
    return type(one) is type(other) and one == other
