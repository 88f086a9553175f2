"""Finds out whether the file to be replaced is a published one: a folder may hold a `warehouse.duckdb` of somebody else."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from nightaudit import database, schemas
from nightaudit.errors import ConfigurationError
from nightaudit.machine_errors import is_damage, is_held, is_resource_failure

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

MAGIC = b"DUCK"
MAGIC_AT = 8  # bytes of a checksum stand before it
MOVE = "Move it away, or set NIGHTAUDIT_DATA_DIR to another folder."


def attach_ours(connection: duckdb.DuckDBPyConnection, target: Path, name: str, scratch: Path) -> bool:
    """Attach the published file read-only, so that nobody can open it to write; return whether that was possible.

    scratch  a path for a copy, by which a file that another process has open to write is looked into

    It is not possible where there is no file, a damaged one, or one of ours that is open to write elsewhere. Raises
    ConfigurationError for a file of somebody else, and duckdb.Error for one that is open to write and not known to be ours.
    """
    import duckdb

    if not target.exists():
        return False
    if error := not_duckdb(target):
        raise error
    try:
        connection.execute(f"attach '{database.quoted(target)}' as {name} (read_only, type duckdb)")
    except duckdb.Error as error:
        said = str(error)
        if is_resource_failure(said) or (is_held(said) and not _is_ours_in_copy(connection, target, scratch)):
            raise
        if is_held(said) or is_damage(said):
            return False
        reason = said.partition("\n")[0].rstrip(".")
        raise ConfigurationError(f"{target} cannot be opened: {reason}; it is not replaced.", hint=MOVE) from error
    if foreign := somebody_elses(connection, name, target):
        raise foreign
    return True


def not_duckdb(target: Path) -> ConfigurationError | None:
    """Return the error to raise where the file is of another kind. One that begins with zeros is taken for a damaged one."""
    with target.open("rb") as file:
        head = file.read(MAGIC_AT + len(MAGIC))
    if not head.strip(b"\0") or head[MAGIC_AT:] == MAGIC:
        return None
    return ConfigurationError(f"{target} is not a DuckDB file; it is not replaced.", hint=MOVE)


def somebody_elses(connection: duckdb.DuckDBPyConnection, name: str, target: Path) -> ConfigurationError | None:
    """Return the error to raise where the attached database `name`, the file `target`, has only tables of somebody else."""
    tables = _count_tables(connection, name)
    if not tables or _is_ours(connection, name):
        return None
    return ConfigurationError(
        f"{target} has {tables} tables, none of which nightaudit has published; it is not replaced.", hint=MOVE
    )


def _count_tables(connection: duckdb.DuckDBPyConnection, name: str) -> int:
    ((tables,),) = connection.execute(
        "select count(*) from information_schema.tables where table_catalog = $1", [name]
    ).fetchall()
    return int(tables)


def _is_ours(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return whether an attached database has all schemas that each publication creates, also those that stay empty."""
    found = connection.execute("select schema_name from duckdb_schemas() where database_name = $1", [name]).fetchall()
    return {*schemas.PUBLISHED} <= {schema for (schema,) in found}


def _is_ours_in_copy(connection: duckdb.DuckDBPyConnection, target: Path, scratch: Path) -> bool:
    """Return whether a file that another process is writing to is surely ours, by a copy, which may be torn."""
    import duckdb

    shutil.copyfile(target, scratch)
    try:
        connection.execute(f"attach '{database.quoted(scratch)}' as copied (read_only, type duckdb)")
        ours = _is_ours(connection, "copied")
        connection.execute("detach copied")
    except duckdb.Error:
        return False
    finally:
        scratch.unlink()
    return ours
