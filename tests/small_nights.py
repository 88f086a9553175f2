"""A work file with stays, the view of their nights and a mart that may go, as a build leaves and notes them, made without one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import duckdb

from nightaudit import publishing, warehouse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nightaudit.settings import Settings

MADE = """
create schema if not exists intermediate; create schema if not exists occupancy; create schema if not exists core;
create schema if not exists private;
create table if not exists private.models_digest as select 'these' as digest;
create or replace table private.made (thing varchar, made_of varchar, content varchar);
create or replace table intermediate.int_room_stays
    (room_stay_id bigint, nights integer, amount decimal(18, 2), fingerprint ubigint);
create or replace view occupancy.fct_stay_nights as
    select room_stay_id, unnest(range(nights)) as night_number, amount from intermediate.int_room_stays;
drop table if exists core.dim_units;
"""
STAYS = {number: (40, 1000 + number) for number in range(200)}
"""Nights and amount by number."""


def build(settings: Settings, stays: Mapping[int, tuple[int, int]], *, with_units: bool = True) -> None:
    """Make the work file of these stays: nights and amount by number."""
    warehouse.prepare(settings)
    with warehouse.work_connection(settings) as work:
        work.execute(MADE)
        numbered = [
            {"number": number, "nights": nights, "amount": amount} for number, (nights, amount) in stays.items()
        ]
        work.execute(
            """insert into intermediate.int_room_stays
               select stay.number, stay.nights, stay.amount, hash(stay) from (select unnest($1) as stay)""",
            [numbered],
        )
        if with_units:
            work.execute("create table core.dim_units as select sum(amount) as units from intermediate.int_room_stays")
        made_of = hashlib.md5(repr(sorted(stays.items())).encode(), usedforsecurity=False).hexdigest()
        work.execute("insert into private.made values ('model.small.fct_stay_nights', $1, $1)", [made_of])


def publish(settings: Settings) -> int | None:
    """Publish; returns how many deleted rows lie in the table of nights, None where nothing is noted of the file."""
    publishing.publish(settings)
    with duckdb.connect(str(warehouse.work_file(settings)), read_only=True) as work:
        told = work.execute("select deleted from private.published where path like '%nights%'").fetchall()
    return told[0][0] if told else None


def is_as_built(settings: Settings) -> bool:
    """Whether the published file holds what the work file does."""
    with duckdb.connect(str(warehouse.work_file(settings)), read_only=True) as work:
        work.execute(f"attach '{warehouse.published_file(settings)}' as published (read_only)")
        named = "select table_name from duckdb_tables() where database_name = '{}' and schema_name = 'core'"
        found = []
        for file in ("work", "published"):
            names = work.execute(named.format(file)).fetchall()
            tables = ["occupancy.fct_stay_nights", *(f"core.{name}" for (name,) in names)]
            found.append({name: work.execute(f"from {file}.{name} order by all").fetchall() for name in tables})
    return found[0] == found[1]
