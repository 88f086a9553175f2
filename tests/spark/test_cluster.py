"""The same models by a Thrift server of a cluster, one of whose two workers is killed in the middle: equal all the same."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import pytest
import village
from building import Built
from pour import pour

from nightaudit.lake import Lake, publishing
from nightaudit.lake.raw import catalog_of

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

pytestmark = [
    pytest.mark.spark,
    pytest.mark.slow,
    pytest.mark.skipif("NIGHTAUDIT_TEST_CLUSTER" not in os.environ, reason="`make test-cluster` runs it"),
]


def test_every_mart_is_the_same_by_a_cluster(tmp_path: Path, catalog: str, small: dict[str, str]) -> None:
    from cluster import cluster, kill
    from same import compare

    from nightaudit.lake.session import options_of
    from nightaudit.transform.on_spark import build_on_spark

    built = Built(tmp_path, village.records(), excluded_buildings=("test house",))
    settings: Settings = built.settings.model_copy(
        update={"lake_catalog": type(built.settings.lake_catalog)(catalog), "engine": "spark"}
    )
    lake = Lake.of(settings)
    pour(built.work_file, lake)
    properties = tmp_path / "lake.conf"
    options = options_of(settings) | small | {"spark.executor.memory": "512m"}
    options["spark.hadoop.javax.jdo.option.ConnectionURL"] = "jdbc:derby:memory:metastore;create=true"
    properties.write_text("".join(f"{name} {value}\n" for name, value in options.items()), encoding="utf-8")
    with cluster(tmp_path, properties) as running:
        made: list[int] = []

        def kill_a_worker() -> None:
            with catalog_of(lake) as kept:
                kept.create_namespace_if_not_exists("intermediate")
                while len(kept.list_tables("intermediate")) < 3:
                    time.sleep(0.5)
                kill(running.workers[0])
                made.append(len(kept.list_tables("intermediate")))

        threading.Thread(target=kill_a_worker, daemon=True).start()
        by_thrift = settings.model_copy(update={"spark_master": running.thrift})
        report = build_on_spark(by_thrift, tmp_path / "dbt-spark")
        publishing.publish(lake)
    assert built.report.tests == report.tests
    assert made  # the control: a worker was killed
    assert made[0] < 12  # while most tables were still to be made
    assert compare(built.work_file, lake) > 3_000
