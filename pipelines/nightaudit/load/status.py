"""How fresh and how complete each stream is, from the certificates of its walks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nightaudit import warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.load.extra import extra_streams
from nightaudit.load.streams import chosen

if TYPE_CHECKING:
    from nightaudit.settings import Settings

LATEST = """
select stream, max(ended_at) filter (where complete) as last_complete, max(ended_at) as last_walk,
    arg_max(row_count, ended_at) as rows, arg_max(tier, ended_at) as tier, arg_max(reason, ended_at) as reason
from {walks} group by stream
"""


def stream_status(settings: Settings) -> list[dict[str, Any]]:
    """One row per stream: stream, last_complete, age_hours, last_walk, rows, tier, reason; nulls where it was never read.

    `reason` says what was put off, or why a walk is not proven.
    Read from the work file, or from the published file while another run holds that. Raises ConfigurationError when
    nothing has been loaded yet.
    """
    found = {row[0]: row[1:] for row in _walks(settings)}
    moment = datetime.now(UTC)
    rows = []
    streams, children = chosen((), extra_streams(settings.extra_lists))
    for name in (*(stream.name for stream in streams), *(child.name for child in children)):
        complete, last, count, tier, reason = found.get(name, (None,) * 5)
        age = None if complete is None else round((moment - complete).total_seconds() / 3600, 1)
        rows.append(
            {
                "stream": name,
                "last_complete": complete,
                "age_hours": age,
                "last_walk": last,
                "rows": count,
                "tier": tier,
                "reason": reason or "",
            }
        )
    return rows


def _walks(settings: Settings) -> list[tuple[Any, ...]]:
    import duckdb

    path = warehouse.work_file(settings)
    if not path.exists() and not warehouse.published_file(settings).exists():
        raise ConfigurationError(
            f"Nothing has been loaded into {settings.data_dir} yet.", hint="Run `nightaudit nightly`."
        )
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            return connection.execute(LATEST.format(walks="raw.walks")).fetchall()
    except duckdb.Error:  # another run is writing
        with warehouse.read_only(settings) as connection:
            walks = '(select * rename ("rows" as row_count) from quality.fct_walk_certificates)'
            return connection.execute(LATEST.format(walks=walks)).fetchall()
