"""Finds, in the committed data, which child lists are due.

In all functions `index` returns the relation of a stream's index (`load/earlier/index.py`), which stays valid until the caller
commits rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nightaudit.client.request import NO_ID
from nightaudit.load.children.embedded import embeds
from nightaudit.load.children.pending import AGAIN, CARRIED, Pending
from nightaudit.load.children.shares import fair_shares
from nightaudit.load.earlier.index import has, texts
from nightaudit.load.pages.rows import FLAT
from nightaudit.load.streams.table import ROLLING_DAYS
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import duckdb

    from nightaudit.load.streams.stream import Child

# A record key has one current version, because a walk yields each key once.
_ONE_ROW_EACH = "record_key as parent_key, md5(record_hash) as version, valid_from, {carried} as carried"
_ROW_PER_ROOM_STAY = f"""
    case when record_key like '{FLAT}%' then {texts("bookingId")}[1] else record_key end as parent_key,
    md5(string_agg(record_hash, '' order by record_hash)) as version,
    max(valid_from) as valid_from,
    bool_or({{carried}}) as carried"""
_DUE = """
create or replace temp table due as
with parents as (
    select {parent_and_version} from {index}
    where not ({carried})
    {per_parent}
), versions as (
    select parent_key, version, version || '/' || {turn} as token, valid_from, carried from parents
    where not regexp_full_match(parent_key, $no_id)
), reads as (
    select parent_key, token as token_read, read_at from raw.child_reads where stream = $child
), unanswered as (
    select parent_key, token as in_vain, asked_at as in_vain_at from raw.child_unanswered where stream = $child
)
select
    parent_key,
    token,
    carried,
    coalesce(ends_with(token_read, '{AGAIN}'), false) as again,
    -- A record that was gone and came back unchanged lost its child rows meanwhile, so its list is read again.
    coalesce(token_read = token, false) and not coalesce(valid_from > read_at and valid_from <= now(), false) as is_read,
    greatest(read_at, in_vain_at) as asked_at,
    -- The record did not change since its list was read, and only its turn has come; or its list was asked for in vain.
    coalesce(token_read <> token and not again and starts_with(token_read, version || '/'), false)
    or coalesce(in_vain_at > coalesce(read_at, '-infinity') and starts_with(in_vain, version || '/'), false) as waits
