"""Whole builds for readers: marts are built beside those that are read, and take their place in one step of the catalog."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import CATALOG
from nightaudit.lake.raw import catalog_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.lake.place import Lake

BUILDING = "__building"  # behind the name of a namespace: what dbt makes, as `generate_schema_name` says too
BUILT = "__built"  # all of it made and tested, and not published
BEFORE = "__before"  # published before: who had begun to read it reads on
STATES = (BUILDING, BUILT, BEFORE)
TAKEN = "select count(*) from iceberg_tables where catalog_name = :catalog and table_namespace = :namespace"
MOVE = "update iceberg_tables set table_namespace = :new where catalog_name = :catalog and table_namespace = :old"


def make_way(lake: Lake) -> None:
    """Remove what the last build left, with its files: all but what is published and what is raw."""
    from pyiceberg.exceptions import NoSuchTableError

    leftovers = (mart + state for mart in schemas.PUBLISHED for state in STATES)
    with catalog_of(lake) as catalog:
        for name in (*schemas.PUBLISHED, *schemas.WORKING):
            catalog.create_namespace_if_not_exists(lake.namespace(name))
        for namespace in map(lake.namespace, (*schemas.WORKING, *leftovers)):
            for identifier in catalog.list_tables(namespace) if catalog.namespace_exists(namespace) else ():
                with contextlib.suppress(NoSuchTableError, FileNotFoundError):  # a removal that was killed goes on
                    catalog.purge_table(identifier)


def finish(lake: Lake) -> None:
    """Say that the marts are built and tested, all of them."""
    _move(lake, ((mart + BUILDING, mart + BUILT) for mart in schemas.PUBLISHED))


def publish(lake: Lake) -> None:
    """Put the built marts in place for readers, all at once; what they had stays until the next build, for who reads it.

    Without a new build nothing changes. Raises ConfigurationError when nothing has ever been built.
    """
    if count(lake, schemas.PUBLISHED[0] + BUILT):
        _move(lake, (pair for mart in schemas.PUBLISHED for pair in ((mart, mart + BEFORE), (mart + BUILT, mart))))
    elif not count(lake, schemas.PUBLISHED[0]):
        raise ConfigurationError("Nothing has been built yet.", hint="Run `nightaudit load` and `nightaudit build`.")


def count(lake: Lake, schema: str) -> int:
    """How many tables a schema has, 0 where there is none."""
    with catalog_of(lake) as catalog, catalog.engine.connect() as connection:
        from sqlalchemy import text

        names = {"catalog": CATALOG, "namespace": lake.namespace(schema)}
        return int(connection.execute(text(TAKEN), names).scalar_one())


def _move(lake: Lake, moves: Iterable[tuple[str, str]]) -> None:
    """Give the tables of a schema to another, for each pair of both, in one transaction.

    It is the catalog's own database that can: pyiceberg and Spark rename one table at once.
    """
    from sqlalchemy import text

    with catalog_of(lake) as catalog, catalog.engine.begin() as connection:
        for old, new in moves:
            names = {"catalog": CATALOG, "old": lake.namespace(old), "new": lake.namespace(new)}
            connection.execute(text(MOVE), names)
