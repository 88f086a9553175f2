"""How fresh and how complete each stream is, from the certificates of its walks."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nightaudit import database, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.lake import lake_in_use
from nightaudit.load.earlier import unread
from nightaudit.load.engine import open_engine
from nightaudit.load.fields.remarks import remarks, remarks_on_lake
from nightaudit.load.pages.stamps import MARGIN
from nightaudit.load.streams.extra import extra_streams
from nightaudit.load.streams.table import table_names
from nightaudit.machine_errors import is_held
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    import duckdb

    from nightaudit.load.fields.remarks import FieldRemark
    from nightaudit.settings import Settings

LATEST = """
select stream, max(past) filter (where complete) as last_complete, max(past) as last_walk,
    arg_max(row_count, past) as rows, arg_max(tier, past) as tier, arg_max(reason, past) as reason
from (  -- a walk of a clock that was once ahead has no `past`
    select *, case when ended_at < now() + $1::interval then ended_at end as past from {walks}
) as walks
group by stream
"""
AHEAD = "read only by loads that are dated in the future: check the clock of this machine"


def stream_status(settings: Settings) -> list[dict[str, Any]]:
    """Return one row per stream: stream, last_complete, age_hours, last_walk, rows, records, tier, reason, fields.

    rows     number of rows that the last walk read
    records  number of records stored now
    reason   what was postponed, why a walk is not proven, or why the last load skipped the list or failed to read it
    fields   undeclared fields, and fields of several types

    Values are None where the stream was never read. The source is the work file; while another run has locked that, and where it
    is missing, may not be read or has no raw tables, it is the published file, without `records` and `fields`. Raises
    ConfigurationError when nothing has been loaded yet.
    """
    walks, records, field_remarks = _found(settings)
    moment, not_read = datetime.now(UTC), unread.reasons(settings)
    rows = []
    for name in table_names(extra_streams(settings.extra_lists)):
        complete, last, count, tier, reason = walks.get(name, (None,) * 5)
        why = not_read.get(name)
        if last is None or (why and why.moment >= last):
            reason = why.reason if why else AHEAD if name in walks else unread.NEVER
        age = None if complete is None else round((moment - complete).total_seconds() / 3600, 1)
        rows.append(
            {
                "stream": name,
                "last_complete": complete,
                "age_hours": age,
                "last_walk": last,
                "rows": count,
                "records": None if last is None and not records.get(name) else records.get(name),
                "tier": tier,
                "reason": reason or "",
                "fields": "; ".join(f"{one.field} {one.text}" for one in field_remarks if one.stream == name),
            }
        )
    return rows


def _found(settings: Settings) -> tuple[dict[str, tuple[Any, ...]], dict[str, int], list[FieldRemark]]:
    """Return the latest walk of each stream, the number of its current records, and the remarks on fields."""
    import duckdb

    if lake_in_use(settings):
        with open_engine(settings) as engine:
            walks = _walks(engine.connection, "raw.walks") if is_prepared(engine.connection) else {}
            if not walks and not unread.reasons(settings):
                raise ConfigurationError("Nothing has been loaded into the lake yet.", hint="Run `nightaudit nightly`.")
            return walks, _records(engine.connection), remarks_on_lake(settings)
    path = warehouse.work_file(settings)
    if not warehouse.published_file(settings).exists():
        warehouse.require_loaded(settings)
    if os.access(path, os.R_OK):
        try:
            with database.reading(path) as connection:
                if is_prepared(connection):
                    walks = _walks(connection, "raw.walks")
                    return walks, _records(connection), remarks(connection)
        except duckdb.Error as error:
            if not is_held(str(error)):
                raise
    with warehouse.read_only(settings) as connection:
        published = '(select * rename ("rows" as row_count) from quality.fct_walk_certificates)'
        return _walks(connection, published), {}, []


def is_prepared(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return whether any load or build has created the raw tables."""
    query = "select 1 from information_schema.tables where table_schema = 'raw' and table_name = 'walks'"
    return bool(connection.execute(query).fetchall())


def _walks(connection: duckdb.DuckDBPyConnection, walks: str) -> dict[str, tuple[Any, ...]]:
    return {row[0]: row[1:] for row in connection.execute(LATEST.format(walks=walks), [MARGIN]).fetchall()}


def _records(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    tables = connection.execute(
        "select table_name from information_schema.columns where table_schema = 'raw' and column_name = 'record_key'"
    ).fetchall()
    counts = " union all ".join(f"select '{name}', count(*) from raw.{name} where {CURRENT}" for (name,) in tables)
    return dict(connection.execute(counts).fetchall()) if counts else {}
