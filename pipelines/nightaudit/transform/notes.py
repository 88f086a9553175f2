"""Notes in the work file on what each relation was built from and what it contains, so that unchanged ones are not rebuilt.

The content of a table follows from its query and from the relations it reads. Where the query and the content of those relations
are as they were when the table was built, the build leaves the table as it is. In the same way, a check that passed does not run
again. The table `private.made` has a row for each relation and passed check, with fingerprints of inputs and content.
The row of a table is written in the transaction that builds the table; rows of views and checks are written later. So a killed or
failed build leaves no false row, and an old row stays true, as it names its inputs.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit.database import content_of, has_table, insert, transaction
from nightaudit.schemas import DATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

    from nightaudit.transform.script import Step


class Notes:
    """The notes of a work file, and the present content of its raw tables.

    made      by node: the fingerprint of the inputs that a relation was built from, or that a check passed on
    contents  by node: the fingerprint of what a relation contains; settings and dates too, by name
    """

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
        """Write the note on a relation, in the transaction that builds it, and all notes that are not yet written.

        Where `made_of` is None, the inputs are unknown, and the relation has no note afterwards.
        """
        self._set(connection, step, made_of)
        self._write(connection, [step.node])

    def note_later(self, connection: duckdb.DuckDBPyConnection, step: Step, made_of: str | None) -> None:
        """Note an unchanged view or a passed check. The next `note` or `write` writes the note, so a kill may lose it."""
        self._set(connection, step, made_of)
        self._unwritten.append(step.node)

    def write(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Write the notes that are not yet written."""
        with transaction(connection):
            self._write(connection, [])

    def _set(self, connection: duckdb.DuckDBPyConnection, step: Step, made_of: str | None) -> None:
        self.made.pop(step.node, None)
        self.contents.pop(step.node, None)
        if made_of is not None:
            self.made[step.node], self.contents[step.node] = made_of, _content(connection, step, made_of)

    def _write(self, connection: duckdb.DuckDBPyConnection, things: list[str]) -> None:
        with contextlib.suppress(IndexError):  # another thread may append or pop meanwhile
            while True:
                things.append(self._unwritten.pop())
        rows = [(thing, self.made[thing], self.contents[thing]) for thing in things if thing in self.made]
        connection.execute("delete from private.made where list_contains($1, thing)", [things])
        insert(connection, "private.made", ("varchar", "varchar", "varchar"), rows)


def _content(connection: duckdb.DuckDBPyConnection, step: Step, made_of: str) -> str:
    """Return a fingerprint of what a node contains; for a view or a check that is `made_of`, and no row is read."""
    if not step.relation or step.relation.kind == "view":
        return made_of
    table = '"{}"."{}"'.format(*step.relation.place)
    column = "made"
    if step.mending:  # a table updated in place has a column with the fingerprint of each row's inputs
        columns = connection.execute(f"from {table} limit 0").description
        column = "fingerprint" if "fingerprint" in {name for name, *_ in columns} else "version"
    found = connection.execute(f"select {content_of(column)} from {table} as made").fetchall()
    return str(found[0][0])


def _sources(connection: duckdb.DuckDBPyConnection, parents: set[str]) -> dict[str, str]:
    """Return by source what raw tables and the pseudonym key contain. A record's hash stands for its payload and keys."""
    content = content_of("*columns(lambda name: name not in ('payload', 'record_key', 'parent_key'))")
    sources = sorted(parent for parent in parents if parent.startswith("source."))
    queries = [f"select '{source}', {content} from {_table(source)}" for source in sources]
    return dict(connection.execute(" union all ".join(queries)).fetchall()) if queries else {}


def forget(connection: duckdb.DuckDBPyConnection) -> None:
    """Delete all notes."""
    connection.execute("drop table if exists private.made")


def forget_other_views(connection: duckdb.DuckDBPyConnection, nodes: Iterable[str]) -> None:
    """Delete the notes on all views but `nodes`: the build changes what other views show, and does not note that."""
    if has_table(connection, "private.made"):
        connection.execute(
            """delete from private.made where not list_contains($1, thing) and split_part(thing, '.', -1) in
               (select view_name from duckdb_views() where database_name = current_database())""",
            [[*nodes]],
        )


def _table(source: str) -> str:
    """Return `schema.name` of a source, which dbt calls `source.project.schema.name`."""
    return ".".join(source.split(".")[-2:])
