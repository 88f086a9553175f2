"""Where planted words stand: in the bytes of every file, and in every text of every database."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import duckdb

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def found_in(folder: Path, words: Iterable[str]) -> dict[str, set[str]]:
    """Path below the folder: the words that stand in it."""
    wanted = [word.casefold() for word in words]
    found: dict[str, set[str]] = {}
    for path in sorted(file for file in folder.rglob("*") if file.is_file()):
        for text in _texts(path):
            folded = text.casefold()
            hits = {word for word in wanted if word in folded}
            if hits:
                found.setdefault(str(path.relative_to(folder)), set()).update(hits)
    return found


def _texts(path: Path) -> Iterator[str]:
    yield path.read_bytes().decode("utf-8", "ignore")
    if path.suffix == ".duckdb":  # texts are compressed in it
        with duckdb.connect(str(path), read_only=True) as connection:
            tables = "select schema_name, table_name from duckdb_tables() where not internal"
            for schema, table in connection.execute(tables).fetchall():
                yield from (str(row) for row in connection.execute(f'from {schema}."{table}"').fetchall())
    if path.suffix == ".parquet":
        yield from (str(row) for row in duckdb.from_parquet(str(path)).fetchall())
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as database:
            yield from database.iterdump()
