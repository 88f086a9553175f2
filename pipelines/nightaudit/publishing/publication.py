"""Writes what analysts may see into a new file, or into a copy of theirs, and puts it in the place of the one they have."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from functools import partial
from typing import TYPE_CHECKING

from nightaudit import database, memory, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.files import quoted
from nightaudit.publishing.copying import copy
from nightaudit.publishing.held import STORAGE_VERSION, Held, held, log_of, note
from nightaudit.publishing.relations import relations_of

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.memory import Limit
    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.publishing")
EMPTY_UP_TO = 3  # one block in as many: above that, the next publication writes a new file


def publish(settings: Settings) -> Path:
    """Put a file in place, at once, that holds what analysts may see; returns its path.

    Where the file that is there is known, it is copied and given what changed; where nothing did it stays, with a new time.
    Readers keep the file they opened; new readers get the whole new one. The caller holds the lock.
    Raises ConfigurationError when there is nothing loaded or built yet, or a mart cannot be read.
    """
    import duckdb

    warehouse.require_loaded(settings)
    target = warehouse.published_file(settings)
    try:
        memory.bounded_first(partial(_publish, settings, target))
    except (duckdb.Error, OSError) as error:  # damage, for one
        log.info("A new %s is written, because of %s", target.name, error)
        _publish(settings, target, memory.unbound, anew=True)
    finally:
        warehouse.remove_unpublished(settings)  # on a full disk, what it holds keeps the next load from beginning
    return target


def _publish(settings: Settings, target: Path, limit: Limit, *, anew: bool = False) -> None:
    import duckdb

    warehouse.remove_unpublished(settings)
    fresh = warehouse.file_to_publish(settings)
    with duckdb.connect(config=database.spilling(warehouse.work_file(settings))) as connection:
        limit(connection)
        connection.execute(database.attached(warehouse.work_file(settings), "work"))
        relations = relations_of(connection)
        if not relations:
            raise ConfigurationError("Nothing has been built yet.", hint="Run `nightaudit build` first.")
        known = None if anew else _known(connection, target)
        holds = {one.path: one.holds for one in relations}
        if known and known.holds == holds and all(holds.values()):
            os.utime(target)
            note(connection, target, relations, known.deleted, known)
            return
        if known:
            shutil.copyfile(target, fresh)
        connection.execute("detach database if exists standing")
        connection.execute(f"attach '{quoted(fresh)}' as fresh (storage_version '{STORAGE_VERSION}')")
        try:
            deleted = copy(connection, relations, known or Held())
        except (duckdb.BinderException, duckdb.CatalogException) as error:  # somebody has taken away what a view reads
            reason = str(error).partition("\n")[0]
            raise ConfigurationError(
                f"A mart cannot be read: {reason}", hint="Run `nightaudit build` first."
            ) from error
        connection.execute("checkpoint fresh")
        is_dense = _is_dense(connection)
        connection.execute("detach fresh")
        _put(fresh, target)
        note(connection, target, relations if is_dense else [], deleted, known)


def _known(connection: duckdb.DuckDBPyConnection, target: Path) -> Held | None:
    """What the file holds, where that is known; it is attached as `standing` then, and nobody can open it to write."""
    import duckdb

    try:
        connection.execute(f"attach '{quoted(target)}' as standing (read_only)")
    except duckdb.Error:  # there is none, it is damaged, or somebody has it open to write
        return None
    return held(connection, target)


def _is_dense(connection: duckdb.DuckDBPyConnection) -> bool:
    """Whether little of the attached `fresh` is empty."""
    ((empty, blocks),) = connection.execute(
        "select free_blocks, total_blocks from pragma_database_size() where database_name = 'fresh'"
    ).fetchall()
    return bool(empty * EMPTY_UP_TO <= blocks)


def _put(fresh: Path, target: Path) -> None:
    """Put a whole file in the place of another, to stay there whatever happens to the machine."""
    with fresh.open("rb+") as file:
        os.fsync(file.fileno())
    log_of(target).unlink(missing_ok=True)  # else DuckDB would add to this file what somebody wrote into the other
    fresh.replace(target)
    if sys.platform != "win32":
        folder = os.open(target.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
