"""The marts, or some of them, without their checks: for a test of figures whose models another build checks."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import duckdb

from nightaudit.transform import BuildReport, changes, project_dir

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

transform_build = importlib.import_module("nightaudit.transform.build")  # the package's `build` is the function
NO_CHECKS = ("--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")


def build_unchecked(settings: Settings, work_file: Path, *, models: str = "") -> BuildReport:
    """As `nightaudit.transform.build`, but nothing is checked; and with `models`, in dbt's words, only these are made."""
    scratch = work_file.parent.resolve() / "dbt"
    digest = changes.digest_of(project_dir())
    with duckdb.connect(str(work_file)) as connection:
        whole = ("--full-refresh",) if transform_build._prepare(connection, digest) else ()
    chosen = ("--select", *models.split()) if models else ()
    results = transform_build._run(settings, work_file, scratch, (*whole, *NO_CHECKS, *chosen))
    report: BuildReport = transform_build.reported(results, scratch)
    if not models:
        with duckdb.connect(str(work_file)) as connection:
            changes.remember(connection, digest)
    return report
