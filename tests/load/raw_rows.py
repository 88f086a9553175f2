"""Rows of raw tables, put there without a load."""

from __future__ import annotations

import datetime

import duckdb

from nightaudit.load.children.pending import Pending


def put(raw: duckdb.DuckDBPyConnection, stream: str, key: str, payload: str, digest: str = "a") -> None:
    raw.execute(f"insert into raw.{stream} (record_key, payload, record_hash) values (?, ?, ?)", [key, payload, digest])


def note_read(
    raw: duckdb.DuckDBPyConnection, stream: str, *lists: Pending, days: float = 0, table: str = "child_reads"
) -> None:
    """Note that these lists were read so many days ago, or were asked for in vain."""
    for one in lists:
        raw.execute(f"delete from raw.{table} where (stream, parent_key) = (?, ?)", [stream, one.parent_key])
        moment = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days)
        raw.execute(f"insert into raw.{table} values (?, ?, ?, ?)", [stream, one.parent_key, one.token, moment])


def keys(found: tuple[int, list[Pending]]) -> tuple[int, list[str]]:
    return found[0], [one.parent_key for one in found[1]]
