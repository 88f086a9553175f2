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
    demands = [
        _demand(child, Parents(connection, index, child, today), budget, others, in_vain=child.name in in_vain)
        for child in children
    ]
    shares = fair_shares(
        {demand.child.name: demand.within for demand in demands},
        budget,
        first={demand.child.name: demand.first for demand in demands},
    )
    for demand in demands:
        child, parents = demand.child, demand.parents
        asked = demand.newest[: demand.beyond + shares[child.name]]
        carrying, carried = parents.carried()
        pending = [*asked, *carried]
        put_off = max(0, demand.due - len(asked)) + carrying - len(carried)
        witnesses = parents.witnesses(pending) if asked else []
        unproven = parents.unproven([*demand.newest, *carried]) if has_unproven.get(child.name) else 0
        answered = child.name in has_unproven
        yield Due(child, pending, parents.child_hashes(pending), put_off, witnesses, unproven, answered)


class _Demand(NamedTuple):
    """What is due of one child stream.

    due     how many lists are due
    newest  the first of them, and with `others` such as are not due
    beyond  how many of these are read beyond the budget
    within  how many others are wanted within the budget
    first   how many of those come before the lists of other streams: fields of new and changed records, which figures need
    """

    child: Child
    parents: Parents
    due: int
    newest: Sequence[Pending]
    beyond: int
    within: int
    first: int


def _demand(child: Child, parents: Parents, budget: int, others: int, *, in_vain: bool) -> _Demand:
    """Return what is due of one child stream; `in_vain` where its lists were requested before and none was ever answered."""
    is_bounded = not child.essential and (in_vain or not child.at_once)
    due, newest = parents.due(budget if is_bounded else None, others=others)
    fresh = sum(not pending.waits for pending in newest)
    if child.essential:
        beyond, within, first = len(newest), 0, 0
    elif in_vain:
        beyond, within, first = 0, min(due, MOST_IN_VAIN), 0
    elif child.at_once:
        beyond, within, first = fresh, max(due, len(newest)) - fresh, 0
    else:
        beyond, within, first = 0, max(due, len(newest)), fresh if child.adds else 0
    return _Demand(child, parents, due, newest, beyond, within, first)


def _read_before(connection: duckdb.DuckDBPyConnection) -> dict[str, bool]:
    """Return, for each child stream of which a list was ever answered, whether some list was then not proven complete."""
    query = "select stream, bool_or(ends_with(token, $1)) from raw.child_reads group by stream"
    return dict(connection.execute(query, [UNPROVEN]).fetchall())


def _asked_before(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the child streams of which a list was requested in vain."""
    return {stream for (stream,) in connection.execute("select distinct stream from raw.child_unanswered").fetchall()}
