"""Which children are due, and which parents are referred to but were never listed: asked of what is committed.

`index` gives the relation of a stream's index (`load/index.py`), up to date as long as its caller commits nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nightaudit.load.children import Pending
from nightaudit.load.index import has, texts
from nightaudit.load.newest import WHOLE_EVERY
from nightaudit.load.references import EXTRA_REFERENCES, REFERENCES
from nightaudit.load.streams import ROLLING_DAYS

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable

    import duckdb

    from nightaudit.load.streams import Child

MOST_AGAIN = 100
"""Records that are held gone, and asked for once more in one run."""

# A key has one current version: walks hand on each key once.
_ONE_ROW_EACH = "record_key as parent_key, md5(record_hash) as version"
_ROW_PER_ROOM_STAY = f"""
    case when record_key like 'stay/%' then {texts("bookingId")}[1] else record_key end as parent_key,
    md5(string_agg(record_hash, '' order by record_hash)) as version"""
_DUE = """
create or replace temp table due as
with parents as (
    select {parent_and_version} from raw.{parent} inner join {index} using (record_hash)
    where valid_to is null {unless_embedded}
    {per_parent}
), versions as (
    select parent_key, version || '/' || {turn} as token from parents where parent_key is not null
)
select parent_key, token
from versions
anti join (select parent_key, token from raw.child_reads where stream = $child) as reads using (parent_key, token)
"""


class Unlisted(NamedTuple):
    """Keys of records that others refer to: those of which no version was ever seen, and those that are held gone."""

    unseen: list[str]
    gone: list[str]


def pending_parents(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    child: Child,
    today: datetime.date,
    most: int | None = None,
) -> tuple[int, list[Pending]]:
    """How many parents have a version (or day, or turn in the rolling re-read) whose child list was not read, and the newest.

    most  how many of them are given, all of them where it is None: a portfolio has more than memory should hold
    """
    flat = child.parent == "bookings" and _flat(connection, child.parent)
    day = today.toordinal()
    if child.daily:
        turn = f"'{day}'"
    elif child.rolling:
        turn = f"((hash(parent_key) % {ROLLING_DAYS})::bigint + {day}) // {ROLLING_DAYS}"
    else:
        turn = "''"
    query = _DUE.format(
        parent_and_version=_ROW_PER_ROOM_STAY if flat else _ONE_ROW_EACH,
        parent=child.parent,
        index=index(child.parent),
        unless_embedded=f"and not {has(child.embedded)}" if child.embedded else "",
        per_parent="group by 1" if flat else "",
        turn=turn,
    )
    [(count,)] = connection.execute(query, {"child": child.name}).fetchall()
    order = "order by try_cast(parent_key as bigint) desc nulls last, parent_key"
    limit = "" if most is None else f"limit {most}"
    newest = connection.execute(f"select parent_key, token from due {order} {limit}").fetchall()
    connection.execute("drop table due")
    return count, [Pending(*row) for row in newest]


def answered_before(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """The children of which some list was answered by an earlier load."""
    return {stream for (stream,) in connection.execute("select distinct stream from raw.child_reads").fetchall()}


def child_hashes(
    connection: duckdb.DuckDBPyConnection, child: Child, pending: list[Pending]
) -> dict[str, dict[str, str]]:
    """Hash by key of the current child rows of each of these parents."""
    found = connection.execute(
        f"select parent_key, record_key, record_hash from raw.{child.name}"
        " where valid_to is null and payload is not null and parent_key in (select unnest(?))",
        [[parent.parent_key for parent in pending]],
    )
    hashes: dict[str, dict[str, str]] = {}
    for parent, key, record_hash in found.fetchall():
        hashes.setdefault(parent, {})[key] = record_hash
    return hashes


def unlisted_parents(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    parent: str,
    loaded: set[str],
    *,
    full: bool = False,
) -> Unlisted:
    """The records of `parent` that loaded records refer to and that are to be asked for: each once, whoever refers to it.

    full  whether all that are held gone are asked for once more; else those whose turn it is, every WHOLE_EVERY loads
    """
    references = [ref for ref in (*REFERENCES, *EXTRA_REFERENCES) if ref.parent == parent and ref.stream in loaded]
    if not references or _flat(connection, parent):
        return Unlisted([], [])
    named = " union all ".join(
        f"select '{ref.stream}' as stream, record_hash, unnest({texts(ref.field)}) as key from {index(ref.stream)}"
        for ref in references
    )
    current = " union all ".join(
        f"""select key from unseen inner join raw.{stream} as versions using (record_hash)
            where unseen.stream = '{stream}' and versions.valid_to is null"""
        for stream in dict.fromkeys(ref.stream for ref in references)
    )
    [(walks,)] = connection.execute("select count(*) from raw.walks where stream = ?", [parent]).fetchall()
    turn = "" if full else f"and (hash(record_key) % {WHOLE_EVERY} + {walks}) % {WHOLE_EVERY} = 0"
    # In another order each time: where the first ones are refused, the others must not wait for them for good.
    found = connection.execute(
        f"""with gone as (
                select record_key from raw.{parent} where valid_to is null and payload is null {turn}
            ), unseen as materialized (  -- few, mostly none, so that there is little to look for among the versions
                select stream, record_hash, key from ({named})
                where key is not null and (key not in (select record_key from raw.{parent}) or key in (from gone))
            )
            select distinct key, key in (from gone) as is_gone from ({current}) order by hash(key || '/{walks}'), key"""
    )
    keys = [
        row for row in found.fetchall() if row[0].strip() not in {"", ".", ".."}
    ]  # as some write that there is none
    gone = [key for key, is_gone in keys if is_gone]
    return Unlisted([key for key, is_gone in keys if not is_gone], gone if full else gone[:MOST_AGAIN])


def one_held(connection: duckdb.DuckDBPyConnection, stream: str) -> str | None:
    """The key of a current record, another one after each walk; None where there is none."""
    found = connection.execute(
        f"""select record_key from raw.{stream} where valid_to is null and payload is not null
            order by hash(record_key || '/' || (select count(*) from raw.walks where stream = $1)) limit 1""",
        [stream],
    ).fetchall()
    return found[0][0] if found else None


def _flat(connection: duckdb.DuckDBPyConnection, stream: str) -> bool:
    """Whether bookings come as one row per room stay: then a booking has no row of its own."""
    found = connection.execute(f"select 1 from raw.{stream} where record_key like 'stay/%' limit 1")
    return bool(found.fetchall())
