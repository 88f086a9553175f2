"""The journal's events: append-only, each hashed together with the one before it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

FIRST = "0" * 64


def digest(previous: str, at: str, plan_id: str | None, row_id: int | None, what: str) -> str:
    """The hash of one event, in hexadecimal."""
    text = json.dumps([previous, at, plan_id, row_id, what], ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def append(sql: sqlite3.Connection, at: str, plan_id: str | None, row_id: int | None, what: str) -> None:
    """Write an event inside the caller's transaction."""
    last = sql.execute("select hash from event order by event_id desc limit 1").fetchone()
    previous = last[0] if last else FIRST
    sql.execute(
        "insert into event (at, plan_id, row_id, what, previous, hash) values (?, ?, ?, ?, ?, ?)",
        (at, plan_id, row_id, what, previous, digest(previous, at, plan_id, row_id, what)),
    )


def broken_at(sql: sqlite3.Connection) -> int | None:
    """The first event whose hash does not follow from its content and its predecessor; None when the chain holds."""
    previous = FIRST
    expected = 1
    for event_id, at, plan_id, row_id, what, before, found in sql.execute("select * from event order by event_id"):
        if event_id != expected or before != previous or found != digest(previous, at, plan_id, row_id, what):
            return int(event_id)
        previous, expected = found, expected + 1
    return None
