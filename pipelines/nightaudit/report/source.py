"""Opens the published file read-only for the report, and answers SQL queries as polars frames."""

from __future__ import annotations

import datetime
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

import duckdb
import polars as pl

from nightaudit import database
from nightaudit.errors import ConfigurationError, DataCheckError, NightauditError
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

CONTROL_CHARACTERS = r"[\p{Cc}\p{Zl}\p{Zp}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{fffe}\x{ffff}]"
LISTS = """
select
    newest.stream,
    coalesce(nullif(newest.selection, ''), 'all') as selection,
    newest.tier,
    newest.requests::bigint as requests,
    newest.complete,
    coalesce(newest.reason, '') as reason,
    coalesce(proven.distinct_ids, proven.rows)::bigint as records,
    proven.rows::bigint as row_count,
    proven.complete as was_proven,
    proven.ended_at::timestamptz as ended_at,
    business_date
from (
    select
        arg_max(walks, (not ahead, ended_at, started_at)) as newest,
        arg_max(walks, (not ahead, complete, ended_at, started_at)) as proven,
        arg_max(business_date, (not ahead, ended_at)) filter (complete or rows > 0) as business_date
    from (
        select *, ended_at > $now::timestamptz + interval 2 days as ahead
        from quality.fct_walk_certificates
        where tier is distinct from 'children'
    ) as walks
    group by stream
) as lists
order by newest.complete, newest.stream
"""
"""Walks dated in the future come last: a clock that was once ahead would be named on every page until then."""
DATED_BY = ("bookings", "units")
"""The lists whose last reading dates a page: occupancy is what a later date would falsify."""
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

        The file has no data on the days after that, so a page dated today would show those days as quiet.
        """
        return settings.today or min(settings.business_date, self.last_load() or settings.business_date)

    def last_load(self) -> datetime.date | None:
        """Return the date to which all lists of `DATED_BY` were read; None where the file has no loads of them."""
        lists = self.lists(datetime.datetime.now(datetime.UTC)).filter(pl.col("stream").is_in(DATED_BY))
        return min(lists["business_date"].drop_nulls(), default=None)

    def lists(self, now: datetime.datetime) -> pl.DataFrame:
        """Return a row per list: its newest walk before `now`, and records, rows and end of the last one that was complete.

        Where none was complete, these are of the newest walk. `business_date` is of the last walk that read the list.
        """
        return self.rows(LISTS, now=now.isoformat())

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
