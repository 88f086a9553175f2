"""Finds, in the committed data, of which records the lists of a child stream are due, and which records embed them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.arguments import NO_ID
from nightaudit.load.children.embedded import embeds, shows_all
from nightaudit.load.children.pending import AGAIN, CARRIED, DOUBTED, UNPROVEN, Pending
from nightaudit.load.earlier.committed import is_flat
from nightaudit.load.earlier.index import has, texts
from nightaudit.load.pages.rows import FLAT
from nightaudit.load.streams.table import ROLLING_DAYS
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable

    import duckdb

    from nightaudit.load.streams.stream import Child

# A record key has one current version, because a walk yields each key once.
_ONE_ROW_EACH = "record_key as parent_key, md5(record_hash) as version, valid_from, modified_at, {carried} as carried"
_ROW_PER_ROOM_STAY = f"""
    case when record_key like '{FLAT}%' then {texts("bookingId")}[1] else record_key end as parent_key,
    md5(string_agg(record_hash, '' order by record_hash)) as version,
    max(valid_from) as valid_from,
    max(modified_at) as modified_at,
    bool_or({{carried}}) as carried"""
_DUE = """
with parents as (
    select {parent_and_version} from {index}
    where not ({carries})
    {per_parent}
), versions as (
    select parent_key, version, version || '/' || {turn} as token, valid_from, modified_at, carried from parents
    where not regexp_full_match({own_key}, $no_id)
), reads as (
    select parent_key, replace(token, '{UNPROVEN}', '') as token_read, read_at from raw.child_reads where stream = $child
), unanswered as (
    select parent_key, token as in_vain, asked_at as in_vain_at from raw.child_unanswered where stream = $child
), due as materialized (
    select
        parent_key,
        token,
        carried,
        coalesce(ends_with(token_read, '{AGAIN}'), false) as again,
        coalesce(ends_with(token_read, '{DOUBTED}'), false) as doubted,
        -- A record that was gone and came back unchanged lost its child rows meanwhile, so its list is read again.
        -- So is one that was read soon after the record changed: a machine that lags may have answered.
        coalesce(token_read = token and not (valid_from > read_at and valid_from <= now()), false)
            and not coalesce(read_at between modified_at and modified_at + interval '{LAG}', false) as is_read,
        greatest(read_at, in_vain_at) as asked_at,
        -- The record did not change since its list was read, and only its turn has come; or its list was asked for in vain.
        coalesce(token_read <> token and not (again or doubted) and starts_with(token_read, version || '/'), false)
        or coalesce(in_vain_at > coalesce(read_at, '-infinity') and starts_with(in_vain, version || '/'), false) as waits
    from versions left join reads using (parent_key) left join unanswered using (parent_key)
    where $others > 0 or not is_read
), counted as (
    select count(*) filter (not is_read) as how_many from due
)
select parent_key, token, carried, again, doubted, waits or is_read, (from counted) from due
order by
    is_read,
    waits,
    case when is_read or waits then asked_at end,
    try_cast({own_key} as bigint) desc nulls last,
    parent_key
