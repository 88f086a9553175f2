"""Whether the tables that a build keeps were made by the models as they are now; else they are made anew."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

FOLDERS = ("models", "macros", "seeds", "tests")


def digest_of(project: Path) -> str:
    """One text that changes with any model, macro, seed, test or setting of the project, and with the database's version."""
    import duckdb

    digest = hashlib.sha256(duckdb.__version__.encode())
    files = [path for folder in FOLDERS for path in (project / folder).rglob("*") if path.is_file()]
    for path in sorted([project / "dbt_project.yml", *files]):
        digest.update(f"{path.relative_to(project).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def must_rebuild(connection: duckdb.DuckDBPyConnection, digest: str) -> bool:
    """Whether no build by these very models has ended well in this work file.

    What was remembered of others is forgotten at once, so that a build killed on its way is whole again next time, and
    with it what each table was made of.
    """
    connection.execute("create table if not exists private.models_digest (digest varchar not null)")
    connection.execute("delete from private.models_digest where digest <> $1", [digest])
    if connection.execute("from private.models_digest").fetchone():
        return False
    connection.execute("drop table if exists private.made")
    return True


def remember(connection: duckdb.DuckDBPyConnection, digest: str) -> None:
    """Note that every table of the work file is now as these models make it."""
    connection.execute("delete from private.models_digest")
    connection.execute("insert into private.models_digest values ($1)", [digest])
