"""What the relations of a work file hold, and what they were made of: where both would be the same, none is made again.

A table is what its query makes of the relations it reads: where these hold what they held when the table was made, it is left
as it stands, and a check that passed on them has passed. `private.made` says so of each: of a table in the transaction that
makes it, of views and checks later, so that a killed or failed build leaves nothing untrue. What an old note says stays true.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit.database import content_of, has_table, transaction
from nightaudit.schemas import DATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from nightaudit.transform.script import Step

SOURCE = "source."


class Notes:
    """What is noted in the work file, and of raw tables what they hold now."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, steps: Iterable[Step], settings: str) -> None:
        connection.execute(
            "create table if not exists private.made"
            " (thing varchar not null, made_of varchar not null, content varchar not null)"
        )
        rows = connection.execute("select thing, made_of, content from private.made").fetchall()
        self.made = {thing: made_of for thing, made_of, _ in rows}
        (dates,) = connection.execute(f"select {', '.join(f'private.{name}()::varchar' for name in DATES)}").fetchall()
        self.contents = {thing: content for thing, _, content in rows} | {"settings": settings}
        self.contents |= dict(zip(DATES, dates, strict=True))
        self.contents |= _sources(connection, {parent for step in steps for parent in step.parents})
        self._unwritten: list[str] = []

    def note(self, connection: duckdb.DuckDBPyConnection, step: Step, made_of: str | None) -> None:
        """Note, in the transaction that makes it, what a relation was made of and what it holds, with what stands unwritten.

        None is noted where that is not known.
        """
        self._know(connection, step, made_of)
        self._write(connection, [step.node])

    def note_later(self, connection: duckdb.DuckDBPyConnection, step: Step, made_of: str | None) -> None:
        """Note a view left as it stands, or a check that passed, with the next note or by `write`: a kill may lose it."""
        self._know(connection, step, made_of)
        self._unwritten.append(step.node)

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Write what stands unwritten."""
        with transaction(connection):
            self._write(connection, [])

    def _know(self, connection: duckdb.DuckDBPyConnection, step: Step, made_of: str | None) -> None:
        self.made.pop(step.node, None)
        self.contents.pop(step.node, None)
        if made_of is not None:
            self.made[step.node], self.contents[step.node] = made_of, _content(connection, step, made_of)

    def _write(self, connection: duckdb.DuckDBPyConnection, things: list[str]) -> None:
        with contextlib.suppress(IndexError):  # another step may be adding to it, or taking from it
            while True:
                things.append(self._unwritten.pop())
        rows = [(thing, self.made[thing], self.contents[thing]) for thing in things if thing in self.made]
        columns = [[*column] for column in zip(*rows, strict=True)]
        connection.execute("delete from private.made where list_contains($1, thing)", [things])
        if rows:
            connection.execute("insert into private.made select unnest($1), unnest($2), unnest($3)", columns)


def _content(connection: duckdb.DuckDBPyConnection, step: Step, made_of: str) -> str:
    """The same text for what holds the same; a view, of which nothing is read here, holds what it is made of."""
    if not step.relation or step.relation.kind == "view":
        return made_of
    schema, name = step.relation.place
    column = "made"
    if step.mending:  # a kept table: one of its columns says what each row came of
        columns = connection.execute(f"from {schema}.{name} limit 0").description
        column = "fingerprint" if "fingerprint" in {name for name, *_ in columns} else "version"
    found = connection.execute(f"select {content_of(column)} from {schema}.{name} as made").fetchall()
    return str(found[0][0])


def _sources(connection: duckdb.DuckDBPyConnection, parents: set[str]) -> dict[str, str]:
    """What the raw tables among these hold, and the key of the pseudonyms; the hash of a record stands for its text and keys."""
    content = content_of("*columns(lambda name: name not in ('payload', 'record_key', 'parent_key'))")
    sources = sorted(parent for parent in parents if parent.startswith(SOURCE))
    queries = [f"select '{source}', {content} from {_table(source)}" for source in sources]
    return dict(connection.execute(" union all ".join(queries)).fetchall()) if queries else {}


def forget(connection: duckdb.DuckDBPyConnection) -> None:
    """Note nothing of any relation."""
    connection.execute("drop table if exists private.made")


def forget_views_beside(connection: duckdb.DuckDBPyConnection, nodes: Iterable[str]) -> None:
    """Note nothing of any view but these: one that is not part of a build shows what that changes, of which nobody takes note."""
    if has_table(connection, "private.made"):
        connection.execute(
            """delete from private.made where not list_contains($1, thing) and split_part(thing, '.', -1) in
               (select view_name from duckdb_views() where database_name = current_database())""",
            [[*nodes]],
        )


def _table(source: str) -> str:
    """Schema and name of a source, which dbt calls `source.project.schema.name`."""
    return ".".join(source.split(".")[-2:])
