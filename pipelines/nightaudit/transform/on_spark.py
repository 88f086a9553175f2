"""The same `dbt build` on Spark: Iceberg tables instead of the work file, read and written in the session of this process."""

from __future__ import annotations

import os
import secrets
import time
from typing import TYPE_CHECKING

from nightaudit.lake import session
from nightaudit.transform.build import reported, results_of
from nightaudit.transform.runner import invoke

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings
    from nightaudit.transform.build import BuildReport

NEVER = 2**62  # units from which tables are kept: on Spark all of them are made anew


def build_on_spark(settings: Settings, scratch: Path, options: dict[str, str] | None = None) -> BuildReport:
    """Build every mart in the lake, whose namespace `raw` has been loaded; the caller holds the lock.

    Compiled SQL, manifest and log go to `scratch`; `options` are settings of Spark. Each table is replaced at once, so that
    its readers see the old rows or the new ones. Raises DataCheckError when a model cannot be built or a test fails,
    ConfigurationError where Spark or the lake is missing.
    """
    started = time.perf_counter()
    spark = session.begin(settings, options)
    for namespace in ("default", "raw", "private"):
        spark.sql(f"create namespace if not exists {namespace}")
    if not spark.catalog.tableExists("private.pseudonym_key"):
        spark.sql(f"create table private.pseudonym_key as select '{secrets.token_hex(32)}' as pseudonym_key")
    os.environ["NIGHTAUDIT_BUSINESS_DATE"] = settings.business_date.isoformat()
    anew = settings.model_copy(update={"incremental_from_units": NEVER})
    outcome = invoke(
        anew, scratch / "none.duckdb", scratch, "build", "--exclude-resource-type", "unit_test", target="spark"
    )
    return reported(results_of(outcome, scratch), scratch, started)
