"""Runs `dbt build` on Spark, with Iceberg tables for the work file: in a session of this process or by a Thrift server."""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit import schemas
from nightaudit.errors import DataCheckError
from nightaudit.lake import Lake, publishing, session
from nightaudit.lake.raw import catalog_of, make_raw_tables
from nightaudit.transform.reporting import report_of_dbt, results_of
from nightaudit.transform.runner import invoke

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings
    from nightaudit.transform.reporting import BuildReport


def build_on_spark(settings: Settings, scratch: Path, options: dict[str, str] | None = None) -> BuildReport:
    """Build every mart in the lake from the records in its namespace `raw`. The caller holds the lock.

    dbt writes compiled SQL, manifest and log to `scratch`; `options` are options of Spark. Readers see the marts published
    before until `publishing.publish`. Raises DataCheckError when a model cannot be built or a test fails,
    ConfigurationError where Spark, its server or the lake is missing, or the server stops during the build.
    """
    started = time.perf_counter()
    lake = Lake.of(settings)
    server = urlsplit(settings.spark_master)
    session.reach(settings.spark_master)
    if server.scheme == "thrift":
        os.environ |= {
            "NIGHTAUDIT_THRIFT_HOST": server.hostname or "",
            "NIGHTAUDIT_THRIFT_PORT": str(server.port or session.PORTS["thrift"]),
        }
    else:
        session.begin(settings, options)
    publishing.remove_unpublished(lake)
    make_raw_tables(lake, schemas.READ_BY_MODELS)
    _make_key(lake)
    os.environ["NIGHTAUDIT_BUSINESS_DATE"] = settings.business_date.isoformat()
    target = "cluster" if server.scheme == "thrift" else "spark"
    words = ("build", "--exclude-resource-type", "unit_test")
    outcome = invoke(settings, scratch / "none.duckdb", scratch, *words, target=target)
    try:
        report = report_of_dbt(results_of(outcome, scratch), scratch)
    except DataCheckError:
        session.reach(settings.spark_master)  # raises where the server is gone: the data are not at fault
        raise
    publishing.finish(lake)
    return replace(report, seconds=time.perf_counter() - started)


def _make_key(lake: Lake) -> None:
    """Create the key of the lake's pseudonyms where there is none; an existing key stays."""
    import pyarrow

    private = lake.namespace("private")
    with catalog_of(lake) as catalog:
        for namespace in ("default", private):
            catalog.create_namespace_if_not_exists(namespace)
        if not catalog.table_exists((private, "pseudonym_key")):
            key = pyarrow.table({"pseudonym_key": [secrets.token_hex(32)]})
            catalog.create_table((private, "pseudonym_key"), schema=key.schema).append(key)
