"""What builds a test's marts on Spark: a session of its own process, or a Thrift server on a cluster. Both are killed, too."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightaudit import schemas
from nightaudit.lake import Lake, publishing
from nightaudit.lake.raw import count_rows
from nightaudit.lake.session import IN_LARGE, IN_SMALL, LITTLE_COMPILING, SMALL, options_of
from nightaudit.transform.on_spark import build_on_spark
from running import start
from spark.cluster import Cluster, kill

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

    from nightaudit.settings import Settings
    from nightaudit.transform import BuildReport

BEGUN = 2  # marts made: a build is in the midst of them
MOST = 18  # about half of them
MEMORY = {"spark.driver.memory": os.environ.get("NIGHTAUDIT_TEST_SPARK_MEMORY", "4g")}
NO_SERVER = 3  # the exit code
WORKER_LOST = "Lost executor"  # as a Thrift server says it


class Session:
    """A session of a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def build(self, settings: Settings, options: dict[str, str]) -> BuildReport:
        """Build in the lake of these settings; the options of Spark come last."""
        return build_on_spark(settings, self.folder / "dbt-spark", MEMORY | options)

    def kill_a_build(self, environment: dict[str, str], settings: Settings) -> None:
        """Kill the driver in the midst of a build, which is the process that builds."""
        with _begun(environment, Lake.of(settings)) as process:
            os.killpg(process.pid, signal.SIGKILL)

    def build_with_a_loss(self, settings: Settings, options: dict[str, str]) -> BuildReport:
        """Build: a session has no workers to lose."""
        return self.build(settings, options)

    def close(self) -> None:
        """A session ends with its test."""


class OnCluster(Session):
    """A master and two workers, begun when first asked for, and a Thrift server on them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.cluster = Cluster(folder)
        self._properties = folder / "lake.conf"

    def build(self, settings: Settings, options: dict[str, str]) -> BuildReport:
        if not self.cluster.thrift:
            self._choose(settings, options)
            self.cluster.begin(self._properties)
        return build_on_spark(
            settings.model_copy(update={"spark_master": self.cluster.thrift}), self.folder / "dbt-spark"
        )

    def kill_a_build(self, environment: dict[str, str], settings: Settings) -> None:
        """Kill the driver in the midst of a build, which is the Thrift server, and begin another."""
        by_thrift = environment | {"NIGHTAUDIT_SPARK_MASTER": self.cluster.thrift}
        with _begun(by_thrift, Lake.of(settings)) as process:
            kill(self.cluster.server)
            _, said = process.communicate(timeout=300)
        assert process.returncode == NO_SERVER, said
        assert f"{self.cluster.thrift} does not answer" in said
        assert "Traceback" not in said, said
        self.cluster.serve(self._properties)

    def build_with_a_loss(self, settings: Settings, options: dict[str, str]) -> BuildReport:
        """Build, and kill a worker with its executor in the midst of it."""
        lake, lost_at = Lake.of(settings), list[int]()
        publishing.remove_unpublished(lake)  # what is there is of this build

        def lose() -> None:
            while _made(lake) < BEGUN:
                time.sleep(0.2)
            kill(self.cluster.workers[0])
            lost_at.append(_made(lake))

        threading.Thread(target=lose, daemon=True).start()
        report = self.build(settings, options)
        assert lost_at  # the control: a worker was killed
        assert lost_at[0] < MOST  # while most marts were still to be made
        assert WORKER_LOST in self.cluster.told()  # and it had work to do
        return report

    def close(self) -> None:
        self.cluster.close()

    def _choose(self, settings: Settings, options: dict[str, str]) -> None:
        """Write the options of the Thrift server, by how much has been loaded, as a session chooses them."""
        is_small = count_rows(Lake.of(settings)) < SMALL
        java = {f"spark.{part}.extraJavaOptions": LITTLE_COMPILING for part in ("driver", "executor")}
        chosen = options_of(settings) | (IN_SMALL | java if is_small else IN_LARGE) | MEMORY | options
        chosen |= {
            "spark.executor.memory": chosen["spark.driver.memory"],
            "spark.sql.shuffle.partitions": "4",  # some for each worker
            "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:metastore;create=true",
        }
        lines = (f"{name} {value}\n" for name, value in chosen.items())
        self._properties.write_text("".join(lines), encoding="utf-8")


def _made(lake: Lake) -> int:
    """How many marts a build has made so far."""
    return sum(publishing.count_tables(lake, mart + publishing.BUILDING) for mart in schemas.PUBLISHED)


@contextmanager
def _begun(environment: dict[str, str], lake: Lake) -> Iterator[subprocess.Popen[str]]:
    """A build that has made some of its marts, and has not ended so after what is done to it."""
    publishing.remove_unpublished(lake)
    with start(environment, "build") as process:
        while process.poll() is None and _made(lake) < BEGUN:
            time.sleep(0.2)
        assert process.poll() is None, process.communicate()
        yield process
    assert 0 == publishing.count_tables(lake, schemas.PUBLISHED[0] + publishing.BUILT)
