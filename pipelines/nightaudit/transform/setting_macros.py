"""Passes the settings to models as macros of the work file, so that no statement depends on the value of a setting."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from nightaudit.database import quoted, transaction
from nightaudit.schemas import DATES
from nightaudit.transform.runner import PARSE_VARIABLES, variables_of

if TYPE_CHECKING:
    import duckdb

    from nightaudit.settings import Settings


def make(connection: duckdb.DuckDBPyConnection, settings: Settings) -> None:
    """Create a macro `private.NAME()` for every setting that models read, and for the business date and its month's first day."""
    dates = settings.business_date, settings.business_date.replace(day=1)
    values = {name: value for name, value in variables_of(settings).items() if name not in PARSE_VARIABLES}
    with transaction(connection):
        connection.execute("create schema if not exists private")
        for name, value in {**values, **dict(zip(DATES, dates, strict=True))}.items():
            connection.execute(f"create or replace macro private.{name}() as {_literal(value)}")


def _literal(value: object) -> str:
    """Return the value as SQL. Names in a list are trimmed and in lower case, as models compare them."""
    if isinstance(value, datetime.date):
        return f"date '{value:%Y-%m-%d}'"
    if isinstance(value, list):
        return f"cast([{', '.join(f'lower({_literal(str(name).strip())})' for name in value)}] as varchar[])"
    return f"'{quoted(value)}'" if isinstance(value, str) else str(value)
