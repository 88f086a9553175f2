"""The published file as the report sees it: opened read-only, asked in SQL, answered in polars frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import duckdb
import polars as pl

from nightaudit.errors import ConfigurationError, DataCheckError

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

NEXT_STEP = "Run `nightaudit nightly` to load, build and publish."
REQUIRED = (
    "core.dim_buildings",
    "core.dim_units",
    "occupancy.fct_occupancy_daily",
    "occupancy.fct_occupancy_monthly",
    "occupancy.fct_tenancies",
    "occupancy.fct_unit_nights",
    "occupancy.fct_vacancies",
    "quality.fct_walk_certificates",
    "receivables.ageing",
    "revenue.fct_revenue_monthly",
)


class Published:
    """A read-only connection to the published warehouse; a context manager.

    Opening raises ConfigurationError when the file is absent or is no DuckDB file, DataCheckError when a mart the report
    needs is not in it.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ConfigurationError(f"There is no published file at {path}.", hint=NEXT_STEP)
        try:
            self._connection = duckdb.connect(str(path), read_only=True)
        except duckdb.Error as error:
            raise ConfigurationError(f"{path} cannot be opened as a DuckDB file: {error}.", hint=NEXT_STEP) from error
        self._objects = self._list_objects()
        absent = [name for name in REQUIRED if name not in self._objects]
        if absent:
            self.close()
            raise DataCheckError(f"{path} lacks what the report shows: {', '.join(absent)}.", hint=NEXT_STEP)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._connection.close()

    def has(self, name: str) -> bool:
        """Whether the table, view or table macro `schema.name` is in the file."""
        return name in self._objects

    def rows(self, query: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of a query; `$name` in it takes the parameter of that name.

        Raises DataCheckError when the file's tables lack what the query names.
        """
        try:
            return self._connection.sql(query, params=parameters or None).pl()
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            reason = str(error).splitlines()[0]
            raise DataCheckError(f"The published file does not answer the report: {reason}.", hint=NEXT_STEP) from error

    def _list_objects(self) -> set[str]:
        found = self._connection.sql(
            "select table_schema || '.' || table_name from information_schema.tables"
            " union select schema_name || '.' || function_name from duckdb_functions() where function_type = 'table_macro'"
        )
        return {name for (name,) in found.fetchall()}


def currencies(published: Published) -> list[str]:
    """Return every currency in which the file holds room revenue, invoices or open amounts, in order."""
    found = published.rows(
        "select distinct currency_code from occupancy.fct_occupancy_daily where currency_code is not null"
        " union select distinct currency_code from revenue.fct_revenue_monthly where currency_code is not null"
        " order by currency_code"
    )
    return found["currency_code"].to_list()


def name_buildings(frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with `building` beside building_id and building_name: its name, with the id where two share one."""
    named = frame.with_columns(
        building=pl.coalesce("building_name", pl.format("Building {}", "building_id")).str.strip_chars()
    )
    shared = pl.col("building_id").n_unique().over("building") > 1
    return named.with_columns(
        building=pl.when(shared).then(pl.format("{} ({})", "building", "building_id")).otherwise("building")
    )
