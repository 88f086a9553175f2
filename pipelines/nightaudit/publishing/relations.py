"""Which relations of the work file are published, and what shows that one of them has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit import database, schemas

if TYPE_CHECKING:
    import duckdb

AMONG = ", ".join(f"'{name}'" for name in schemas.PUBLISHED)


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or view of the attached `work` that is published as a table.

    `holds` is the same text where columns and rows are the same, None where that is not known.
    """

    schema: str
    name: str
    comment: str | None
    holds: str | None

    @property
    def path(self) -> str:
        """Schema and name, as SQL writes them."""
        return f'{self.schema}."{self.name}"'


def relations_of(connection: duckdb.DuckDBPyConnection) -> list[Relation]:
    """What the attached `work` has for analysts, in the order of names."""
    found = connection.execute(
        f"""select schema_name, table_name, comment, sql, true from duckdb_tables()
            where database_name = 'work' and schema_name in ({AMONG})
            union all select schema_name, view_name, comment, sql, false from duckdb_views()
            where database_name = 'work' and schema_name in ({AMONG}) order by all"""
    ).fetchall()
    noted = _noted(connection)
    return [
        Relation(schema, name, comment, noted.get(name) or (_rows(connection, schema, name, sql) if is_table else None))
        for schema, name, comment, sql, is_table in found
    ]


def _noted(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """What the last build noted of what models hold, by their names."""
    if not database.has_table(connection, "private.made", "work"):
        return {}
    of_models = "split_part(thing, '.', 1) in ('model', 'seed')"
    noted = f"select split_part(thing, '.', -1), content from work.private.made where {of_models}"
    return dict(connection.execute(noted).fetchall())


def _rows(connection: duckdb.DuckDBPyConnection, schema: str, name: str, sql: str) -> str:
    """What a table that no model makes holds, by its definition and its rows."""
    content = database.content_of("copied")
    ((rows,),) = connection.execute(f'select {content} from work.{schema}."{name}" as copied').fetchall()
    return f"{sql} {rows}"
