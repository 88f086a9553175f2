"""Erases a forgotten person from the journal; of what was written, ids, amounts, dates, tokens and states stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit.correct.journal import events, states
from nightaudit.correct.journal.clock import now
from nightaudit.correct.journal.events import FORGOTTEN
from nightaudit.correct.values import dump, load
from nightaudit.errors import UsageError
from nightaudit.privacy.masks import is_billed_for, mask

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from nightaudit.correct.journal.entries import Row
    from nightaudit.correct.journal.journal import Journal

JSON_COLUMNS = ("input", "before", "expected", "watched", "body")
KEPT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.Z+-]*)?|na-[0-9a-f]{16}")  # dates, tokens
FREE_TEXT = re.compile("note|custom_field")  # in the names of operations
QUOTED = re.compile('".*', re.DOTALL)  # a value that a reason quotes, and all after it
STATE, STATE_FIELD = re.compile("[A-Z_]+"), re.compile(r"(.*\.)?(\w*status|\w*type|lifecycleStage)", re.IGNORECASE)
"""A state, and the fields that have one: in others, such a text may be a name in capitals."""


@dataclass(frozen=True)
class Traces:
    """What identifies a person in the journal.

    contact  the contact's id                 targets  records of the person: contacts/17, bookings/9
    texts    addresses, numbers, full names   known    returns whether a text is one of those, also after `texts` were erased
    """

    contact: int
    targets: frozenset[str]
    texts: frozenset[str]
    known: Callable[[str], bool]

    @property
    def bookings(self) -> set[str]:
        """The ids of the person's bookings."""
        return {number for kind, _, number in (target.partition("/") for target in self.targets) if kind == "bookings"}


def require_settled(journal: Journal, traces: Traces) -> None:
    """Raise UsageError while a plan has rows about the person that are still to be sent, in doubt, or to be undone."""
    waiting = {states.PLANNED, *states.OPEN, states.QUARANTINED, states.UNDO_PLANNED}
    for plan in journal.plans():
        for row in journal.rows(plan.plan_id, *waiting):
            if _about(row, traces):
                raise UsageError(
                    f"Row {row.number} of plan {plan.plan_id} is about contact {traces.contact}, and its state is still"
                    f" {row.state}.",
                    hint="Apply, `correct reconcile` or `correct cancel` that plan first.",
                )


def erase(journal: Journal, traces: Traces) -> int:
    """Erase the person from rows, attempts and events, and from the file's free pages; return how many rows changed.

    Plan digests and the chain of events stay valid: an erased row keeps its seal, an erased event its hash. Raises UsageError as
    `require_settled` does; nothing is erased then.
    """
    journal.sql.execute("pragma secure_delete = on")
    changed = 0
    with journal.transaction() as sql:
        require_settled(journal, traces)  # again: plans made until now have not seen the list of forgotten persons
        theirs: set[int] = set()
        for plan in journal.plans():
            if _scrub(plan.source, traces) != plan.source:  # a file may be named after the person
                sql.execute("update plan set source = ? where plan_id = ?", (FORGOTTEN, plan.plan_id))
            for row in journal.rows(plan.plan_id):
                found = [*_rewritten(sql, row, traces)]
                for table, column, key, value in found:
                    sql.execute(f'update "{table}" set {column} = ? where {table}_id = ?', (value, key))
                if found:
                    sql.execute('update "row" set sealed = ? where row_id = ?', (row.seal(), row.row_id))
                if _is_all_theirs(row, traces):
                    theirs.add(row.row_id)
                changed += bool(found)
        events.erase(sql, now(), _events(sql, theirs, traces))
    journal.sql.execute("vacuum")
    journal.sql.execute("pragma wal_checkpoint(truncate)")
    return changed


def _about(row: Row, traces: Traces) -> bool:
    """Return whether the row changes a record of the person, or names them."""
    if row.target in traces.targets or _scrub([row.outlook, row.why], traces) != [row.outlook, row.why]:
        return True
    return any(_without(part, row, traces) != part for part in (row.input, row.before))


def is_personal(row: Row) -> bool:
    """Return whether every text in a row is about a person: it changes contact, guest stay, note or custom field."""
    return row.target.partition("/")[0] in {"contacts", "guestStays"} or bool(FREE_TEXT.search(row.operation))


def _is_all_theirs(row: Row, traces: Traces) -> bool:
    """Return whether every text in a row is about the person."""
    return is_personal(row) and row.target in traces.targets


def _rewritten(sql: sqlite3.Connection, row: Row, traces: Traces) -> Iterator[tuple[str, str, int, str]]:
    """Yield table, column, key and new text of every cell of a row and its attempts that mentions the person."""
    columns = (*JSON_COLUMNS, "outlook", "why")
    stored = sql.execute(f'select {", ".join(columns)} from "row" where row_id = ?', (row.row_id,)).fetchone()
    for column, text in zip(columns, stored, strict=True):
        if (fresh := _clean(text, row, traces, json=column in JSON_COLUMNS)) is not None:
            yield "row", column, row.row_id, fresh
    attempts = sql.execute("select attempt_id, detail, answer from attempt where row_id = ?", (row.row_id,)).fetchall()
    for attempt_id, detail, answer in attempts:
        for column, text in (("detail", detail), ("answer", answer)):
            if (fresh := _clean(text, row, traces, json=column == "answer")) is not None:
                yield "attempt", column, attempt_id, fresh


def _events(sql: sqlite3.Connection, theirs: set[int], traces: Traces) -> list[int]:
    """Return the ids of the events whose texts name the person, or quote a value in the rows `theirs`."""
    found = sql.execute("select event_id, row_id, what from event where what <> ?", (FORGOTTEN,)).fetchall()
    return [number for number, row, what in found if _scrub(what, traces) != what or (row in theirs and '"' in what)]


def _clean(text: str | None, row: Row, traces: Traces, *, json: bool) -> str | None:
    """Return the text without the person; None when nothing in it changes."""
    if not text:
        return None
    if not json:
        fresh = QUOTED.sub(FORGOTTEN, text) if _is_all_theirs(row, traces) else _scrub(text, traces)
        return fresh if fresh != text else None
    value = load(text)
    kept = _without(value, row, traces)
    return dump(kept) if kept != value else None


def _without(value: Any, row: Row, traces: Traces) -> Any:
    """Return a JSON value of a row as it is kept once the person is forgotten, unchanged where it is not about them."""
    kept = value
    if isinstance(kept, dict):
        stream = to_snake(row.target.partition("/")[0])
        theirs = is_billed_for(stream, kept, traces.bookings)
        kept = mask(stream, kept, traces.contact, traces.known, theirs=theirs)
    return blanked(kept) if _is_all_theirs(row, traces) else _scrub(kept, traces)


def blanked(value: Any, field: str = "") -> Any:
    """Return a JSON value, of this field, with every text erased, except dates, states and tokens."""
    if isinstance(value, dict):
        return {name: blanked(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [blanked(inner, field) for inner in value]
    if not isinstance(value, str) or KEPT.fullmatch(value):
        return value
    return value if STATE_FIELD.fullmatch(field) and STATE.fullmatch(value) else FORGOTTEN


def _scrub(value: Any, traces: Traces) -> Any:
    """Return a JSON value with the person's addresses, numbers and full names erased from its texts."""
    if isinstance(value, dict):
        return {name: _scrub(inner, traces) for name, inner in value.items()}
    if isinstance(value, list):
        return [_scrub(inner, traces) for inner in value]
    if not isinstance(value, str):
        return value
    for text in traces.texts:
        value = re.sub(re.escape(text), FORGOTTEN, value, flags=re.IGNORECASE)
    return value
