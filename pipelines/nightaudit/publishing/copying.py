"""Tables, comments and macros from the attached `work` to the attached `fresh`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.files import quoted
from nightaudit.publishing.origins import ORIGINS, tell
from nightaudit.publishing.relations import AMONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from nightaudit.publishing.held import Held
    from nightaudit.publishing.relations import Relation

MENDED_UP_TO = 4  # one row in as many: above that, a table is written anew


def copy(connection: duckdb.DuckDBPyConnection, relations: Sequence[Relation], held: Held) -> dict[str, int]:
    """Make `fresh`, which holds what `held` says, hold these relations; returns how many deleted rows lie in each, by path.

    Of a large table only those rows are written whose origin changed, other tables as a whole.
    """
    for schema in schemas.PUBLISHED:
        connection.execute(f"create schema if not exists fresh.{schema}")
    for path in held.holds.keys() - {relation.path for relation in relations}:
        connection.execute(f"drop table fresh.{path}")
    deleted = dict[str, int]()
    for relation in relations:
        path, before = relation.path, held.holds.get(relation.path)
        deleted[path] = held.deleted[path] if before else 0
        if before and before == relation.holds:
            continue
        rows = _mend(connection, relation) if before and relation.holds and path in ORIGINS else None
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
    """Take out and put in the rows of whatever changed in their origin; returns how many were taken out.

    None, and nothing is done, where so much changed that writing all of them is less.
    """
    origin = ORIGINS[relation.path]
    now, before = f"from {tell(connection, origin)}", origin.before
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
    """Whether `some` are few of these rows, so that mending a table costs less than writing it anew."""
    ((all_of_them,),) = connection.execute(f"select count({counted}) from {rows}").fetchall()
    return bool(some * MENDED_UP_TO <= all_of_them)


def _copy_macros(connection: duckdb.DuckDBPyConnection) -> None:
    macros = connection.execute(
        f"""select schema_name, function_name, parameters, macro_definition, comment from duckdb_functions()
            where database_name = 'work' and function_type = 'table_macro' and schema_name in ({AMONG})"""
    ).fetchall()
    for schema, name, parameters, definition, comment in macros:
        body = re.sub(r"\bwork\.", "", definition)  # readers have the file attached under a name of their own
        connection.execute("use fresh")
        connection.execute(f"create or replace macro fresh.{schema}.{name}({', '.join(parameters)}) as table {body}")
        connection.execute("use memory")
        _comment(connection, f"macro table fresh.{schema}.{name}", comment)


def _comment(connection: duckdb.DuckDBPyConnection, thing: str, comment: str | None) -> None:
    if comment:
        connection.execute(f"comment on {thing} is '{quoted(comment)}'")
