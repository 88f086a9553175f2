"""Raw tables put in place of others at once, and files removed that no table refers to: what erasing from a lake takes."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit import schemas
from nightaudit.lake.place import CATALOG
from nightaudit.lake.publishing import STATES
from nightaudit.lake.raw import catalog_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.table import Table

    from nightaudit.lake.place import Lake

FRESH, REPLACED = "raw__fresh", "raw__replaced"
OUT = """
update iceberg_tables set table_namespace = :replaced
where catalog_name = :catalog and table_namespace = :raw and table_name in (
    select table_name from iceberg_tables where catalog_name = :catalog and table_namespace = :fresh
)
"""
IN = "update iceberg_tables set table_namespace = :raw where catalog_name = :catalog and table_namespace = :fresh"


def begin(catalog: SqlCatalog, lake: Lake) -> None:
    """Make room for fresh tables: those that a killed run left there are dropped, and `sweep` removes their files."""
    for namespace in map(lake.namespace, (FRESH, REPLACED)):
        catalog.create_namespace_if_not_exists(namespace)
        for identifier in catalog.list_tables(namespace):
            catalog.drop_table(identifier)


def place(lake: Lake, stream: str) -> str:
    """Where a fresh table lies: in a folder of its own, for that of the old one is removed."""
    return f"{lake.location}/{lake.namespace('raw')}/{stream}-{secrets.token_hex(4)}"


def replace(catalog: SqlCatalog, lake: Lake) -> None:
    """Put all fresh tables in place of the raw tables of their names, in one transaction."""
    from sqlalchemy import text

    names = {"replaced": REPLACED, "raw": "raw", "fresh": FRESH}
    given = {"catalog": CATALOG} | {name: lake.namespace(schema) for name, schema in names.items()}
    with catalog.engine.begin() as connection:
        for statement in (OUT, IN):
            connection.execute(text(statement), given)
    for identifier in catalog.list_tables(lake.namespace(REPLACED)):
        catalog.drop_table(identifier)


def sweep(lake: Lake) -> None:
    """Remove the files of the tenant that no table refers to: of replaced tables, of builds and loads that were killed.

    Nothing else of the tenant may be under way: the caller holds the lock.
    """
    import fsspec

    files = fsspec.filesystem(urlsplit(lake.location).scheme)
    built = (mart + state for mart in schemas.PUBLISHED for state in STATES)
    with catalog_of(lake) as catalog:
        namespaces = [
            lake.namespace(schema) for schema in ("raw", FRESH, REPLACED, *schemas.WORKING, *schemas.PUBLISHED, *built)
        ]
        tables = [
            catalog.load_table(identifier)
            for namespace in namespaces
            if catalog.namespace_exists(namespace)
            for identifier in catalog.list_tables(namespace)
        ]
        kept = {_plain(path) for table in tables for path in _files(table)}
    folders = [f"{lake.location}/{namespace}" for namespace in namespaces]
    found = [path for folder in folders if files.exists(folder) for path in files.find(folder)]
    unneeded = [path for path in found if path.split("/")[-2] in {"data", "metadata"} and _plain(path) not in kept]
    for path in unneeded if kept else ():  # without tables this is another catalog than that of the files
        files.rm_file(path)


def _plain(path: str) -> str:
    """A path as all write it: pyiceberg, Spark and the file system put different things before it."""
    return re.sub("^(file|s3a?):", "", path).lstrip("/")


def _files(table: Table) -> Iterator[str]:
    """Every file that a table, in any of its snapshots, is made of."""
    yield table.metadata_location
    yield from (entry.metadata_file for entry in table.metadata.metadata_log)
    for snapshot in table.snapshots():
        yield snapshot.manifest_list
        for manifest in snapshot.manifests(table.io):
            yield manifest.manifest_path
            yield from (entry.data_file.file_path for entry in manifest.fetch_manifest_entry(table.io))
