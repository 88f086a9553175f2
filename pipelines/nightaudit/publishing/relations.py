"""Lists the relations of the work file that are published, with fingerprints that show whether they changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit import database, schemas

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or view of the attached `work` that is published as a table.

    `fingerprint` is the same text for the same columns and rows, None where it is not known.
    """

    schema: str
    name: str
    comment: str | None
    fingerprint: str | None

    @property
    def path(self) -> str:
        """Schema and name, for SQL."""
        return f"{self.schema}.{self.name}" if self.name.isidentifier() else f'{self.schema}."{self.name}"'


def relations_of(connection: duckdb.DuckDBPyConnection) -> list[Relation]:
    """Return the relations of the attached `work` that analysts may see, ordered by schema and name."""
    rows = connection.execute(
        f"""select schema_name, table_name, comment, sql, true from duckdb_tables()
            where database_name = 'work' and schema_name in {schemas.PUBLISHED}
            union all select schema_name, view_name, comment, sql, false from duckdb_views()
            where database_name = 'work' and schema_name in {schemas.PUBLISHED} order by all"""
    ).fetchall()
    fingerprints = _fingerprints_of_models(connection)
    return [
        Relation(
            schema,
            name,
            comment,
            fingerprints.get(name) or (_fingerprint_of_table(connection, schema, name, sql) if is_table else None),
        )
        for schema, name, comment, sql, is_table in rows
    ]


def _fingerprints_of_models(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the fingerprints that the last build stored for the contents of models and seeds, by name."""
    if not database.has_table(connection, "private.made", "work"):
        return {}
    of_models = "split_part(thing, '.', 1) in ('model', 'seed')"
    noted = f"select split_part(thing, '.', -1), content from work.private.made where {of_models}"
    return dict(connection.execute(noted).fetchall())


def _fingerprint_of_table(connection: duckdb.DuckDBPyConnection, schema: str, name: str, sql: str) -> str:
    """Return the fingerprint of a table that no model makes, computed from its definition and its rows."""
    content = database.content_of("copied")
    ((rows,),) = connection.execute(f'select {content} from work.{schema}."{name}" as copied').fetchall()
    return f"{sql} {rows}"
