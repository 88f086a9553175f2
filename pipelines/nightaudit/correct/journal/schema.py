"""The journal's tables, with the rules that SQLite enforces: only known moves, no deleted rows, and append-only events."""

from __future__ import annotations

from nightaudit.correct.journal.events import FORGOTTEN
from nightaudit.correct.journal.states import INTENT, MOVES

VERSION = 2
LATER_INDEXES = (
    "create index if not exists attempt_row on attempt (row_id)",
    'create index if not exists row_on_target on "row" (target, state, plan_id, number)',
    "drop index if exists row_target",  # the same without plan and number
)
"""What the first journals lack. Without it, every step of a row reads all attempts, or all rows on its target."""

TABLES = f"""
create table if not exists plan (
    plan_id text primary key, job text not null, options text not null, source text not null, source_digest text not null,
    base_url_hash text not null, environment text not null, created text not null, expires text not null,
    row_count integer not null, totals text not null, digest text not null,
    state text not null default 'PLANNED' check (state in ('PLANNED', 'APPROVED', 'CANCELLED', 'EXPIRED')),
    approved_digest text, approved_by text, approved_at text, undo_of text references plan (plan_id)
) strict;
create table if not exists "row" (
    row_id integer primary key, plan_id text not null references plan (plan_id), number integer not null,
    operation text not null, target text not null, natural_key text not null, token text not null unique,
    input text not null, before text, expected text not null, watched text not null,
    amount text, currency text, outlook text not null, effects text not null,
    body text, body_hash text, state text not null, why text not null default '', changed text not null, undo_of integer,
    sealed text,
    unique (plan_id, number)
) strict;
create index if not exists row_natural_key on "row" (natural_key);
create index if not exists row_state on "row" (plan_id, state);
create unique index if not exists one_in_flight on "row" (target) where state = '{INTENT}';
create table if not exists attempt (
    attempt_id integer primary key, row_id integer not null references "row" (row_id), body_hash text not null,
    amount text, currency text, day text not null, started text not null, ended text,
    outcome text not null default 'open', detail text not null default '', answer text
) strict;
create table if not exists event (
    event_id integer primary key, at text not null, plan_id text, row_id integer, what text not null,
    salt text not null, what_hash text not null, previous text not null, hash text not null
) strict;
create table if not exists control (name text primary key, value text not null) strict;
create table if not exists move (before text not null, after text not null, primary key (before, after)) strict;
create trigger if not exists known_moves before update of state on "row"
    when not exists (select 1 from move where before = old.state and after = new.state)
    begin select raise(abort, 'a row cannot move so'); end;
create trigger if not exists rows_stay before delete on "row" begin select raise(abort, 'rows are never removed'); end;
create trigger if not exists events_stay before update on event
    when not (new.what = '{FORGOTTEN}' and new.salt = '' and new.event_id = old.event_id and new.at = old.at
        and new.plan_id is old.plan_id and new.row_id is old.row_id and new.what_hash = old.what_hash
        and new.previous = old.previous and new.hash = old.hash)
    begin select raise(abort, 'events are append-only'); end;
create trigger if not exists events_remain before delete on event begin select raise(abort, 'events are append-only'); end;
"""

MOVE_ROWS = [(before, after) for before, following in MOVES.items() for after in following]
