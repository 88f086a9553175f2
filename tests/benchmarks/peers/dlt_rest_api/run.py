"""dlt's own `rest_api` source into DuckDB: with every default, or tuned: parquet, workers, declared types (BENCH_VARIANT)."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import duckdb

sys.path.append(str(Path(__file__).parents[1]))
from contest import TABLES, Task, task, token
from shapes import LISTS, Shape, scalars

VARIANT = os.environ.get("BENCH_VARIANT", "tuned")
TUNED = {
    "NORMALIZE__WORKERS": "2",
    "LOAD__WORKERS": "4",
    "EXTRACT__WORKERS": "4",
    "DATA_WRITER__BUFFER_MAX_ITEMS": "20000",
    "NORMALIZE__DATA_WRITER__FILE_MAX_ITEMS": "100000",
    "EXTRACT__DATA_WRITER__FILE_MAX_ITEMS": "10000",
}
os.environ |= {"RUNTIME__DLTHUB_TELEMETRY": "false", "RUNTIME__LOG_LEVEL": "ERROR", "DLT_DATA_DIR": sys.argv[2]}
if VARIANT != "defaults":
    os.environ |= TUNED

KIND = {
    "money": {"data_type": "decimal", "precision": 18, "scale": 4},
    "date": {"data_type": "date"},
    "json": {"data_type": "json"},
}


def hints(shape: Shape) -> dict[str, dict[str, Any]]:
    """Declared types of the columns that dlt would otherwise guess, or turn into small tables."""
    found = {"__".join(path): kind for path, kind in scalars(shape) if kind in KIND}
    return {name: {"name": name, **KIND[kind]} for name, kind in found.items()}


def resource(table: str, path: str, shape: Shape, work: Task) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": table,
        "endpoint": {
            "path": path,
            "params": {"size": work.page_size, "sort": "lastModifiedDate,desc" if VARIANT == "newest" else "id,asc"},
            "data_selector": "content",
            "paginator": {"type": "page_number", "base_page": 0, "page_param": "page", "total_path": "totalPages"},
        },
        "primary_key": "id",
        "write_disposition": "append" if os.environ.get("BENCH_WORK", "first") == "first" else "merge",
    }
    if VARIANT == "newest":
        found["endpoint"]["incremental"] = {
            "cursor_path": "lastModifiedDate",
            "initial_value": "2000-01-01T00:00:00Z",
            "row_order": "desc",  # ends a list at the first record that is not newer than the last load
        }
    if VARIANT != "defaults":
        found |= {"columns": hints(shape), "parallelized": True}
    return found


def run(work: Task) -> None:
    import dlt  # after its settings are in the environment
    from dlt.sources.rest_api import rest_api_resources

    source = rest_api_resources(
        {
            "client": {"base_url": work.base_url, "auth": {"type": "bearer", "token": token(work.base_url)}},
            "resources": [resource(table, path, shape, work) for table, (path, shape) in LISTS.items()],
        }
    )
    pipeline = dlt.pipeline(
        "rest_api",
        destination=dlt.destinations.duckdb(str(work.database)),
        dataset_name="pms",
        pipelines_dir=str(work.folder / "pipelines"),
    )
    if VARIANT != "defaults":
        pipeline.run(source, loader_file_format="parquet")
    else:
        pipeline.run(source)


if __name__ == "__main__":
    the_task = task()
    with the_task.phase("load"):
        run(the_task)
    names = dict(zip(TABLES, TABLES, strict=True)) | {
        "room_stays": "bookings__room_stays",
        "room_stay_extras": "bookings__room_stays__extras",
        "sales_invoice_items": "sales_invoices__sales_invoice_items",
    }
    with duckdb.connect(str(the_task.database), read_only=True) as made:
        there = {name for (name,) in made.execute("select table_name from duckdb_tables()").fetchall()}
    # dlt makes no table of a list that no record has a row in.
    the_task.finish({table: f"pms.{name}" if name in there else "(select 1 limit 0)" for table, name in names.items()})
