"""Raw records become the marts: dbt, run inside this process on the work file, or on Spark over Iceberg tables.

To begin, dbt takes longer than a small portfolio takes to build. So what dbt sends to the database is recorded as a script, and
later builds replay the script, without those steps that would leave things as they are.

a build from end to end:    build, whole, reporting, on_spark
dbt itself:                 runner, parsed, lineage
the script of a build:      recording, script, replay, order
what stands as it should:   notes, changes
what models are given:      setting_macros, staged, wire
the page of questions:      questions
"""

from typing import TYPE_CHECKING

from nightaudit import warehouse
from nightaudit.transform.build import build
from nightaudit.transform.reporting import BuildReport
from nightaudit.transform.runner import project_dir

if TYPE_CHECKING:
    from nightaudit.settings import Settings

__all__ = ["BuildReport", "build", "build_marts", "project_dir"]


def build_marts(settings: "Settings") -> BuildReport:
    """Build the marts with the engine of the settings; the caller holds the lock. Raises what that engine's build raises."""
    if settings.engine == "spark":
        from nightaudit.transform.on_spark import build_on_spark

        return build_on_spark(settings, warehouse.private_dir(settings) / "dbt-spark")
    return build(settings, warehouse.work_file(settings))
