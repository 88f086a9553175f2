"""Builds the marts from raw records with dbt: in this process on the work file, or on Spark over Iceberg tables.

dbt needs longer to start than a small portfolio needs to build. So the first build records the statements that dbt sends to the
database as a script. Later builds replay the script without dbt, and skip each step whose result would not change.

a build from end to end:    build, completeness, reporting, on_spark
dbt itself:                 runner, lineage
the script of a build:      recording, script, replay, order
what need not be rebuilt:   notes, models_digest, user_cache
what models read:           setting_macros, staged, wire, wire_fields, wire_checks
"""

from typing import TYPE_CHECKING

from nightaudit import warehouse
from nightaudit.lake import lake_in_use
from nightaudit.transform.build import build
from nightaudit.transform.reporting import BuildReport
from nightaudit.transform.runner import project_dir

if TYPE_CHECKING:
    from nightaudit.settings import Settings

__all__ = ["BuildReport", "build", "build_marts", "project_dir"]


def build_marts(settings: "Settings") -> BuildReport:
    """Build the marts with the engine that the settings name. The caller holds the lock. Raises what that build raises."""
    if lake_in_use(settings):
        from nightaudit.transform.on_spark import build_on_spark

        return build_on_spark(settings, warehouse.private_dir(settings) / "dbt-spark")
    return build(settings, warehouse.work_file(settings))