from versions left join reads using (parent_key) left join unanswered using (parent_key)
where $others > 0 or not is_read
"""
_CARRIED = """
create or replace temp table due as
with versions as (
    select record_key as parent_key, 'carried/' || md5(record_hash) as token
    from {index}
    where {carries}
)
select parent_key, token, true as carried from versions
semi join (
    select parent_key from raw.{child} union select parent_key from raw.child_reads where stream = $child
) as listed using (parent_key)
anti join (select parent_key, token from raw.child_reads where stream = $child) as reads using (parent_key, token)
"""

MOST_WITNESSES = 3
"""Other parents whose lists are requested when none of the due lists shows a row."""
MOST_CARRIED = 20_000
"""Most parents with an embedded list handled in one run: they need no request, but memory."""


def pending_parents(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    child: Child,
    today: datetime.date,
    most: int | None = None,
    *,
    others: int = 0,
) -> tuple[int, list[Pending]]:
    """Return how many parents are due, and the first of them.

    A parent is due when its child list was not read for its current version, or for today (daily lists), or for its turn of the
    rolling re-read. New versions come first, those with the highest ids before the others. Then come the parents that are due
    only by their turn, or whose list was asked for in vain, longest ago first.

    most    how many parents to return, all where it is None; a portfolio may have more of them than fit into memory
    others  how many parents that are not due may follow, those whose list was read longest ago first
    """
    flat = is_flat(connection, child.parent)
    day = today.toordinal()
    if child.daily:
        turn = f"'{day}'"
    elif child.rolling:
        turn = f"((hash(parent_key) % {ROLLING_DAYS})::bigint + {day}) // {ROLLING_DAYS}"
    else:
        turn = "''"
    parent_and_version = _ROW_PER_ROOM_STAY if flat else _ONE_ROW_EACH
    query = _DUE.format(
        parent_and_version=parent_and_version.format(carried=has(child.embedded) if child.embedded else "false"),
        index=index(child.parent),
        carried=embeds(connection, index(child.parent), child, today),
        per_parent="group by 1" if flat else "",
        turn=turn,
        AGAIN=AGAIN,
    )
    connection.execute(query, {"child": child.name, "others": others, "no_id": NO_ID})
    [(count,)] = connection.execute("select count(*) from due where not is_read").fetchall()
    longest_ago = "case when is_read or waits then asked_at end"
    order = f"is_read, waits, {longest_ago}, try_cast(parent_key as bigint) desc nulls last, parent_key"
    limit = count + others if most is None else min(count + others, most)
    return count, _pending(connection, "parent_key, token, carried, again", order, limit)


def carried_parents(
    connection: duckdb.DuckDBPyConnection, index: Callable[[str], str], child: Child, today: datetime.date
) -> tuple[int, list[Pending]]:
    """Return how many parents now embed a list that was read before, in a version not yet compared with it, and some of them."""
    if not child.embedded:
        return 0, []
    parents = index(child.parent)
    carries = embeds(connection, parents, child, today)
    query = _CARRIED.format(index=parents, carries=carries, child=child.name, CARRIED=CARRIED)
    connection.execute(query, {"child": child.name})
    [(count,)] = connection.execute("select count(*) from due").fetchall()
    return count, _pending(connection, "*", "parent_key", min(count, MOST_CARRIED))


def _pending(connection: duckdb.DuckDBPyConnection, columns: str, order: str, most: int) -> list[Pending]:
    """Return the first parents that are due; a query for none would take as long as one for all."""
    query = f"select {columns} from due order by {order} limit {most}"
    found = connection.execute(query).fetchall() if most else []
    connection.execute("drop table due")
    return [Pending(*row) for row in found]


class Due(NamedTuple):
    """The parents whose lists of one child stream are read in this load.

    known      hashes of their current child rows, by parent and key
    put_off    how many more parents are due, and left for another run
    witnesses  a few other parents with stored child rows
    """

    child: Child
    pending: Sequence[Pending]
    known: Mapping[str, Mapping[str, str]]
    put_off: int = 0
    witnesses: Sequence[str] = ()


def due_lists(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    children: Sequence[Child],
    today: datetime.date,
    budget: int,
    *,
    full: bool,
) -> Iterator[Due]:
    """Yield what is due of each child stream. The streams share a budget of requests, but essential ones are read in full."""
    others = budget if full else 0
    due = {
        child.name: pending_parents(connection, index, child, today, None if child.essential else budget, others=others)
        for child in children
    }
    wanted = {child.name: max(due[child.name][0], len(due[child.name][1])) for child in children if not child.essential}
    shares = fair_shares(wanted, budget)
    for child in children:
        count, newest = due.pop(child.name)
        asked = newest if child.essential else newest[: shares[child.name]]
        carrying, carried = carried_parents(connection, index, child, today)
        pending = [*asked, *carried]
        put_off = max(0, count - len(asked)) + carrying - len(carried)
        witnesses = _witnesses(connection, child, pending, today) if asked else []
        yield Due(child, pending, child_hashes(connection, child, pending), put_off, witnesses)


def _witnesses(
    connection: duckdb.DuckDBPyConnection, child: Child, pending: list[Pending], today: datetime.date
) -> list[str]:
    """Return other parents with stored child rows, different ones each day.

    The parent must be a current record, except where bookings come as room stays: then a booking has no row of its own.
    """
    current = f"select record_key from raw.{child.parent} where {CURRENT}"
    found = connection.execute(
        f"""select parent_key from raw.{child.name}
            where {CURRENT} and parent_key not in (select unnest($1))
                and ($2 or parent_key in ({current}))
            group by 1 order by hash(parent_key || $3) limit {MOST_WITNESSES}""",
        [
            [parent.parent_key for parent in pending],
            is_flat(connection, child.parent),
            today.isoformat(),
        ],
    )
    return [parent for (parent,) in found.fetchall()]


def answered_before(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the child streams of which an earlier load had some list answered."""
    return {stream for (stream,) in connection.execute("select distinct stream from raw.child_reads").fetchall()}


def child_hashes(
    connection: duckdb.DuckDBPyConnection, child: Child, pending: list[Pending]
) -> dict[str, dict[str, str]]:
    """Return the hashes of the current child rows, by parent and key, of these parents."""
    if not pending:
        return {}
    found = connection.execute(
        f"select parent_key, record_key, record_hash from raw.{child.name}"
        f" where {CURRENT} and parent_key in (select unnest(?))",
        [[parent.parent_key for parent in pending]],
    )
    hashes: dict[str, dict[str, str]] = {}
    for parent, key, record_hash in found.fetchall():
        hashes.setdefault(parent, {})[key] = record_hash
    return hashes


def is_flat(connection: duckdb.DuckDBPyConnection, stream: str) -> bool:
    """Return whether the stream's current records are room stays, as bookings may be: then a booking has no row of its own."""
    if stream != "bookings":
        return False
    found = connection.execute(f"select 1 from raw.{stream} where record_key like '{FLAT}%' and {CURRENT} limit 1")
    return bool(found.fetchall())
