"""The raw tables of the lake: create them, append to them, and show them in DuckDB as the schema `raw` that a load reads."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.database import quoted
from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import CATALOG, not_installed

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb
    import pyarrow as pa
    from pyiceberg.catalog.sql import SqlCatalog
    from pyiceberg.table import Table

    from nightaudit.lake.place import Lake

PROPERTIES = {"write.metadata.delete-after-commit.enabled": "true", "commit.manifest-merge.enabled": "true"}
"""Keeps the metadata of a table small to which rows are appended for years: the last 100 lists of snapshots, few manifests."""
MANY_SNAPSHOTS = 100
EXPIRED_AFTER = timedelta(days=1)
LATEST = {  # table: key and time; of several rows of one key, the latest is valid
    "child_reads": ("stream, parent_key", "read_at"),
    "child_unanswered": ("stream, parent_key", "asked_at"),
}
VERSIONS = """
select *, seen_at as valid_from, lead(seen_at) over (partition by record_key order by seen_at, record_hash) as valid_to
from (select * from ({rows})
      qualify lag(record_hash) over (partition by record_key order by seen_at, record_hash) is distinct from record_hash)
"""
LAST = "select * from ({rows}) qualify row_number() over (partition by {key} order by {moment} desc) = 1"


def catalog_of(lake: Lake) -> SqlCatalog:
    """Return pyiceberg's catalog of the lake. Raises ConfigurationError where pyiceberg is not installed or the catalog fails."""
    try:
        from pyiceberg.catalog.sql import SqlCatalog
        from sqlalchemy.exc import DBAPIError

        return SqlCatalog(CATALOG, **lake.pyiceberg_properties())
    except ModuleNotFoundError:
        raise not_installed() from None
    except DBAPIError as error:
        raise ConfigurationError(
            f"The catalog of the lake cannot be used: {' '.join(str(error.orig).split())}.",
            hint="Check NIGHTAUDIT_LAKE_CATALOG, and that PostgreSQL runs and has this database.",
        ) from None


def tables_in(catalog: SqlCatalog, namespace: str) -> list[tuple[str, ...]]:
    """Return the identifiers of the tables in a namespace; none where it does not exist."""
    return list(catalog.list_tables(namespace)) if catalog.namespace_exists(namespace) else []


def count_rows(lake: Lake) -> int:
    """Return the number of rows in all raw tables, from the metadata of the tables."""
    with catalog_of(lake) as catalog:
        tables = tables_in(catalog, lake.namespace("raw"))
        snapshots = (catalog.load_table(identifier).current_snapshot() for identifier in tables)
        return sum(int(last.summary["total-records"] or 0) for last in snapshots if last and last.summary)


def make_raw_tables(lake: Lake, names: Iterable[str]) -> None:
    """Create these raw tables where they do not exist, and bring existing ones to what this release makes, without old snapshots.

    Raises ConfigurationError where the catalog has no raw tables but their files exist: those belong to another catalog.
    """
    raw = lake.namespace("raw")
    with catalog_of(lake) as catalog:
        catalog.create_namespace_if_not_exists(raw)
        existing = {identifier[-1] for identifier in catalog.list_tables(raw)}
        if not existing:
            _require_no_files(lake)
        for name in names:
            empty = schemas.arrow_schema(schemas.NOTES.get(name) or schemas.RECORDS).empty_table()
            columns = of_tenant(lake, empty).schema
            if name not in existing:
                catalog.create_table((raw, name), schema=columns, properties=PROPERTIES)
                continue
            table = catalog.load_table((raw, name))
            _tidy(table)
            if name in schemas.NOTES:
                with table.update_schema() as schema:
                    schema.union_by_name(columns)


def _tidy(table: Table) -> None:
    """Give a table of an older release its PROPERTIES, and expire its snapshots of before yesterday where it has many.

    Each append writes the list of all snapshots anew. Nothing but what a table was before is lost, as rows are only appended.
    """
    if lacking := PROPERTIES.keys() - table.properties.keys():
        with table.transaction() as transaction:
            transaction.set_properties({name: PROPERTIES[name] for name in lacking})
    limit = datetime.now(UTC) - EXPIRED_AFTER
    kept = [snapshot.timestamp_ms for snapshot in table.snapshots()]
    if len(kept) > MANY_SNAPSHOTS and min(kept) < limit.timestamp() * 1000:
        table.maintenance.expire_snapshots().older_than(limit).commit()


def _require_no_files(lake: Lake) -> None:
    import fsspec

    files, folder = fsspec.url_to_fs(f"{lake.location}/{lake.namespace('raw')}")
    if files.glob(f"{folder}/*/data/*"):
        raise ConfigurationError(
            f"{lake.location} contains raw tables that are not in the catalog.",
            hint="Set NIGHTAUDIT_LAKE_CATALOG to the database of their catalog, or NIGHTAUDIT_LAKE_LOCATION to another"
            " folder or bucket.",
        )


def append(lake: Lake, name: str, rows: pa.Table) -> None:
    """Append rows to an existing raw table."""
    with catalog_of(lake) as catalog:
        catalog.load_table((lake.namespace("raw"), name)).append(of_tenant(lake, rows))


def of_tenant(lake: Lake, rows: pa.Table) -> pa.Table:
    """Return the rows with a column `tenant` added where tenants share a lake, else unchanged."""
    import pyarrow as pa

    if not lake.tenant:
        return rows
    name = pa.field("tenant", pa.string(), nullable=False)
    return rows.append_column(name, pa.array([lake.tenant] * len(rows), pa.string()))


def show(connection: duckdb.DuckDBPyConnection, lake: Lake) -> None:
    """Create a view of each raw table of the lake, with name and columns as in a work file, `valid_from` and `valid_to` too.

    Rows are only ever appended, so reading the data files of a table is enough: there are no delete files.
    """
    connection.execute("create schema if not exists raw")
    if lake.is_bucket and not connection.filesystem_is_registered("s3"):
        import fsspec

        connection.register_filesystem(fsspec.filesystem("s3"))  # DuckDB's extension for S3 would have to be downloaded
    with catalog_of(lake) as catalog:
        for identifier in tables_in(catalog, lake.namespace("raw")):
            name = identifier[-1]
            table = catalog.load_table(identifier)
            files = [task.file.file_path.removeprefix("file://") for task in table.scan().plan_files()]
            columns = ", ".join(
                f"cast({field.name if files else 'null'} as {field.field_type}) as {field.name}"  # DuckDB knows Iceberg's names
                for field in table.schema().fields
            )
            places = ", ".join(f"'{quoted(file)}'" for file in files)
            read = f"read_parquet([{places}], union_by_name = true, hive_partitioning = false)"
            source = read if files else "(select 1) where false"
            rows = f"select {columns} from {source}"
            if name in LATEST:
                key, moment = LATEST[name]
                rows = LAST.format(rows=rows, key=key, moment=moment)
            elif any(field.name == "record_hash" for field in table.schema().fields):
                rows = VERSIONS.format(rows=rows)
            connection.execute(f'create or replace view raw."{name}" as {rows}')
