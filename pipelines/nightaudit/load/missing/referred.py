"""Finds, in the committed data, the records that no list shows and that are to be asked for by key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.arguments import NO_ID
from nightaudit.load.earlier.committed import is_flat
from nightaudit.load.earlier.index import texts
from nightaudit.load.missing.unlisted import MOST_ASKED_FOR, Unlisted
from nightaudit.load.pages.rows import FLAT, can_be_asked_for
from nightaudit.load.pages.stamps import WHOLE_EVERY
from nightaudit.load.streams.references import EXTRA_REFERENCES, NO_RECORD, REFERENCES
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import duckdb

    from nightaudit.load.streams.references import Reference

MOST_AGAIN = 100
"""Most records with a tombstone that a run asks for once more, unless the load is full."""


def unlisted_parents(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    parent: str,
    loaded: Collection[str],
    *,
    full: bool = False,
) -> Unlisted:
    """Return the keys of the records of `parent` to ask for: those that loaded records refer to, each once.

    index   gives the relation of a stream's index, see `load/earlier/index.py`
    loaded  names of the streams that this load has read
    full    whether all records with a tombstone are asked for once more, also those that no record refers to, the latest
            tombstones first; else only referred ones whose turn it is, each every WHOLE_EVERY walks of the list
    """
    if is_flat(connection, parent):
        return Unlisted([], [])
    [(walks,)] = connection.execute("select count(*) from raw.walks where stream = ?", [parent]).fetchall()
    turn = "" if full else f"and (hash(record_key) % {WHOLE_EVERY} + {walks}) % {WHOLE_EVERY} = 0"
    gone = f"select record_key from raw.{parent} where valid_to is null and payload is null {turn}"
    references = [ref for ref in (*REFERENCES, *EXTRA_REFERENCES) if ref.parent == parent and ref.stream in loaded]
    # In another order in each load, so that records whose requests are refused cannot keep the others waiting for good.
    query = f"{_named(references, index, parent, gone)} order by hash(key || '/{walks}'), key"
    rows = connection.execute(query).fetchall() if references else []
    named = {key: is_gone for key, is_gone in rows if key not in NO_RECORD and can_be_asked_for(key)}
    unseen = [key for key, is_gone in named.items() if not is_gone]
    again = [key for key, is_gone in named.items() if is_gone]
    if not full:
        return Unlisted(unseen, again[:MOST_AGAIN])
    all_gone = connection.execute(
        f"{gone} and record_key not like '{FLAT}%' order by valid_from desc limit {MOST_ASKED_FOR}"
    )
    return Unlisted(
        unseen, again + [key for (key,) in all_gone.fetchall() if can_be_asked_for(key) and key not in named]
    )


def _named(references: Sequence[Reference], index: Callable[[str], str], parent: str, gone: str) -> str:
    """Return a query for the keys that current records name and that were never loaded, or that the query `gone` gives."""
    named = " union all ".join(
        f"select unnest({texts(ref.field)}) as key from {index(ref.stream)}" for ref in references
    )
    return f"""
        with gone as materialized ({gone}), named as ({named})
        select distinct key, false as is_gone from named anti join raw.{parent} as held on held.record_key = key
        where key is not null
        union all select distinct key, true as is_gone from named semi join gone on record_key = key"""


def one_held(connection: duckdb.DuckDBPyConnection, stream: str) -> str | None:
    """Return the key of a current record that can be asked for, another one after each walk; None where there is none."""
    found = connection.execute(
        f"""select record_key from raw.{stream} where {CURRENT} and not regexp_full_match(record_key, $2)
            order by hash(record_key || '/' || (select count(*) from raw.walks where stream = $1)) limit 1""",
        [stream, NO_ID],
    ).fetchall()
    return found[0][0] if found else None
