"""The journal's events: append-only and hash-chained; only the text of an event can be erased, and an event records that."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

FIRST = "0" * 64
FORGOTTEN = "(forgotten)"
ERASED = "erased the texts of events "


def text_hash(salt: str, what: str) -> str:
    """Return the salted hash of a text, as the chain contains it: an erased text cannot be guessed from its hash."""
    return hashlib.sha256(f"{salt}{what}".encode()).hexdigest()


def digest(previous: str, at: str, plan_id: str | None, row_id: int | None, what_hash: str) -> str:
    """Return the hash of one event, in hexadecimal."""
    text = json.dumps([previous, at, plan_id, row_id, what_hash], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def append(sql: sqlite3.Connection, at: str, plan_id: str | None, row_id: int | None, what: str) -> None:
    """Append an event, inside the caller's transaction."""
    last = sql.execute("select hash from event order by event_id desc limit 1").fetchone()
    previous = last[0] if last else FIRST
    salt = secrets.token_hex(16)
    hashed = text_hash(salt, what)
    sql.execute(
        "insert into event (at, plan_id, row_id, what, salt, what_hash, previous, hash) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (at, plan_id, row_id, what, salt, hashed, previous, digest(previous, at, plan_id, row_id, hashed)),
    )


def erase(sql: sqlite3.Connection, at: str, event_ids: Iterable[int]) -> None:
    """Erase the texts of events, and append an event about it, inside the caller's transaction; the chain stays valid."""
    found = sorted(event_ids)
    if not found:
        return
    sql.executemany(
        f"update event set what = '{FORGOTTEN}', salt = '' where event_id = ?", [(number,) for number in found]
    )
    append(sql, at, None, None, ERASED + ", ".join(map(str, found)))


def broken_at(sql: sqlite3.Connection) -> int | None:
    """Return the id of the first event whose hash does not match its content and its predecessor; None for a valid chain.

    An erased text counts as valid only where an event records its erasure.
    """
    erasures = sql.execute("select what, salt, what_hash from event where instr(what, ?) = 1", (ERASED,))
    erased = {
        int(number)
        for what, salt, hashed in erasures
        if text_hash(salt, what) == hashed
        for number in what.removeprefix(ERASED).split(", ")
    }
    rows = sql.execute(
        "select event_id, at, plan_id, row_id, what, salt, what_hash, previous, hash from event order by event_id"
    )
    previous = FIRST
    for expected, (event_id, at, plan_id, row_id, what, salt, hashed, before, found) in enumerate(rows, 1):
        holds = text_hash(salt, what) == hashed or (what == FORGOTTEN and event_id in erased)
        linked = before == previous and found == digest(previous, at, plan_id, row_id, hashed)
        if event_id != expected or not holds or not linked:
            return int(event_id)
        previous = found
    return None
