"""Whether the tables of a work file were made by the models as they are now; else they are made anew."""

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
    """One text that changes with any model, macro, seed, test or setting of the project, and with the database's version."""
    import duckdb

    digest = hashlib.sha256(duckdb.__version__.encode())
    files = [path for folder in FOLDERS for path in (project / folder).rglob("*") if path.is_file()]
    for path in sorted([project / "dbt_project.yml", *files]):
        digest.update(f"{path.relative_to(project).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def forget_others(connection: duckdb.DuckDBPyConnection, made_by: str) -> None:
    """Where other models than these made the tables of the work file, take them away with all that is noted of them.

    All are made anew, and one that is no model any more would be published as it last was for ever.
    """
    connection.execute("create table if not exists private.models_digest (digest varchar not null)")
    if connection.execute("from private.models_digest").fetchall() != [(made_by,)]:
        with transaction(connection):
            notes.forget(connection)
            for schema in DROPPED_WITH_OTHER_MODELS:
                connection.execute(f"drop schema if exists {schema} cascade")
            connection.execute("delete from private.models_digest")
            connection.execute("insert into private.models_digest values ($1)", [made_by])
