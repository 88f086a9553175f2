"""The dlt pipeline into a lake, whose tables are there before dlt comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import dlt
from dlt.destinations.impl.filesystem.filesystem import FilesystemClient

from nightaudit.lake import CATALOG

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.lake import Lake


class _Client(FilesystemClient):
    """dlt's, which fails where there is a folder of tables and none of its own notes in it."""

    def create_dataset(self) -> None:
        """Make the folder where the tables have not made it."""
        self.fs_client.makedirs(self.dataset_path, exist_ok=True)


class _Folder(dlt.destinations.filesystem):
    """dlt's, with this client."""

    @property
    def client_class(self) -> type[FilesystemClient]:
        """What writes."""
        return _Client


def lake_pipeline(lake: Lake, folder: Path) -> dlt.Pipeline:
    """The dlt pipeline into the raw tables of the lake, with its own state in `folder`."""
    dlt.config["iceberg_catalog.iceberg_catalog_name"] = CATALOG
    dlt.config["iceberg_catalog.iceberg_catalog_type"] = "sql"
    dlt.secrets["iceberg_catalog.iceberg_catalog_config"] = lake.pyiceberg_properties()
    destination = _Folder(lake.location, destination_name="filesystem")
    dataset = lake.namespace("raw")
    return dlt.pipeline("nightaudit", destination=destination, dataset_name=dataset, pipelines_dir=str(folder))
