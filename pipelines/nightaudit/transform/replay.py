"""Replays the script of an earlier build on the work file, without dbt, and skips each step that would change nothing."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightaudit import database
from nightaudit.transform import order
from nightaudit.transform.notes import Notes
from nightaudit.transform.reporting import example_of, failure_text

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.transform.script import Script, Step

log = logging.getLogger("nightaudit.transform")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A text for each check that warned and for each that failed, with the number of rows it found."""

    warnings: list[str]
    failures: list[str]


def replay(
    script: Script, connection: duckdb.DuckDBPyConnection, scratch: Path, settings: str, *, incremental: bool
) -> Outcome | None:
    """Run every step that would change something.

    settings     one text for all settings that models read
    incremental  whether tables that can be updated in place are, instead of being rebuilt

    After a check fails, nothing more is built, and the query of the check is written into `scratch`. Returns None where dbt
    has to build instead: a relation of another kind is in the way, or DuckDB raises an error. Steps that ran by then are
    correct and stay.
    """
    import duckdb

    try:
        return _Run(script, connection, scratch, settings, incremental=incremental).outcome()
    except (_NeedsDbt, duckdb.Error) as reason:
        log.debug("dbt runs this build, because %s", reason)
        return None


def note(script: Script, connection: duckdb.DuckDBPyConnection, settings: str, passed: set[str]) -> None:
    """Write the notes on the relations that dbt has just built with this script's statements, and on the checks that passed."""
    notes = Notes(connection, script, settings)
    for step in script:
        if step.kind in {"seed", "model"} or step.node in passed:
            notes.note_later(connection, step, step.made_of(notes.contents))
    notes.write(connection)


class _NeedsDbt(Exception):
    """Why the script cannot be replayed."""


class _Run:
    def __init__(
        self, script: Script, connection: duckdb.DuckDBPyConnection, scratch: Path, settings: str, *, incremental: bool
    ) -> None:
        self._steps, self._connection, self._scratch = script, connection, scratch
        self._incremental = incremental
        self._existing = {
            (schema, name): kind
            for schema, name, kind in connection.execute(
                """select schema_name, table_name, 'table' from duckdb_tables() where database_name = current_database()
                   union all
                   select schema_name, view_name, 'view' from duckdb_views() where database_name = current_database()"""
            ).fetchall()
        }
        self._notes = Notes(connection, script, settings)
        self._skipped: set[str] = set()
        self._warned: dict[str, str] = {}
        self._failed: dict[str, str] = {}

    def outcome(self) -> Outcome:
        for schema in dict.fromkeys(step.relation.schema for step in self._steps if step.relation):
            self._connection.execute(f"create schema if not exists {schema}")
        order.run(self._steps, self._connection, self._run_step)
        self._notes.write(self._connection)
        nodes = [step.node for step in self._steps]
        warned, failed = ([texts[node] for node in nodes if node in texts] for texts in (self._warned, self._failed))
        return Outcome(warned, failed)

    def _run_step(self, step: Step, connection: duckdb.DuckDBPyConnection) -> None:
        """Run a step, unless its note shows that nothing would change, or a failed check has stopped the build."""
        made_of = step.made_of(self._notes.contents)
        made_before = self._notes.made.get(step.node)
        exists = not step.relation or self._existing.get(step.relation.place) == step.relation.kind
        if self._failed and (step.kind != "test" or self._skipped & {*step.parents}):
            self._skipped.add(step.node)
        elif made_of and made_before == made_of and exists:
            pass
        elif step.kind == "test":
            self._check(step, made_of, connection)
        elif not exists and step.relation and step.relation.place in self._existing:
            raise _NeedsDbt(f"another relation has the name {step.name}")
        else:
            self._make(step, made_of, self._statements(step, is_built=bool(exists and made_before)), connection)

    def _statements(self, step: Step, *, is_built: bool) -> list[str]:
        """Return the statements that bring a relation up to date; `is_built` where an earlier build of these models left it."""
        if is_built and step.relation and step.relation.kind == "view":
            return []
        return (is_built and self._incremental and step.mending) or step.making

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

    def _check(self, step: Step, made_of: str | None, connection: duckdb.DuckDBPyConnection) -> None:
        (counting,) = step.making  # dbt's `select count(*), ... from (the query of the check)`
        failures, warns, fails = connection.execute(counting).fetchall()[0]
        query = counting.partition("from (")[2].rpartition(")")[0]
        if fails and step.is_fatal:
            self._failed[step.node] = failure_text(step.name, failures, example_of(connection, step.node, query))
            compiled = self._scratch / "compiled" / f"{step.name}.sql"
            compiled.parent.mkdir(parents=True, exist_ok=True)
            compiled.write_text(query, encoding="utf-8")
        elif warns:
            self._warned[step.node] = failure_text(step.name, failures, example_of(connection, step.node, query))
        if failures == 0:
            self._notes.note_later(connection, step, made_of)