limit {limit}
"""
_CARRIED = """
with versions as (
    select record_key as parent_key, '{CARRIED}' || md5(record_hash) as token
    from {index}
    where {carries}
), due as materialized (
    select parent_key, token from versions
    semi join (
        select parent_key from raw.{child} union select parent_key from raw.child_reads where stream = $child
    ) as listed using (parent_key)
    anti join (select parent_key, token from raw.child_reads where stream = $child) as reads using (parent_key, token)
)
select parent_key, token, true, false, false, (select count(*) from due) from due order by parent_key limit {MOST_CARRIED}
"""

LAG = "1 hour"
"""How far one of several machines of a service may be behind: a list read sooner after its parent changed is read again."""
MOST_WITNESSES = 3
"""Other parents whose lists are requested when none of the due lists shows a row."""
MOST_CARRIED = 20_000
"""Most parents with an embedded list handled in one run: they need no request, but memory."""


class Parents:
    """The current records that have a list of one child stream, as of the last commit.

    index  returns the relation of a stream's index (`load/earlier/index.py`)
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, index: Callable[[str], str], child: Child, today: datetime.date
    ) -> None:
        self._connection = connection
        self._child = child
        self._today = today
        # Then a booking has no row of its own.
        self._by_booking = not child.adds and is_flat(connection, child.parent)
        self._index = index(child.parent)
        self._carries = (
            shows_all(connection, self._index, child) if child.adds else embeds(connection, self._index, child, today)
        )
        self._current = f"select record_key from raw.{child.parent} where {CURRENT}"

    def due(self, most: int | None = None, *, others: int = 0) -> tuple[int, list[Pending]]:
        """Return how many parents are due, and the first of them.

        A parent is due when its child list was not read for its current version, or for today (daily lists), or for its turn
        of the rolling re-read. New versions come first, those with the highest ids before the others. Then come the parents
        that are due only by their turn, or whose list was asked for in vain, longest ago first.

        most    how many parents to return, all where it is None; a portfolio may have more of them than fit into memory
        others  how many parents that are not due may follow, those whose list was read longest ago first
        """
        child, day = self._child, self._today.toordinal()
        if child.daily:
            turn = f"'{day}'"
        elif child.rolling:
            turn = f"((hash(parent_key) % {ROLLING_DAYS})::bigint + {day}) // {ROLLING_DAYS}"
        else:
            turn = "''"
        parent_and_version = _ROW_PER_ROOM_STAY if self._by_booking else _ONE_ROW_EACH
        query = _DUE.format(
            parent_and_version=parent_and_version.format(carried=has(child.embedded) if child.embedded else "false"),
            index=self._index,
            carries=self._carries or "false",
            per_parent="group by 1" if self._by_booking else "",
            own_key=f"substr(parent_key, {len(child.prefix) + 1})",
            turn=turn,
            AGAIN=AGAIN,
            DOUBTED=DOUBTED,
            UNPROVEN=UNPROVEN,
            LAG=LAG,
            # A number, with which DuckDB sorts no more rows than these. One row at least, because it has the count.
            limit="(from counted) + $others" if most is None else max(1, most),
        )
        count, found = _counted(self._connection, query, {"child": child.name, "others": others, "no_id": NO_ID})
        return count, found[: count + others][:most]

    def carried(self) -> tuple[int, list[Pending]]:
        """Return how many parents embed a list that was read before, in a version not yet compared with it, and some of them."""
        if not (self._carries and self._child.embedded):
            return 0, []
        child = self._child.name
        query = _CARRIED.format(
            index=self._index, carries=self._carries, child=child, CARRIED=CARRIED, MOST_CARRIED=MOST_CARRIED
        )
        return _counted(self._connection, query, {"child": child})

    def witnesses(self, pending: list[Pending]) -> list[str]:
        """Return other parents than these with stored child rows, different ones each day.

        The parent must be a current record, except where bookings come as room stays: then a booking has no row of its own.
        """
        found = self._connection.execute(
            f"""select parent_key from raw.{self._child.name}
                where {CURRENT} and parent_key not in (select unnest($1))
                    and ($2 or parent_key in ({self._current}))
                group by 1 order by hash(parent_key || $3) limit {MOST_WITNESSES}""",
            [[parent.parent_key for parent in pending], self._by_booking, self._today.isoformat()],
        )
        return [parent for (parent,) in found.fetchall()]

    def unproven(self, pending: list[Pending]) -> int:
        """Return how many other parents than these there are whose list was not proven complete when it was last read."""
        [(count,)] = self._connection.execute(
            f"""select count(*) from raw.child_reads
                where stream = $1 and ends_with(token, $2) and parent_key not in (select unnest($3))
                    and ($4 or parent_key in ({self._current}))""",
            [self._child.name, UNPROVEN, [parent.parent_key for parent in pending], self._by_booking],
        ).fetchall()
        return int(count)

    def child_hashes(self, pending: list[Pending]) -> dict[str, dict[str, str]]:
        """Return the hashes of the current child rows, by parent and key, of these parents."""
        if not pending:
            return {}
        found = self._connection.execute(
            f"select parent_key, record_key, record_hash from raw.{self._child.name}"
            f" where {CURRENT} and parent_key in (select unnest(?))",
            [[parent.parent_key for parent in pending]],
        )
        hashes: dict[str, dict[str, str]] = {}
        for parent, key, record_hash in found.fetchall():
            hashes.setdefault(parent, {})[key] = record_hash
        return hashes


def _counted(
    connection: duckdb.DuckDBPyConnection, query: str, parameters: dict[str, Any]
) -> tuple[int, list[Pending]]:
    """Return the last column of the first row, and the other columns of each as Pending."""
    rows = connection.execute(query, parameters).fetchall()
    return rows[0][-1] if rows else 0, [Pending(*row[:-1]) for row in rows]
