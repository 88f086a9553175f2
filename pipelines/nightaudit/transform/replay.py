"""Runs the script of an earlier build on the work file: what dbt would send again, without dbt, and no more than has to be."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit import database, memory
from nightaudit.transform import order
from nightaudit.transform.notes import Notes
from nightaudit.transform.reporting import example_of, failure_text

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.memory import Limit
    from nightaudit.transform.script import Script, Step

log = logging.getLogger("nightaudit.transform")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Checks that warn and checks that fail, each with the number of rows it found."""

    warnings: list[str]
    failures: list[str]


def replay(
    script: Script, connection: duckdb.DuckDBPyConnection, scratch: Path, settings: str, *, mended: bool
) -> Outcome | None:
    """Do every step that would not leave things as they are.

    settings  one text for all settings that models read
    mended    whether kept tables are mended, not made again

    Behind a check that fails nothing is made, and its query is put into `scratch`. None where dbt has to do it: something
    stands in the way, or goes wrong. Steps that are done by then are right, and stay, also where bounded memory is too little
    and the others are done without the bound.
    """
    import duckdb

    def attempt(limit: Limit) -> Outcome:
        limit(connection)
        return _Run(script, connection, scratch, settings, mended=mended).outcome()

    try:
        return memory.bounded_first(attempt)
    except (_NotForUs, duckdb.Error) as reason:
        log.debug("dbt builds, because %s", reason)
        return None


def note(script: Script, connection: duckdb.DuckDBPyConnection, settings: str, passed: set[str]) -> None:
    """Note what the relations that dbt has just made by this script hold, and which checks passed."""
    notes = Notes(connection, script.steps, settings)
    for step in script.steps:
        if step.kind in {"seed", "model"} or step.node in passed:
            notes.note_later(connection, step, step.made_of(notes.contents))
    notes.write(connection)


class _NotForUs(Exception):
    """Why a script does not do."""


class _Run:
    def __init__(
        self, script: Script, connection: duckdb.DuckDBPyConnection, scratch: Path, settings: str, *, mended: bool
    ) -> None:
        self._steps, self._connection, self._scratch, self._mended = script.steps, connection, scratch, mended
        self._standing = {
            (schema, name): kind
            for schema, name, kind in connection.execute(
                """select schema_name, table_name, 'table' from duckdb_tables() where database_name = current_database()
                   union all
                   select schema_name, view_name, 'view' from duckdb_views() where database_name = current_database()"""
            ).fetchall()
        }
        self._notes = Notes(connection, script.steps, settings)
        self._left: set[str] = set()
        self._warned: dict[str, str] = {}
        self._failed: dict[str, str] = {}

    def outcome(self) -> Outcome:
        for schema in dict.fromkeys(step.relation.schema for step in self._steps if step.relation):
            self._connection.execute(f"create schema if not exists {schema}")
        order.do(self._steps, self._connection, self._do)
        self._notes.write(self._connection)
        nodes = [step.node for step in self._steps]
        warned, failed = ([said[node] for node in nodes if node in said] for said in (self._warned, self._failed))
        return Outcome(warned, failed)

    def _do(self, step: Step, connection: duckdb.DuckDBPyConnection) -> None:
        """Do a step, unless its relation stands as it would make it."""
        made_of = step.made_of(self._notes.contents)
        made_before = self._notes.made.get(step.node)
        stands = not step.relation or self._standing.get(step.relation.place) == step.relation.kind
        if self._failed and (step.kind != "test" or self._left & {*step.parents}):
            self._left.add(step.node)
        elif made_of and made_before == made_of and stands:
            pass
        elif step.kind == "test":
            self._check(step, made_of, connection)
        elif not stands and step.relation and step.relation.place in self._standing:
            raise _NotForUs(f"something else stands where {step.name} should")
        else:
            self._make(step, made_of, self._statements(step, stands=bool(stands and made_before)), connection)

    def _statements(self, step: Step, *, stands: bool) -> list[str]:
        """What makes the relation of a step what it should be; `stands` where an earlier build of these models made it."""
        if stands and step.relation and step.relation.kind == "view":
            return []
        return (stands and self._mended and step.mending) or step.making

    def _make(
        self, step: Step, made_of: str | None, statements: list[str], connection: duckdb.DuckDBPyConnection
    ) -> None:
        if not statements:
            self._notes.note_later(connection, step, made_of)
            return
        with database.transaction(connection):
            for statement in statements:
                connection.execute(statement)
            self._notes.note(connection, step, made_of)
        if step.relation:
            self._standing[step.relation.place] = step.relation.kind

    def _check(self, step: Step, made_of: str | None, connection: duckdb.DuckDBPyConnection) -> None:
        (question,) = step.making
        failures, warns, fails = connection.execute(question).fetchall()[0]
        query = question.partition("from (")[2].rpartition(")")[0]
        if fails and step.is_fatal:
            self._failed[step.node] = failure_text(step.name, failures, example_of(connection, step.node, query))
            compiled = self._scratch / "compiled" / f"{step.name}.sql"
            compiled.parent.mkdir(parents=True, exist_ok=True)
            compiled.write_text(query, encoding="utf-8")
        elif warns:
            self._warned[step.node] = failure_text(step.name, failures, example_of(connection, step.node, query))
        if failures == 0:
            self._notes.note_later(connection, step, made_of)
