"""Decides which parents carry what is below them, so that no request for it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.load.earlier.index import has, has_rows
from nightaudit.schemas import CURRENT

if TYPE_CHECKING:
    import datetime

    import duckdb

    from nightaudit.load.streams.stream import Child

MOST_CHECKED = 3
"""Parents that embed no row, whose lists are requested all the same on one day."""
MOST_COMPARED = 1_000
"""Parents that tell which fields their list shows."""


def embeds(connection: duckdb.DuckDBPyConnection, parents: str, child: Child, today: datetime.date) -> str | None:
    """Return an SQL condition: which of these parents are believed to embed the complete child list. None: none of them.

    parents  the index of the parents' stream

    A service may leave nested rows out of its lists, and show null or an empty list there (our assumption). So where no parent
    embeds a single row, the child lists of a few parents are requested all the same, of others each day; of all where
    such a request has brought rows, or where the child is essential.
    """
    if not child.embedded:
        return None
    field, rows = has(child.embedded), has_rows(child.embedded)
    hollow = f"select record_key from {parents} where {field}"
    [(some, found)] = connection.execute(f"""
        select exists(from {parents} where {rows}),
            exists(from raw.{child.name} where {CURRENT} and parent_key in ({hollow}))""").fetchall()
    if some:
        return field
    if found or child.essential:
        return None
    few = f"{hollow} order by hash(record_key || '{today}') limit {MOST_CHECKED}"
    return f"{field} and record_key not in ({few})"


def shows_all(connection: duckdb.DuckDBPyConnection, parents: str, child: Child) -> str:
    """Return an SQL condition: of which parents the list shows all fields that a request for one of them would show.

    That is a property of the list, and most of a few of its records tell it: a service may leave out a field that is null in one
    row, and a record that the list did not show was read by its key, with all fields.
    """
    of_kind = f"record_key like '{child.prefix}%'"
    added = " or ".join(f"json_exists(payload, '$.{field}')" for field in child.adds)
    few = f"select record_key from {parents} where {of_kind} order by hash(record_key) limit {MOST_COMPARED}"
    [(has_all,)] = connection.execute(
        f"select 2 * count(*) filter ({added}) > count(*) from raw.{child.parent} where {CURRENT} and record_key in ({few})"
    ).fetchall()
    return "true" if has_all else f"not {of_kind}"
