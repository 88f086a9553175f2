"""Erases from a lake: replaces raw tables in one transaction, and removes the files that no table refers to."""

from __future__ import annotations

import posixpath
import re
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit import schemas
from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import CATALOG
from nightaudit.lake.publishing import UNPUBLISHED
from nightaudit.lake.raw import catalog_of, tables_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.table import Table

    from nightaudit.lake.place import Lake

FRESH, REPLACED = "raw__fresh", "raw__replaced"
MOVE_OUT = """
update iceberg_tables set table_namespace = :replaced
where catalog_name = :catalog and table_namespace = :raw and table_name in (
    select table_name from iceberg_tables where catalog_name = :catalog and table_namespace = :fresh
)
"""
MOVE_IN = "update iceberg_tables set table_namespace = :raw where catalog_name = :catalog and table_namespace = :fresh"


def begin(catalog: SqlCatalog, lake: Lake) -> None:
    """Create the namespaces of fresh and replaced tables, and drop what a killed run left there; `sweep` removes the files."""
    for namespace in map(lake.namespace, (FRESH, REPLACED)):
        catalog.create_namespace_if_not_exists(namespace)
        for identifier in catalog.list_tables(namespace):
            catalog.drop_table(identifier)


def place(lake: Lake, stream: str) -> str:
    """Return the location of a fresh table: a new folder, as `sweep` removes the files of the old one."""
    return f"{lake.location}/{lake.namespace('raw')}/{stream}-{secrets.token_hex(4)}"


def replace(catalog: SqlCatalog, lake: Lake) -> None:
    """Replace raw tables by the fresh tables of the same names, in one transaction."""
    from sqlalchemy import text

    names = {"replaced": REPLACED, "raw": "raw", "fresh": FRESH}
    given = {"catalog": CATALOG} | {name: lake.namespace(schema) for name, schema in names.items()}
    with catalog.engine.begin() as connection:
        for statement in (MOVE_OUT, MOVE_IN):
            connection.execute(text(statement), given)
    for identifier in catalog.list_tables(lake.namespace(REPLACED)):
        catalog.drop_table(identifier)


def sweep(lake: Lake) -> None:
    """Remove the tenant's files that no table refers to, from replaced tables and from killed builds and loads.

    No other run of the tenant may be under way: the caller holds the lock. Raises ConfigurationError, with nothing removed, where
    a table of the catalog is not in the folder of the lake: then the files there are not known to be unneeded.
    """
    import fsspec

    files = fsspec.filesystem(urlsplit(lake.location).scheme)
    files.invalidate_cache()  # of buckets, what was listed before is kept
    with catalog_of(lake) as catalog:
        namespaces = [
            lake.namespace(schema)
            for schema in ("raw", FRESH, REPLACED, *schemas.WORKING, *schemas.PUBLISHED, *UNPUBLISHED)
        ]
        tables = [catalog.load_table(table) for namespace in namespaces for table in tables_in(catalog, namespace)]
        kept = {_plain(path) for table in tables for path in _files(table)}
    folders = [f"{lake.location}/{namespace}" for namespace in namespaces]
    found = {_plain(path): path for folder in folders if files.exists(folder) for path in files.find(folder)}
    for table in tables:
        if _plain(table.metadata_location) not in found:
            raise ConfigurationError(
                f"{table.metadata_location}, of a table of the catalog, is not in {lake.location}; no file was removed.",
                hint="Set NIGHTAUDIT_LAKE_LOCATION to the folder or bucket in which the load created the tables.",
            )
    unneeded = [
        path for plain, path in found.items() if plain.split("/")[-2] in {"data", "metadata"} and plain not in kept
    ]
    for path in unneeded if kept else ():  # where the catalog has no tables, the files are another catalog's
        files.rm_file(path)


def _plain(path: str) -> str:
    """Return a path without what pyiceberg, Spark and the file system write differently: its scheme and further slashes."""
    return posixpath.normpath(re.sub("^(file|s3a?):", "", path)).lstrip("/")


def _files(table: Table) -> Iterator[str]:
    """Yield every file of a table, in all its snapshots."""
    yield table.metadata_location
    yield from (entry.metadata_file for entry in table.metadata.metadata_log)
    for snapshot in table.snapshots():
        yield snapshot.manifest_list
        for manifest in snapshot.manifests(table.io):
            yield manifest.manifest_path
            yield from (entry.data_file.file_path for entry in manifest.fetch_manifest_entry(table.io))
