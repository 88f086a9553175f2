"""Copies tables, comments and macros from the attached `work` to the attached `fresh`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.database import quoted
from nightaudit.publishing.checksums import ORIGINS, current_checksums

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from nightaudit.publishing.contents import Contents
    from nightaudit.publishing.relations import Relation

MENDED_UP_TO = 4  # a table of which more than one row in four changed is written anew


def copy(connection: duckdb.DuckDBPyConnection, relations: Sequence[Relation], contents: Contents) -> dict[str, int]:
    """Bring `fresh` from `contents` to these relations; return how many deleted rows still take space in each, by path.

    Of a large table only the rows whose origin changed are rewritten; other changed tables are written anew.
    """
    for schema in schemas.PUBLISHED:
        connection.execute(f"create schema if not exists fresh.{schema}")
    for path in contents.fingerprints.keys() - {relation.path for relation in relations}:
        connection.execute(f"drop table fresh.{path}")
    deleted = dict[str, int]()
    for relation in relations:
        path, before = relation.path, contents.fingerprints.get(relation.path)
        deleted[path] = contents.deleted.get(path, 0)
        if before and before == relation.fingerprint:
            continue
        rows = _mend(connection, relation) if before and relation.fingerprint and path in ORIGINS else None
        if rows is not None and _few(connection, f"fresh.{path}", deleted[path] + rows):
            deleted[path] += rows
        else:
            _replace(connection, relation)
            deleted[path] = 0
    _copy_macros(connection)
    return deleted


def _replace(connection: duckdb.DuckDBPyConnection, relation: Relation) -> None:
    connection.execute(f"create or replace table fresh.{relation.path} as from work.{relation.path}")
    _comment(connection, f"table fresh.{relation.path}", relation.comment)
    columns = connection.execute(
        """select column_name, comment from duckdb_columns()
           where database_name = 'work' and schema_name = $1 and table_name = $2 and comment is not null""",
        [relation.schema, relation.name],
    ).fetchall()
    for column, comment in columns:
        _comment(connection, f'column fresh.{relation.path}."{column}"', comment)


def _mend(connection: duckdb.DuckDBPyConnection, relation: Relation) -> int | None:
    """Delete the rows whose origin changed and insert their current version; return how many rows were deleted.

    None, with nothing done, where so many changed that writing the table anew is less work.
    """
    origin = ORIGINS[relation.path]
    now, before = f"from {current_checksums(connection, origin)}", origin.before
    connection.execute(
        f"""create or replace temp table changed as
            select distinct key from (({now} except {before}) union all ({before} except {now}))"""
    )
    ((changed,),) = connection.execute("select count(*) from changed").fetchall()
    if not _few(connection, f"({before})", changed, "distinct key"):
        return None
    ((rows,),) = connection.execute(
        f"delete from fresh.{relation.path} where {origin.key} in (from changed)"
    ).fetchall()
    connection.execute(
        f"insert into fresh.{relation.path} from work.{relation.path} where {origin.key} in (from changed)"
    )
    return int(rows)


def _few(connection: duckdb.DuckDBPyConnection, rows: str, some: int, counted: str = "*") -> bool:
    """Return whether `some` is at most one in MENDED_UP_TO of what `counted` counts in `rows`."""
    ((total,),) = connection.execute(f"select count({counted}) from {rows}").fetchall()
    return bool(some * MENDED_UP_TO <= total)


def _copy_macros(connection: duckdb.DuckDBPyConnection) -> None:
    macros = connection.execute(
        f"""select schema_name, function_name, parameters, macro_definition, comment from duckdb_functions()
            where database_name = 'work' and function_type = 'table_macro' and schema_name in {schemas.PUBLISHED}"""
    ).fetchall()
    for schema, name, parameters, definition, comment in macros:
        body = re.sub(r"\bwork\.", "", definition)  # readers attach the file under another name
        connection.execute("use fresh")
        connection.execute(f"create or replace macro fresh.{schema}.{name}({', '.join(parameters)}) as table {body}")
        connection.execute("use memory")
        _comment(connection, f"macro table fresh.{schema}.{name}", comment)


def _comment(connection: duckdb.DuckDBPyConnection, thing: str, comment: str | None) -> None:
    if comment:
        connection.execute(f"comment on {thing} is '{quoted(comment)}'")
