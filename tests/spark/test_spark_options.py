"""What Spark is told of the lake, and what a deployment's own spark-defaults.conf decides."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from nightaudit.lake import Lake

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]
PARTITIONS = "spark.sql.shuffle.partitions"


@pytest.mark.usefixtures("server")
def test_the_address_of_the_catalog_reaches_spark_whole() -> None:
    options = Lake("file:///srv/lake", "postgresql://me:p%40ss@host/lake?sslmode=require").spark_options()
    assert "jdbc:postgresql://host:5432/lake?sslmode=require" == options["spark.sql.catalog.lake.uri"]
    assert "p@ss" == options["spark.sql.catalog.lake.jdbc.password"]
    assert "spark.sql.catalog.lake.io-impl" not in options


@pytest.mark.parametrize(("said", "partitions"), [("", "2"), (f"{PARTITIONS} 7\n", "7")])
def test_a_deployment_has_the_last_word(tmp_path: Path, server: str, said: str, partitions: str) -> None:
    (tmp_path / "spark-defaults.conf").write_text(said)
    told = {
        "SPARK_CONF_DIR": str(tmp_path),
        "NIGHTAUDIT_DATA_DIR": str(tmp_path),
        "NIGHTAUDIT_ENGINE": "spark",
        "NIGHTAUDIT_LAKE_CATALOG": server,
        "NIGHTAUDIT_SPARK_MASTER": "local[1]",
    }
    asked = f"print(session.begin(Settings.read()).conf.get({PARTITIONS!r}))"
    program = f"from nightaudit.lake import session; from nightaudit.settings import Settings; {asked}"
    answer = subprocess.run(  # Java reads that file once in the life of a process
        [sys.executable, "-c", program], env=os.environ | told, capture_output=True, text=True, check=True
    )
    assert partitions == answer.stdout.split()[-1]
