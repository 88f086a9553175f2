"""Builds the marts of given records in a folder, for tests to query."""

import datetime
from pathlib import Path
from typing import Any, Self

import duckdb

import recorded
from nightaudit import schemas, transform
from nightaudit.settings import Settings
from transform import raw_tables, village


class Built:
    """A built work file: its report, and rows by query.

    With `checked=False` it is made without its checks, and with `models`, in dbt's words, only these are made. dbt does not run
    where `replayed`: the script is that of an earlier build.
    """

    def __init__(
        self,
        folder: Path,
        records: Any,
        *,
        shape: str = "nested",
        checked: bool = True,
        models: str = "",
        replayed: bool = True,
        **given: Any,
    ) -> None:
        self.work_file = raw_tables.fill(folder / "private" / "work.duckdb", records, shape=shape)
        given = {
            "today": datetime.date.fromisoformat(village.TODAY),
            "data_dir": folder,
            "time_zone": "Europe/London",
        } | given
        self.settings = Settings.read(**given)
        if replayed:
            recorded.known(models.split(), checked=checked)
        self.report = transform.build(self.settings, self.work_file, select=models.split(), checked=checked)

    def moved(self, folder: Path) -> Self:
        """The same in a copy of its folder."""
        self.work_file = folder / "private" / "work.duckdb"
        self.settings = self.settings.model_copy(update={"data_dir": folder})
        return self

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with duckdb.connect(str(self.work_file), read_only=True) as connection:
            return connection.sql(query).fetchall()

    def one(self, query: str) -> Any:
        ((value,),) = self.rows(query)
        return value

    def marts_with(self, column: str, condition: str) -> list[str]:
        """The marts with the column that have a row for which the condition holds; quality.fct_excluded_buildings may."""
        named = self.rows(
            f"""select table_schema || '.' || table_name from information_schema.columns
            where column_name = '{column}' and table_name <> 'fct_excluded_buildings'
            and table_schema in {schemas.PUBLISHED} order by all"""
        )
        assert len(named) > 10
        return [name for (name,) in named if self.one(f"select count(*) from {name} where {condition}")]
