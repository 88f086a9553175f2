"""Keeps, in the work file, notes of what the published file contains, so that unchanged relations are not written again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import TYPE_CHECKING

from nightaudit import database, schemas
from nightaudit.publishing.checksums import ORIGINS, ROWS, current_checksums

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from nightaudit.publishing.relations import Relation

STORAGE_VERSION = "v1.2.0"  # every DuckDB tool since 1.2 opens it


@dataclass(frozen=True, slots=True)
class Contents:
    """What a published file contains: by path, the fingerprint of each table and how many deleted rows still take space in it.

    A fingerprint is None where it is not known.
    """

    fingerprints: dict[str, str | None] = field(default_factory=dict)
    deleted: dict[str, int] = field(default_factory=dict)


def noted_contents(connection: duckdb.DuckDBPyConnection, target: Path) -> Contents | None:
    """Return what the published file contains, from the notes in the attached `work`.

    None where the notes do not apply: the file is another one, somebody has written into it, or models, settings or this
    program have changed since.
    """
    if not all(database.has_table(connection, f"private.{table}", "work") for table in schemas.PUBLICATION_NOTES):
        return None
    if connection.execute("from work.private.published_file").fetchall() != [(_state(connection, target),)]:
        return None
    rows = connection.execute("select path, fingerprint, deleted from work.private.published").fetchall()
    return Contents({path: fingerprint for path, fingerprint, _ in rows}, {path: deleted for path, _, deleted in rows})


def note(
    connection: duckdb.DuckDBPyConnection,
    target: Path,
    relations: Sequence[Relation],
    deleted: dict[str, int],
    before: Contents | None,
) -> None:
    """Note what the published file contains from now on.

    deleted  number of deleted rows that still take space in its tables, by path
    before   what the file contained before, where known: checksums of unchanged relations are not written again
    """
    state = _state(connection, target)
    if not state:
        relations = []
    earlier = before.fingerprints if before and relations else {}
    rows = [(relation.path, relation.fingerprint, deleted[relation.path]) for relation in relations]
    changed = {
        ORIGINS[path]
        for path, fingerprint, _ in rows
        if path in ORIGINS and fingerprint and fingerprint != earlier.get(path)
    }
    with database.transaction(connection):
        connection.execute("create schema if not exists work.private")
        for table, columns in schemas.PUBLICATION_NOTES.items():
            if not (earlier and table == "published_rows"):
                connection.execute(f"create or replace table work.private.{table} ({columns})")
        for origin in sorted(changed):
            now = current_checksums(connection, origin)
            of_origin = f"origin = '{origin.relation}'"
            connection.execute(f"delete from work.{ROWS} where {of_origin} and (key, checksum) not in (from {now})")
            fresh = f"(from {now} except {origin.before})"
            connection.execute(f"insert into work.{ROWS} select '{origin.relation}', key, checksum from {fresh}")
        if rows:
            database.insert(connection, "work.private.published", ("varchar", "varchar", "bigint"), rows)
            connection.execute("insert into work.private.published_file values ($1)", [state])


def logs_of(target: Path) -> list[Path]:
    """Return the write-ahead logs, in which DuckDB keeps what a killed writer had written into the file.

    They are beside the file and, where DuckDB before 2.0 opened it by a symbolic link, beside the link.
    """
    logs = {path.with_name(f"{path.name}.wal") for path in (target, target.resolve())}
    return [log for log in logs if log.exists()]


def _state(connection: duckdb.DuckDBPyConnection, target: Path) -> str | None:
    """Return a hash of the file's size and time and of all that determines its contents; a write into the file changes its time.

    None where rows are still in the file's write-ahead log, where the state of the models is not known, or where the marts
    contain names of people: names of forgotten people must not survive in empty blocks of a copied file.
    """
    has_digest = database.has_table(connection, "private.models_digest", "work")
    if logs_of(target) or not has_digest:
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
    file, notes = target.stat(), schemas.PUBLICATION_NOTES
    state = (file.st_size, file.st_mtime_ns, version("nightaudit"), STORAGE_VERSION, notes, ORIGINS, settings, models)
    return hashlib.sha256(repr(state).encode()).hexdigest()
