"""Writes what analysts may see into a new file, or into a copy of the published one, which it then replaces atomically."""

from __future__ import annotations

import logging
import os
import shutil
from functools import partial
from typing import TYPE_CHECKING

from nightaudit import database, memory, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.files import put_in_place
from nightaudit.publishing.contents import STORAGE_VERSION, Contents, logs_of, note, noted_contents
from nightaudit.publishing.copying import copy
from nightaudit.publishing.owner import attach_ours
from nightaudit.publishing.relations import relations_of

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.memory import Limit
    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.publishing")
EMPTY_UP_TO = 3  # when more than one block in three is empty, the next publication writes a new file


def publish(settings: Settings) -> Path:
    """Publish, in one atomic step, a file with what analysts may see; return its path.

    Where the contents of the present file are known, a copy of it gets the changed rows; where nothing changed, the file stays
    and gets a new modification time. Readers keep the file they opened; new readers get the complete new one. The caller holds
    the lock, and has made sure of a work file. Raises ConfigurationError when nothing is built yet, a mart cannot be read, or the
    present file is somebody else's.
    """
    import duckdb

    target = warehouse.published_file(settings)
    try:
        memory.bounded_first(partial(_publish, settings, target))
    except (duckdb.Error, OSError) as error:  # for example, the present file is damaged
        log.info("%s is written completely, because of %s", target.name, error)
        with database.telling_damage(warehouse.work_file(settings)):
            _publish(settings, target, memory.unbound, anew=True)
    finally:
        warehouse.remove_unpublished(settings)  # on a full disk, a file left behind keeps the next load from starting
    return target


def _publish(settings: Settings, target: Path, limit: Limit, *, anew: bool = False) -> None:
    import duckdb

    warehouse.remove_unpublished(settings)
    fresh = warehouse.file_to_publish(settings)
    fresh.parent.mkdir(mode=0o700)
    with duckdb.connect(config=database.spilling(warehouse.work_file(settings))) as connection:
        limit(connection)
        database.attach(connection, warehouse.work_file(settings), "work")
        relations = relations_of(connection)
        if not relations:
            raise ConfigurationError("Nothing has been built yet.", hint="Run `nightaudit build` first.")
        standing = attach_ours(connection, target, "standing", fresh.with_name("standing.duckdb"))
        before = noted_contents(connection, target) if standing and not anew else None
        fingerprints = {relation.path: relation.fingerprint for relation in relations}
        if before and before.fingerprints == fingerprints and all(fingerprints.values()):
            os.utime(target)
            note(connection, target, relations, before.deleted, before)
            return
        if before:
            shutil.copyfile(target, fresh)
        connection.execute("detach database if exists standing")
        connection.execute(f"attach '{database.quoted(fresh)}' as fresh (storage_version '{STORAGE_VERSION}')")
        try:
            deleted = copy(connection, relations, before or Contents())
        except (duckdb.BinderException, duckdb.CatalogException) as error:  # a relation that a view reads was dropped
            reason = str(error).partition("\n")[0]
            raise ConfigurationError(
                f"A mart cannot be read: {reason}", hint="Run `nightaudit build` first."
            ) from error
        connection.execute("checkpoint fresh")
        is_dense = _is_dense(connection)
        connection.execute("detach fresh")
        _put(fresh, target)
        note(connection, target, relations if is_dense else [], deleted, before)


def _is_dense(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether at most one block in EMPTY_UP_TO of the attached `fresh` is empty."""
    ((empty, blocks),) = connection.execute(
        "select free_blocks, total_blocks from pragma_database_size() where database_name = 'fresh'"
    ).fetchall()
    return bool(empty * EMPTY_UP_TO <= blocks)


def _put(fresh: Path, target: Path) -> None:
    """Replace the published file by another one atomically and durably; the same users can read it then."""
    for log_file in logs_of(target):  # else DuckDB would replay the old file's log into the new file
        log_file.unlink()
    put_in_place(fresh, target, keep_rights=True)
