"""What a load writes to and looks things up in: the work file, or Iceberg tables."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Protocol, Self

from nightaudit import warehouse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import dlt
    import duckdb

    from nightaudit.settings import Settings


class Engine(Protocol):
    """One destination of dlt, and a connection in which schema `raw` is what has been committed there."""

    connection: duckdb.DuckDBPyConnection

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        """The pipeline into schema `raw`, with its own state in `folder`."""

    def fitted(self, resource: Any) -> Any:
        """The resource, written as this destination can."""

    def committed(self) -> None:
        """Show in `connection` what has just been committed."""


@contextlib.contextmanager
def engine(settings: Settings) -> Iterator[Engine]:
    """The engine that NIGHTAUDIT_ENGINE names. Raises ConfigurationError where it is not installed or not set up."""
    if settings.engine == "spark":
        with _InLake(settings) as lake:
            yield lake
    else:
        with warehouse.work_connection(settings) as connection:
            yield _InWorkFile(connection)


class _InWorkFile:
    """DuckDB: dlt keeps the versions of records itself."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        from nightaudit.load.source import raw_pipeline

        return raw_pipeline(self.connection, folder)

    def fitted(self, resource: Any) -> Any:
        return resource

    def committed(self) -> None:
        pass


class _InLake:
    """Iceberg: rows are only ever appended; versions follow from them when they are read."""

    def __init__(self, settings: Settings) -> None:
        import duckdb

        from nightaudit.lake import Lake

        self._lake = Lake.of(settings)
        self.connection = duckdb.connect(config={"memory_limit": warehouse.WORK_MEMORY})
        self.connection.execute("set TimeZone = 'UTC'")

    def __enter__(self) -> Self:
        self.committed()
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def pipeline(self, folder: Path) -> dlt.Pipeline:
        import dlt

        from nightaudit.lake import CATALOG

        dlt.config["iceberg_catalog.iceberg_catalog_name"] = CATALOG
        dlt.config["iceberg_catalog.iceberg_catalog_type"] = "sql"
        dlt.secrets["iceberg_catalog.iceberg_catalog_config"] = self._lake.pyiceberg_properties()
        destination = dlt.destinations.filesystem(self._lake.location)
        return dlt.pipeline("nightaudit", destination=destination, dataset_name="raw", pipelines_dir=str(folder))

    def fitted(self, resource: Any) -> Any:
        return resource.apply_hints(table_format="iceberg", write_disposition="append", merge_key="", primary_key="")

    def committed(self) -> None:
        from nightaudit.lake.raw import catalog_of, show

        show(self.connection, catalog_of(self._lake))
