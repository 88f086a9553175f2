"""requests, pandas and DuckDB, as a script of an afternoon: pages in a thread pool, json_normalize, one table at a time."""

from __future__ import annotations

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import requests

sys.path.append(str(Path(__file__).parents[1]))
from contest import TABLES, Task, task, token
from shapes import CHILDREN, LISTS, SQL, Shape, scalars, shape_of, snake

_own = threading.local()


def records(work: Task, path: str, bearer: str) -> list[dict[str, Any]]:
    def read(page: int) -> Any:
        session = getattr(_own, "session", None) or requests.Session()
        _own.session = session
        session.headers["Authorization"] = f"Bearer {bearer}"
        answer = session.get(
            work.base_url + path, params={"page": page, "size": work.page_size, "sort": "id,asc"}, timeout=60
        )
        answer.raise_for_status()
        return answer.json()

    first = read(0)
    with ThreadPoolExecutor(work.concurrency) as pool:
        rest = pool.map(read, range(1, first["totalPages"]))
        return [record for page in (first, *rest) for record in page["content"]]


def insert(connection: duckdb.DuckDBPyConnection, table: str, shape: Shape, rows: list[dict[str, Any]]) -> None:
    frame = pd.json_normalize(rows, sep="__")
    columns = []
    for path, kind in scalars(shape):
        name = "__".join(path)
        if name not in frame:
            frame[name] = None
        if kind == "json":
            frame[name] = frame[name].map(json.dumps)
        column = "__".join(map(snake, path))
        columns.append(f'cast("{name}" as {SQL[kind]}) as {column}')
    frame = frame[["__".join(path) for path, _ in scalars(shape)]].astype(
        {"__".join(path): "string" for path, kind in scalars(shape) if kind in {"text", "date", "time", "json"}}
    )
    connection.register("source", frame)
    connection.execute(f"create table {table} as select {', '.join(columns)} from source")
    connection.unregister("source")


def load(work: Task) -> None:
    bearer = token(work.base_url)
    with duckdb.connect(str(work.database)) as connection:
        connection.execute("set TimeZone = 'UTC'")
        for table, (path, shape) in LISTS.items():
            held = {table: records(work, path, bearer)}
            insert(connection, table, shape, held[table])
            for child, (parent, name) in CHILDREN.items():
                if parent in held:
                    held[child] = [inner for record in held[parent] for inner in record[name]]
                    insert(connection, child, shape_of(child), held[child])


if __name__ == "__main__":
    the_task = task()
    with the_task.phase("load"):
        load(the_task)
    the_task.finish({table: table for table in TABLES})
