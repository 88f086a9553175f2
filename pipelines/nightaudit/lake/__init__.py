"""Iceberg tables in place of the work file, and the Spark that builds the marts on them: for what outgrows one machine.

where the tables are, and who builds on them:    place, session
raw tables, and those without a person:          raw, rewriting
builds that replace those published:             publishing
"""

from nightaudit.lake.place import CATALOG, Lake, lake_in_use

__all__ = ["CATALOG", "Lake", "lake_in_use"]
