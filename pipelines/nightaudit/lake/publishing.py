"""Publishes complete builds: marts are built in other namespaces, and replace the published ones in one transaction."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import CATALOG
from nightaudit.lake.raw import catalog_of, tables_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.lake.place import Lake

BUILDING = "__building"  # suffix of the namespaces that dbt builds in; the macro `generate_schema_name` has it too
BUILT = "__built"  # suffix of marts that are all built and tested, and not yet published
BEFORE = "__before"  # suffix of marts published before, for readers that have begun to read them
UNPUBLISHED = tuple(mart + state for mart in schemas.PUBLISHED for state in (BUILDING, BUILT, BEFORE))
"""The schemas of marts that are not or no more published."""
MOVE = "update iceberg_tables set table_namespace = :new where catalog_name = :catalog and table_namespace = :old"


def remove_unpublished(lake: Lake) -> None:
    """Remove the tables of builds that are not or no more published, with their files; create the namespaces of a build."""
    from pyiceberg.exceptions import NoSuchTableError

    with catalog_of(lake) as catalog:
        for name in (*schemas.PUBLISHED, *schemas.WORKING):
            catalog.create_namespace_if_not_exists(lake.namespace(name))
        for namespace in map(lake.namespace, (*schemas.WORKING, *UNPUBLISHED)):
            for identifier in tables_in(catalog, namespace):
                with contextlib.suppress(NoSuchTableError, FileNotFoundError):  # a killed removal removed it
                    catalog.purge_table(identifier)


def finish(lake: Lake) -> None:
    """Mark the marts as built and tested, all of them: `publish` may publish them."""
    _move(lake, ((mart + BUILDING, mart + BUILT) for mart in schemas.PUBLISHED))


def publish(lake: Lake) -> None:
    """Replace the published marts by the built ones in one transaction. Readers may use the old ones until the next build.

    Without a new build nothing changes. Raises ConfigurationError when nothing has ever been built.
    """
    if count_tables(lake, schemas.PUBLISHED[0] + BUILT):
        _move(lake, (pair for mart in schemas.PUBLISHED for pair in ((mart, mart + BEFORE), (mart + BUILT, mart))))
    elif not count_tables(lake, schemas.PUBLISHED[0]):
        raise ConfigurationError("Nothing has been built yet.", hint="Run `nightaudit load`, then `nightaudit build`.")


def count_tables(lake: Lake, schema: str) -> int:
    """Return the number of tables in a schema, 0 where the schema does not exist."""
    with catalog_of(lake) as catalog:
        return len(tables_in(catalog, lake.namespace(schema)))


def _move(lake: Lake, moves: Iterable[tuple[str, str]]) -> None:
    """Move all tables from one schema to another, for each pair (from, to), in one transaction.

    This updates the catalog's database directly, because pyiceberg and Spark rename only one table at a time.
    """
    from sqlalchemy import text

    with catalog_of(lake) as catalog, catalog.engine.begin() as connection:
        for old, new in moves:
            names = {"catalog": CATALOG, "old": lake.namespace(old), "new": lake.namespace(new)}
            connection.execute(text(MOVE), names)
