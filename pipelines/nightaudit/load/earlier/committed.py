"""Answers what earlier loads committed, from the raw tables and the certificates of their walks."""

from __future__ import annotations

import datetime
import threading
from collections import Counter
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from nightaudit import database
from nightaudit.load.batch import BATCH_ROWS
from nightaudit.load.earlier.index import index_of
from nightaudit.load.earlier.known import Known, Outline, Watermark
from nightaudit.load.pages.rows import FLAT
from nightaudit.load.pages.stamps import MARGIN
from nightaudit.load.walks.reasons import EMPTY
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

EARLIEST, LATEST = datetime.datetime(1, 1, 1, tzinfo=datetime.UTC), datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)
STRAYS, ONE_STRAY_IN = 10, 100
"""How many records may carry stamps ahead of our clock by mistake: ten, or one in a hundred of a long list."""


class CommittedRecords(Known):
    """What earlier loads committed to the raw tables of a work file or a lake; every raw table must exist.

    There is no other state of a load than these tables, so state changes only when data is committed.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, *, full: bool = False) -> None:
        self._new_cursor = database.cursors_of(connection)
        self._threads = threading.local()  # a cursor for each
        self._full = full  # a full load starts without a watermark
        # Cached, because the rows of a stream are committed only after its last look-up here.
        self._index = cache(lambda stream: index_of(self._new_cursor(), stream))

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._execute(query, values).fetchall()

    def _execute(self, query: str, values: Sequence[object]) -> duckdb.DuckDBPyConnection:
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._threads, "cursor", None)
        if cursor is None:
            cursor = self._threads.cursor = self._new_cursor()
        return cursor.execute(query, values)

    def walked(self) -> set[str]:
        """Return the streams of which an earlier walk was proven complete."""
        return {name for (name,) in self._rows("select distinct stream from raw.walks where complete")}

    def was_listed(self, stream: str, /) -> bool:
        """Return whether there is a certificate of a walk of the stream's list, complete or not."""
        return bool(self._rows("select 1 from raw.walks where stream = ? limit 1", [stream]))

    def last_reasons(self, stream: str, /) -> str:
        """Return the reasons that the certificate of the stream's last full walk and its last tombstone state."""
        found = self._rows(
            f"""(
                select reason from raw.walks
                where stream = $1 and tier <> 'newest first' and ended_at < now() + $2::interval
                order by ended_at desc limit 1
            ) union all (select record_hash from raw.{stream} where payload is null order by valid_from desc limit 1)""",
            [stream, MARGIN],
        )
        return "; ".join(reason or "" for (reason,) in found)

    def was_empty(self, stream: str, /) -> bool:
        """Return whether the certificate of the last walk of the stream's list says that the list was EMPTY."""
        found = self._rows(
            "select starts_with(reason, $3) from raw.walks where stream = $1 and ended_at < now() + $2::interval"
            " order by ended_at desc limit 1",
            [stream, MARGIN, EMPTY],
        )
        return any(empty for (empty,) in found)

    def hashes(self, stream: str, keys: Sequence[str] | None = None, /) -> dict[str, str]:
        """Return the hash of the current version by record key, of these records or of all."""
        these = "" if keys is None else "and record_key in (select unnest(?))"
        found = self._execute(
            f"select record_key, record_hash from raw.{stream} where {CURRENT} {these}",
            [] if keys is None else [list(keys)],
        )
        return dict(chain.from_iterable(iter(partial(found.fetchmany, BATCH_ROWS), [])))

    def payloads(self, stream: str, keys: Sequence[str], /) -> dict[str, bytes]:
        """Return the JSON text of the current version by record key, of these records."""
        if not keys:
            return {}
        found = self._rows(
            f"select record_key, encode(payload) from raw.{stream}"
            f" where {CURRENT} and record_key in (select unnest(?))",
            [list(keys)],
        )
        return dict(found)

    def outlines(self, stream: str, keys: Sequence[str], /) -> dict[str, Outline]:
        """Return the outline of the current version by record key, of these records."""
        if not keys:
            return {}
        found = self._rows(
            "select record_key, modified_at at time zone 'UTC', statuses, valid_from at time zone 'UTC'"
            f" from {self._index(stream)} where record_key in (select unnest(?))",
            [list(keys)],
        )
        return {
            key: Outline(_utc(stamp), frozenset(statuses), stored_at.replace(tzinfo=datetime.UTC))
            for key, stamp, statuses, stored_at in found
        }

    def watermark(self, stream: str, more_than: int = 0, /) -> Watermark:
        """Return how far earlier loads came with the stream; an empty one where no more than so many records are stored."""
        stored = f"select count(*) from raw.{stream} where valid_to is null"  # with those proven gone
        if self._full or self._rows(stored)[0][0] <= more_than:
            return Watermark(Counter())
        index = self._index(stream)
        newest = self.newest_stamp(stream)
        [(held, recent, unstamped)] = self._rows(
            f"""with held as (
                select status, count(*) as records from (select unnest(statuses) as status from {index}) group by status
                union all select '', count(*) from {index} where len(statuses) = 0
                union all select null, count(*) from {index}
            )
            select
                (select list((status, records)) from held),
                (select count(*) from {index} where modified_at >= $1::timestamptz - $2::interval),
                (select count(*) from {index} where modified_at is null)""",
            [newest, MARGIN],
        )
        [(since,)] = self._rows(
            """with whole as (
                select max(ended_at) as audited_at from raw.walks
                where stream = $1 and complete and tier <> 'newest first' and ended_at < now() + $2::interval
            )
            select case when audited_at is not null then (
                select count(*) from raw.walks
                where stream = $1 and tier = 'newest first' and ended_at > audited_at and ended_at < now() + $2::interval
            ) end from whole""",
            [stream, MARGIN],
        )
        return Watermark(Counter(dict(held)), newest, since, recent, unstamped)

    def newest_stamp(self, stream: str, /) -> datetime.datetime | None:
        """Return the newest modified stamp of the stream's records, as `Watermark.newest_stamp` defines it."""
        index = self._index(stream)
        proven = "walk_id in (select walk_id from raw.walks where stream = $1 and complete)"
        [(newest,)] = self._rows(
            f"""with newest as (  -- by walk first: there are fewer of them than records
                select walk_id, max(modified_at) as newest from {index}
                where modified_at <= (
                    select max(greatest(ended_at, business_date::timestamptz)) + $2::interval
                    from raw.walks where stream = $1 and complete
                )
                group by walk_id
            )
            select max(newest) at time zone 'UTC' from newest where {proven}""",
            [stream, MARGIN],
        )
        if newest is None:
            found = self._rows(
                f"""with proven as (select modified_at as stamp from {index} where stamp is not null and {proven})
                select stamp at time zone 'UTC' from proven order by stamp desc limit 1
                offset (select greatest({STRAYS}, count(*) // {ONE_STRAY_IN}) from proven)""",
                [stream],
            )
            newest = found[0][0] if found else None
        return _utc(newest)

    def showing(self, stream: str, status: str | None, /) -> set[str]:
        """Return the keys of the current records that show this status, of all current records for None."""
        found = self._rows(
            f"select record_key from {self._index(stream)} where $1 is null or list_contains(statuses, $1)",
            [status],
        )
        return {key for (key,) in found}


def is_flat(connection: duckdb.DuckDBPyConnection, stream: str) -> bool:
    """Return whether the stream's current records are room stays, as bookings may be: then a booking has no row of its own."""
    if stream != "bookings":
        return False
    found = connection.execute(f"select 1 from raw.{stream} where record_key like '{FLAT}%' and {CURRENT} limit 1")
    return bool(found.fetchall())


def _utc(moment: datetime.datetime | str | None) -> datetime.datetime | None:
    """Return a moment of DuckDB's in UTC; one outside the years 1 to 9999, which comes as a text, as their first or last."""
    if isinstance(moment, str):
        return EARLIEST if moment.endswith("(BC)") else LATEST
    return moment and moment.replace(tzinfo=datetime.UTC)
