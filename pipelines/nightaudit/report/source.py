"""Opens the published file read-only for the report, and answers SQL queries as polars frames."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

import duckdb
import polars as pl

from nightaudit import database
from nightaudit.errors import ConfigurationError, DataCheckError, NightauditError
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

    from nightaudit.settings import Settings

CONTROL_CHARACTERS = r"[\p{Cc}\p{Zl}\p{Zp}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{fffe}\x{ffff}]"
LAST_LOAD = """
select coalesce(arg_max(business_date, ended_at) filter (ended_at < now() + interval 2 days), max(business_date))
from quality.fct_walk_certificates
"""
"""Loads dated in the future come last: a clock that was once ahead would be named on every page until then."""
NEXT_STEP = "Run `nightaudit nightly` to load, build and publish."


class Published:
    """A read-only connection to the published warehouse, in UTC; a context manager.

    Opening raises ConfigurationError when the file is absent or is no DuckDB file, NightauditError when another program has
    it open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened = ExitStack()
        if not path.is_file():
            raise ConfigurationError(f"There is no published file at {path}.", hint=NEXT_STEP)
        try:
            with readable_errors():
                self._connection = self._opened.enter_context(database.reading(path))
        except NightauditError as error:
            if error.hint:
                raise
            message = f"{path} cannot be opened as a DuckDB file: {error.message}"
            raise ConfigurationError(message, hint=NEXT_STEP) from error

    def __enter__(self) -> Self:
        """Return the open file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._opened.close()

    def business_date(self, settings: Settings) -> datetime.date:
        """Return the as-of date of the file: NIGHTAUDIT_TODAY, else today or the date of the last load, whichever is earlier.

        The file has no data on the days after its last load, so a page dated today would show those days as quiet.
        """
        return settings.today or min(settings.business_date, self.last_load() or settings.business_date)

    def last_load(self) -> datetime.date | None:
        """Return the business date of the last load in the file; None where the file has no loads."""
        last: datetime.date | None = self.rows(LAST_LOAD).item()
        return last

    def rows(self, query: str, **parameters: Any) -> pl.DataFrame:
        """Return the rows of a query; `$name` in it takes the parameter of that name.

        Control characters and line separators, which a drawing cannot contain, become blanks, and so do those that turn the
        figures after a name round. Raises DataCheckError when the file lacks a table or column that the query names,
        or has a view that reads another file.
        """
        try:
            with database.telling_damage(self._path):
                frame: pl.DataFrame = self._connection.sql(query, params=parameters or None).pl()
        except (duckdb.BinderException, duckdb.CatalogException, duckdb.PermissionException) as error:
            reason = str(error).splitlines()[0]
            message = f"A query of the report failed on {self._path}: {reason}."
            raise DataCheckError(message, hint=NEXT_STEP) from error
        return frame.with_columns(pl.col(pl.String).str.replace_all(CONTROL_CHARACTERS, " "))


def name_buildings(frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with `building` beside building_id and building_name, the id added where two share a name."""
    return frame.with_columns(building=_names("building")).with_columns(
        building=_with_id_if_shared("building", ["building"])
    )


def name_units(frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with `unit` and `building` beside their ids and names, the id added where two share a name."""
    named = name_buildings(frame).with_columns(unit=_names("unit"))
    return named.with_columns(unit=_with_id_if_shared("unit", ["building_id", "unit"]))


def _names(noun: str) -> pl.Expr:
    """Return the name of a thing, or "Unit 7" where it has none."""
    name = pl.col(f"{noun}_name").cast(pl.String).str.strip_chars().replace("", None)
    return pl.coalesce(name, pl.format(f"{noun.capitalize()} {{}}", f"{noun}_id"))


def _with_id_if_shared(noun: str, within: list[str]) -> pl.Expr:
    """Return the name, followed by the id where several ids share the name."""
    shared = pl.col(f"{noun}_id").n_unique().over(within) > 1
    return pl.when(shared).then(pl.format("{} ({})", noun, f"{noun}_id")).otherwise(noun)
