"""Runs the script of an earlier build on the work file: what dbt would send again, without dbt."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING

from nightaudit.transform.script import MADE_OF, MENDED, WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from nightaudit.transform.script import Script, Step

log = logging.getLogger("nightaudit.transform")


def key_of(connection: duckdb.DuckDBPyConnection, *depends_on: object, from_units: int) -> str:
    """One text for all that a build's statements depend on.

    That is what the caller names (project, versions, settings), the raw tables that are there with their columns, and
    whether there are so many units that tables are kept.
    """
    columns = connection.execute(
        "select table_name, column_name, data_type from duckdb_columns() where schema_name = 'raw' order by all"
    ).fetchall()
    count = "select count(*) from raw.units where valid_to is null"
    is_large = ("units", "valid_to") in {row[:2] for row in columns} and _one(connection, count) >= from_units
    return hashlib.sha256(json.dumps([depends_on, columns, is_large], default=str).encode()).hexdigest()


def replay(script: Script, connection: duckdb.DuckDBPyConnection, *, whole: bool) -> list[str] | None:
    """Do every step; with `whole`, no table is mended and none left as it stands. The warnings of checks, by name.

    None where dbt has to do it: a check fails, something stands in the way, or a step is to be done in a way that the
    script does not know. What has been done by then is well done.
    """
    import duckdb

    try:
        return _Run(script, connection, whole=whole).warnings()
    except (_NotForUs, duckdb.Error) as reason:
        log.debug("dbt builds, because %s", reason)
        return None


class _NotForUs(Exception):
    """Why a script does not do."""


class _Run:
    def __init__(self, script: Script, connection: duckdb.DuckDBPyConnection, *, whole: bool) -> None:
        self._steps, self._connection, self._whole = script.steps, connection, whole
        self._standing = {
            (schema, name): kind
            for schema, name, kind in connection.execute(
                """select schema_name, table_name, 'table' from duckdb_tables() where database_name = current_database()
                   union all
                   select schema_name, view_name, 'view' from duckdb_views() where database_name = current_database()"""
            ).fetchall()
        }
        self._contents: dict[str, str] = {}
        self._made: dict[str, str] = {}

    def warnings(self) -> list[str]:
        connection = self._connection
        connection.execute("set TimeZone = 'UTC'")
        for schema in dict.fromkeys(step.relation[0] for step in self._steps if step.relation):
            connection.execute(f"create schema if not exists {schema}")
        told: list[str] = []
        for step in self._steps:
            told += self._do(step)
        return told

    def _do(self, step: Step) -> list[str]:
        """Do a step, unless its relation stands as it would make it; what there is to warn of."""
        if step.kind == "operation":
            self._send(step.ways[WHOLE])
            if any("private.made" in text for text in step.ways[WHOLE]):
                self._look_at_notes()
            return []
        made_of = step.made_of(self._contents)
        if made_of and self._made.get(step.node) == made_of and self._stands(step):
            return []
        if step.kind == "test":
            return self._check(step, made_of)
        way = MENDED if self._is_mended(step) else WHOLE
        if way not in step.ways:
            raise _NotForUs(f"{step.name} was never {way} before")
        if self._contents and made_of is None and step.kind == "model":
            raise _NotForUs(f"it is not known what {step.name} is made of")
        if step.relation and not self._stands(step) and step.relation[:2] in self._standing:
            raise _NotForUs(f"something else stands where {step.name} should")
        self._send(text.replace(MADE_OF, made_of or "") for text in step.ways[way])
        if step.relation:
            self._standing[step.relation[:2]] = step.relation[2]
        if self._contents:
            self._look_at_notes(step.node)
        return []

    def _check(self, step: Step, made_of: str | None) -> list[str]:
        if WHOLE not in step.ways:
            raise _NotForUs(f"{step.name} was never run before")
        (question,) = step.ways[WHOLE]
        failures, warns, fails = self._connection.execute(question).fetchall()[0]
        if fails and step.is_fatal:
            raise _NotForUs(f"{step.name} fails")
        if made_of and failures == 0:
            self._connection.execute("delete from private.made where thing = $1", [step.node])
            self._connection.execute("insert into private.made values ($1, $2, 'passed')", [step.node, made_of])
        return [told(step.name, failures)] if warns else []

    def _stands(self, step: Step) -> bool:
        if not step.relation:
            return True
        schema, name, kind = step.relation
        return self._standing.get((schema, name)) == kind

    def _is_mended(self, step: Step) -> bool:
        return step.is_kept and bool(self._contents) and not self._whole and self._stands(step)

    def _send(self, statements: Iterable[str]) -> None:
        self._connection.begin()
        try:
            for statement in statements:
                self._execute(statement)
        except BaseException:
            self._connection.rollback()
            raise
        self._connection.commit()

    def _execute(self, statement: str) -> None:
        self._connection.execute(statement)

    def _look_at_notes(self, node: str = "") -> None:
        """What relations hold and were made of, as noted in the work file: of one, or of all."""
        rows = self._connection.execute("from private.made where $1 in (thing, '')", [node]).fetchall()
        self._made |= {thing: made_of for thing, made_of, _ in rows}
        self._contents |= {thing: content for thing, _, content in rows}


def told(name: str, failures: int) -> str:
    """A check and how many rows it found."""
    return f"{name} ({failures} {'row' if failures == 1 else 'rows'})"


def _one(connection: duckdb.DuckDBPyConnection, query: str) -> int:
    ((value,),) = connection.execute(query).fetchall()
    return int(value)
