"""A lake of a test run's own; everything here is skipped, with the reason, where Spark is not installed."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import postgres
import pytest

sys.path.append(str(Path(__file__).parents[1] / "transform"))


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

    name = request.node.name.split("[")[0][:60]
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg2:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {name}"))
    yield server.replace("/postgres", f"/{name}")
    session = SparkSession.getActiveSession()
    if session is not None:
        session.stop()


@pytest.fixture(scope="session")
def small() -> dict[str, str]:
    """Options of Spark for a few hundred rows, of which compiling, optimising and shuffling are all there is to wait for."""
    from nightaudit.lake.session import IN_SMALL, LITTLE_COMPILING

    return IN_SMALL | {
        "spark.driver.extraJavaOptions": f"{LITTLE_COMPILING} -XX:+UseSerialGC",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "1",
    }
