"""A lake of a test run's own; everything here is skipped, with the reason, where Spark is not installed."""

import importlib.util
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spark import postgres

if TYPE_CHECKING:
    from spark.masters import Session

CLUSTER = pytest.mark.skipif("NIGHTAUDIT_TEST_CLUSTER" not in os.environ, reason="`make test-cluster` runs it")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("Spark is not installed: make test-spark")
    with postgres.server() as address:
        yield address


@pytest.fixture
def catalog(server: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database for the catalog; the Spark session of a test ends with it."""
    from pyspark.sql import SparkSession
    from sqlalchemy import create_engine, text

    name = re.sub(r"\W+", "_", request.node.name)[:60]
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg2:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {name}"))
    yield server.replace("/postgres", f"/{name}")
    session = SparkSession.getActiveSession()
    if session is not None:
        session.stop()


@pytest.fixture(params=["session", pytest.param("cluster", marks=CLUSTER)])
def master(server: str, tmp_path: Path, request: pytest.FixtureRequest) -> "Iterator[Session]":  # noqa: ARG001
    """What builds on Spark: a session of this process, or a cluster on loopback with a Thrift server."""
    from spark import masters

    opened = {"session": masters.Session, "cluster": masters.OnCluster}[request.param](tmp_path)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def small() -> dict[str, str]:
    """Options of Spark for a few hundred rows, of which compiling, optimising and shuffling are all there is to wait for."""
    from nightaudit.lake.session import IN_SMALL, LITTLE_COMPILING

    return IN_SMALL | {
        "spark.driver.extraJavaOptions": f"{LITTLE_COMPILING} -XX:+UseSerialGC",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "1",
    }
