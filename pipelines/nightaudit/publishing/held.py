"""What the published file holds, as the work file notes it: what would come out the same is not written again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

from nightaudit import database, schemas
from nightaudit.publishing.origins import ORIGINS, ROWS, tell

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from nightaudit.publishing.relations import Relation

STORAGE_VERSION = "v1.2.0"  # what every DuckDB tool since 1.2 opens
NOTES = {
    "published": "path varchar not null, holds varchar, deleted bigint not null",
    "published_rows": "origin varchar not null, key bigint not null, told hugeint not null",
    "published_file": "state varchar not null",
}
"""Tables of schema `private` with their columns: relations, what tells of the rows of large ones, and the file."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the tables of a file hold, where that is known, and how many deleted rows lie in each, by path."""

    holds: dict[str, str | None] = field(default_factory=dict)
    deleted: dict[str, int] = field(default_factory=dict)


def held(connection: duckdb.DuckDBPyConnection, target: Path) -> Held | None:
    """What the published file holds, by the notes of the attached `work`.

    None where that is not known: it is not the file that was noted, somebody has written into it, or models, settings or
    this program have changed since.
    """
    if not all(database.has_table(connection, f"private.{table}", "work") for table in NOTES):
        return None
    state = _state(connection, target)
    if not state or connection.execute("from work.private.published_file").fetchall() != [(state,)]:
        return None
    rows = connection.execute("select path, holds, deleted from work.private.published").fetchall()
    return Held({path: holds for path, holds, _ in rows}, {path: deleted for path, _, deleted in rows})


def note(
    connection: duckdb.DuckDBPyConnection,
    target: Path,
    relations: Sequence[Relation],
    deleted: dict[str, int],
    known: Held | None = None,
) -> None:
    """Note what the published file holds from now on; `deleted` are the deleted rows that lie in its tables, by path.

    `known` is what the file held before, where that was noted: of what it holds still, notes are not written again.
    """
    state = _state(connection, target)
    if not state:
        relations = []
    standing = known.holds if known and relations else {}
    rows = [(one.path, one.holds, deleted[one.path]) for one in relations]
    changed = {ORIGINS[path] for path, holds, _ in rows if path in ORIGINS and holds and holds != standing.get(path)}
    with database.transaction(connection):
        connection.execute("create schema if not exists work.private")
        for table, columns in NOTES.items():
            if not (standing and table == "published_rows"):
                connection.execute(f"create or replace table work.private.{table} ({columns})")
        for origin in sorted(changed):
            now = tell(connection, origin)
            of_origin = f"origin = '{origin.relation}'"
            if standing:
                connection.execute(f"delete from work.{ROWS} where {of_origin} and (key, told) not in (from {now})")
                now = f"(from {now} except {origin.before})"
            connection.execute(f"insert into work.{ROWS} select '{origin.relation}', key, told from {now}")
        if rows:
            connection.executemany("insert into work.private.published values ($1, $2, $3)", rows)
            connection.execute("insert into work.private.published_file values ($1)", [state])


def forget(work: duckdb.DuckDBPyConnection) -> None:
    """Note in an open work file that nothing is known of the published file: the next one is new."""
    work.execute("drop table if exists private.published_file")


def log_of(target: Path) -> Path:
    """Where DuckDB keeps what a writer who was killed had written into the published file."""
    return target.with_name(f"{target.name}.wal")


def _state(connection: duckdb.DuckDBPyConnection, target: Path) -> str | None:
    """The same text for the same file and the same makers; whoever writes into the file changes its time.

    None where there is no file yet, what was written into it lies in its log, what made the marts is not known, or they name
    people: of those who are gone nothing may stay behind in the empty blocks of a file.
    """
    is_told = database.has_table(connection, "private.models_digest", "work")
    if not target.exists() or log_of(target).exists() or not is_told:
        return None
    settings = connection.execute(
        """select function_name, macro_definition from duckdb_functions()
           where database_name = 'work' and schema_name = 'private' and function_name not in (select unnest($1)) order by all""",
        [list(schemas.DATES)],
    ).fetchall()
    if "publish_names" in dict(settings):
        ((names_are_published,),) = connection.execute("select work.private.publish_names()").fetchall()
        if names_are_published:
            return None
    models = connection.execute("from work.private.models_digest").fetchall()
    file = target.stat()
    state = (file.st_size, file.st_mtime_ns, version("nightaudit"), STORAGE_VERSION, NOTES, ORIGINS, settings, models)
    return hashlib.sha256(repr(state).encode()).hexdigest()
