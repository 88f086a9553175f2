"""Holds the marts of a lake, as a reader finds them published, to those of a work file: row by row."""

from __future__ import annotations

import datetime
import math
from contextlib import closing
from typing import TYPE_CHECKING, Any

import duckdb
import psycopg2
from pyiceberg.table import StaticTable

from nightaudit import schemas
from nightaudit.lake.raw import show

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from nightaudit.lake import Lake

LOAD_LIMIT = {  # what each load has of its own: when it was, its numbers, and requests it had to send twice
    "quality.fct_walk_certificates": {"walk_id", "started_at", "ended_at", "requests", "retries", "step_backs"},
    "core.dim_contacts": {"contact_pseudonym"},
}
Rows = tuple[list[str], list[tuple[Any, ...]]]


def published(lake: Lake) -> dict[str, str]:
    """Every published mart and where its snapshot is described: one question to the catalog, so of one moment."""
    marts = {lake.namespace(schema): schema for schema in schemas.PUBLISHED}
    with closing(psycopg2.connect(lake.address)) as connection, connection.cursor() as cursor:
        cursor.execute("select to_regclass('iceberg_tables')")
        if cursor.fetchone() == (None,):
            return {}
        cursor.execute("select table_namespace, table_name, metadata_location from iceberg_tables")
        return {f"{marts[namespace]}.{name}": place for namespace, name, place in cursor if namespace in marts}


def snapshot_rows(place: str) -> Rows:
    """Columns and rows of a snapshot."""
    arrow = _snapshot(place)
    return arrow.column_names, list(zip(*(column.to_pylist() for column in arrow.columns), strict=True))


def _snapshot(place: str) -> Any:
    return StaticTable.from_metadata(place).scan().to_arrow()


def compare(work_file: Path, lake: Lake, ignored: Mapping[str, set[str]] | None = None) -> int:
    """How many rows were compared; fails with the first that differs. `ignored` are columns by table."""
    compared = 0
    places = published(lake)
    with duckdb.connect(str(work_file), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        marts = connection.execute(
            "select table_schema || '.' || table_name from information_schema.tables"
            f" where table_schema in {schemas.PUBLISHED} order by all"
        ).fetchall()
        assert places.keys() == {name for (name,) in marts}
        for (name,) in marts:
            ours, theirs = connection.sql(f"from {name}"), connection.from_arrow(_snapshot(places[name]))
            columns = [*ours.columns, *(["tenant"] if lake.tenant else [])]
            assert columns == theirs.columns, f"{name}: {columns} in DuckDB, {theirs.columns} in Spark"
            kept = ", ".join(column for column in ours.columns if column not in (ignored or {}).get(name, set()))
            ours, theirs = ours.select(kept), theirs.select(kept)
            rows = [relation.count("*").fetchall()[0][0] for relation in (ours, theirs)]
            assert rows[0] == rows[1], f"{name}: {rows[0]} rows in DuckDB, {rows[1]} in Spark"
            if not (_kinds(ours) == _kinds(theirs) and _equal(ours, theirs)):
                _same_rows(name, ours.fetchall(), theirs.fetchall())
            compared += rows[0]
    return compared


def _kinds(relation: duckdb.DuckDBPyRelation) -> list[str]:
    """The types of the columns, but for the size of whole numbers and the precision of others."""
    whole = {"INTEGER": "BIGINT", "SMALLINT": "BIGINT"}
    return [whole.get(str(kind), str(kind).partition("(")[0]) for kind in relation.types]


def _equal(ours: duckdb.DuckDBPyRelation, theirs: duckdb.DuckDBPyRelation) -> bool:
    """Whether both are the same rows, each as often, to the last digit."""
    return not ours.except_(theirs).limit(1).fetchall() and not theirs.except_(ours).limit(1).fetchall()


def _same_rows(name: str, ours: list[tuple[Any, ...]], theirs: list[tuple[Any, ...]]) -> None:
    """Row by row, where sums of floating point may be added up in another order; fails with the first that differs."""
    for one, other in zip(_in_order(ours), _in_order(theirs), strict=True):
        assert all(map(_same, one, other)), f"{name}: {one} in DuckDB, {other} in Spark"


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


def _in_order(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(
        (tuple(map(_comparable, row)) for row in rows),
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
