"""The limit: libcurl, Arrow's own JSON parser into declared types, bulk inserts; no framework, proof or history."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.json
from fetch import pages

sys.path.append(str(Path(__file__).parents[1]))
from contest import TABLES, Task, task, token
from shapes import CHILDREN, LISTS, Shape
from typed import selected

BATCH_BYTES = 16_000_000
MONEY = pa.decimal128(18, 4)
ARROW = {
    "int": pa.int64(),
    "text": pa.string(),
    "bool": pa.bool_(),
    "money": MONEY,
    "date": pa.string(),
    "time": pa.string(),
}


def arrow_type(shape: Any) -> pa.DataType:
    if isinstance(shape, dict):
        return pa.struct([(name, arrow_type(inner)) for name, inner in shape.items() if inner != "json"])
    return pa.list_(arrow_type(shape[0])) if isinstance(shape, list) else ARROW[shape]


def batches(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """Pages joined to pieces worth parsing at once, a page a line."""
    held: list[bytes] = []
    for body in bodies:
        held.append(body)
        if sum(map(len, held)) >= BATCH_BYTES:
            yield b"\n".join(held)
            held = []
    yield b"\n".join(held)


def insert(connection: duckdb.DuckDBPyConnection, table: str, shape: Shape, rows: pa.StructArray) -> None:
    """Insert the scalars of these records, then the records of their nested lists."""
    source = pa.table({"record": rows})
    connection.register("source", source)
    chosen = selected(shape, "record", leave_out="json")
    connection.execute(f"create table if not exists {table} as select {chosen} from source limit 0")
    connection.execute(f"insert into {table} select {chosen} from source")
    connection.unregister("source")
    for child, (parent, name) in CHILDREN.items():
        if parent == table:
            insert(connection, child, shape[name][0], rows.field(name).flatten())


def load(work: Task) -> None:
    bearer = token(work.base_url)
    with duckdb.connect(str(work.database)) as connection:
        connection.execute("set TimeZone = 'UTC'")
        for table, (path, shape) in LISTS.items():
            schema = pa.schema([("content", pa.list_(arrow_type(shape)))])
            parsing = pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
            for text in batches(pages(work.base_url + path, bearer, work.page_size, work.concurrency)):
                reading = pyarrow.json.ReadOptions(block_size=max(1 << 20, len(text)))
                found = pyarrow.json.read_json(io.BytesIO(text), read_options=reading, parse_options=parsing)
                for chunk in found["content"].chunks:
                    insert(connection, table, shape, chunk.flatten())


def fetch(work: Task) -> int:
    bearer = token(work.base_url)
    return sum(
        1 for path, _ in LISTS.values() for _ in pages(work.base_url + path, bearer, work.page_size, work.concurrency)
    )


if __name__ == "__main__":
    the_task = task()
    if os.environ.get("BENCH_VARIANT") == "fetch":
        the_task.tell({"fetched": fetch(the_task)})
        sys.exit()
    with the_task.phase("load"):
        load(the_task)
    the_task.finish({table: table for table in TABLES})
