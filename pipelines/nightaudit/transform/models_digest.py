"""The digest of the dbt project, by which the tables that other models built are found, and dropped to be built anew."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.database import transaction
from nightaudit.transform import notes

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

FOLDERS = ("models", "macros", "seeds", "tests")
DROPPED_WITH_OTHER_MODELS = (*schemas.WORKING, "corrections", *schemas.PUBLISHED)


def digest_of(project: Path) -> str:
    """Return a digest that changes with any model, macro, seed, test or setting of the dbt project, and with DuckDB's version."""
    import duckdb

    digest = hashlib.sha256(duckdb.__version__.encode())
    files = [path for folder in FOLDERS for path in (project / folder).rglob("*") if path.is_file()]
    for path in sorted([project / "dbt_project.yml", *files]):
        digest.update(f"{path.relative_to(project).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def drop_tables_of_other_models(connection: duckdb.DuckDBPyConnection, built_by: str) -> None:
    """Drop the tables that models built, and the notes on them, where `built_by` is not what the last build noted.

    All are rebuilt anyway, and the table of a model that was removed would be published for ever as it last was.
    """
    connection.execute("create table if not exists private.models_digest (digest varchar not null)")
    if connection.execute("from private.models_digest").fetchall() != [(built_by,)]:
        with transaction(connection):
            notes.forget(connection)
            for schema in DROPPED_WITH_OTHER_MODELS:
                connection.execute(f"drop schema if exists {schema} cascade")
            connection.execute("delete from private.models_digest")
            connection.execute("insert into private.models_digest values ($1)", [built_by])
