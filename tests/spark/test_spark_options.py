"""What Spark is told of the lake, and what a deployment's own spark-defaults.conf decides."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from nightaudit.lake import Lake
from nightaudit.lake.place import PASSWORD

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]
PARTITIONS = "spark.sql.shuffle.partitions"
CATALOG_OPTION = "spark.sql.catalog.lake.jdbc.user"


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("host", ["host", "host:5433", "[::1]:5432"])
def test_the_address_of_the_catalog_reaches_spark_whole(host: str) -> None:
    options = Lake("file:///srv/lake", f"postgresql://me:p%40ss@{host}/lake?sslmode=require").spark_options()
    assert f"jdbc:postgresql://{host}/lake?sslmode=require" == options["spark.sql.catalog.lake.uri"]
    assert "p@ss" == options[PASSWORD]
    assert "spark.sql.catalog.lake.io-impl" not in options


@pytest.mark.parametrize(("said", "partitions"), [("", "2"), (f"{PARTITIONS} 7\n", "7")])
def test_a_deployment_has_the_last_word(tmp_path: Path, server: str, said: str, partitions: str) -> None:
    (tmp_path / "spark-defaults.conf").write_text(said)
    asked = f"print(begun.conf.get({PARTITIONS!r}))"
    assert partitions == in_session(asked, server, tmp_path).split()[-1]


def test_the_password_of_the_catalog_stands_in_no_list_of_processes(tmp_path: Path, server: str) -> None:
    asked = f"""
from pathlib import Path
print(begun.sql('show namespaces').count(), begun.conf.get({PASSWORD!r}))
for words in Path('/proc').glob('[0-9]*/cmdline'):
    if b'java' in (running := words.read_bytes()): print(running)
"""
    begun, *running = in_session(asked, server.replace("@", ":open-sesame@"), tmp_path).splitlines()
    assert "0 open-sesame" == begun
    assert any(CATALOG_OPTION in words for words in running)  # the control: options are to be seen there
    assert not any("open-sesame" in words for words in running)


def in_session(asked: str, catalog: str, folder: Path) -> str:
    """What a program of its own prints of a session that has begun: Java reads its options once in the life of a process."""
    told = {
        "SPARK_CONF_DIR": str(folder),
        "NIGHTAUDIT_DATA_DIR": str(folder),
        "NIGHTAUDIT_ENGINE": "spark",
        "NIGHTAUDIT_LAKE_CATALOG": catalog,
        "NIGHTAUDIT_SPARK_MASTER": "local[1]",
    }
    program = f"""
from nightaudit.lake import session
from nightaudit.settings import Settings
begun = session.begin(Settings.read())
{asked}
"""
    answer = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | told, capture_output=True, text=True, check=True
    )
    return answer.stdout
