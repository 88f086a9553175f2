"""Iceberg tables in place of the work file, and the Spark that builds the marts on them: for what outgrows one machine."""

from nightaudit.lake.place import CATALOG, Lake, lake_in_use

__all__ = ["CATALOG", "Lake", "lake_in_use"]
