"""Builds the marts of given records in a folder, for tests to query."""

import datetime
from pathlib import Path
from typing import Any

import duckdb
import raw_tables
import village

from nightaudit import transform
from nightaudit.settings import Settings


class Built:
    """A built work file: its report, and rows by query."""

    def __init__(self, folder: Path, records: Any, **given: Any) -> None:
        shape, unit_tests = given.pop("shape", "nested"), given.pop("unit_tests", False)
        self.work_file = raw_tables.fill(folder / "private" / "work.duckdb", records, shape=shape)
        given = {
            "today": datetime.date.fromisoformat(village.TODAY),
            "data_dir": folder,
            "time_zone": "Europe/London",
        } | given
        self.settings = Settings.read(**given)
        self.report = transform.build(self.settings, self.work_file, unit_tests=unit_tests)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with duckdb.connect(str(self.work_file), read_only=True) as connection:
            return connection.sql(query).fetchall()

    def one(self, query: str) -> Any:
        ((value,),) = self.rows(query)
        return value
