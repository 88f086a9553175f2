"""Finds, in the committed data, which child lists a load reads, within its budget of requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nightaudit.load.children.parents import Parents
from nightaudit.load.children.pending import UNPROVEN
from nightaudit.load.children.shares import fair_shares

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import duckdb

    from nightaudit.load.children.pending import Pending
    from nightaudit.load.streams.stream import Child


MOST_IN_VAIN = 20
"""Lists of one child stream to request where lists of it were requested before, and none was ever answered."""


class Due(NamedTuple):
    """The parents whose lists of one child stream are read in this load.

    known      hashes of their current child rows, by parent and key
    put_off    how many more parents are due, and left for another run
    unproven   how many parents are not due, although their list was not proven complete when it was last read
    witnesses  a few other parents with stored child rows
    answered   whether an earlier load had one of these lists answered: then the tenant has such lists
    """

    child: Child
    pending: Sequence[Pending]
    known: Mapping[str, Mapping[str, str]]
    put_off: int = 0
    witnesses: Sequence[str] = ()
    unproven: int = 0
    answered: bool = False


def due_lists(
    connection: duckdb.DuckDBPyConnection,
    index: Callable[[str], str],
    children: Sequence[Child],
    today: datetime.date,
    budget: int,
    *,
    full: bool,
) -> Iterator[Due]:
    """Yield what is due of each child stream. The streams share a budget of requests, but some are read in full.

    index  returns the relation of a stream's index (`load/earlier/index.py`), which stays valid until the caller commits rows
    """
    others = budget if full else 0
    has_unproven = _read_before(connection)
    in_vain = set() if full else _asked_before(connection) - has_unproven.keys()
    in_full = {child.name for child in children if child.essential}
    at_once = {child.name for child in children if child.at_once} - in_vain
    having = {child.name: Parents(connection, index, child, today) for child in children}
    due = {
        name: parents.due(None if name in in_full | at_once else budget, others=others)
        for name, parents in having.items()
    }
    fresh = {child.name: sum(not one.waits for one in due[child.name][1]) for child in children if child.adds}
    free = {name: fresh[name] for name in at_once}
    wanted = {
        name: min(count, MOST_IN_VAIN) if name in in_vain else max(count, len(newest)) - free.get(name, 0)
        for name, (count, newest) in due.items()
        if name not in in_full
    }
    # What figures need comes first: fields of new and changed records.
    first = {name: number for name, number in fresh.items() if name not in in_vain | at_once}
    shares = fair_shares(wanted, budget, first=first)
    for child in children:
        parents, (count, newest) = having[child.name], due.pop(child.name)
        asked = newest if child.name in in_full else newest[: free.get(child.name, 0) + shares[child.name]]
        carrying, carried = parents.carried()
        pending = [*asked, *carried]
        put_off = max(0, count - len(asked)) + carrying - len(carried)
        witnesses = parents.witnesses(pending) if asked else []
        unproven = parents.unproven(newest + carried) if has_unproven.get(child.name) else 0
        answered = child.name in has_unproven
        yield Due(child, pending, parents.child_hashes(pending), put_off, witnesses, unproven, answered)


def _read_before(connection: duckdb.DuckDBPyConnection) -> dict[str, bool]:
    """Return, for each child stream of which a list was ever answered, whether some list was then not proven complete."""
    query = "select stream, bool_or(ends_with(token, $1)) from raw.child_reads group by stream"
    return dict(connection.execute(query, [UNPROVEN]).fetchall())


def _asked_before(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the child streams of which a list was requested in vain."""
    return {stream for (stream,) in connection.execute("select distinct stream from raw.child_unanswered").fetchall()}
