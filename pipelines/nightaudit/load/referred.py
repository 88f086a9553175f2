"""Which records are referred to by others, but not held: asked of what is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nightaudit.load.due import is_flat
from nightaudit.load.index import texts
from nightaudit.load.newest import WHOLE_EVERY
from nightaudit.load.references import EXTRA_REFERENCES, REFERENCES

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

MOST_AGAIN = 100
"""Records that are held gone, and asked for once more in one run."""


class Unlisted(NamedTuple):
    """Keys of records that others refer to: those of which no version was ever seen, and those that are held gone."""

    unseen: list[str]
    gone: list[str]


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
    if not references or is_flat(connection, parent):
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
