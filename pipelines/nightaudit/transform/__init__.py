"""Raw records become the marts: dbt, run inside this process on the work file."""

from nightaudit.transform.build import BuildReport, build, project_dir

__all__ = ["BuildReport", "build", "project_dir"]
